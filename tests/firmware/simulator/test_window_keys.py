"""A keyboard's bytes, read one by one into keys of the box."""

from __future__ import annotations

import random

import pytest

from firmware.simulator.keyboard import STROKES, TAP, Stroke, Typed
from hardware.keys import Key


def strokes(*typed: bytes) -> list[Stroke]:
    reader = Typed()
    found = [stroke for piece in typed for stroke in reader.feed(piece, 1.0)]
    return found + reader.expire(2.0)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"\x1b\x1b", ["BACK", "BACK"]),
        (b"\x1b\x1b[A", ["BACK", "UP"]),
        (b"\x1b1", ["BACK", "SEAT1"]),
        (b"\x1b[1;5C", ["RIGHT"]),
        (b"\x1b[", []),
        (b"\x1bO", []),
        (b"\x1b[12", []),
        (b"\x1b[\r", ["OK"]),
        (b"\x1b[1\x1b[A", ["UP"]),
        (b"\x1b[\x7f", ["BACK"]),
        (b"\x1b[[A1", ["SEAT1"]),
        (b"\x1b[[\x1b", ["BACK"]),
        (b"\x1b[200~2\x1b[201~", ["SEAT2"]),
        (b"\x1b[?1;2c\x1b[5;5R\x1b[I", []),
        ("éß€".encode() + b"\x00\xff5", ["SEAT5"]),
    ],
)
def test_what_terminals_send_and_people_type(typed: bytes, keys: list[str]) -> None:
    """The same however the bytes are split."""
    expected = [Stroke(Key(key)) for key in keys]
    assert strokes(typed) == expected
    assert strokes(*(typed[place : place + 1] for place in range(len(typed)))) == expected


def test_any_bytes_are_understood() -> None:
    monkey = random.Random(8)
    letters = b"\x1b\x1b\x1b[[O0;1 ~AbR\r\x7f\xe9"
    for _ in range(2000):
        typed = bytes(monkey.choices(letters, k=12))
        cut = monkey.randrange(12)
        assert strokes(typed) == strokes(typed[:cut], typed[cut:])


def test_esc_waits_for_the_rest_of_a_sequence() -> None:
    reader = Typed()
    assert reader.due() is None
    assert reader.feed(b"\x1b", 5.0) == []
    assert reader.expire(5.049) == []
    assert reader.due() == pytest.approx(5.05)
    assert reader.expire(5.051) == [STROKES[b"\x1b"]] == [Stroke(Key.BACK, TAP)]
    assert reader.due() is None
