"""Seats that the box plays: it thinks beside the loop, answers at its pace, and shows for whom."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from companion.players import PEOPLE
from companion.players.search import Thought
from companion.referee.automatic import people_asked, recompute
from companion.steps import TABLE
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import WAITS, Match
from firmware.scenes.match.telling import Telling
from firmware.scenes.match.thinking import THREAD, Thinking
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, start, stir

PATIENCE = 60.0
"""Seconds of real time for an answer that comes from another thread on a busy machine."""


def on_table(box: TestBox) -> Match:
    assert isinstance(box.box.match, Match)
    box.box.match.thinker.pace = 0.0
    return box.box.match


def let_box_think(box: TestBox, match: Match) -> None:
    """Wait until people are asked something, or the game is over."""
    until = monotonic() + PATIENCE
    while not people_asked(match.referee) and match.referee.open:
        assert monotonic() < until, "the box does not answer"
        box.clock.now += 0.5
        box.box.step(timeout=0.05)
    box.wait_out_tellings()


def play_alone(box: TestBox, entries: int) -> Match:
    """Play as the only person at the table, by keys, until there are this many entries."""
    match, rng = on_table(box), Random(1)
    while match.referee.open and len(match.referee.entries) < entries:
        let_box_think(box, match)
        for seat, decision in people_asked(match.referee).items():
            box.thumb.answer(decision.choice.sample(rng), seat)
            box.wait_out_tellings()
            break
    return match


def test_two_presses_from_power_on_one_plays_against_the_box(box: TestBox) -> None:
    box.tap(Key.UP)
    box.tap(Key.OK)
    match = on_table(box)
    referee = match.referee
    assert len(referee.game.boxed) == len(referee.table.seats) - 1
    assert [seat.name for seat in referee.table.seats][1:] == ["Orsola", "Zorzi"]
    box.wait_out_tellings()
    assert not isinstance(box.box.scene, Guard), "whoever plays alone passes the box to nobody"
    play_alone(box, 24)
    found = recompute(referee.kind, referee.table, referee.urn, referee.entries)
    assert sum(one.given for one in found.values()) > 5
    assert all(one.given == one.follow for one in found.values())


def test_the_box_shows_for_whom_it_thinks_and_keys_work_meanwhile(box: TestBox) -> None:
    box.tap(Key.UP)
    box.tap(Key.RIGHT)  # from Doge to Rialto
    box.tap(Key.OK)
    match = on_table(box)
    match.thinker.pace = 1e9
    box.wait_out_tellings()
    until = monotonic() + PATIENCE
    while not isinstance(box.box.scene, Thinking) and monotonic() < until:
        if isinstance(box.box.scene, Telling):
            box.wait(0.5)
        else:
            let_box_think(box, match)
            seat, decision = next(iter(people_asked(match.referee).items()))
            box.thumb.answer(next(iter(decision.choice.legal())), seat)
    assert isinstance(box.box.scene, Thinking)
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    match.close()


def test_keys_are_answered_while_a_sharp_player_thinks_further(box: TestBox) -> None:
    """The thought is long and takes the processor, and still a press opens the menu before it is done."""
    before = threading.enumerate()
    start(box, "doge", 3, ballots="device")
    match = on_table(box)
    referee = match.referee
    referee.speed = lambda: 10.0
    box.wait_out_tellings()
    match.act(lambda: referee.hand_seat(1, "sharp"))
    assert referee.game.boxed[1].playouts > 500
    entries = len(referee.entries)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    assert len(referee.entries) == entries, "the player has answered already: give it more to think about"
    match.close()
    wait_for_thoughts_to_end(before)


def wait_for_thoughts_to_end(before: Sequence[threading.Thread]) -> None:
    """Wait for the thoughts that have begun since."""
    for thread in threading.enumerate():
        if thread.name == THREAD and thread not in before:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a thought goes on"


@pytest.mark.parametrize("way", ["leave", "undo", "hand back"])
def test_a_thought_that_nobody_needs_ends(box: TestBox, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """It takes the processor from whatever comes next."""
    before = threading.enumerate()
    playouts: list[float] = []
    play_out = Thought.play_out

    def counted(*arguments: Any) -> float:
        playouts.append(play_out(*arguments))
        return playouts[-1]

    monkeypatch.setattr(Thought, "play_out", counted)
    start(box, "doge", 3, ballots="device")
    match = on_table(box)
    referee = match.referee
    referee.speed = lambda: 10.0
    box.wait_out_tellings()
    entries = len(referee.entries)
    match.act(lambda: referee.hand_seat(1, "sharp"))
    until = monotonic() + PATIENCE
    while not playouts:
        assert monotonic() < until, "the box does not think"
        sleep(0.01)
    budget = referee.game.boxed[1].playouts
    if way == "leave":
        match.close()
    elif way == "undo":
        referee.undo(entries, referee.game.seats)
    else:
        referee.hand_seat(1, PEOPLE)
    wait_for_thoughts_to_end(before)
    assert len(playouts) < budget / 2


def test_a_thought_begins_again_if_its_player_or_the_pieces_change(box: TestBox) -> None:
    """What was thought before would not follow from what verify finds."""
    start(box, "doge", 3, ballots="device")
    match = on_table(box)
    referee = match.referee
    match.thinker.pace = 1e9
    box.wait_out_tellings()
    match.act(lambda: referee.hand_seat(1, "sharp"))
    match.thinker.pace = 0.0
    place, correction = next((place, one) for place, one in referee.game.corrections().items() if one.key != "player")
    match.act(lambda: referee.correct(place, next(one for one in correction.choice.legal() if one != correction.now)))
    match.act(lambda: referee.hand_seat(1, "gentle"))
    until = monotonic() + PATIENCE
    while 1 in referee.open:
        assert monotonic() < until, "the box does not answer"
        box.clock.now += 0.5
        box.box.step(timeout=0.05)
    found = recompute(referee.kind, referee.table, referee.urn, referee.entries)
    assert found[1].given == found[1].follow == 2, "an area and its ballots"


def test_a_seat_is_given_to_the_box_at_set_up(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Rialto")
    choose(box, "2 Ben")
    choose(box, "The box", "gentle")
    assert any(item.row.text == "2 Ben □" and item.row.note == "gentle" for item in box.box.scene.items)  # type: ignore[attr-defined]
    choose(box, box.box.words("seating.go"))
    box.tap(Key.OK)
    stir(box)
    referee = on_table(box).referee
    assert referee.game.boxed[2].strength == "gentle"
    assert referee.table.options["cards"] == "device", "the box keeps what it holds"


def test_a_seat_is_handed_to_the_box_in_mid_game_and_taken_back(box: TestBox) -> None:
    """From the menu; what the box answered meanwhile follows from what the seat could see."""
    start(box, "doge", 3, ballots="device")
    match = on_table(box)
    referee = match.referee
    for player in ("steady", PEOPLE):
        match.open_menu()
        choose(box, "Who plays")
        choose(box, "Ben")
        box.thumb.answer(player, TABLE)
        box.wait_out_tellings()
        if player == "steady":
            assert referee.game.boxed[2].strength == "steady"
            until = monotonic() + PATIENCE
            while 2 in referee.open:
                assert monotonic() < until, "the box does not answer"
                box.clock.now += 0.5
                box.box.step(timeout=0.05)
    assert not referee.game.boxed
    found = recompute(referee.kind, referee.table, referee.urn, referee.entries)
    assert found[2].given == found[2].follow == 2, "an area and its ballots"


def test_cardboard_hands_are_not_handed_over(box: TestBox) -> None:
    """The box says why not, in mid-game and at set-up, where its seat would have had the options changed."""
    match = start(box, "doge", 3, ballots="table")
    match.open_menu()
    choose(box, "Who plays")
    assert isinstance(box.box.scene, Reading)
    assert "must keep: Ballots" in " ".join(box.box.scene.lines)


def until_told(box: TestBox) -> Telling:
    """Wait until the box tells what it did."""
    until = monotonic() + PATIENCE
    while not isinstance(box.box.scene, Telling):
        assert monotonic() < until, "the box tells nothing"
        box.box.step(timeout=0.05)
    return box.box.scene


@pytest.mark.parametrize("waits", [None, False])
def test_a_move_of_the_box_waits_until_its_pieces_are_moved(box: TestBox, waits: bool | None) -> None:
    """With people at the box, OK says that it is done; if the owner likes, it goes on by itself."""
    box.box.preferences[WAITS] = waits
    start(box, "rialto", 3, cards="device")
    match = on_table(box)
    (seat,) = match.referee.open
    match.act(lambda: match.referee.hand_seat(seat, "sharp"))
    told = until_told(box)
    assert (told.wake is None) == (waits is None)
    assert box.glass().tobytes() == told.picture().tobytes()
    if waits is None:
        entries = len(match.referee.entries)
        box.wait(60.0)
        assert len(match.referee.entries) == entries, "nobody has moved its pieces yet"
        box.tap(Key.OK)
    else:
        box.wait(60.0)
    assert box.box.scene is not told


def test_nobody_need_come_to_the_box_where_everyone_has_a_phone(box: TestBox) -> None:
    start(box, "rialto", 3, cards="device")
    match = on_table(box)
    match.going_back.without_phone = lambda seats: []  # type: ignore[method-assign]
    (seat,) = match.referee.open
    match.act(lambda: match.referee.hand_seat(seat, "sharp"))
    assert until_told(box).wake is not None


def test_the_menu_says_why_the_box_moved_so(box: TestBox) -> None:
    start(box, "rialto", 3, cards="device")
    match = on_table(box)
    (seat,) = match.referee.open
    match.act(lambda: match.referee.hand_seat(seat, "sharp"))
    until_told(box)
    box.wait_out_tellings()
    name = match.words.thing("seat", seat)
    match.open_menu()
    choose(box, f"Why, {name}?")
    assert isinstance(box.box.scene, Reading)
    said = " ".join(box.box.scene.lines)
    assert said.startswith(f"{name}, ")
    assert " points, the next best " in said
