"""The test of keys and wires, in Set-up: every contact as it closes."""

from __future__ import annotations

from PIL import Image

from firmware.scenes import Scene, Stage
from firmware.screens import setting_up
from hardware.keys import Edge, Key
from hardware.panel import Panel

QUIET = 20.0
"""Seconds without a key after which the test of the keys ends."""
BOUNCE = 0.03


class PinTest(Scene):
    """Shows every contact as it closes, for a new build: two contacts of one key, and keys that are not there.

    BACK twice leaves. Since BACK may be what is wrong, holding OK does too, and so does leaving all keys alone.
    """

    def __init__(self, stage: Stage, panel: Panel) -> None:
        super().__init__(stage)
        self.panel = panel
        self.pressed: dict[Key, int] = {}
        self.closed: dict[int, int] = {}
        self.backs = 0
        self._last: dict[int, float] = {}
        self.wake = stage.clock() + QUIET

    def picture(self) -> Image.Image:
        words = self.stage.words
        return setting_up.inputs(words("setup.pins"), [*self._contacts(), *self._turns()], words("setup.pins-leave"))

    def _contacts(self) -> list[setting_up.Input]:
        return [
            setting_up.Input(
                f"{one.use.rpartition('.')[2]} {one.pin}",
                "!" if one.fault else str(self.closed.get(one.pin, "–")),
                bool(one.down),
            )
            for one in self.panel.readings()
        ]

    def _turns(self) -> list[setting_up.Input]:
        """Return which way a knob was turned, and how far, as the box understands it."""
        turned = (Key.UP, Key.DOWN) if self.stage.has_knob else ()
        return [setting_up.Input(key.value, str(self.pressed.get(key, "–"))) for key in turned]

    def edge(self, edge: Edge) -> None:
        """Count a closing contact once, however much it bounces."""
        self.wake = self.stage.clock() + QUIET
        if edge.down and edge.at - self._last.get(edge.pin, -1.0) > BOUNCE:
            self.closed[edge.pin] = self.closed.get(edge.pin, 0) + 1
        self._last[edge.pin] = edge.at

    def key(self, key: Key) -> None:
        self.pressed[key] = self.pressed.get(key, 0) + 1
        self.backs = self.backs + 1 if key == Key.BACK else 0
        if self.backs == 2:
            self.stage.back()

    def repeat(self, key: Key) -> None:
        """Ignore a held key: it was pressed once."""

    def hold(self, key: Key) -> None:
        if key == Key.OK:
            self.stage.back()

    def tick(self, now: float) -> None:
        self.stage.back()
