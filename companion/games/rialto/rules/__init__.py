"""The rules of Rialto: its flow, chapter by chapter, its pieces and its sums."""
