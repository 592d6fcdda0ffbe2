"""The owner's word: a phone without a seat asks for something, and whoever stands at the box allows it or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PIL import Image

from companion.seats import Seat
from companion.words import Words, folders_of
from firmware.scenes import Scene, Stage
from firmware.scenes.menus import Action
from firmware.screens import reading
from hardware.keys import Key

SETTLE = 1.5
"""Seconds without a key before one counts: a thumb that is busy playing must not answer what it has not read."""


class OwnersDeed(Protocol):
    """A request to the owner: a kind of deed, the game if it is about one, and who played it or is going to."""

    @property
    def kind(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def names(self) -> Sequence[str]: ...


class OpenPetition(Protocol):
    """A petition of a phone, as the box sees it."""

    @property
    def deed(self) -> OwnersDeed: ...

    @property
    def code(self) -> str:
        """The code that the phone shows, too."""

    @property
    def address(self) -> str: ...

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""

    def answer(self, *, allowed: bool) -> None: ...


class OwnersStage(Stage, Protocol):
    """The part of the box that asking the owner needs."""

    def words_for(self, folders: list[Path], seats: Sequence[Seat] = ()) -> Words:
        """Return the words of a game in the box's language."""


class OwnerAsked(Scene):
    """A petition, and the phone that it comes from: OK allows it, BACK refuses it. Unanswered, it lapses."""

    def __init__(self, stage: OwnersStage, petition: OpenPetition, ended: Action) -> None:
        super().__init__(stage)
        self.petition = petition
        self.ended = ended
        self.text = deed_text(stage, petition.deed)
        self.counts_from = stage.clock() + SETTLE
        self.wake = stage.clock() + 1

    def picture(self) -> Image.Image:
        words, petition = self.stage.words, self.petition
        return reading.petition(words("owner.title"), petition.code, self.text, petition.address, words("owner.keys"))

    def key(self, key: Key) -> None:
        now = self.stage.clock()
        if now < self.counts_from:
            self.counts_from = now + SETTLE
        elif key in (Key.OK, Key.BACK):
            self.ended()  # first: what waits for the word may show something else
            self.petition.answer(allowed=key == Key.OK)

    def repeat(self, key: Key) -> None:
        """Ignore a held key."""

    def tick(self, now: float) -> None:
        self.wake = now + 1
        if not self.petition.is_open:
            self.ended()


def deed_text(stage: OwnersStage, deed: OwnersDeed) -> str:
    """Return what the owner is asked to allow, with the game it is about: "Delete Doge: Anna, Ben"."""
    if not deed.game:
        return {
            "backup": stage.words("owner.backup"),
            "restore-backup": stage.words("owner.restore-backup"),
            "update": stage.words("owner.update"),
            "set-up": stage.words("owner.set-up"),
        }[deed.kind]
    name, _, draw = deed.game.partition(":")
    words = stage.words_for(folders_of(name))
    about = [words.thing("draw", draw)] if draw else list(deed.names)
    game = words.thing("game", name)
    game = words.pair(game, ", ".join(about)) if about else game
    return {
        "boards": words("owner.boards", game=game),
        "record": words("owner.record", game=game),
        "delete": words("owner.delete", game=game),
        "restore": words("owner.restore", game=game),
        "start": words("owner.start", game=game),
    }[deed.kind]
