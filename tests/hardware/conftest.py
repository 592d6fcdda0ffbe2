"""A clock, random pictures and simulated boxes for the tests of the parts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from hardware.keys import Edge
from tests.hardware.boxes import Clock, Noise, OpenBox, SimulatedBox


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def dice() -> random.Random:
    return random.Random(1618)


@pytest.fixture
def noise(dice: random.Random) -> Noise:
    """Make pictures of random dots."""
    return lambda: Image.frombytes("1", (128, 64), dice.randbytes(1024))


@pytest.fixture
def box(clock: Clock) -> Iterator[OpenBox]:
    """Switch on profiles with simulated wires, and close them after the test."""
    opened: list[SimulatedBox] = []

    def open_box(name: str, post: Callable[[Edge], object] | None = None, **changed: object) -> SimulatedBox:
        opened.append(SimulatedBox(clock, name, post, changed))
        return opened[-1]

    yield open_box
    for simulated in opened:
        simulated.panel.close()
