"""A rotary encoder's two contacts, decoded."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keys.encoder import Quadrature

Contact = Literal["a", "b"]
Edge = tuple[Contact, bool]

CLOCKWISE: list[Edge] = [("a", True), ("b", True), ("a", False), ("b", False)]
BACK: list[Edge] = [("b", True), ("a", True), ("b", False), ("a", False)]


def steps(edges: Iterable[Edge], **how: Any) -> list[int]:
    knob = Quadrature(**how)
    return [step for edge in edges if (step := knob.edge(*edge))]


def bouncing(edges: list[Edge], bounces: list[int]) -> Iterator[Edge]:
    """Yield each edge, followed by some pairs of bounces of the same contact."""
    for (contact, closed), times in zip(edges, bounces, strict=True):
        yield contact, closed
        for _ in range(times):
            yield contact, not closed
            yield contact, closed


def test_click_is_one_step_in_its_direction() -> None:
    assert steps(CLOCKWISE * 3) == [1, 1, 1]
    assert steps(BACK * 3) == [-1, -1, -1]
    assert steps(CLOCKWISE + BACK) == [1, -1]


@pytest.mark.parametrize("contact", ["a", "b"])
@pytest.mark.parametrize("start", range(4))
def test_bouncing_of_one_contact_gives_no_step(contact: Contact, start: int) -> None:
    """At rest or stopped between clicks, on either contact; only the edge that ends a click counts."""
    knob = Quadrature()
    for edge in CLOCKWISE[:start]:
        knob.edge(*edge)
    level = start in ((1, 2) if contact == "a" else (2, 3))
    reported = [step for n in range(1000) if (step := knob.edge(contact, level ^ (n % 2 == 0)))]
    ends_the_click = start == 3 and contact == "b"
    assert reported == ([1] if ends_the_click else [])


@given(st.lists(st.integers(0, 5), min_size=24, max_size=24))
def test_bounces_on_every_edge_neither_add_nor_lose_a_step(bounces: list[int]) -> None:
    """Three clicks forth and three back, each edge bouncing as it likes."""
    assert steps(bouncing(CLOCKWISE * 3 + BACK * 3, bounces)) == [1, 1, 1, -1, -1, -1]


@given(st.lists(st.sampled_from(["a", "b"]), max_size=400))
def test_steps_equal_the_cycles(toggles: list[Contact]) -> None:
    """Any edges at all: the sum of steps is the number of whole turns between two rests."""
    knob, reported, quarters = Quadrature(), 0, 0
    level: dict[Contact, bool] = {"a": False, "b": False}
    order = [(False, False), (True, False), (True, True), (False, True)]
    for contact in toggles:
        before = order.index((level["a"], level["b"]))
        level[contact] = not level[contact]
        quarters += 1 if (order.index((level["a"], level["b"])) - before) % 4 == 1 else -1
        reported += knob.edge(contact, level[contact])
        if not level["a"] and not level["b"]:
            assert reported == quarters / 4


@pytest.mark.parametrize("lost", range(4))
@pytest.mark.parametrize("click", [CLOCKWISE, BACK], ids=["clockwise", "back"])
def test_lost_edge_never_reverses_the_direction(click: list[Edge], lost: int) -> None:
    """It may cost its own step; the next clicks count."""
    way = 1 if click is CLOCKWISE else -1
    reported = steps(click[:lost] + click[lost + 1 :] + click * 3)
    assert set(reported) == {way}
    assert 3 <= len(reported) <= 4


def test_knob_found_between_clicks_counts_correctly_at_once() -> None:
    assert steps([("a", False), ("b", False), *CLOCKWISE], a=True, b=True)[-1] == 1
    assert steps([("a", False), *CLOCKWISE], a=True) == [1]
    assert steps([("b", False), *BACK], b=True) == [-1]


def test_knob_with_two_clicks_per_cycle_gives_two_steps() -> None:
    assert steps(CLOCKWISE, steps_per_cycle=2) == [1, 1]
    assert steps(BACK, steps_per_cycle=2) == [-1, -1]
    assert steps([("b", False), ("a", False)], a=True, b=True, steps_per_cycle=2) == [-1]


def test_agrees_with_gpiozeros_encoder_on_clean_turns() -> None:
    """The same contacts give gpiozero's RotaryEncoder the same direction."""
    from gpiozero import RotaryEncoder
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    with RotaryEncoder(17, 27, max_steps=0, pin_factory=factory) as theirs:
        ours, pins = Quadrature(), {"a": factory.pin(17), "b": factory.pin(27)}
        count = 0
        for contact, closed in itertools.chain(CLOCKWISE * 5, BACK * 2):
            pins[contact].drive_low() if closed else pins[contact].drive_high()
            count += ours.edge(contact, closed)
        assert count == theirs.steps == 3
    factory.close()
