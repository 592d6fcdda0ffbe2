"""The rules of Regata: its flow, its state, its pieces and its sums."""
