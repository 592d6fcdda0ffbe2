"""The box says what its owner wants to hear: nothing, whose turn it is, what happens, or everything."""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from companion.referee.automatic import people_asked
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Reading
from firmware.scenes.setup.settings import SettingsMenu
from firmware.speech import speaker
from firmware.speech.choices import ALL, MEASURE, NEWS, OFF, TURNS
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, menu_of, play_by_keys, start, start_doge, turn_to
from tests.firmware.speech.hearing import box_that_speaks, listen

PATIENCE = 60.0
"""Seconds of real time for answers that come from another thread on a busy machine."""


def test_a_new_box_is_silent(box: TestBox) -> None:
    ears = listen(box, OFF)
    start_doge(box)
    assert ears.texts == []


def test_only_whose_turn_it_is(box: TestBox) -> None:
    ears = listen(box, TURNS)
    match = start(box, "venezia", 2)
    play_by_keys(box, match, Random(1), most=3)
    assert ears.texts == [
        "Anna’s turn.",
        "Ben’s turn.",
        "Pass the box to Anna, who presses OK.",
    ]


def test_what_happens_and_what_is_asked(box: TestBox) -> None:
    """News and questions, but not each step of a cursor; a menu that is closed says nothing again."""
    ears = listen(box, NEWS)
    match = start(box, "venezia", 2)
    ears.take()
    play_by_keys(box, match, Random(1), most=2)
    assert ears.take().startswith("Anna: Which district is your home?")
    before = ears.take()
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    assert before == ""
    assert "This game" in ears.take()


def test_everything_follows_the_cursor(box: TestBox) -> None:
    """A key that moves says where to; one that moves nothing says it again; each interrupts."""
    ears = listen(box, ALL)
    box.box.show()
    lines = len(menu_of(box).items)
    assert ears.take() == f"Ballottino. {lines} lines. Play: referee a game."
    box.tap(Key.DOWN)
    row = menu_of(box).items[1].row
    assert (ears.texts, ears.interrupted) == ([f"{row.text}: {row.note}."], [True])
    ears.take()
    box.box.push(Reading(box.box, "Rules", "Short."))
    box.box.show()
    assert ears.interrupted == [False], "what comes by itself waits for what is being said"
    assert ears.take() == "Rules. Short. OK leaves."
    box.tap(Key.UP)
    assert ears.take() == "OK leaves."


def test_an_ok_out_of_habit_does_not_cut_the_next_question_short(box: TestBox) -> None:
    """It counts for nothing, so it interrupts nothing; neither does BACK before it is let go."""
    ears = listen(box)
    start(box, "venezia", 2)
    box.tap(Key.LEFT)
    assert "Anna: Which district is your home?" in ears.take()
    box.tap_at_once(Key.OK)
    assert ears.take() == ""
    box.wait(1)
    box.wires.press(Key.BACK)
    box.wait()
    assert ears.take() == ""
    box.wires.release(Key.BACK)
    box.wait()
    assert ears.take().startswith("This game.")


def test_a_secret_is_not_said_nor_anything_above_it(box: TestBox) -> None:
    """The box says whom to pass it to, and is silent until it goes on: in the question, its menu and its refusals."""
    ears = listen(box)
    start_doge(box)
    assert isinstance(box.box.scene, Guard)
    assert ears.take().endswith("Pass the box to Anna, who presses OK. still to come: Ben, Cleo.")
    box.tap(Key.OK)
    for key in (Key.BACK, Key.DOWN, Key.OK, Key.BACK, Key.BACK):
        box.tap(key)
    box.box.refuse("You have no such ballot.")
    box.box.show()
    assert ears.take() == ""


def test_an_earphone_hears_secrets_too(tmp_path: Path) -> None:
    box, ears = box_that_speaks(tmp_path, earphone=True)
    start_doge(box)
    box.tap(Key.OK)
    assert "Anna: Which area do you vote in?" in ears.take()
    box.close()


def test_a_fault_of_the_voice_stops_nothing(
    box: TestBox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    listen(box)

    def fail(*_: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(speaker.Speaker, "_new", fail)
    box.tap(Key.OK)
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    assert "the voice failed" in caplog.text


def test_the_voice_is_set_up_on_the_box_and_kept(tmp_path: Path) -> None:
    """How much, how loud, how fast, and secrets by earphone; heard at once, and the next evening as well."""
    box = TestBox(tmp_path)
    ears = listen(box, OFF)
    box.box.push(SettingsMenu(box.box))
    choose(box, "Voice")
    turn_to(box, "Says", "whose turn")
    assert ears.take() == "The box says whose turn it is."
    turn_to(box, "Says", "everything")
    ears.take()
    turn_to(box, "Volume", "■■■■")
    turn_to(box, "Speed", "■■■")
    turn_to(box, "Secrets", "spoken")
    assert ears.utterances[-1].volume == 200
    assert ears.utterances[-1].speed == 210
    box.close()
    kept = json.loads((tmp_path / "preferences.json").read_text())
    assert kept["version"] == 1
    again = TestBox(tmp_path)
    assert again.box.speaker.choices == (ALL, 3, 2, True, "")
    assert again.box.by_ear
    again.close()


def test_what_the_voice_lacks_is_said_in_set_up(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    box.box.push(SettingsMenu(box.box))
    choose(box, "Voice")
    choose(box, "What is missing")
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "espeak-ng, aplay" in " ".join(scene.lines)


def test_turning_it_off_is_silent_at_once(box: TestBox) -> None:
    ears = listen(box, ALL)
    box.box.push(SettingsMenu(box.box))
    choose(box, "Voice")
    ears.take()
    turn_to(box, "Says", "off")
    assert box.box.preferences[MEASURE] == OFF
    assert ears.interrupted[-1]


def test_moves_of_the_box_are_said_and_that_it_thinks_only_once_a_turn(box: TestBox) -> None:
    ears = listen(box, NEWS)
    match = start(box, "venedig", 3, cards="device")
    match.thinker.pace = 0.0
    for seat in (2, 3):
        match.act(partial(match.referee.hand_seat, seat, "steady"))
    ears.take()
    rng, moves, until = Random(1), list[str](), monotonic() + PATIENCE
    while len(match.referee.entries) < 30:
        assert monotonic() < until, "the box does not answer"
        if isinstance(box.box.scene, Telling):
            moves.append(box.box.scene.said)
            box.tap(Key.OK)
        elif people_asked(match.referee):
            box.thumb.answer(match.referee.open[1].choice.sample(rng), 1)
        else:
            box.clock.now += 0.5
            box.box.step(timeout=0.05)
    heard = ears.take()
    assert len(moves) > 3
    assert all(moves), "what stands on the screen"
    turns = re.findall(r"(\w+) thinks\.|(Anna):", heard)
    assert ("Ben", "") in turns
    assert all(one != after for one, after in pairwise(turns) if one != ("", "Anna"))
