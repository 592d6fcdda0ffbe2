"""Lamps and buzzer on the breadboard: a seat that is asked is lit and called, in its colour, and home is dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.words import folders_of
from firmware.scenes.match.match import Match
from firmware.scenes.match.turn_signs import SHADES
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, menu_of
from tests.tables import table

LAMPS = {1: 7, 2: 12, 3: 16, 4: 20, 5: 21}
RED, GREEN, BLUE, BUZZER = 23, 24, 25, 18


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[TestBox]:
    opened = TestBox(tmp_path, profile="breadboard")
    yield opened
    opened.close()


def begin(box: TestBox, players: int = 3, **options: str) -> Match:
    kind, seated = games.find("doge").game, table("doge", players)
    agreed = kind.set_table(list(seated.seats), options, seated.layout)
    match = Match(box.box, box.box.ledger.begin(kind, agreed, Urn(bytes(32))), box.box.words_for(folders_of("doge")))
    box.box.play(match)
    match.go_on()
    return match


def lit(box: TestBox) -> list[int]:
    return [seat for seat, pin in LAMPS.items() if box.wires.level(pin)]


def shade(box: TestBox) -> tuple[float, ...]:
    return tuple(round(box.wires.level(pin), 1) for pin in (RED, GREEN, BLUE))


def heard(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sounds: list[str] = []
    beep = box.panel.buzzer.beep

    def noting(kind: str) -> None:
        sounds.append(kind)
        beep(kind)

    monkeypatch.setattr(box.panel.buzzer, "beep", noting)
    return sounds


def test_no_lamp_stays_lit_when_the_table_is_left(bench: TestBox) -> None:
    begin(bench)
    assert lit(bench) == [1, 2, 3]
    bench.tap(Key.BACK)
    choose(bench, "Leave the game")
    assert lit(bench) == []
    assert shade(bench) == (0, 0, 0)


def test_a_smaller_game_puts_out_the_lamps_of_a_larger_one(bench: TestBox) -> None:
    begin(bench, 4)
    assert lit(bench) == [1, 2, 3, 4]
    begin(bench, 3)
    assert lit(bench) == [1, 2, 3]


def test_coloured_lamp_shows_the_only_seat_asked(bench: TestBox) -> None:
    match = begin(bench)
    assert shade(bench) == (0, 0, 0), "three are asked"
    for seat, colour in ((1, None), (2, "yellow")):
        for value in ("castello", [3]):
            match.referee.answer(seat, value)
        assert shade(bench) == (SHADES[colour] if colour else (0, 0, 0))
    assert lit(bench) == [3]


def test_every_colour_of_every_game_has_a_shade_of_its_own() -> None:
    colours = {colour for name in games.names() for colour in games.find(name).game.colours}
    assert colours <= set(SHADES)
    assert len(set(SHADES.values())) == len(SHADES)


def test_newly_asked_seats_are_called(bench: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = heard(bench, monkeypatch)
    match = begin(bench)
    assert sounds == ["turn"]
    for seat in (1, 2):
        for value in ("castello", [3]):
            match.referee.answer(seat, value)
    assert sounds == ["turn"], "those who are still asked were called"
    for value in ("castello", [3]):
        match.referee.answer(3, value)
    bench.wait_out_tellings()
    assert sounds == ["turn", "turn"]
    assert bench.wires.level(BUZZER) > 0, "the first note"


def test_the_end_has_a_fanfare_once(bench: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(bench)
    sounds = heard(bench, monkeypatch)
    play_random(match.referee, Random(1))
    assert "fanfare" not in sounds, "the last results are still being read"
    bench.wait_out_tellings()
    match.go_on()
    assert sounds.count("fanfare") == 1
    assert sounds[-1] == "fanfare"


def test_without_sound_nothing_is_heard(bench: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = heard(bench, monkeypatch)
    choose(bench, "Set-up")
    choose(bench, "Sound")
    assert sounds == []
    begin(bench)
    bench.box.refuse("no")
    assert sounds == []
    assert bench.box.preferences["sound"] is False


def test_sound_is_on_until_it_is_switched_off_and_says_so(bench: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = heard(bench, monkeypatch)
    choose(bench, "Set-up")
    row = next(item.row for item in menu_of(bench).items if item.row.text == "Sound")
    assert row.note == "on"
    choose(bench, "Sound")
    choose(bench, "Sound")
    assert sounds == ["done"]


def test_a_build_without_a_buzzer_has_no_such_setting(box: TestBox) -> None:
    choose(box, "Set-up")
    assert "Sound" not in [item.row.text for item in menu_of(box).items]
