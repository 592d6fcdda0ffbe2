"""The pieces of Regata: a boat for each player, in a canal or at its mooring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import Broken
from companion.vocabulary import named

CANALS = named("canal", "grande", "giudecca", "cannaregio")


class Pieces:
    """The boats as they lie on the table."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = seats
        self.canal: dict[int, str] = {}
        self.sealed: dict[int, str] = {}
        """The canals chosen so far in this heat, while others are still thinking."""

    def row(self, chosen: Mapping[int, str]) -> None:
        """Move every boat to the canal chosen for it."""
        self.canal = dict(chosen)
        self.sealed = {}

    def check(self) -> None:
        """Raise `Broken` unless every boat is in a canal, or none is yet."""
        if self.canal and sorted(self.canal) != list(self.seats):
            raise Broken(f"boats of {sorted(self.canal)}, seats {self.seats}")
        if not set(self.canal.values()) <= set(CANALS):
            raise Broken(f"a boat rows on dry land: {self.canal}")
