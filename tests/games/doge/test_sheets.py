"""Doge's score sheets and voting-order decks, on their own."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion import games
from companion.games.doge.rules.pieces import AREAS, DISTRICTS
from companion.jobs.at_once import draw_all
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE

KIT = games.find("doge")
LAYOUT = KIT.layout()


def votes(*rows: tuple[int, int]) -> dict[str, Any]:
    return {str(n): {"ballots": ballots, "advisors": advisors} for n, (ballots, advisors) in enumerate(rows, 1)}


def count(area: str, *rows: tuple[int, int]) -> dict[str, Any]:
    sheet = {"players": len(rows), "area": area, "votes": votes(*rows)}
    return KIT.sheets["count"].score(sheet, LAYOUT).to_json()


@pytest.mark.rule("DOG.V2", "DOG.V4", "DOG.D1", "DOG.D4", "DOG.D5")
def test_count_of_a_district() -> None:
    counted = count("castello", (4, 1), (3, 0), (2, 1), (0, 0))
    assert counted["result"]["votes"] == {"1": 5, "2": 3, "3": 3, "4": 0}
    assert (counted["result"]["first"], counted["result"]["second"]) == ([1], [2, 3])
    rights = [(right["what"], right["seats"], right["number"]) for right in counted["result"]["rights"]]
    assert rights == [("advisor", [1], 1), ("houses", [1], 2), ("houses", [2, 3], 1)]
    assert sum(receipt["amount"] for receipt in counted["receipts"] if receipt["seat"] == 1) == 5


@pytest.mark.rule("DOG.D3")
def test_tied_players_each_hear_their_own_right() -> None:
    """Naming both in one message would leave open whether they share the houses."""
    tells = count("castello", (3, 0), (3, 0), (1, 0))["tells"]
    assert [(tell["key"], tell["facts"]["seat"], tell["facts"]["n"]) for tell in tells] == [
        ("turns-neutral", None, 1),
        ("may-place", 1, 2),
        ("may-place", 2, 2),
    ]


@pytest.mark.rule("DOG.Q1", "DOG.Q3", "DOG.Q4", "DOG.Q5", "DOG.Q6")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (((3, 0), (2, 0), (1, 0)), [("advisor", 1), ("advisor", 1), ("advisor", 1)]),
        (((3, 0), (3, 0), (1, 0)), [("neutral", 3), ("moves", 2)]),
        (((3, 0), (2, 0), (2, 0)), [("advisor", 1), ("moves", 1), ("advisor", 1), ("neutral", 1)]),
        (((3, 0), (0, 0), (0, 0)), [("advisor", 1), ("advisor", 1), ("neutral", 1)]),
    ],
)
def test_count_of_the_quarantia(rows: tuple[tuple[int, int], ...], expected: list[tuple[str, int]]) -> None:
    rights = count("quarantia", *rows)["result"]["rights"]
    assert [(right["what"], right["number"]) for right in rights] == expected


@pytest.mark.rule("DOG.V5")
def test_count_with_no_votes() -> None:
    counted = count("castello", (0, 0), (0, 0), (0, 0))
    assert counted["result"]["rights"] == []
    assert counted["tells"][0]["rule"] == "DOG.V5"


@pytest.mark.rule("DOG.P1", "DOG.P2")
@pytest.mark.parametrize(
    ("palaces", "houses", "expected"),
    [
        (0, 3, {"price": 3, "can_build": True, "left": 0}),
        (2, 6, {"price": 5, "can_build": True, "left": 1}),
        (4, 6, {"price": 7, "can_build": False, "left": 6}),
        (5, 15, {"price": None, "can_build": False, "left": 15}),
    ],
)
def test_price(palaces: int, houses: int, expected: dict[str, Any]) -> None:
    sheet = {"players": 3, "palaces": palaces, "houses": houses}
    assert KIT.sheets["price"].score(sheet, LAYOUT).result == expected


def end_sheet(*rows: tuple[list[int], int]) -> dict[str, Any]:
    return {
        "players": len(rows),
        "map": {
            str(n): dict(zip(DISTRICTS, palaces, strict=True)) | {"houses": houses}
            for n, (palaces, houses) in enumerate(rows, 1)
        },
    }


@pytest.mark.rule("DOG.E2", "DOG.E3")
def test_end_check_with_tie_breaks() -> None:
    sheet = end_sheet(([1, 1, 1, 1, 1, 1], 4), ([2, 2, 1, 1, 1, 0], 3), ([2, 2, 1, 1, 1, 0], 5))
    result = KIT.sheets["end"].score(sheet, LAYOUT).result
    assert result == {"over": True, "reached": [1, 2, 3], "places": [[3], [2], [1]]}
    sheet = end_sheet(([1, 1, 1, 1, 1, 0], 4), ([0] * 6, 3), ([0] * 6, 3))
    assert KIT.sheets["end"].score(sheet, LAYOUT).result["over"] is False


@pytest.mark.rule("DOG.E3")
def test_deciding_houses_have_receipts() -> None:
    sheet = end_sheet(([2, 2, 1, 1, 1, 0], 3), ([2, 2, 1, 1, 1, 0], 5), ([0] * 6, 0))
    receipts = KIT.sheets["end"].score(sheet, LAYOUT).to_json()["receipts"]
    houses = [(one["seat"], one["amount"], one["rule"]) for one in receipts if one["tally"] == "houses"]
    assert houses == [(1, 3, "DOG.E3"), (2, 5, "DOG.E3")]


@pytest.mark.rule("DOG.E5")
def test_stuck_map_is_drawn() -> None:
    """All thirty sites are taken, and nobody has met any of the three ends."""
    rows = ([3, 3, 2, 0, 0, 0], 1), ([2, 2, 3, 0, 0, 0], 2), ([0, 0, 0, 3, 3, 2], 3), ([0, 0, 0, 2, 2, 3], 4)
    counted = KIT.sheets["end"].score(end_sheet(*rows), LAYOUT).to_json()
    assert counted["result"] == {"over": True, "reached": [], "places": [[1, 2, 3, 4]]}
    assert [(tell["key"], tell["rule"]) for tell in counted["tells"]] == [("undecided", "DOG.E5")]


@pytest.mark.rule("DOG.E2")
def test_open_map_goes_on() -> None:
    rows = ([2, 2, 2, 0, 0, 0], 0), ([0] * 6, 0), ([0] * 6, 0)
    counted = KIT.sheets["end"].score(end_sheet(*rows), LAYOUT).to_json()
    assert counted["result"]["over"] is False
    assert [tell["key"] for tell in counted["tells"]] == ["goes-on"]


@pytest.mark.rule("DOG.K1", "DOG.K2", "DOG.A3")
@pytest.mark.parametrize(
    ("area", "fit", "too_many", "why"),
    [
        ("castello", (6, 2, 0), (6, 3, 0), "too-many-advisors"),
        ("castello", (6, 0, 0), (7, 0, 0), "out-of-range"),
        ("quarantia", (3, 3, 0), (3, 3, 1), "too-many-advisors"),
    ],
)
def test_too_many_advisors_are_refused(area: str, fit: Any, too_many: Any, why: str) -> None:
    """A player has six rings, and an advisor never stands at home."""
    assert count(area, *[(1, number) for number in fit])["result"]["votes"]["1"] == 1 + fit[0]
    with pytest.raises(Refusal) as refused:
        count(area, *[(1, number) for number in too_many])
    assert refused.value.key == why


@pytest.mark.rule("DOG.K1", "DOG.P2")
@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ((([5, 4, 0, 0, 0, 0], 0), ([0] * 6, 0), ([0] * 6, 0)), "DOG.K1"),
        ((([3, 0, 0, 0, 0, 0], 0), ([3, 0, 0, 0, 0, 0], 0), ([0] * 6, 0)), "DOG.P2"),
    ],
)
def test_impossible_map_is_refused_by_its_rule(rows: Any, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        KIT.sheets["end"].score(end_sheet(*rows), LAYOUT)
    assert refused.value.rule == rule


@pytest.mark.rule("DOG.K3", "DOG.S2", "DOG.E1")
def test_orders_over_several_years() -> None:
    kind = KIT.draws["order"]
    table = kind.set_table([], {}, LAYOUT)
    drawn = draw_all(kind, table, Urn(bytes(32)), 5).drawn
    assert [year["year"] for year in drawn[:5]] == [1, 2, 3, 4, 5]
    assert all(sorted(year["order"]) == sorted(AREAS) for year in drawn)


@pytest.mark.rule("DOG.S2", "DOG.E1")
def test_drawn_orders_cite_set_up_then_end_of_year() -> None:
    kind = KIT.draws["order"]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    for _ in AREAS:
        judge.answer(TABLE, "more")
    assert [tell.rule for tell in judge.game.tells if tell.key == "order"] == ["DOG.S2", "DOG.E1"]


@pytest.mark.rule("DOG.V1", "DOG.S2")
def test_next_order_is_shown_card_by_card() -> None:
    kind = KIT.draws["order"]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    for turned in range(7):
        assert len(judge.game.view(TABLE)["next"]) == turned
        judge.answer(TABLE, "more")
    assert len(judge.game.view(TABLE)["drawn"]) == 2
    judge.answer(TABLE, "stop")
    assert judge.outcome is not None


def tied(palaces: int, *rows: tuple[int, str]) -> dict[str, Any]:
    builders = {str(n): {"houses": houses, "builds": builds} for n, (houses, builds) in enumerate(rows, 1)}
    sheet = {"players": len(rows), "palaces": palaces, "builders": builders}
    return KIT.sheets["tied"].score(sheet, LAYOUT).to_json()


@pytest.mark.rule("DOG.P4")
def test_tied_builders_pay_one_price() -> None:
    """The rulebook's case: six and five houses, both at price 5."""
    counted = tied(2, (6, "palace"), (5, "palace"), (9, "no"))
    assert counted["result"] == {"price": 5, "builders": [1, 2], "left": {"1": 1, "2": 0, "3": 9}}
    assert [(tell["key"], tell["rule"]) for tell in counted["tells"]] == [("tied-builds", "DOG.P4")] * 2


