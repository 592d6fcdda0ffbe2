"""The rules of Venedig: its flow, chapter by chapter, its pieces and its sums."""
