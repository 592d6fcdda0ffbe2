"""Rialto: cards for six stages, bridges between six districts, and a Doge who breaks every tie."""

PLAYERS = (2, 3, 4, 5)