@pytest.mark.rule("DOG.P5", "DOG.P2")
def test_too_many_tied_builders_build_nothing() -> None:
    counted = tied(4, (7, "palace"), (8, "palace"), (2, "palace"))
    assert counted["result"] == {"price": 7, "builders": [], "left": {"1": 7, "2": 8, "3": 2}}
    assert [tell["key"] for tell in counted["tells"]] == ["tied-short", "tied-too-many", "tied-in-turn"]
    assert tied(4, (7, "palace"), (8, "no"), (2, "no"))["result"]["builders"] == [1]
    assert [tell["key"] for tell in tied(5, (7, "palace"), (8, "no"), (2, "no"))["tells"]] == ["district-full"]
    assert [tell["key"] for tell in tied(0, (7, "no"), (8, "no"), (2, "no"))["tells"]] == ["tied-none"]


@pytest.mark.rule("DOG.P2")
def test_a_tied_player_without_a_palace_does_not_build() -> None:
    """The last site goes to the other one: only who has a palace left counts."""
    counted = tied(4, (7, "palace"), (8, "none-left"), (2, "no"))
    assert counted["result"] == {"price": 7, "builders": [1], "left": {"1": 0, "2": 8, "3": 2}}
    assert [(tell["key"], tell["rule"]) for tell in counted["tells"]] == [
        ("tied-no-palace", "DOG.P2"),
        ("tied-builds", "DOG.P4"),
    ]


