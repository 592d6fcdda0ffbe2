"""Pin edges and the time in, key events out."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from hardware.keys import Edge, Key, KeyEvent, Kind
from hardware.keys.hold import HOLD, STUCK
from hardware.keys.keypad import Keypad
from hardware.profile import Profile, load

BONNET, BREADBOARD = load("adafruit-bonnet"), load("breadboard")
UP, OK, OK_TOO, BACK = 17, 4, 5, 6
A, B, PUSH = 17, 27, 22
CLICK = [(A, True), (B, True), (A, False), (B, False)]
CLICK_BACK = [(B, True), (A, True), (B, False), (A, False)]


class Thumb:
    """Drives a keypad by hand, and notes what it says as (key, kind, milliseconds)."""

    def __init__(self, profile: Profile = BONNET, **how: Any) -> None:
        self.pad = Keypad(profile, **how)
        self.now = 0.0
        self.said: list[tuple[str, Kind, int]] = []

    def wait(self, until: float) -> None:
        for _ in range(1000):
            if (due := self.pad.next_due()) is None or due > until:
                break
            self.hear(self.pad.tick(due))
        else:
            pytest.fail(f"something stays due at {due}")
        self.now = until
        self.hear(self.pad.tick(until))

    def move(self, pin: int, down: bool, at: float) -> None:
        self.wait(at)
        self.hear(self.pad.feed(Edge(pin, down, at)))

    def turn(self, click: list[tuple[int, bool]], at: float) -> None:
        for index, (pin, closed) in enumerate(click):
            self.move(pin, closed, at + index * 0.002)

    def hear(self, events: list[KeyEvent]) -> None:
        self.said += [(event.key.value, event.kind, round(event.at * 1000)) for event in events]

    def kinds(self, key: str | None = None) -> list[Kind]:
        return [kind for who, kind, _ in self.said if key in (None, who)]


def test_press_and_release_are_reported_at_their_first_edge() -> None:
    thumb = Thumb()
    thumb.move(OK, True, 1.0)
    assert thumb.said == [("OK", "press", 1000)]
    thumb.move(OK, False, 1.1)
    assert thumb.said[1:] == [("OK", "release", 1100)]


def test_hold_is_reported_once_after_six_tenths_of_a_second() -> None:
    thumb = Thumb()
    thumb.move(BACK, True, 1.0)
    thumb.wait(5.0)
    assert thumb.said == [("BACK", "press", 1000), ("BACK", "hold", 1000 + round(HOLD * 1000))]


@pytest.mark.parametrize("key", [Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT])
def test_held_arrow_repeats_faster_up_to_a_limit(key: Key) -> None:
    thumb = Thumb()
    thumb.move(BONNET.keys[key][0], True, 0.0)
    thumb.wait(6.0)
    times = [at for _, kind, at in thumb.said if kind == "repeat"]
    pauses = [after - before for before, after in itertools.pairwise(times)]
    assert times[0] == HOLD * 1000
    assert pauses[0] > 150
    assert pauses[-1] < 80
    assert all(later <= sooner + 1 for sooner, later in itertools.pairwise(pauses))
    assert min(pauses) >= 59


def test_ok_back_and_seat_keys_do_not_repeat() -> None:
    for pin in (OK, OK_TOO, BACK):
        thumb = Thumb()
        thumb.move(pin, True, 0.0)
        thumb.wait(10.0)
        assert "repeat" not in thumb.kinds()


def test_busy_loop_gets_one_repeat_instead_of_all_it_missed() -> None:
    pad = Keypad(BONNET)
    pad.feed(Edge(UP, True, 0.0))
    assert [event.kind for event in pad.tick(5.0)] == ["hold", "repeat"]
    assert [event.kind for event in pad.tick(5.01)] == []


def test_busy_loop_does_not_mistake_a_short_press_for_a_hold() -> None:
    """Edges carry their time; a release waiting in the queue comes before the hold it prevents."""
    pad = Keypad(BONNET)
    reported = [pad.feed(Edge(BACK, True, 1.0)), pad.feed(Edge(BACK, False, 1.2)), pad.tick(3.0)]
    assert [tuple(event[1:]) for events in reported for event in events] == [("press", 1.0), ("release", 1.2)]


def test_busy_loop_does_not_miss_a_hold() -> None:
    pad = Keypad(BONNET)
    reported = [pad.feed(Edge(BACK, True, 1.0)), pad.feed(Edge(BACK, False, 2.0)), pad.tick(3.0)]
    assert [event.kind for events in reported for event in events] == ["press", "hold", "release"]


def test_stuck_key_is_reported_once_then_ignored_until_released() -> None:
    thumb = Thumb()
    thumb.move(UP, True, 0.0)
    thumb.wait(120.0)
    assert thumb.kinds().count("stuck") == 1
    assert thumb.said[-1] == ("UP", "stuck", STUCK * 1000)
    assert thumb.pad.next_due() is None
    thumb.move(UP, False, 121.0)
    thumb.move(UP, True, 122.0)
    assert thumb.kinds()[-2:] == ["release", "press"]


def test_stuck_key_leaves_other_keys_and_its_twin_working() -> None:
    thumb = Thumb()
    thumb.move(OK, True, 0.0)
    thumb.wait(30.0)
    thumb.move(OK_TOO, True, 31.0)
    thumb.move(OK_TOO, False, 31.1)
    assert thumb.said[-2:] == [("OK", "press", 31000), ("OK", "release", 31100)]


def test_key_down_from_the_start_is_stuck_but_never_pressed() -> None:
    thumb = Thumb(down=[BACK])
    thumb.wait(STUCK - 0.1)
    assert thumb.said == []
    thumb.wait(60.0)
    assert thumb.kinds("BACK") == ["stuck"]


def test_key_released_soon_after_the_start_reports_nothing() -> None:
    thumb = Thumb(down=[BACK])
    thumb.move(BACK, False, 1.0)
    assert thumb.said == []
    thumb.move(BACK, True, 2.0)
    assert thumb.kinds() == ["press"]


def test_two_keys_at_once_are_distinguished() -> None:
    thumb = Thumb()
    thumb.move(UP, True, 1.0)
    thumb.move(BACK, True, 1.001)
    thumb.move(UP, False, 1.2)
    assert thumb.pad.down == {Key.BACK}
    assert thumb.said == [("UP", "press", 1000), ("BACK", "press", 1001), ("UP", "release", 1200)]


def test_edge_older_than_the_last_tick_still_counts() -> None:
    pad = Keypad(BONNET)
    pad.tick(1.0)
    assert pad.feed(Edge(OK, True, 0.9999)) == [(Key.OK, "press", 0.9999)]


def test_edges_of_unused_pins_are_ignored() -> None:
    assert Keypad(BONNET).feed(Edge(26, True, 1.0)) == []
    assert Keypad().feed(Edge(26, True, 1.0)) == []


def test_lost_release_is_found_and_is_no_hold() -> None:
    level: dict[int, bool] = {}
    thumb = Thumb(read=lambda pin: level.get(pin, False))
    level[BACK] = True
    thumb.move(BACK, True, 1.0)
    thumb.wait(1.5)
    level[BACK] = False
    thumb.wait(5.0)
    assert thumb.kinds() == ["press", "release"]


def test_lost_press_is_found() -> None:
    level: dict[int, bool] = {}
    thumb = Thumb(read=lambda pin: level.get(pin, False))
    level[BACK] = True
    thumb.wait(1.0)
    thumb.wait(1.2)
    assert thumb.kinds() == ["press"]


def test_level_of_a_pin_does_not_overtake_waiting_edges() -> None:
    """Two quick presses, fed late by a loop that ticks before it is done, are two presses and no hold."""
    thumb, now = Thumb(read=lambda pin: False), 2.0
    for down, at in [(True, 1.0), (False, 1.1), (True, 1.2), (False, 1.3)]:
        thumb.hear(thumb.pad.feed(Edge(OK, down, at)))
        for _ in range(3):
            now += 0.002
            thumb.hear(thumb.pad.tick(now))
    assert thumb.kinds() == ["press", "release", "press", "release"]


def test_unreadable_pin_changes_nothing() -> None:
    thumb = Thumb(read=lambda pin: None)
    thumb.move(BACK, True, 1.0)
    thumb.wait(2.0)
    assert thumb.kinds() == ["press", "hold"]


def test_turning_the_knob_is_up_and_down() -> None:
    thumb = Thumb(BREADBOARD)
    thumb.turn(CLICK, 1.0)
    thumb.turn(CLICK_BACK, 1.1)
    assert [(key, kind) for key, kind, _ in thumb.said] == [
        ("DOWN", "press"), ("DOWN", "release"), ("UP", "press"), ("UP", "release"),
    ]  # fmt: skip


def test_pushing_the_knob_is_ok_on_release() -> None:
    thumb = Thumb(BREADBOARD)
    thumb.move(PUSH, True, 1.0)
    thumb.wait(1.1)
    assert thumb.said == []
    thumb.move(PUSH, False, 1.2)
    assert thumb.said == [("OK", "press", 1200), ("OK", "release", 1200)]


def test_holding_the_knob_is_holding_ok() -> None:
    thumb = Thumb(BREADBOARD)
    thumb.move(PUSH, True, 1.0)
    thumb.move(PUSH, False, 2.0)
    assert thumb.said == [("OK", "press", 1600), ("OK", "hold", 1600), ("OK", "release", 2000)]


def test_turning_while_pushed_is_left_and_right_without_ok() -> None:
    thumb = Thumb(BREADBOARD)
    thumb.move(PUSH, True, 1.0)
    thumb.turn(CLICK, 1.1)
    thumb.turn(CLICK_BACK, 1.2)
    thumb.turn(CLICK_BACK, 3.0)
    thumb.move(PUSH, False, 3.5)
    assert [key for key, kind, _ in thumb.said if kind == "press"] == ["RIGHT", "LEFT", "LEFT"]
    assert thumb.kinds("OK") == []


def test_stuck_push_leaves_the_knob_as_up_and_down() -> None:
    thumb = Thumb(BREADBOARD)
    thumb.move(PUSH, True, 0.0)
    thumb.wait(25.0)
    thumb.turn(CLICK, 26.0)
    assert thumb.said[-2:] == [("DOWN", "press", 26006), ("DOWN", "release", 26006)]


def test_bouncing_knob_gives_only_its_clicks() -> None:
    """Edges as a worn encoder gives them: three clicks, each contact bouncing up to eight times."""
    thumb, at = Thumb(BREADBOARD), 1.0
    for pin, closed in CLICK * 3:
        for bounce in range(9):
            at += 0.0003
            thumb.move(pin, closed ^ (bounce % 2 == 1), at)
    assert [key for key, kind, _ in thumb.said if kind == "press"] == ["DOWN"] * 3
