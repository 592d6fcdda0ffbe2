"""The lamps: one at each seat and one that can be any colour, on boards that have them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

from hardware.profile import Profile

COLOUR = "colour"
"""The key of the coloured lamp, beside the numbers of the seats."""


class Lamps:
    """Lamps that may be missing: switching a missing one does nothing. After a fault a lamp counts as missing.

    >>> lamps = Lamps(load("breadboard"))
    >>> lamps.only([2])
    >>> lamps.colour(1, 0.5, 0)
    >>> lamps.lit, lamps.shade
    (frozenset({2}), (1, 0.5, 0))
    """

    def __init__(self, profile: Profile | None = None, factory: Any = None) -> None:
        self.faults: list[str] = []
        self._lit: set[int] = set()
        self.shade = (0.0, 0.0, 0.0)
        self._names: dict[int | str, str] = {}
        self._devices: dict[int | str, Any] = {}
        if profile is not None:
            self._wire(profile, factory)

    def _wire(self, profile: Profile, factory: Any) -> None:
        if not profile.lamps and profile.colour is None:
            return
        from gpiozero import LED, RGBLED

        for seat, pin in profile.lamps.items():
            self._open(seat, f"GPIO {pin} (lamps.SEAT{seat})", partial(LED, pin, pin_factory=factory))
        if profile.colour is not None:
            name = f"GPIO {profile.colour} (colour)"
            self._open(COLOUR, name, partial(RGBLED, *profile.colour, pin_factory=factory))

    def _open(self, lamp: int | str, name: str, device: Callable[[], Any]) -> None:
        self._names[lamp] = name
        try:
            self._devices[lamp] = device()
        except Exception as fault:  # each pin library has errors of its own
            self._report(lamp, fault)

    def _set(self, lamp: int | str, value: Any) -> None:
        if lamp in self._devices:
            try:
                self._devices[lamp].value = value
            except Exception as fault:
                self._report(lamp, fault)
                self._release(lamp)

    def _report(self, lamp: int | str, fault: Exception) -> None:
        self.faults.append(f"{self._names[lamp]}: {type(fault).__name__}: {fault}")

    def _release(self, lamp: int | str) -> None:
        with suppress(Exception):
            self._devices.pop(lamp).close()

    @property
    def lit(self) -> frozenset[int]:
        """The seats whose lamps should be on, whether they have one or not."""
        return frozenset(self._lit)

    def light(self, seat: int, *, on: bool) -> None:
        """Switch the lamp of a seat on or off."""
        if on:
            self._lit.add(seat)
        else:
            self._lit.discard(seat)
        self._set(seat, on)

    def only(self, seats: Collection[int]) -> None:
        """Switch on the lamps of these seats and all others off."""
        for seat in {*self._lit, *seats}:
            self.light(seat, on=seat in seats)

    def colour(self, red: float, green: float, blue: float) -> None:
        """Set the colour of the coloured lamp, each part from 0 to 1; all 0 is dark."""
        self.shade = (red, green, blue)
        self._set(COLOUR, self.shade)

    def close(self) -> None:
        """Switch all lamps off and release their pins; calling it twice is harmless."""
        for lamp in list(self._devices):
            self._release(lamp)
