"""The rules of Venezia: its flow, chapter by chapter, its pieces and its sums."""
