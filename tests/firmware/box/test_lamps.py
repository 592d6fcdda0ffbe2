"""Lamps at the seats: exactly those of the players whom the box asks are lit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.profile import load
from tests.firmware.boxes import TestBox
from tests.firmware.playing import start_doge

LAMPS = load("breadboard").lamps


@pytest.fixture
def lit_box(tmp_path: Path) -> Iterator[TestBox]:
    """A box on a breadboard, which has a lamp for each seat."""
    opened = TestBox(tmp_path, profile="breadboard")
    yield opened
    opened.close()


def lit(box: TestBox) -> set[int]:
    """Return the seats whose lamps have their pin high."""
    return {seat for seat, pin in LAMPS.items() if box.wires.level(pin)}


def test_only_the_lamps_of_those_asked_are_lit(lit_box: TestBox) -> None:
    """Three choose in secret at the same time; a lamp goes dark once its seat has sealed its choice."""
    assert lit(lit_box) == set()
    match = start_doge(lit_box)
    for seat in (1, 2, 3):
        assert lit(lit_box) == set(range(seat, 4)) == set(match.referee.open)
        lit_box.thumb.answer("castello", seat)
        assert lit(lit_box) == set(range(seat, 4)), "how many ballots is still to be said"
        lit_box.thumb.answer([3], seat)
    assert match.referee.open
    lit_box.wait_out_tellings()
    assert lit(lit_box) == set(match.referee.open)


def test_question_to_the_table_lights_every_seat(lit_box: TestBox) -> None:
    start_doge(lit_box, cardboard=True)
    assert lit(lit_box) == {1, 2, 3}


def test_nobody_is_asked_at_home(lit_box: TestBox) -> None:
    start_doge(lit_box)
    lit_box.box.go_home()
    assert lit(lit_box) == set()
