"""The final count (RIA.Z1-Z4)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.scoring import Rank, buildings_score, outcome_of, ranking, ranks_in, rest_score
from companion.referee.simulation import some_answer
from tests.games.rialto.play import Play
from tests.tables import referee


@pytest.mark.rule("RIA.Z1")
@pytest.mark.parametrize(("councillors", "coins", "points"), [(0, 0, 0), (1, 0, 1), (3, 2, 3), (4, 2, 3), (0, 7, 4)])
def test_rest_is_half_rounded_up(councillors: int, coins: int, points: int) -> None:
    assert rest_score(councillors, coins) == points


@pytest.mark.rule("RIA.Z2")
def test_buildings_score_their_values() -> None:
    assert buildings_score(["green-1", "blue-4", "blue-4"]) == 9


@pytest.mark.rule("RIA.Z3", "RIA.T2")
def test_ranking_in_a_district() -> None:
    assert ranking({1: 2, 2: 3, 3: 2, 4: 0}, [3, 1, 4, 2]) == [2, 3, 1]


@pytest.mark.rule("RIA.Z4", "RIA.T2")
def test_ties_for_the_win_go_by_the_track() -> None:
    assert outcome_of({1: 20, 2: 25, 3: 25}, [3, 1, 2]).places == [[3], [2], [1]]


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4")
def test_whole_final_count() -> None:
    """Castello is worth 6, by a bridge end of 5 and a gondola. 1 and 2 are tied there, and 2 leads on the track."""
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
    count = play.told("final-count").facts
    assert count["parts"]["rest"][1] == 4
    assert count["parts"]["buildings"] == {1: 3, 2: 0, 3: 0}
    castello = play.counted("castello")
    assert (castello["worth"], castello["scores"]) == (6, {2: 6, 1: 3, 3: 1})
    assert "district" in play.why(3)
    assert count["ranks"]["castello"] == [[2, 2, 6], [1, 2, 3], [3, 1, 1]]
    assert count["parts"]["districts"] == {1: 3, 2: 6, 3: 1}
    empty = [district for district, ranks in count["ranks"].items() if not ranks]
    assert sorted(empty) == ["cannaregio", "dorsoduro", "san-marco", "san-polo", "santa-croce"]
    assert play.referee.outcome is not None
    totals = {seat: play.points(seat) for seat in (1, 2, 3)}
    assert count["parts"]["total"] == totals
    assert play.referee.outcome == outcome_of(totals, play.game.order())


@pytest.mark.rule("RIA.Z3", "RIA.N6")
def test_worked_district_rank_by_rank() -> None:
    """Bridge ends 5 and 4 and two gondolas score 11, 5, 2 and 1. The neutral player has a rank but no points."""
    here: dict[Player, int] = {1: 1, 2: 4, 3: 2, 4: 1}
    ranks = ranks_in(here, [4, 1, 2, 3], 11)
    assert ranks == [Rank(2, 4, 11), Rank(3, 2, 5), Rank(4, 1, 2), Rank(1, 1, 1)]
    with_neutral = ranks_in({1: 1, 2: 4, "neutral": 2}, ["neutral", 1, 2], 11)
    assert with_neutral == [Rank(2, 4, 11), Rank("neutral", 2, None), Rank(1, 1, 2)]


PARTS = {"rest": "rest", "buildings": "buildings", "districts": "district"}
"""The parts of the final count, each with the reason on its receipts."""


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4", "RIA.N2", "RIA.N6")
@pytest.mark.parametrize("cards", ["device", "table"])
@pytest.mark.parametrize(("players", "neutral"), [(2, False), (2, True), (3, False), (4, False), (5, False)])
def test_told_count_is_sum_of_receipts(players: int, neutral: bool, cards: str) -> None:
    """Compare part by part, district by district and rank by rank, in random games of every size."""
    for seed in range(4):
        judge = referee("rialto", players, seed, cards=cards, neutral="with" if neutral else "without")
        rng = Random(seed)
        while judge.open:
            seat = min(judge.open)
            judge.answer(seat, some_answer(judge.game, judge.open[seat], rng))
        game = judge.game
        (facts,) = (tell.facts for tell in game.tells if tell.key == "final-count")
        parts = facts["parts"]
        assert list(parts) == ["so-far", "rest", "buildings", "districts", "total"]
        assert parts["total"] == {seat: game.score[seat]["points"] for seat in game.seats}
        for seat in game.seats:
            own = [receipt for receipt in game.receipts if receipt.seat == seat]
            for part, why in PARTS.items():
                assert parts[part][seat] == sum(one.amount for one in own if one.why == why)
            assert parts["so-far"][seat] == sum(one.amount for one in own if one.why not in PARTS.values())
            ranked = {
                (district, rank): points
                for district, ranks in facts["ranks"].items()
                for rank, (player, _, points) in enumerate(ranks, start=1)
                if player == seat and points
            }
            given = {(one.facts["district"], one.facts["rank"]): one.amount for one in own if one.why == "district"}
            assert ranked == given
        for district, ranks in facts["ranks"].items():
            here = game.view(0)["districts"][district]
            assert {str(player): number for player, number, _ in ranks} == {
                player: number for player, number in here["councillors"].items() if number
            }
            assert facts["worth"][district] == here["worth"]
            assert all(points is None for player, _, points in ranks if player == "neutral")
