"""Tellings that move cardboard wait for a key, and a key while something turns stops it on its result first."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Tell
from companion.screen.hints import Dials
from companion.steps import TABLE
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import CardTurning, Cover, DialsTurning, Still, Telling
from firmware.scenes.questions.questions import QuestionScene
from firmware.screens.reading import is_lettered
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import draw, match_of, start, tell


@pytest.fixture
def box(tmp_path: Path) -> TestBox:
    return TestBox(tmp_path)


def test_an_order_to_be_copied_stays_until_a_key(box: TestBox) -> None:
    """The seven cards of Doge's year stay for as long as it takes to lay them out; the corner names the key."""
    draw(box, "doge", "order")
    shown = box.box.scene
    for _ in range(60):
        box.wait(10)
    assert box.box.scene is shown
    assert shown.wake is None, "nothing is done meanwhile"
    corner = box.glass().crop((100, 0, 128, 10))
    assert is_lettered(corner)
    box.tap(Key.OK)
    assert box.box.scene is not shown
    box.close()


def test_telling_that_moves_no_piece_passes_by_itself(box: TestBox) -> None:
    match = start(box, "doge", 3)
    tell(match, "next-year", "DOG.V1", area="castello", position=1)
    assert isinstance(box.box.scene, CardTurning)
    for _ in range(8):
        box.wait(0.5)
    assert not isinstance(box.box.scene, Telling)
    box.close()


def test_ok_stops_the_dials_on_their_cell_and_ok_again_goes_on(box: TestBox) -> None:
    match = start(box, "venezia", 2)
    tell(match, "spun", "VEZ.Z2", figure="tourist", number=1, cell="C7", starred=[], shaded=[])
    scene = box.box.scene
    assert isinstance(scene, DialsTurning)
    box.tap(Key.OK)
    assert box.box.scene is scene
    stopped = box.glass().tobytes()
    for _ in range(20):
        box.wait(1)
    assert (box.box.scene, box.glass().tobytes()) == (scene, stopped)
    box.tap(Key.OK)
    assert box.box.scene is not scene
    box.close()


def test_real_dials_are_not_waited_for(box: TestBox) -> None:
    """The table has just named the cell: the figure stands there already."""
    match = start(box, "venezia", 2, **{"draw.dials": "table"})
    showing = match.referee.game.shown["spun"]
    assert isinstance(showing, Dials)
    assert showing.waits
    told = {"figure": "tourist", "number": 1, "cell": "C7", "starred": [], "shaded": []}
    tell(match, "spun", "VEZ.Z2", **told)
    assert isinstance(box.box.scene, DialsTurning)
    for _ in range(12):
        box.wait(0.5)
    assert not isinstance(box.box.scene, Telling)
    box.close()


def test_a_drawing_keeps_its_last_draw_above_the_next_question(box: TestBox) -> None:
    """Looking away for two seconds loses nothing: the card is still there."""
    draw(box, "doge", "order")
    box.tap(Key.OK)
    box.wait(1)
    match = match_of(box)
    (area,) = match.referee.game.view(0)["next"]
    scene = box.box.scene
    assert isinstance(scene, QuestionScene)
    assert match.words.thing("area", area) in scene.heading.news
    box.close()


def test_telling_stops_waiting_when_phones_play_on(box: TestBox) -> None:
    """The telling has its time to be read, then the box follows."""
    match = start(box, "doge", 3, ballots="table")
    tell(match, "year", "DOG.S2", year=1, order=["castello", "dorsoduro"])
    shown = box.box.scene
    box.wait(100)
    assert box.box.scene is shown
    (decision,) = match.referee.open.values()
    match.referee.answer(decision.seat, decision.choice.sample(Random(1)))
    box.wait(1)
    assert box.box.scene is shown
    box.wait(10)
    assert box.box.scene is not shown
    box.close()


@pytest.mark.parametrize(("year", "waits"), [(1, True), (2, False), (3, False)])
def test_only_the_first_order_is_laid_out_at_once(box: TestBox, year: int, waits: bool) -> None:
    """Later ones lie there when their year begins: card by card they were told the year before."""
    match = start(box, "doge", 3, ballots="table")
    tell(match, "year", "DOG.E1", year=year, order=["castello", "dorsoduro"])
    shown = box.box.scene
    assert isinstance(shown, Telling)
    box.wait(30)
    assert (box.box.scene is shown) == waits
    box.close()


def tell_all(match: Match, *tells: Tell) -> None:
    match.untold += tells
    match.go_on()


