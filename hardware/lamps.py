"""A lamp at each seat and one of any colour; on boards without them, none."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

from hardware.profile import Profile

COLOUR = "colour"
"""The coloured lamp, among those that are called by their seats."""


class Lamps:
    """Lights that may or may not be there: lighting a missing one does nothing, and one that fails is missing then.

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
            self._tell(lamp, fault)

    def _set(self, lamp: int | str, value: Any) -> None:
        if lamp in self._devices:
            try:
                self._devices[lamp].value = value
            except Exception as fault:
                self._tell(lamp, fault)
                self._let_go(lamp)

    def _tell(self, lamp: int | str, fault: Exception) -> None:
        self.faults.append(f"{self._names[lamp]}: {type(fault).__name__}: {fault}")

    def _let_go(self, lamp: int | str) -> None:
        with suppress(Exception):
            self._devices.pop(lamp).close()

    @property
    def lit(self) -> frozenset[int]:
        """The seats whose lamps should be on."""
        return frozenset(self._lit)

    def light(self, seat: int, on: bool) -> None:
        """Switch the lamp of a seat."""
        if on:
            self._lit.add(seat)
        else:
            self._lit.discard(seat)
        self._set(seat, on)

    def only(self, seats: Collection[int]) -> None:
        """The lamps of these seats on, all others off."""
        for seat in {*self._lit, *seats}:
            self.light(seat, seat in seats)

    def colour(self, red: float, green: float, blue: float) -> None:
        """Give the coloured lamp a colour, each part from 0 to 1; all 0 is dark."""
        self.shade = (red, green, blue)
        self._set(COLOUR, self.shade)

    def close(self) -> None:
        """Put the lights out; can be called again."""
        for lamp in list(self._devices):
            self._let_go(lamp)
