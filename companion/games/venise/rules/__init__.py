"""The rules of Venise: its flow, chapter by chapter, its pieces and its sums."""
