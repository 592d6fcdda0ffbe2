"""The rules of Zara: its flow and its state."""
