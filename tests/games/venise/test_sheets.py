"""Venise's race sheet and its draws."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.venise.draws import BOARDS
from companion.jobs.at_once import draw_all
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE

KIT = games.find("venise")
LAYOUT = KIT.layout()
RACE = KIT.sheets["race"]


def sheet(*rows: tuple[int, int, int]) -> dict[str, Any]:
    columns = ("gems", "tiles", "place")
    return {
        "players": len(rows),
        "race": {str(n): dict(zip(columns, row, strict=True)) for n, row in enumerate(rows, start=1)},
    }


@pytest.mark.rule("VSE.E1")
def test_an_unfinished_race() -> None:
    counted = RACE.score(sheet((2, 1, 0), (3, 0, 0), (0, 0, 0)), LAYOUT).to_json()
    assert counted["result"] == {"over": False, "finished": [], "places": []}
    assert [tell["facts"]["n"] for tell in counted["tells"]] == [2, 1, 4]
    assert sum(receipt["amount"] for receipt in counted["receipts"] if receipt["tally"] == "gems") == 5


@pytest.mark.rule("VSE.E1")
def test_places_in_the_order_of_finishing() -> None:
    result = RACE.score(sheet((4, 0, 2), (1, 1, 0), (4, 3, 1), (3, 0, 0)), LAYOUT).result
    assert result == {"over": False, "finished": [3, 1], "places": [[3], [1], [2, 4]]}
    assert RACE.score(sheet((4, 0, 1), (1, 1, 0)), LAYOUT).result["over"]


@pytest.mark.rule("VSE.E1", "VSE.G2")
@pytest.mark.parametrize(
    ("rows", "key", "rule"),
    [
        (((1, 2, 0), (0, 0, 0)), "too-many-tiles", "VSE.G2"),
        (((3, 0, 1), (0, 0, 0)), "place-without-gems", "VSE.E1"),
        (((4, 0, 0), (0, 0, 0)), "place-without-gems", "VSE.E1"),
        (((4, 0, 2), (0, 0, 0)), "bad-places", "VSE.E1"),
        (((4, 0, 1), (4, 0, 1)), "bad-places", "VSE.E1"),
    ],
)
def test_an_impossible_race_is_refused(rows: Any, key: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        RACE.score(sheet(*rows), LAYOUT)
    assert (refused.value.key, refused.value.rule) == (key, rule)


def drawn(name: str, number: int, rng: Random) -> list[Any]:
    kind = KIT.draws[name]
    return draw_all(kind, kind.set_table([], {}, LAYOUT), random_urn(rng), number).drawn[:number]


@pytest.mark.rule("VSE.S1")
def test_every_order_of_colours_can_come_up() -> None:
    assert {tuple(order["order"]) for order in drawn("first", 300, Random(1))} == {*permutations(KIT.game.colours)}


@pytest.mark.rule("VSE.K4")
def test_a_board_for_each_level() -> None:
    boards = drawn("board", 40, Random(2))
    for level, known in BOARDS.items():
        assert {draw[level] for draw in boards} == set(known)


@pytest.mark.rule("VSE.S1", "VSE.K2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_random_cards_per_hand(players: int) -> None:
    hands = drawn(f"cards-{players}", players * 300, Random(3))
    assert [hand["hand"] for hand in hands[: players + 1]] == [*range(1, players + 1), 1]
    seen = Counter(card for hand in hands for card in hand["cards"])
    left = {card: number - players * LAYOUT["first"].count(card) for card, number in LAYOUT["cards"].items()}
    assert {card for card, number in left.items() if number} == set(seen)
    for deal in range(0, len(hands), players):
        dealt = Counter(card for hand in hands[deal : deal + players] for card in hand["cards"])
        assert not dealt - Counter(left)


def test_a_drawing_can_be_stopped() -> None:
    kind = KIT.draws["cards-2"]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    judge.answer(TABLE, "more")
    judge.answer(TABLE, "stop")
    assert judge.outcome is not None
    assert len(judge.game.view(TABLE)["drawn"]) == 2
