"""Rialto's score sheets and randomisers, on their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion import games
from companion.choices import Sheet
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.jobs.draw import draw_all
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE

KIT = games.find("rialto")
LAYOUT = KIT.layout()
NP = "neutral"


def stage(players: int, **rows: tuple[int, int]) -> dict[str, Any]:
    """Score a stage sheet with each seat's strength and Doge place, `s1=(3, 2)` or `neutral=(0, 0)`."""
    filled = {name.removeprefix("s"): {"strength": row[0], "place": row[1]} for name, row in rows.items()}
    return KIT.sheets["stage"].score({"players": players, "stage": filled}, LAYOUT).to_json()


@pytest.mark.rule("RIA.P4", "RIA.P5", "RIA.T2")
def test_bonus_and_order_of_a_stage() -> None:
    counted = stage(3, s1=(2, 3), s2=(2, 1), s3=(0, 2))
    assert counted["result"] == {"bonus": 2, "order": [2, 1], "first": 2}
    assert [tell["key"] for tell in counted["tells"]] == ["takes-bonus", "acting"]


@pytest.mark.rule("RIA.P4", "RIA.P1")
def test_stage_without_plays() -> None:
    counted = stage(3, s1=(0, 3), s2=(0, 1), s3=(0, 2))
    assert (counted["result"]["bonus"], counted["tells"][0]["key"]) == (None, "nobody-played")


@pytest.mark.rule("RIA.N5")
def test_stage_with_and_without_neutral_player() -> None:
    assert stage(2, s1=(1, 2), s2=(1, 3), neutral=(2, 1))["result"]["bonus"] == NP
    assert stage(2, s1=(1, 2), s2=(1, 1), neutral=(0, 0))["result"]["bonus"] == 2


@pytest.mark.rule("RIA.N1", "RIA.N5")
def test_stage_refuses_entries_for_absent_neutral_player() -> None:
    with pytest.raises(Refusal) as refused:
        stage(2, s1=(1, 2), s2=(1, 1), neutral=(3, 0))
    assert (refused.value.key, refused.value.rule) == ("neutral-unplaced", "RIA.N1")


@pytest.mark.rule("RIA.T2")
@pytest.mark.parametrize("places", [(1, 1, 2), (1, 3, 3)])
def test_two_players_in_one_place_are_refused(places: tuple[int, int, int]) -> None:
    with pytest.raises(Refusal) as refused:
        stage(3, s1=(1, places[0]), s2=(1, places[1]), s3=(1, places[2]))
    assert refused.value.rule == "RIA.T2"


def final_sheet(players: int = 3) -> dict[str, Any]:
    """Return a sheet with nothing on it, on which seat 1 leads the track."""
    fields = KIT.sheets["final"].fields(players, LAYOUT)
    filled: dict[str, Any] = {"players": players}
    for key, choice in fields.items():
        assert isinstance(choice, Sheet)
        filled[key] = {
            row: {column: max(0, min(cell.legal())) for column, cell in cells.items()}
            for row, cells in choice.rows.items()
        }
    for seat in range(1, players + 1):
        filled["districts"][str(seat)]["place"] = seat
    return filled


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4")
def test_final_count_in_four_parts() -> None:
    sheet = final_sheet()
    sheet["boards"]["1"] = {"points": 20, "coins": 3, "councillors": 2, "buildings": 9}
    sheet["boards"]["2"] = {"points": 30, "coins": 0, "councillors": 0, "buildings": 4}
    sheet["map"]["castello"] = {"bridges": 9, "gondolas": 2}
    for district, bridges, gondolas in (
        ("dorsoduro", 3, 0), ("san-marco", 4, 0), ("cannaregio", 0, 1), ("santa-croce", 0, 1)
    ):  # fmt: skip
        sheet["map"][district] = {"bridges": bridges, "gondolas": gondolas}
    for seat, here in (("1", 2), ("2", 2), ("3", 1)):
        sheet["districts"][seat]["castello"] = here
    counted = KIT.sheets["final"].score(sheet, LAYOUT).to_json()
    assert counted["result"]["districts"]["castello"] == {"1": 11, "2": 5, "3": 2}
    assert counted["result"]["points"] == {"1": 20 + 3 + 9 + 11, "2": 30 + 4 + 5, "3": 2}
    assert counted["result"]["places"] == [[1], [2], [3]]
    parts = [(receipt["rule"], receipt["amount"]) for receipt in counted["receipts"] if receipt["seat"] == 1]
    assert parts == [("RIA.Z4", 20), ("RIA.Z1", 3), ("RIA.Z2", 9), ("RIA.Z3", 11)]


