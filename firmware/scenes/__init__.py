"""Scenes: one thing on the screen at a time, and what the keys do there.

A scene draws itself with a screen function and turns keys into answers. It decides no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from hardware.keys import Edge, Key

if TYPE_CHECKING:
    from firmware.box.box import Box


class Scene:
    """What the box shows now. `key` is a press, `repeat` a held arrow; `wake` is when it wants a `tick`."""

    wake: float | None = None
    holds_back = False
    """Whether holding BACK means something here; if so, BACK itself counts when it is let go."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def picture(self) -> Image.Image:
        raise NotImplementedError

    def key(self, key: Key) -> None:
        """A key was pressed."""

    def repeat(self, key: Key) -> None:
        """An arrow is still held down: as if it were pressed again, and again."""
        self.key(key)

    def hold(self, key: Key) -> None:
        """A key has been held down for a while."""

    def edge(self, edge: Edge) -> None:
        """A contact has closed or opened; what that amounts to comes as a key. Only a test of wires looks at it."""

    def tick(self, now: float) -> None:
        """The moment `wake` has come."""

    def entered(self) -> None:
        """The scene is on the screen, for the first time or again."""


def has_knob(box: Box) -> bool:
    """Whether a knob stands for the arrows: turned it is UP and DOWN, turned while pushed LEFT and RIGHT."""
    profile = box.panel.profile
    return profile.encoder is not None and Key.UP not in profile.keys


STEP = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}


def change_by(box: Box, key: Key) -> int:
    """Whether an arrow raises a number (1) or lowers it (-1): UP and RIGHT raise it; of a knob, clockwise does."""
    return STEP[key] if key in (Key.LEFT, Key.RIGHT) or has_knob(box) else -STEP[key]
