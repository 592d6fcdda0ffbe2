"""Venezia on the box by its keys alone: whole games, its dials for a table without them, and its score sheets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.venezia.game import Venezia
from companion.games.venezia.rules.pieces import ZONES
from companion.ledger import Ledger
from companion.steps import TABLE
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import DialsTurning
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.maps.pointing import GridPointing, PointingAtSeveral
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.taking import Taking
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import (
    draw,
    drawn,
    ended_as_by_hand,
    match_of,
    play_by_keys,
    score,
    start,
    until_asked,
)

NEARLY = 47
"""Enough points that the next district ends the game."""


def venezia(match: Match) -> Venezia:
    game = match.referee.game
    assert isinstance(game, Venezia)
    return game


def play_rounds(box: TestBox, match: Match, rng: Random, rounds: int) -> None:
    """Play until this many rounds are over."""
    while match.referee.open and match.referee.game.round <= rounds:
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)


def bring_near_the_end(match: Match) -> None:
    """Correct the points as a table may, so that whoever has a district next ends the game."""
    if not match.referee.open:
        return
    for seat in match.referee.game.seats:
        match.referee.correct(f"points.{seat}", NEARLY)
    match.go_on()


@pytest.mark.parametrize(
    ("players", "plates", "piazza", "language", "seed"),
    [
        (2, "device", "mapped", "en", 1),
        (3, "device", "mapped", "fr", 2),
        (4, "device", "mapped", "it", 3),
        (4, "device", "counted", "en", 4),
        (2, "table", "mapped", "it", 5),
        (3, "table", "mapped", "en", 6),
        (4, "table", "counted", "fr", 7),
        (2, "table", "counted", "en", 8),
    ],
)
def test_a_whole_venezia_game_by_keys(
    tmp_path: Path, players: int, plates: str, piazza: str, language: str, seed: int
) -> None:
    """From home to the winner; the same answers given to a referee directly lead to the very same game."""
    box = TestBox(tmp_path, language)
    match = start(box, "venezia", players, plates=plates, piazza=piazza)
    referee = match.referee
    assert referee.kind.name == "venezia"
    assert [referee.table.options[name] for name in ("plates", "piazza")] == [plates, piazza]
    assert len(referee.table.seats) == players
    rng = Random(seed)
    play_rounds(box, match, rng, rounds=4)
    bring_near_the_end(match)
    play_by_keys(box, match, rng)
    assert referee.game.round > 1, "action cards were asked for"
    ended_as_by_hand(box, referee)
    box.close()


@pytest.mark.parametrize(
    ("key", "scene", "options"),
    [
        ("zones", Taking, {}),
        ("spread", RunDown, {}),
        ("land", PointingAtSeveral, {}),
        ("mover", GridPointing, {}),
        ("target", GridPointing, {}),
        ("plate", RunDown, {"plates": "table"}),
        ("swept", WholeAnswers, {"piazza": "counted"}),
        ("actions", CellByCell, {"plates": "table"}),
        ("homing", Compass, {"piazza": "counted"}),
    ],
)
def test_each_question_has_its_own_scene(
    box: TestBox, key: str, scene: type[QuestionScene], options: dict[str, str]
) -> None:
    """Cells are walked on the board, cards ticked, pigeons counted; a secret waits behind the guard."""
    match = start(box, "venezia", 2, **options)
    until_asked(box, match, key, Random(1))
    assert type(box.box.scene) is scene


def pass_spins(box: TestBox) -> list[str]:
    """Watch the dials turn on the glass until there is something to answer; return where they stopped."""
    cells = []
    while (dials := turning_dials(box)) is not None:
        scene = box.box.scene
        turning = {box.glass().tobytes()}
        while box.box.scene is scene and scene.wake is not None:
            box.wait(0.1)
            turning.add(box.glass().tobytes())
        assert len(turning) > 5, "they turn"
        cells.append(dials.cell)
        if isinstance(scene, LastDraw):
            break
        if box.box.scene is scene:
            box.tap(Key.OK)
    return cells


def turning_dials(box: TestBox) -> DialsTurning | None:
    scene = box.box.scene
    shown = scene.telling if isinstance(scene, LastDraw) else scene
    return shown if isinstance(shown, DialsTurning) else None


@pytest.mark.rule("VEZ.Z2")
def test_each_spin_is_one_press(box: TestBox) -> None:
    draw(box, "venezia", "dials")
    cells = pass_spins(box)
    match = match_of(box)
    for _ in range(3):
        box.tap(Key.OK)
        cells += pass_spins(box)
    assert cells == [spin["cell"] for spin in drawn(match)]
    assert len(cells) == 4
    box.tap(Key.BACK)
    assert match.referee.outcome is not None, "enough"
    assert box.box.match is None, "at home"


@pytest.mark.rule("VEZ.Z2", "VEZ.Z3", "VEZ.V1", "VEZ.V2")
def test_a_rounds_figures_are_spun_one_by_one_or_all_the_rest(tmp_path: Path) -> None:
    box = TestBox(tmp_path)
    draw(box, "venezia", "round")
    match = match_of(box)
    box.thumb.answer("3-2", TABLE)
    box.thumb.answer("more", TABLE)
    assert len(drawn(match)) == 1
    shown = pass_spins(box)
    box.thumb.answer("rest", TABLE)
    shown += pass_spins(box)
    assert [one["figure"] for one in drawn(match)] == ["tourist"] * 3 + ["hunter"] * 2
    assert {one["cell"] for one in drawn(match)} <= set(shown), "every spin was on the glass"
    assert isinstance(box.box.scene, QuestionScene), "the next round's first"
    box.close()
    assert Ledger(tmp_path).last() is not None, "a drawing is resumed like a game"


@pytest.mark.rule("VEZ.C3", "VEZ.C4")
def test_the_box_counts_births(box: TestBox) -> None:
    """Three beside a tourist and one on it would be eleven; the stock has nine."""
    said = score(box, "venezia", "Births", "1 player", 3, 1, 9)
    assert "9" in said
    assert "11" in said
    assert "VEZ.C4" in said


@pytest.mark.rule("VEZ.Y1", "VEZ.Y4", "VEZ.A6")
def test_the_box_counts_a_round(box: TestBox) -> None:
    """Anna has Castello, Ben's home; the bird keeps San Polo; the grey ones in Dorsoduro are Ben's."""
    here = {"castello": (3, 1, 0), "dorsoduro": (1, 0, 2), "san-polo": (5, 0, 0)}
    zones = {zone: dict(zip(("1", "2", "grey"), here.get(zone, (0, 0, 0)), strict=True)) for zone in ZONES}
    players = {
        "1": {"home": "cannaregio", "points": 10, "dead": 0},
        "2": {"home": "castello", "points": 12, "dead": 0},
    }
    said = score(box, "venezia", "A round’s count", "2 players", zones, players, "2", "san-polo")
    assert "San Polo is hunted: 5 pigeons gone. (VEZ.Y5)" in said
    assert said.endswith("Anna +6 points: Castello, home of Ben (VEZ.Y1) Ben +3 points: Dorsoduro (VEZ.Y1)")
