"""A lamp at each seat and one of any colour; on boards without them, none."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hardware.profile import Profile


class Lamps:
    """Lights that may or may not be there: lighting a missing one does nothing.

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
        self._seats: dict[int, Any] = {}
        self._rgb: Any = None
        if profile is not None:
            self._wire(profile, factory)

    def _wire(self, profile: Profile, factory: Any) -> None:
        if not profile.lamps and profile.colour is None:
            return
        from gpiozero import LED, RGBLED  # type: ignore[import-untyped]

        for seat, pin in profile.lamps.items():
            try:
                self._seats[seat] = LED(pin, pin_factory=factory)
            except Exception as fault:  # each pin library has errors of its own
                self.faults.append(f"GPIO {pin} (lamps.SEAT{seat}): {type(fault).__name__}: {fault}")
        if profile.colour is not None:
            try:
                self._rgb = RGBLED(*profile.colour, pin_factory=factory)
            except Exception as fault:
                self.faults.append(f"GPIO {profile.colour} (colour): {type(fault).__name__}: {fault}")

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
        if seat in self._seats:
            self._seats[seat].value = on

    def only(self, seats: Collection[int]) -> None:
        """The lamps of these seats on, all others off."""
        for seat in {*self._seats, *self._lit, *seats}:
            self.light(seat, seat in seats)

    def colour(self, red: float, green: float, blue: float) -> None:
        """Give the coloured lamp a colour, each part from 0 to 1; all 0 is dark."""
        self.shade = (red, green, blue)
        if self._rgb is not None:
            self._rgb.value = self.shade

    def close(self) -> None:
        """Put the lights out; can be called again."""
        for lamp in (*self._seats.values(), self._rgb):
            if lamp is not None:
                lamp.close()
        self._seats, self._rgb = {}, None
