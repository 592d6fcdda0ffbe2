"""*Scores*: everyone's tallies on one screen, also at a table of five."""

from __future__ import annotations

import pytest

from companion import games
from firmware.scenes.match.counting import Scores
from firmware.scenes.menus import Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, start

FOR_FIVE = [name for name in games.names() if 5 in games.find(name).game.players]


@pytest.mark.parametrize("game", FOR_FIVE)
def test_fifth_player_is_among_the_scores(game: str, box: TestBox) -> None:
    match = start(box, game, 5)
    box.tap(Key.BACK)
    choose(box, "Scores")
    scores = box.box.scene
    assert isinstance(scores, Scores)
    before = box.glass()
    match.referee.game.score[5][match.referee.game.tallies[0]] += 7
    box.wait()
    assert box.glass().tobytes() != before.tobytes(), "the points are shown"
    seen = [box.glass().tobytes()]
    for _ in range(4):
        box.tap(Key.DOWN)
        seen.append(box.glass().tobytes())
    assert len(set(seen)) == 5, "the bar is in sight on each of the five"
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading)
    assert box.box.scene.title == match.words.thing("seat", 5)


def test_there_are_games_for_five() -> None:
    assert len(FOR_FIVE) >= 2
