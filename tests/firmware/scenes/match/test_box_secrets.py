"""Whoever holds the box learns nobody else's secret: nothing that can be seen or heard of it depends on one.

That is every picture on the way, the lamps, the sounds and every word of the voice: while answers are given on the
box and by phone, in every menu and list, with one's own question on the screen, after going back, and after leaving
and resuming.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest
from PIL import Image

from companion import games
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.steps import TABLE
from firmware.scenes.home.resuming import resume
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Agree, Menu
from firmware.speech.choices import ALL, MEASURE, NEWS
from firmware.speech.voice import Utterance
from hardware.keys import SEATS, Key
from tests.counted import counted
from tests.firmware.boxes import TestBox
from tests.firmware.looking import look_around, put
from tests.tables import referee
from tests.twins import Twins, pairs, says_its_secrets

MOMENTS = 3
STEPS = 4
"""This many of the last answers are given on the box itself, or by a phone."""


class Onlooker:
    """Notes everything that can be seen and heard of a box, except what its owner is asked in secret.

    One can look away, but not listen away: every word that the box says is noted.
    """

    def __init__(self, box: TestBox) -> None:
        self.box = box
        self.noted: list[object] = []
        self.looks_away = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        panel = self.box.panel
        show, light, beep = panel.screen.show, panel.lamps.light, panel.buzzer.beep
        press = self.box.wires.press

        def shown(image: Image.Image) -> None:
            self.note(type(self.box.box.scene).__name__, image.tobytes())
            show(image)

        def lit(seat: int, *, on: bool) -> None:
            self.note(seat, on)
            light(seat, on=on)

        def pressed(key: Key) -> None:
            self.note(key)
            press(key)

        def heard(kind: str) -> None:
            self.note(kind)
            beep(kind)

        with (
            patch.object(panel.screen, "show", shown),
            patch.object(panel.lamps, "light", lit),
            patch.object(panel.buzzer, "beep", heard),
            patch.object(self.box.wires, "press", pressed),
            patch.object(self.box.box.speaker, "voice", self),
        ):
            yield

    def say(self, utterance: Utterance, *, interrupts: bool = False) -> None:
        self.noted.append((utterance, interrupts))

    def hush(self) -> None:
        self.noted.append("silence")

    def close(self) -> None:
        pass

    def note(self, *what: object) -> None:
        if not self.looks_away and (not self.noted or self.noted[-1] != what):
            self.noted.append(what)


def answer(onlooker: Onlooker, match: Match, entry: Answer, owner: int, by_phone: bool) -> None:
    """Give an answer by keys; while its owner has the box, the others look away."""
    box = onlooker.box
    if by_phone:
        match.referee.answer(entry.seat, entry.value, entry.question)
    else:
        onlooker.looks_away = entry.seat == owner
        if match.referee.open[entry.seat].secret:
            match.hand_to(entry.seat)
        box.wait_out_tellings()
        box.box.show()
        box.thumb.answer(entry.value, entry.seat)
        onlooker.looks_away = False
    lay_down(box, match)


def lay_down(box: TestBox, match: Match) -> None:
    """Lay the box on the table: nobody holds it, and all tellings have been read."""
    box.wait_out_tellings()
    match.holder = None
    match.go_on()
    box.box.show()


def pass_round(box: TestBox, match: Match, owner: int) -> None:
    """Let everyone but the owner take the box once and look into its menu."""
    for seat in match.referee.game.seats:
        if seat != owner and isinstance(box.box.scene, Guard):
            box.tap(SEATS[seat - 1])
            lay_down(box, match)
    box.tap(Key.BACK)
    look_around(box)
    lay_down(box, match)


def go_back(box: TestBox, match: Match) -> None:
    """Undo one step, with everyone's consent if it is needed."""
    match.undo()
    box.box.show()
    if isinstance(box.box.scene, Agree):
        box.tap(Key.LEFT)
    lay_down(box, match)
    box.tap(Key.BACK)
    look_around(box, depth=2)


def noted(judge: Referee, owner: int, folder: Path, by_phone: bool) -> list[object]:
    """Return everything that anyone but the owner sees and hears of the box, in one fixed walk."""
    box = TestBox(folder)
    box.box.phones = cast(Any, NoPhones())
    box.box.preferences[MEASURE] = NEWS if by_phone else ALL
    onlooker = Onlooker(box)
    before = max(0, len(judge.entries) - STEPS)
    with onlooker.watching():
        match = put(box, judge, before)
        for entry in judge.entries[before:]:
            assert isinstance(entry, Answer)
            answer(onlooker, match, entry, owner, by_phone and entry.seat == owner)
        pass_round(box, match, owner)
        go_back(box, match)
        match.stage.go_home()
        box.box.show()
        resume(box.box, box.box.ledger.games()[0].id)
        box.box.show()
    if box.box.match is not None:
        box.box.match.close()
    box.close()
    return onlooker.noted


class NoPhones:
    """Pages without a phone; their code stays the same."""

    address = "10.0.0.1:8080"
    code = "IIII"

    def taken_seats(self) -> set[int]:
        return set()

    def follow(self, referee: Referee | None) -> None:
        pass

    def publish(self) -> None:
        pass


@pytest.mark.usefixtures("kept_in_files")
@pytest.mark.rule("DOG.B3", "RIA.I3", "RIA.I5", "VEN.B9", "VEN.D1", "VEN.R1", "VSE.T1")
@pytest.mark.rule("VEZ.P1", "VEZ.P2", "VEZ.X1", "VEZ.X5", "VEZ.Z1")
@pytest.mark.parametrize("game", games.names())
def test_no_dot_and_no_word_depends_on_anothers_secret(game: str, tmp_path: Path) -> None:
    pictures, noticed, words = 0, False, 0
    for number, pair in enumerate(pairs(game, MOMENTS)):
        one, other = noted_of_both(pair, pair.owner, tmp_path / f"{number}", by_phone=number % 2 == 0)
        for ours, theirs in zip(one, other, strict=True):
            assert ours == theirs
        pictures += len(one)
        words += sum(isinstance(note, tuple) and isinstance(note[0], Utterance) for note in one)
        if not noticed:
            one, other = noted_of_both(pair, TABLE, tmp_path / f"{number}-open", by_phone=False)
            noticed = one != other
    counted("pictures, lights, sounds and spoken sentences compared", pictures)
    counted("of these, sentences", words)
    assert pictures > 300
    assert words > 50
    assert noticed or not says_its_secrets(game), "anyone who does not look away sees it, so something is compared"


def noted_of_both(pair: Twins, owner: int, folder: Path, by_phone: bool) -> list[list[object]]:
    both = zip("ab", (pair.judge, pair.twin), strict=True)
    return [noted(judge, owner, folder / name, by_phone) for name, judge in both]


@pytest.mark.rule("VSE.T1")
def test_why_is_shown_only_to_the_seat_asked(box: TestBox) -> None:
    """The rule of a question reveals which card is considered: it is shown only while its player has the box."""
    judge = referee("venise", 2, seed=3)
    (seat,) = judge.open
    judge.answer(seat, "small")
    match = put(box, judge, answers=1)
    assert isinstance(box.box.scene, Guard)
    assert "Why?" not in menu_of(box)
    box.tap(Key.BACK)
    match.hand_to(seat)
    assert "Why?" in menu_of(box)
    match.close()


def menu_of(box: TestBox) -> list[str]:
    """Return the lines of the menu behind BACK."""
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    return [item.row.text for item in box.box.scene.items]
