"""Scenes before and beside a game: home, seating, Score and Draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from companion.club.shared import SharedUrn
from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.referee import Referee
from companion.seats import Seat
from companion.words import Words
from firmware.box.preferences import Preferences
from firmware.scenes.match import MatchStage
from firmware.scenes.match.match import Match


class OwnClub(Protocol):
    """The club that the box may be in."""

    def join(self, address: str) -> None:
        """Tell of this table at another broker from now on, or with an empty address at none."""

    def shared_urns(self) -> list[SharedUrn]:
        """Return the urns from which this table may play, and other tables of the club too."""

    def begin_shared(self, beginning: Beginning) -> Referee:
        """Begin a game from an urn that other tables share: never again at this table."""

    def state(self) -> str:
        """Return how we stand with the club, in words; nothing if there is none."""


class Keeps(Protocol):
    """The part of the box that outlasts a game: the games that are kept, and the owner's choices."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def preferences(self) -> Preferences: ...


class HomeStage(MatchStage, Keeps, Protocol):
    """The part of the box that the scenes at home need: all that a game needs, and what it takes to begin one."""

    @property
    def club(self) -> OwnClub: ...

    def words_for(self, folders: list[Path], seats: Sequence[Seat] = ()) -> Words:
        """Return the words of a game in the box's language."""

    def teaches(self) -> bool:
        """Return whether newcomers are to be taught, as the owner likes it."""

    def publish_soon(self) -> None:
        """Tell phones and club that there is something new, once the screen has been drawn."""

    def play(self, match: Match) -> None:
        """Put a game on the table."""
