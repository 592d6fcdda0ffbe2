"""Regata, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from companion.games.regata.rules.scoring import winnings
from companion.layout import Fact, Layout
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.tables import referee

KIT = games.find("regata")
PRIZES = {"grande": 6, "giudecca": 4, "cannaregio": 3}


def row(judge: Referee, *canals: str, dry: str) -> None:
    """Play one heat with these canals and this tide, drawn by the table."""
    for seat, canal in enumerate(canals, start=1):
        judge.answer(seat, canal)
    judge.answer(TABLE, dry)


@pytest.mark.rule("REG.R1", "REG.R2", "REG.R3", "REG.R4", "REG.E1")
def test_three_heats_and_a_winner() -> None:
    judge = referee("regata", 3, draw_tide="table")
    row(judge, "grande", "grande", "giudecca", dry="cannaregio")
    assert [judge.game.score[seat]["ducats"] for seat in (1, 2, 3)] == [3, 3, 4]
    row(judge, "grande", "giudecca", "cannaregio", dry="grande")
    assert [judge.game.score[seat]["ducats"] for seat in (1, 2, 3)] == [3, 7, 7]
    assert judge.outcome is None
    row(judge, "giudecca", "grande", "cannaregio", dry="giudecca")
    assert judge.outcome is not None
    assert judge.outcome.places == [[2], [3], [1]]


@pytest.mark.rule("REG.R2")
def test_cardboard_and_box_lead_to_the_same_heat() -> None:
    sealed, read = referee("regata", 2), referee("regata", 2, boats="table")
    sealed.answer(1, "grande")
    sealed.answer(2, "giudecca")
    read.answer(TABLE, {"1": {"canal": "grande"}, "2": {"canal": "giudecca"}})
    assert sealed.game.score == read.game.score
    assert sealed.game.view(TABLE) == read.game.view(TABLE)


@pytest.mark.rule("REG.R5")
def test_ducats_that_cannot_be_shared_are_left() -> None:
    canals = dict.fromkeys((1, 2, 3, 4), "grande")
    assert winnings(canals, PRIZES, dry="giudecca") == dict.fromkeys(canals, 1)


@pytest.mark.rule("REG.R3")
def test_every_canal_can_run_dry() -> None:
    found = {str(drawn.value) for seed in range(20) for drawn in heats(seed).run.draws}
    assert found == set(PRIZES)


def heats(seed: int) -> Referee:
    judge = referee("regata", 2, seed)
    while judge.open:
        judge.answer(min(judge.open), "grande")
    return judge


@pytest.mark.rule("REG.E1")
def test_equals_share_their_place() -> None:
    judge = referee("regata", 3, draw_tide="table")
    for _ in range(3):
        row(judge, "grande", "cannaregio", "grande", dry="giudecca")
    assert judge.outcome is not None
    assert judge.outcome.places == [[1, 2, 3]], "3 ducats each, every heat"
    judge = referee("regata", 3, draw_tide="table")
    for _ in range(3):
        row(judge, "grande", "giudecca", "grande", dry="cannaregio")
    assert judge.outcome is not None
    assert judge.outcome.places == [[2], [1, 3]]


@pytest.mark.rule("REG.K1")
@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"prizes": [6, 4, 3]},
        {"prizes": {"grande": 6, "giudecca": 4}},
        {"prizes": PRIZES | {"grande": 0}},
        {"prizes": PRIZES | {"grande": True}},
        {"prizes": PRIZES, "wind": "west"},
    ],
)
def test_a_bad_board_is_refused(facts: dict[str, Any]) -> None:
    KIT.check_layout(Layout("regata", {"prizes": Fact(PRIZES, "owner")}))
    with pytest.raises(Refusal):
        KIT.check_layout(Layout("regata", {name: Fact(value, "owner") for name, value in facts.items()}))


@pytest.mark.rule("REG.R4")
def test_the_score_sheet_counts_a_heat() -> None:
    boats = {"1": {"canal": "grande"}, "2": {"canal": "grande"}, "3": {"canal": "giudecca"}}
    counted = KIT.sheets["heat"].score({"players": 3, "dry": "giudecca", "boats": boats}, KIT.layout())
    assert counted.result == {"1": 3, "2": 3, "3": 0}
    assert [receipt.amount for receipt in counted.receipts] == [3, 3]
