"""The worked cases of the Doge rulebook, to the letter. Seat 1 is Red, seat 2 is Blue."""

from __future__ import annotations

import pytest

from companion.steps import TABLE
from tests.games.doge.play import Play
from tests.tables import referee

RED, BLUE = 1, 2


@pytest.mark.rule("DOG.V1", "DOG.S2", "DOG.K3")
def test_order_of_counting_and_first_of_next_year() -> None:
    """5.2.1: Cannaregio is counted first; then Dorsoduro is shown as next year's first, and Castello follows."""
    order = ["cannaregio", "castello", "san-marco", "san-polo", "dorsoduro", "quarantia", "santa-croce"]
    judge = referee("doge", 3, draw_first="table", draw_order="table")
    judge.answer(TABLE, 1)
    for area in order[:-1]:
        judge.answer(TABLE, area)
    assert judge.game.view(TABLE)["order"] == order
    while TABLE not in judge.open:
        seat = next(iter(judge.open))
        judge.answer(seat, next(iter(judge.open[seat].choice.legal())))
    view = judge.game.view(TABLE)
    assert (view["counted"], view["next"]) == (["cannaregio"], [])
    judge.answer(TABLE, "dorsoduro")
    view = judge.game.view(TABLE)
    assert (view["area"], view["next"]) == ("castello", ["dorsoduro"])


@pytest.mark.rule("DOG.V3", "DOG.V4")
def test_lone_zero_against_four() -> None:
    """5.2.2: Red has 4 votes and Blue laid a 0: Red wins, and Blue is not second."""
    play = Play("castello", {RED: [3, 1], BLUE: [0]})
    assert play.told("wins").facts["votes"] == {RED: 4}
    play.answer("advisor", "san-polo").answer("houses", 2)
    assert play.key == "draw", "nobody places a house as second"


@pytest.mark.rule("DOG.Q1", "DOG.Q2", "DOG.A1", "DOG.A3")
def test_red_and_blue_in_quarantia() -> None:
    """5.2.6: Red sends an advisor to San Marco; Blue abstains and moves a house; Red abstains and moves one."""
    play = Play(
        "quarantia",
        {RED: [3, 3], BLUE: [3, 2]},
        {
            "houses.1.castello": 1,
            "houses.2.dorsoduro": 1,
            "advisor.quarantia-2": "3.castello",
            "advisor.quarantia-3": "3.dorsoduro",
        },
    )
    assert play.told("wins").facts["votes"] == {RED: 6, BLUE: 5}
    play.answer("which", "quarantia-1").answer("advisor", "san-marco")
    assert (play.seat, play.key) == (BLUE, "which")
    play.answer("which", "quarantia-2").answer("advisor", "abstain")
    play.answer("move-from", "dorsoduro").answer("move-to", "san-polo")
    assert play.seat == RED
    play.answer("advisor", "abstain").answer("move-from", "castello").answer("move-to", "san-polo")
    advisors = play.game.view(TABLE)["advisors"]
    assert advisors["quarantia-1"] == {"place": "san-marco", "controller": RED}
    assert advisors["quarantia-2"] == advisors["quarantia-3"] == {"place": None, "controller": None}
    assert (play.houses(RED, "san-polo"), play.houses(BLUE, "san-polo")) == (1, 1)


@pytest.mark.rule("DOG.P4", "DOG.P1", "DOG.P2", "DOG.D3")
def test_both_build_at_five_and_next_costs_seven() -> None:
    """5.2.8: two palaces stand in San Marco; tied Blue (4+2) and Red (3+2) both pay 5; the next costs 7."""
    play = Play(
        "san-marco",
        {RED: [3], BLUE: [3]},
        {
            "palaces.3.san-marco": 2,
            "houses.2.san-marco": 4,
            "houses.1.san-marco": 3,
        },
    )
    assert play.told("tied").facts["seats"] == [RED, BLUE]
    play.answer("houses", 2).answer("houses", 2)
    assert (play.houses(RED, "san-marco"), play.houses(BLUE, "san-marco")) == (5, 6)
    assert play.decision.facts["price"] == 5
    play.answer("build", "palace")
    assert play.decision.facts["price"] == 5
    play.answer("build", "palace")
    assert (play.houses(RED, "san-marco"), play.houses(BLUE, "san-marco")) == (0, 1)
    assert (play.palaces(RED, "san-marco"), play.palaces(BLUE, "san-marco")) == (1, 1)
    assert play.game.pieces.price("san-marco") == 7
