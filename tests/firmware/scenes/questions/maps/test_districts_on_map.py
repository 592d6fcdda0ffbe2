"""Rialto's districts, and what joins them, are pointed at on a map of Venice."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path
from random import Random

import pytest

from companion.choices import Pick
from companion.games.rialto.plan import AT, plan
from companion.games.rialto.rules.pieces import BRIDGE, DISTRICTS, GONDOLA
from companion.games.rialto.rules.state import State
from companion.steps import TABLE
from firmware.scenes.questions.maps.plans import PlanPick
from firmware.scenes.questions.maps.pointing import PlanPointing
from firmware.screens.maps.plan import MAP_HEIGHT, MAP_WIDTH, scale_of
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, start, until_asked
from tests.tables import referee

CONNECTIONS = "district.district"


def rialto() -> State:
    game = referee("rialto", 3).game
    assert isinstance(game, State)
    return game


def test_signs_have_room_beside_each_other() -> None:
    """A sign is seven dots wide; none lies on another, or over the edge."""
    board = plan(rialto(), CONNECTIONS)
    assert board is not None
    scale = scale_of(board)
    for places in (board.lines, board.spots):
        dots = [scale.dot(at) for place in places if (at := board.middle(place)) is not None]
        assert len(dots) == len(places)
        assert min(dist(one, other) for one, other in combinations(dots, 2)) >= 9
        assert all(3 <= x <= MAP_WIDTH - 4 and 3 <= y <= MAP_HEIGHT - 4 for x, y in dots)


def test_map_shows_what_lies_and_which_bank_is_which() -> None:
    game = rialto()
    first, second, *_ = game.pieces.connections.values()
    first.put(BRIDGE, dict(zip(first.between, (3, 5), strict=True)))
    second.put(GONDOLA, {})
    board = plan(game, CONNECTIONS)
    assert board is not None
    wide = [board.lines[name].is_wide for name in board.lying]
    assert wide == [True, False]
    lit = {post.name[1] for post in board.posts if post.name is not None and post.is_lit}
    assert lit == {*game.pieces.banks["citra"]}
    assert {post.at for post in board.posts} == {*AT.values()}


def test_other_answers_have_no_map() -> None:
    assert plan(rialto(), "building") is None


@pytest.mark.parametrize("of", ["short", CONNECTIONS])
@pytest.mark.parametrize("profile", ["simulated", "breadboard"])
def test_every_place_can_be_pointed_at_and_walked_to(tmp_path: Path, profile: str, of: str) -> None:
    game = rialto()
    places = [*game.pieces.connections] if of == CONNECTIONS else [*DISTRICTS]
    box = TestBox(tmp_path, profile=profile)
    for place in [*places, "nowhere"]:
        scene, given = ask(box, "rialto", Pick(of, ("nowhere", *places)), plan=plan(game, of))
        assert isinstance(scene, PlanPick if profile == "breadboard" else PlanPointing)
        assert box.glass().tobytes() == scene.picture().tobytes()
        box.thumb.answer(place, TABLE)
        assert given == [place]
    box.close()


def test_bridge_is_laid_on_the_map_and_turned_there(box: TestBox) -> None:
    match = start(box, "rialto", 3, cards="table")
    until_asked(box, match, "bridge", Random(2))
    scene = box.box.scene
    assert isinstance(scene, PlanPointing)
    assert scene.side().brief == scene.heading.question, "there is room for the whole question"
    name = scene.answers[Key.UP][0]
    box.tap(Key.UP)
    connection = match.referee.game.view(TABLE)["connections"][name]
    towards = box.box.scene
    assert isinstance(towards, PlanPointing)
    assert {*towards.spots} == {*connection["between"]}
