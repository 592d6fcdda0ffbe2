"""The rules of Regata: its flow, its pieces and its sums."""