@pytest.mark.rule("DOG.P5", "DOG.E4")
def test_tables_that_build_in_turn_hear_how_many_may() -> None:
    """With `full_district: seat-order` the first clockwise build; only the table knows who is first."""
    counted = tied(3, (6, "palace"), (8, "palace"), (7, "palace"))
    assert (counted["result"]["builders"], counted["tells"][-1]["facts"]) == ([], {"n": 2})


@pytest.mark.rule("DOG.P1", "DOG.P2", "DOG.P4", "DOG.P5")
def test_tied_builders_agree_with_a_count_by_hand() -> None:
    """Every number of palaces, and every mix of willing players with too few, enough or many houses."""
    rows = [(houses, builds) for houses in (2, 5, 9) for builds in ("palace", "no", "none-left")]
    for palaces, *chosen in product(range(6), rows, rows, rows):
        result = tied(palaces, *chosen)["result"]
        price = 3 + palaces
        wanting = [seat for seat, (houses, builds) in enumerate(chosen, 1) if builds == "palace" and houses >= price]
        expected = wanting if palaces + len(wanting) <= 5 else []
        assert result["builders"] == expected
        assert result["price"] == (price if palaces < 5 else None)
        assert result["left"] == {
            str(seat): houses - price * (seat in expected) for seat, (houses, _) in enumerate(chosen, 1)
        }
