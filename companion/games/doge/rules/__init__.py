"""The rules of Doge: its flow, chapter by chapter, its pieces and its sums."""
