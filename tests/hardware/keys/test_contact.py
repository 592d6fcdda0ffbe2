"""A contact without its bounces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keys.contact import CALM, QUIET, Contact

Change = tuple[bool, float]

# Edges in milliseconds from the first: how cheap switches close and open.
BOUNCES: dict[str, list[float]] = {
    "clean": [0],
    "tactile, one bounce": [0, 0.3, 0.6],
    "tactile, many": [0, 0.05, 0.09, 0.4, 0.41, 0.9, 1.1, 1.15, 2.0],
    "joystick": [0, 0.8, 1.7, 3.1, 4.0, 6.2, 7.9, 9.0, 9.1],
    "worn, late tail": [0, 2.0, 4.5, 9.0, 13.0, 17.5, 19.0, 22.0, 25.5],
    "spike in the last moment": [0, 19.5, 19.9],
}


def closing(pattern: list[float], start: float, to: bool) -> list[Change]:
    """Return the edges of a pattern that ends on the level `to`."""
    return [(to if index % 2 == 0 else not to, start + ms / 1000) for index, ms in enumerate(pattern)]


def heard(edges: list[Change], until: float) -> list[Change]:
    """Return what a contact makes of edges: its changes as (down, time)."""
    contact = Contact()
    changes: list[Change] = []

    def settle(now: float) -> None:
        while (due := contact.due()) is not None and due <= now:
            if contact.settle(due):
                changes.append((contact.down, due))

    for down, at in edges:
        settle(at)
        if contact.edge(at, down=down):
            changes.append((down, at))
    settle(until)
    return changes


@pytest.mark.parametrize("press", BOUNCES.values(), ids=BOUNCES)
@pytest.mark.parametrize("release", BOUNCES.values(), ids=BOUNCES)
def test_bouncing_press_is_one_press_and_one_release(press: list[float], release: list[float]) -> None:
    """Both are acted on at their first edge."""
    edges = closing(press, 1.0, True) + closing(release, 1.2, False)
    assert heard(edges, 2.0) == [(True, 1.0), (False, 1.2)]


def test_press_shorter_than_the_quiet_time_is_not_lost() -> None:
    (pressed, at), (released, then) = heard([(True, 1.0), (False, 1.004)], 2.0)
    assert (pressed, at, released) == (True, 1.0, False)
    assert then == pytest.approx(1.0 + QUIET)


def test_quick_presses_all_count() -> None:
    edges = [edge for n in range(10) for edge in ((True, 1 + n * 0.06), (False, 1.03 + n * 0.06))]
    assert len(heard(edges, 3.0)) == 20


def test_chattering_contact_counts_only_once_it_has_settled() -> None:
    chatter = [(n % 2 == 0, 1.0 + n * 0.004) for n in range(200)]
    assert heard(chatter, 1.0 + 199 * 0.004) == [(True, 1.0)]
    assert heard(chatter, 3.0) == [(True, 1.0), (False, pytest.approx(1.0 + 199 * 0.004 + CALM))]


gaps = st.lists(st.floats(0, QUIET / 2, exclude_max=True), max_size=12)


@given(st.lists(st.tuples(st.floats(0.05, 1), gaps), min_size=1, max_size=6))
def test_changes_alternate_and_end_at_the_contacts_level(presses: list[tuple[float, list[float]]]) -> None:
    """Whatever the noise: no press twice without a release between, and in the end the truth."""
    edges: list[Change] = []
    now, down = 1.0, False
    for pause, bounces in presses:
        now += pause
        for gap in [0.0, *bounces]:
            now, down = now + gap, not down
            edges.append((down, now))
    changes = heard(edges, now + 1)
    assert [change for change, _ in changes] == [index % 2 == 0 for index in range(len(changes))]
    assert (changes[-1][0] if changes else False) == down