@pytest.mark.rule("RIA.N6", "RIA.Z3")
def test_neutral_player_takes_up_ranks_in_final_count() -> None:
    sheet = final_sheet(2)
    for district, bridges in (("castello", 8), ("dorsoduro", 4), ("san-marco", 6)):
        sheet["map"][district]["bridges"] = bridges
    for seat, here in (("1", 1), ("2", 2), (NP, 5)):
        sheet["districts"][seat]["castello"] = here
    sheet["districts"][NP]["place"] = 3
    result = KIT.sheets["final"].score(sheet, LAYOUT).result
    assert result["districts"]["castello"] == {NP: None, "2": 4, "1": 2}
    assert result["points"] == {"1": 2, "2": 4}


@pytest.mark.rule("RIA.N1", "RIA.N6", "RIA.Z3")
def test_final_count_refuses_entries_for_absent_neutral_player() -> None:
    sheet = final_sheet(2)
    sheet["districts"][NP]["castello"] = 5
    with pytest.raises(Refusal) as refused:
        KIT.sheets["final"].score(sheet, LAYOUT)
    assert (refused.value.key, refused.value.rule) == ("neutral-unplaced", "RIA.N1")


@pytest.mark.rule("RIA.K2")
def test_too_many_councillors_are_refused() -> None:
    sheet = final_sheet()
    sheet["districts"]["2"]["castello"] = 19
    with pytest.raises(Refusal) as refused:
        KIT.sheets["final"].score(sheet, LAYOUT)
    assert refused.value.rule == "RIA.K2"


@pytest.mark.rule("RIA.K2")
def test_too_many_coins_are_refused() -> None:
    sheet = final_sheet()
    for seat, coins in (("1", 20), ("2", 10)):
        sheet["boards"][seat]["coins"] = coins
    assert KIT.sheets["final"].score(sheet, LAYOUT).result["points"]["1"] == 10
    sheet["boards"]["3"]["coins"] = 1
    with pytest.raises(Refusal) as refused:
        KIT.sheets["final"].score(sheet, LAYOUT)
    assert (refused.value.key, refused.value.rule) == ("too-many-coins", "RIA.K2")


@pytest.mark.rule("RIA.D1")
def test_negative_points_are_counted() -> None:
    """Without a floor, a player who never plays a Bridge card ends at -3."""
    sheet = final_sheet()
    sheet["boards"]["2"]["points"] = -3
    counted = KIT.sheets["final"].score(sheet, LAYOUT)
    assert counted.result["points"]["2"] == -3
    assert [receipt.amount for receipt in counted.receipts] == [-3]
    sheet["boards"]["2"]["points"] = -4
    with pytest.raises(Refusal):
        KIT.sheets["final"].score(sheet, LAYOUT)


def drawn(name: str, number: int) -> list[Any]:
    kind = KIT.draws[name]
    return draw_all(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)), number).drawn


@pytest.mark.rule("RIA.S1")
def test_turn_tiles_draw() -> None:
    assert all(sorted(one["turns"]) == sorted(DISTRICTS) for one in drawn("turns", 3))


@pytest.mark.rule("RIA.S3", "RIA.N1")
def test_first_player_draw() -> None:
    for one in drawn("first", 4):
        assert all(1 <= chair <= int(players) for players, chair in one["first"].items())


@pytest.mark.rule("RIA.S2", "RIA.K6")
def test_bridge_draw_ends_with_the_stack() -> None:
    kind = KIT.draws["bridges"]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    for number in range(1, 6):
        assert len(judge.game.view(TABLE)["drawn"]) == number
        judge.answer(TABLE, "more")
    assert judge.outcome is not None
    assert sorted(one["bridge"] for one in judge.game.view(TABLE)["drawn"]) == sorted(
        f"{low}-{high}" for low, high in LAYOUT["bridges"]
    )


@pytest.mark.rule("RIA.N4")
def test_neutral_cards_draw() -> None:
    for one in drawn("neutral", 6):
        assert len(one["cards"]) == 7
        assert sum(one["stages"].values()) == 7
        assert one["stages"].get("F", 0) == one["cards"].count("F") + one["cards"].count("J")


@pytest.mark.rule("RIA.N4", "RIA.K1")
def test_neutral_deck_is_reshuffled_after_eleven_rounds() -> None:
    """There are 77 cards, 7 a round, so no type comes a twelfth time before all have come."""
    rounds = [one["cards"] for one in drawn("neutral", 22)]
    for deck in (rounds[:11], rounds[11:22]):
        assert set(Counter(card for cards in deck for card in cards).values()) == {11}


@pytest.mark.rule("RIA.I2", "RIA.K1")
def test_rows_draw() -> None:
    rows = [one["row"] for one in drawn("rows", 12)]
    assert {len(row) for row in rows} == {6}
    assert max(Counter("".join(rows)).values()) <= 11, "twelve rows are from one pile of 77"


@pytest.mark.parametrize("name", KIT.draws)
def test_draw_stops_on_request(name: str) -> None:
    kind = KIT.draws[name]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    judge.answer(TABLE, "stop")
    assert judge.outcome is not None
    judge.game.check()
