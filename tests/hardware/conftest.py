import random

import pytest
from PIL import Image

from hardware.panel import Panel
from hardware.profile import load


class Clock:
    """Time that passes only when told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def pass_(self, seconds):
        self.now += seconds
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def dice():
    return random.Random(1618)


@pytest.fixture
def noise(dice):
    """Makes pictures of random dots."""
    return lambda: Image.frombytes("1", (128, 64), dice.randbytes(1024))


@pytest.fixture
def box(clock):
    """Switches on a profile with simulated wires; its edges wait in `box.edges`."""
    opened = []

    class Box:
        def __init__(self, name, post=None, **changed):
            self.edges = []
            self.profile = load(name).on_paper()._replace(**changed)
            self.panel = Panel.open(self.profile, post or self.edges.append, clock)
            self.hand = self.panel.simulated
            self.chip = self.hand.chip
            opened.append(self.panel)

        def events(self):
            """What the loop would make of the waiting edges and the time."""
            found = [event for edge in self.edges for event in self.panel.feed(edge)]
            self.edges.clear()
            return [(event.key.value, event.kind) for event in found + self.panel.tick(clock())]

        def live(self, seconds):
            """Let time pass as the loop would, waking whenever something is due."""
            end, events = clock() + seconds, self.events()
            for _ in range(1000):
                if (due := self.panel.next_due()) is None or due > end:
                    break
                clock.now = max(clock.now, due)
                events += self.events()
            else:
                pytest.fail(f"something stays due at {due}")
            clock.now = end
            return events + self.events()

    yield Box
    for panel in opened:
        panel.close()
