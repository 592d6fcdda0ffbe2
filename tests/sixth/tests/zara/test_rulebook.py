"""Zara, rule by rule. The table throws its own die, so that each test chooses the pips."""

from __future__ import annotations

import pytest

from companion import games
from companion.layout import Fact, Layout
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.tables import referee


@pytest.fixture
def judge() -> Referee:
    return referee("zara", 2, draw_die="table")


def soldi(judge: Referee) -> list[int]:
    return [judge.game.score[seat]["soldi"] for seat in judge.game.seats]


def keep(judge: Referee, seat: int, *pips: int) -> None:
    """Throw these pips, and keep the stake after the last of them."""
    for throw in pips[:-1]:
        judge.answer(TABLE, throw)
        judge.answer(seat, "throw")
    judge.answer(TABLE, pips[-1])
    judge.answer(seat, "keep")


@pytest.mark.rule("ZAR.R2", "ZAR.R4")
def test_a_kept_stake_is_the_sum_of_its_throws(judge: Referee) -> None:
    keep(judge, 1, 6, 2, 5)
    assert soldi(judge) == [13, 0]
    assert [receipt.amount for receipt in judge.game.receipts] == [13]
    assert judge.game.view(TABLE) == {"round": 1, "turn": 2, "stake": 0}


@pytest.mark.rule("ZAR.R3")
def test_a_one_loses_the_stake_and_ends_the_turn(judge: Referee) -> None:
    judge.answer(TABLE, 6)
    judge.answer(1, "throw")
    judge.answer(TABLE, 1)
    assert soldi(judge) == [0, 0]
    keep(judge, 2, 2)
    assert soldi(judge) == [0, 2]


@pytest.mark.rule("ZAR.R1", "ZAR.E1")
@pytest.mark.parametrize(("last", "places"), [(3, [[1], [2]]), (4, [[1, 2]]), (5, [[2], [1]])])
def test_three_rounds_and_equals_share_their_place(judge: Referee, last: int, places: list[list[int]]) -> None:
    for seat, pips in ((1, 6), (2, 5), (1, 4), (2, 5), (1, 4)):
        keep(judge, seat, pips)
    assert judge.outcome is None
    keep(judge, 2, last)
    assert judge.outcome is not None
    assert judge.outcome.places == places


def test_no_board_can_be_laid_out_for_it() -> None:
    with pytest.raises(Refusal) as refused:
        games.find("zara").check_layout(Layout("zara", {"pips": Fact(7, "owner")}))
    assert refused.value.key == "no-board"
