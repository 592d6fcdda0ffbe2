"""The input pins: read through gpiozero, reported as edges."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from hardware.keys import Edge
from hardware.keys.watch import Watch
from hardware.profile import Profile

CLOSED, OPEN = True, False
"""Levels of a contact, positional where gpiozero counts the arguments of a callback."""


class PinLevel(NamedTuple):
    """The level of one pin: closed to ground, open, or why it can't be read.

    >>> print(PinLevel(17, "keys.UP", True, ""))
    GPIO 17 keys.UP: closed
    """

    pin: int
    use: str
    down: bool | None
    fault: str

    def __str__(self) -> str:
        return f"GPIO {self.pin} {self.use}: {self.fault or ('closed' if self.down else 'open')}"


class Pins:
    """A profile's input pins, pulled up; each edge goes to `post` at once, with its time.

    `post` runs in gpiozero's thread and so should only queue. An exception would end that thread, which serves all
    pins, so it is caught and reported in `faults`. So is a pin that can't be opened; the others work. Once its
    `watch` is started, it posts the edges that no interrupt reports.

        >>> pins = Pins(profile, edges.put, time.monotonic, pin_factory(profile))
        >>> pins.read(17)
        False
        >>> pins.close()
    """

    def __init__(
        self,
        profile: Profile,
        post: Callable[[Edge], object],
        clock: Callable[[], float],
        factory: Any,
    ) -> None:
        self._missing: dict[int, str] = {}
        self._post_fault = ""
        self._post = post
        self._clock = clock
        self._inputs = profile.inputs()
        self._devices: dict[int, Any] = {}
        self.watch = Watch(self._devices, self.read, self._edge)
        for pin, use in self._inputs:
            try:
                self._devices[pin] = self._device(pin, factory)
            except Exception as fault:
                # gpiozero passes on whatever its pin library raises.
                self._missing[pin] = f"GPIO {pin} ({use}): {type(fault).__name__}: {fault}"

    def _device(self, pin: int, factory: Any) -> Any:
        # Not gpiozero's Button, which keeps a thread per button to time its holding: that is done elsewhere here.
        # No bounce_time: on real pins it swallows short presses, on mock pins it does nothing.
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        device.when_activated = partial(self._interrupt, pin, CLOSED)
        device.when_deactivated = partial(self._interrupt, pin, OPEN)
        return device

    def _interrupt(self, pin: int, down: bool) -> None:
        self.watch.end()
        self._edge(pin, down)

    def _edge(self, pin: int, down: bool) -> None:
        try:
            self._post(Edge(pin, down, self._clock()))
        except Exception as fault:
            self._post_fault = f"an edge of GPIO {pin} was lost: {type(fault).__name__}: {fault}"

    @property
    def faults(self) -> list[str]:
        """Return what is wrong, in words; empty when all is well."""
        return [*self._missing.values(), *([self._post_fault] if self._post_fault else [])]

    def read(self, pin: int) -> bool | None:
        """Return whether a contact is closed right now, or None if its pin can't be read."""
        try:
            return bool(self._devices[pin].value)
        except Exception:  # as above: each pin library has errors of its own
            return None

    def readings(self) -> list[PinLevel]:
        """Return the levels of all pins right now."""
        found = []
        for pin, use in self._inputs:
            down = self.read(pin)
            fault = "" if down is not None else self._missing.get(pin, "cannot be read")
            found.append(PinLevel(pin, use, down, fault))
        return found

    def close(self) -> None:
        """Release the pins; calling it twice is harmless.

        lgpio may still hold a pin whose edges it has just stopped watching, and call it busy. The kernel takes every
        pin back when the program ends; until then there are a screen to darken and an exit status to keep clean.
        """
        self.watch.close()
        for device in self._devices.values():
            with contextlib.suppress(Exception):  # as above: each pin library has errors of its own
                device.close()


def pin_factory(profile: Profile) -> Any:
    """Return the source of gpiozero's pins: this machine, or mock pins that can also dim and sound.

    Made once and passed on, because otherwise gpiozero tries all its pin libraries again for every pin.
    """
    if profile.simulated:
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    from gpiozero import Device

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about each library that it tries
        Device.ensure_pin_factory()
    return Device.pin_factory


def probe(profile: Profile) -> list[PinLevel]:
    """Open a profile's pins, read them once and close them.

    >>> for reading in probe(load("simulated"))[:2]:
    ...     print(reading)
    GPIO 17 keys.UP: open
    GPIO 22 keys.DOWN: open
    """
    try:
        factory = pin_factory(profile)
    except Exception as fault:  # a missing library, or what one of them raised
        return [PinLevel(pin, use, None, f"{type(fault).__name__}: {fault}") for pin, use in profile.inputs()]
    pins = Pins(profile, lambda edge: None, lambda: 0.0, factory)
    try:
        return pins.readings()
    finally:
        pins.close()
