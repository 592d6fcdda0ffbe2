"""The final count (RIA.Z1-Z4)."""

from __future__ import annotations

import pytest

from companion.games.rialto.scoring import buildings_score, places, ranking, rest_score
from tests.games.rialto.play import Play


@pytest.mark.rule("RIA.Z1")
@pytest.mark.parametrize(("councillors", "coins", "points"), [(0, 0, 0), (1, 0, 1), (3, 2, 3), (4, 2, 3), (0, 7, 4)])
def test_half_of_councillors_and_coins_rounded_up(councillors: int, coins: int, points: int) -> None:
    assert rest_score(councillors, coins) == points


@pytest.mark.rule("RIA.Z2")
def test_the_value_of_each_building() -> None:
    assert buildings_score(["green-1", "blue-4", "blue-4"]) == 9


@pytest.mark.rule("RIA.Z3", "RIA.T2")
def test_ranks_in_a_district() -> None:
    assert ranking({1: 2, 2: 3, 3: 2, 4: 0}, [3, 1, 4, 2]) == [2, 3, 1]


@pytest.mark.rule("RIA.Z4", "RIA.T2")
def test_ties_for_the_win_go_by_the_track() -> None:
    assert places({1: 20, 2: 25, 3: 25}, [3, 1, 2]) == [[3], [2], [1]]


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4")
def test_a_whole_final_count() -> None:
    """2 and 1 have equal councillors in Castello, 2 is ahead on the track; bridge ends 5 and a gondola make 6."""
    play = Play(3, score_floor="none").to("D", 6).plays({2: "1"})
    play.answer("bridge", "castello.dorsoduro").answer("bridge-end", "castello").to("E", 6).plays({2: "1"})
    play.answer("gondola", "cannaregio.castello").answer("gondola-district", "castello")
    play.set({"councillors.1.castello": 2, "councillors.2.castello": 2, "councillors.3.castello": 1})
    play.set(
        {"space.1": 1, "space.2": 9, "coins.1": 3, "supply.1": 4, "points.1": 10, "points.2": 10, "points.3": 10}
    )
    play.set({f"buildings.{seat}.{kind}-1": 0 for seat in (1, 2, 3) for kind in ("green", "yellow", "blue")})
    play.set({"buildings.1.blue-3": 1})
    while play.key != "over":
        play.quietly()
    assert play.told("count-rest").facts["scores"][1] == 4
    assert play.told("count-buildings").facts["scores"] == {1: 3, 2: 0, 3: 0}
    castello = play.counted("castello")
    assert (castello["worth"], castello["scores"]) == (6, {2: 6, 1: 3, 3: 1})
    assert "district" in play.why(3)
    empty = [tell.facts["district"] for tell in play.game.tells if tell.key == "empty-district"]
    assert sorted(empty) == ["cannaregio", "dorsoduro", "san-marco", "san-polo", "santa-croce"]
    assert play.referee.outcome is not None
    totals = {seat: play.points(seat) for seat in (1, 2, 3)}
    assert play.referee.outcome.places == places(totals, play.game.order())