def scored(gained: dict[int, int]) -> Tell:
    counts = {zone: {1: 2, 2: 1} for zone in ("castello", "san-marco", "san-polo")}
    return Tell("scored", "VEZ.Y1", {"counts": counts, "won": {}, "gained": gained, "points": {1: 6, 2: 9}})


@pytest.mark.parametrize(("gained", "waits"), [({1: 0, 2: 3}, True), ({1: 0, 2: 0}, False)])
def test_points_wait_only_if_somebody_has_won_some(box: TestBox, gained: dict[int, int], waits: bool) -> None:
    match = start(box, "venezia", 2, plates="table")
    tell_all(match, scored(gained))
    box.wait(20)
    points = box.box.scene
    assert isinstance(points, Telling)
    box.wait(20)
    assert (box.box.scene is points) == waits
    box.close()


@pytest.mark.parametrize("gained", [{1: 0, 2: 3}, {1: 0, 2: 0}])
def test_pigeons_that_are_hunted_are_told_below_the_points(box: TestBox, gained: dict[int, int]) -> None:
    """One OK for both. What finds no room there gets a screen of its own."""
    match = start(box, "venezia", 2, plates="table")
    hunted = [Tell("hunted", "VEZ.Y5", {"zone": zone, "n": 5}) for zone in ("castello", "san-marco", "san-polo")]
    tell_all(match, scored(gained), *hunted)
    box.wait(30)
    points = box.box.scene
    assert isinstance(points, Telling)
    assert points.waits
    assert "5 pigeons gone" in points.said
    assert match.untold == hunted[1:]
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Telling)
    box.tap(Key.OK)
    assert not isinstance(box.box.scene, Telling)
    box.close()


def test_no_phone_lifts_the_cover_of_a_secret(box: TestBox) -> None:
    draw(box, "venedig", "treasure")
    cover = box.box.scene
    assert isinstance(cover, Cover)
    assert box.box.match is not None
    box.box.match.referee.answer(TABLE, "more")
    box.wait(100)
    assert box.box.scene is cover
    box.close()


def test_what_passes_by_itself_shows_how_long(box: TestBox) -> None:
    """A line at the right edge becomes shorter until the telling is over."""
    match = start(box, "doge", 3)
    tell(match, "next-year", "DOG.V1", area="castello", position=1)
    box.wait()
    lengths = []
    while isinstance(scene := box.box.scene, Telling):
        assert not scene.waits
        lengths.append(edge_of(box))
        box.wait(0.25)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 40 > lengths[len(lengths) // 2] > lengths[-1]
    box.close()


def edge_of(box: TestBox) -> int:
    """Return the number of lit dots at the right edge below the title."""
    return sum(1 for y in range(12, 64) if box.glass().getpixel((127, y)))


def tell_at_once(match: Match, key: str, rule: str, *facts: dict[str, Any]) -> None:
    """Have the game tell several things of a kind before the box shows the first."""
    for one in facts:
        match.referee.game.tell(key, rule, **one)
        match.untold.append(match.referee.game.tells[-1])
    match.go_on()


@pytest.mark.rule("VEZ.Z2")
def test_dials_wait_for_a_key_once_all_places_are_on_their_map(box: TestBox) -> None:
    """The first tourist's place is on the second one's map, so that both can be copied from there."""
    match = start(box, "venezia", 2)
    spin = {"figure": "tourist", "shaded": []}
    first, second = {"number": 1, "cell": "C7", "starred": []}, {"number": 2, "cell": "E5", "starred": ["C7"]}
    tell_at_once(match, "spun", "VEZ.Z2", spin | first, spin | second)
    shown = box.box.scene
    while box.box.scene is shown:
        box.wait(0.5)
    last = box.box.scene
    assert isinstance(last, DialsTurning)
    for _ in range(60):
        box.wait(1)
    assert box.box.scene is last
    box.tap(Key.OK)
    assert not isinstance(box.box.scene, DialsTurning)
    box.close()


@pytest.mark.rule("VEZ.Y5")
def test_notices_of_a_kind_are_read_on_one_screen(box: TestBox) -> None:
    match = start(box, "venezia", 2)
    tell_at_once(match, "hunted", "VEZ.Y5", {"zone": "castello", "n": 5}, {"zone": "san-polo", "n": 9})
    assert isinstance(box.box.scene, Still)
    box.tap(Key.OK)
    assert not isinstance(box.box.scene, Telling)
    box.close()
