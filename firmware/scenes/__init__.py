"""Scenes: one thing on the screen at a time, and what the keys do there.

A scene draws itself with a screen function and turns keys into answers. It decides no rule.
"""

from __future__ import annotations

from typing import Protocol

from PIL import Image

from companion.words import Words
from hardware.keys import Edge, Key


class Stage(Protocol):
    """The part of the box that every scene needs: words, a clock, and the stack of scenes on which it stands."""

    @property
    def words(self) -> Words: ...

    @property
    def has_knob(self) -> bool:
        """Return whether a knob stands for the arrows: turned it is UP and DOWN, pushed and turned LEFT and RIGHT."""

    @property
    def by_ear(self) -> bool:
        """Return whether everything is spoken, for somebody who plays by ear."""

    def clock(self) -> float: ...

    def push(self, scene: Scene) -> None:
        """Show a scene on top of the others."""

    def back(self) -> None:
        """Remove the top scene; the one below is shown again."""

    def replace(self, scene: Scene) -> None:
        """Show this scene alone, with nothing below it."""

    def refuse(self, text: str) -> None:
        """Say why something can't be done, on top of whatever is there."""

    def settle(self) -> None:
        """Take no key but BACK for a moment, because one key has answered."""


class Scene:
    """One thing on the screen. `key` is a press, `repeat` a held arrow; `wake` is when it wants a `tick`."""

    wake: float | None = None
    holds_back = False
    """Whether holding BACK means something here; if so, BACK itself counts when it is released."""
    is_secret = False
    """Whether it is for one player's eyes only, so that it is never said aloud, nor anything shown above it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def picture(self) -> Image.Image:
        raise NotImplementedError

    def key(self, key: Key) -> None:
        """Act on a press."""

    def repeat(self, key: Key) -> None:
        """Act on an arrow that is still held down: as if it were pressed again, and again."""
        self.key(key)

    def hold(self, key: Key) -> None:
        """Act on a key that has been held down for a while."""

    def edge(self, edge: Edge) -> None:
        """See a contact close or open, before it counts as a key. Only the wiring test uses it."""

    def tick(self, now: float) -> None:
        """Act when the time `wake` has come."""

    def entered(self) -> None:
        """Get ready to be shown, for the first time or again."""


STEP = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}


def change_by(stage: Stage, key: Key) -> int:
    """Return 1 if an arrow raises a number, -1 if it lowers it: UP, RIGHT and a knob turned clockwise raise it."""
    return STEP[key] if key in (Key.LEFT, Key.RIGHT) or stage.has_knob else -STEP[key]
