"""Simulated wires and the chip at their end, beneath the real drivers."""
