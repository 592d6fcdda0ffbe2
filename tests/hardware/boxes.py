"""Builds of the box on simulated wires, and a clock that tests turn by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pytest
from PIL import Image

from hardware.keys import Edge
from hardware.panel import Panel
from hardware.profile import load

Noise = Callable[[], Image.Image]
Event = tuple[str, str]


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> float:
        self.now += seconds
        return self.now


class SimulatedBox:
    """A profile switched on with simulated wires; its edges wait in `edges` unless `post` takes them."""

    def __init__(
        self, clock: Clock, name: str, post: Callable[[Edge], object] | None, changed: dict[str, Any]
    ) -> None:
        self._clock = clock
        self.edges: list[Edge] = []
        self.profile = load(name).on_paper()._replace(**changed)
        self.panel = Panel.open(self.profile, post or self.edges.append, clock)
        assert self.panel.simulated is not None
        self.hand = self.panel.simulated
        self.chip = self.hand.chip

    def events(self) -> list[Event]:
        """Return what the loop would make of the waiting edges and the time."""
        found = [event for edge in self.edges for event in self.panel.feed(edge)]
        self.edges.clear()
        return [(event.key.value, event.kind) for event in found + self.panel.tick(self._clock())]

    def live(self, seconds: float) -> list[Event]:
        """Let time pass as the loop would, waking whenever something is due."""
        end, events = self._clock() + seconds, self.events()
        for _ in range(1000):
            if (due := self.panel.next_due()) is None or due > end:
                break
            self._clock.now = max(self._clock.now, due)
            events += self.events()
        else:
            pytest.fail(f"something stays due at {due}")
        self._clock.now = end
        return events + self.events()


class OpenBox(Protocol):
    """Switches on a profile; keyword arguments change its wiring first."""

    def __call__(
        self, name: str, post: Callable[[Edge], object] | None = None, **changed: object
    ) -> SimulatedBox: ...
