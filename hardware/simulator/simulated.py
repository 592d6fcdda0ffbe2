"""The user's side of a simulated panel: keys to press, and a screen to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.keys import ARROWS, Key
from hardware.profile import Profile

if TYPE_CHECKING:
    from hardware.simulator.chip import Chip


class Simulated:
    """The far end of a simulated panel's wires: contacts to close, and the chip behind the glass.

        >>> panel.simulated.press(Key.OK)
        >>> panel.simulated.release(Key.OK)
        >>> panel.simulated.chip.picture().size
        (128, 64)

    On a build with a knob instead of arrows and OK, pressing these pushes or turns it.
    """

    def __init__(self, profile: Profile, chip: Chip, factory: Any = None) -> None:
        self._profile = profile
        self.chip = chip
        self.factory = factory

    def press(self, key: Key) -> None:
        """Press a key, on the first of its pins."""
        if key in self._profile.keys:
            self.drive(self._profile.keys[key][0], level=False)
            return
        if key not in (Key.UP, Key.DOWN):
            self.drive(self._push(key), level=False)
        if key != Key.OK:
            self.turn(1 if key in (Key.DOWN, Key.RIGHT) else -1)

    def release(self, key: Key) -> None:
        """Release a key."""
        if key in self._profile.keys:
            self.drive(self._profile.keys[key][0], level=True)
        elif key not in (Key.UP, Key.DOWN):
            self.drive(self._push(key), level=True)

    def turn(self, steps: int) -> None:
        """Turn the knob by some clicks, clockwise if positive."""
        knob = self._profile.encoder
        if knob is None:
            raise ValueError(f"{self._profile.name} has no knob to turn")
        first, second = (knob.a, knob.b) if steps > 0 else (knob.b, knob.a)
        for _ in range(abs(steps)):
            for pin, level in ((first, False), (second, False), (first, True), (second, True)):
                self.drive(pin, level=level)

    def drive(self, pin: int, *, level: bool) -> None:
        """Set the level of a pin: False, as a closed contact does, or True."""
        mock = self.factory.pin(pin)
        mock.drive_high() if level else mock.drive_low()

    def level(self, pin: int) -> float:
        """Return the level of a pin, including those that the panel drives: 1 for a lamp that is lit."""
        return float(self.factory.pin(pin).state)

    def _push(self, key: Key) -> int:
        knob = self._profile.encoder
        if knob is None or knob.push is None or key not in (*ARROWS, Key.OK):
            raise ValueError(f"{self._profile.name} has no {key}")
        return knob.push
