"""Whoever has the box in his hands learns no other's secret: no dot of any screen he can come to depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.page import Page
from companion.referee import Referee
from companion.words import folders_of
from firmware.scenes.match import Guard, Match
from firmware.scenes.menus import Agree, Menu
from firmware.scenes.questions import Question
from hardware.keys import SEATS, Key
from tests.firmware.boxes import TestBox
from tests.web.twins import positions


def put(box: TestBox, judge: Referee) -> Match:
    """A game on the box that has come so far already."""
    page = box.box.ledger.begin(judge.kind, judge.table, judge.urn).keeper
    assert isinstance(page, Page)
    referee = Referee(judge.kind, judge.table, judge.urn, judge.entries, keeper=page)
    page.rewrite(0, referee.entries, [])
    match = Match(box.box, referee, box.box.words_for(folders_of(judge.kind.name), judge.table.seats))
    show(box, match)
    return match


def show(box: TestBox, match: Match) -> None:
    match.holder = None
    match.go_on()
    box.box.show()


def look_around(box: TestBox, depth: int = 3) -> Iterator[bytes]:
    """What is on the screen, and if that is a menu, all that it leads to, but for what would change the game."""
    scene = box.box.scene
    yield box.glass().tobytes()
    if not isinstance(scene, Menu) or not depth:
        return
    for _ in scene.items:
        if scene.items[scene.cursor].row.text not in ("Undo a step", "Leave the table"):
            box.tap(Key.OK)
            yield from look_around(box, depth - 1)
            while box.box.scene is not scene:
                box.tap(Key.BACK)
        box.tap(Key.DOWN)


def shown_to_others(judge: Referee, owner: int, folder: Path) -> list[bytes]:
    """Every screen that anyone but the owner can come to, in one fixed walk."""
    box = TestBox(folder)
    match = put(box, judge)
    seen = [box.glass().tobytes()]
    for seat in judge.game.seats:
        if seat != owner and isinstance(box.box.scene, Guard):
            box.tap(SEATS[seat - 1])
            seen.append(box.glass().tobytes())
            show(box, match)
    box.tap(Key.BACK)
    seen += look_around(box)
    match.box.back_to_game()
    match.undo()
    box.box.show()
    seen += look_around(box)
    box.close()
    return seen


@pytest.mark.rule("DOG.B3", "VEZ.P1", "VEZ.P2", "VEZ.X5")
@pytest.mark.parametrize(("game", "players"), [("doge", 3), ("venezia", 2), ("venezia", 4)])
def test_no_dot_depends_on_anothers_secret(game: str, players: int, tmp_path: Path) -> None:
    screens = 0
    for number, (judge, twin, owner) in enumerate(positions(game, players, 4)):
        one = shown_to_others(judge, owner, tmp_path / f"{number}")
        other = shown_to_others(twin, owner, tmp_path / f"{number}-twin")
        assert one == other
        screens += len(one)
    assert screens > 300


def test_the_walk_sees_what_the_owner_sees(tmp_path: Path) -> None:
    """The comparison would notice: with everyone's word the old plan is shown, and there the two differ."""
    differing = 0
    for number, (judge, twin, owner) in enumerate(positions("venezia", 2, 4)):
        shown = []
        for one in (judge, twin):
            box = TestBox(tmp_path / f"{number}-{one is twin}")
            shown.append([*old_plans(box, put(box, one), owner)])
            box.close()
        differing += shown[0] != shown[1]
    assert differing >= 4


def old_plans(box: TestBox, match: Match, owner: int) -> Iterator[bytes]:
    for index, entry in enumerate(match.referee.entries):
        if getattr(entry, "secret", False) and getattr(entry, "seat", 0) == owner:
            match._amend(index)
            assert isinstance(box.box.scene, Agree), "nobody sees it before all have agreed"
            box.tap(Key.LEFT)
            assert isinstance(box.box.scene, Question)
            yield box.glass().tobytes()
            box.tap(Key.BACK)
