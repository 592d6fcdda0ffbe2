"""Scenes before and beside a game: home, seating, Score and Draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from firmware.speech.choices import Choices
from hardware.panel import Panel


class Aloud(Protocol):
    """The voice of the box, as the owner sets it up."""

    @property
    def choices(self) -> Choices: ...

    def say(self, text: str, words: Words, *, interrupts: bool = False) -> None:
        """Say a text in the language of these words."""

    def hush(self) -> None:
        """Fall silent at once."""


class Club(Protocol):
    """The club that the box may be in."""

    def join(self, address: str) -> None:
        """Tell of this table at another broker from now on, or with an empty address at none."""

    def shared_urns(self) -> list[SharedUrn]:
        """Return the urns from which this table may play, and other tables of the club too."""

    def begin_shared(self, beginning: Beginning) -> Referee:
        """Begin a game from an urn that other tables share: never again at this table."""

    def state(self) -> str:
        """Return how we stand with the club, in words; nothing if there is none."""


class Home(MatchStage, Protocol):
    """The part of the box that the scenes at home need: all that a game needs, and what outlasts a game."""

    @property
    def panel(self) -> Panel: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def preferences(self) -> Preferences: ...

    @property
    def speaker(self) -> Aloud: ...

    @property
    def club(self) -> Club: ...

    @property
    def no_phones(self) -> str:
        """The reason why there are no pages for phones, if there should be."""

    def words_for(self, folders: list[Path], seats: Sequence[Seat] = ()) -> Words:
        """Return the words of a game in the box's language."""

    def speak(self, language: str) -> None:
        """Word everything in another language from now on."""

    def teaches(self) -> bool:
        """Return whether newcomers are to be taught, as the owner likes it."""

    def publish_soon(self) -> None:
        """Tell phones and club that there is something new, once the screen has been drawn."""

    def play(self, match: Match) -> None:
        """Put a game on the table."""

    def post(self, item: Callable[[], None], /) -> None:
        """Run something in the loop, soon."""
