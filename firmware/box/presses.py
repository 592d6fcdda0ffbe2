"""From key events to what a scene does: which of them count, and as what."""

from __future__ import annotations

import math
from collections.abc import Callable

from firmware.scenes import Scene
from hardware.keys import Key, KeyEvent

SETTLING = 0.4
"""Seconds after an answer by a single key in which no other is taken: a thumb used to OK has pressed it by then."""


class Presses:
    """Passes a press to the scene at once; BACK waits for its release where holding it means something.

    A key held from one scene into another means nothing: closing a menu slowly undoes no step, and answering
    slowly answers once.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pressed_on: Scene | None = None
        self._back_down_on: Scene | None = None
        self._settled = -math.inf

    def settle(self) -> None:
        """Take no key but BACK for a moment, because one key has answered."""
        self._settled = self._clock() + SETTLING

    @property
    def is_settling(self) -> bool:
        return self._clock() < self._settled

    def counts(self, event: KeyEvent, scene: Scene) -> bool:
        """Return whether a key does something on this scene, so that what is being said gives way to it."""
        if event.key == Key.BACK:
            return self._back_down_on is scene or (event.kind == "press" and not scene.holds_back)
        return event.kind in ("press", "repeat", "hold") and not self.is_settling

    def take(self, event: KeyEvent, scene: Scene) -> None:
        """Have the scene act on an event, if it means something there."""
        if event.kind == "press":
            self._press(event.key, scene)
        elif event.kind == "repeat" and self._pressed_on is scene:
            scene.repeat(event.key)
        elif event.key == Key.BACK and event.kind in ("hold", "release") and self._back_down_on is scene:
            self._back_down_on = None
            (scene.hold if event.kind == "hold" else scene.key)(event.key)
        elif event.key != Key.BACK and event.kind == "hold" and self._pressed_on is scene:
            scene.hold(event.key)

    def _press(self, key: Key, scene: Scene) -> None:
        if key != Key.BACK and self.is_settling:
            self._pressed_on = None
            return
        self._pressed_on = scene
        if key == Key.BACK and scene.holds_back:
            self._back_down_on = scene
        else:
            scene.key(key)
