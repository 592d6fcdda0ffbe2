"""Rialto's score sheets and randomisers, on their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Sheet
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.games.rialto.rules.scoring import play_from
from companion.jobs.at_once import draw_all
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.tables import referee

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


Row = tuple[int, int, tuple[int, ...], int]
"""Cards of the type, jokers, the yellow buildings activated, and the place on the Doge track."""


def played(card: str, *rows: Row, neutral: Row | None = None) -> dict[str, Any]:
    """Score the cards of a stage, seat by seat."""
    entered = {str(n): row for n, row in enumerate(rows, 1)} | ({NP: neutral} if neutral else {})
    if len(rows) == 2 and neutral is None:
        entered[NP] = (0, 0, (), 0)
    filled = {
        seat: {"cards": cards, "jokers": jokers, "place": place}
        | {f"yellow-{value}": yellows.count(value) for value in (2, 3, 4)}
        for seat, (cards, jokers, yellows, place) in entered.items()
    }
    return KIT.sheets["played"].score({"players": len(rows), "card": card, "played": filled}, LAYOUT).to_json()


@pytest.mark.rule("RIA.P3", "RIA.P4", "RIA.A1")
def test_cards_of_the_rulebooks_doge_stage() -> None:
    """Red shows 3 Doge cards, blue 2 and yellow 1: red takes the bonus and moves 4."""
    counted = played("A", (3, 0, (), 2), (2, 0, (), 1), (1, 0, (), 3))
    assert counted["result"] == {"strengths": {"2": 2, "1": 3, "3": 1}, "bonus": 1, "order": [2, 1, 3], "first": 1}
    assert [(tell["key"], tell["rule"]) for tell in counted["tells"]] == [
        ("bonus", "RIA.P4"),
        ("one-more", "RIA.A1"),
        ("acting", "RIA.P5"),
    ]
    assert counted["tells"][1]["facts"] == {"seat": 1, "n": 4}


@pytest.mark.rule("RIA.X2", "RIA.J2", "RIA.B1")
def test_rulebooks_doge_card_as_two_gold_with_a_joker() -> None:
    counted = played("B", (0, 1, (4,), 1), (0, 0, (), 2), (0, 0, (), 3))
    assert counted["result"]["strengths"]["1"] == 3
    assert counted["tells"][1]["facts"] == {"seat": 1, "n": 4}
    parts = [(one["why"], one["amount"], one["rule"]) for one in counted["receipts"]]
    assert parts == [("converts", 2, "RIA.X2"), ("jokers", 1, "RIA.J1")]


@pytest.mark.rule("RIA.X2", "RIA.A1")
def test_rulebooks_gold_card_as_one_doge_card() -> None:
    assert played("A", (0, 0, (2,), 1), (0, 0, (), 2), (0, 0, (), 3))["result"]["strengths"]["1"] == 1


def strength_by_hand(cards: int, jokers: int, yellows: tuple[int, ...]) -> int | None:
    """Count a play card by card, or return `None` if it may not lie there (RIA.J1, J2, X2)."""
    of_type = [1] * cards + [1 for value in yellows if value == 2] + [2 for value in yellows if value == 4]
    wild = ["joker"] * jokers + ["yellow 3" for value in yellows if value == 3]
    if not of_type and len(wild) == 1:
        return None
    if not of_type and wild:
        of_type, wild = [1], wild[2:]
    return sum(of_type) + len(wild)


@pytest.mark.rule("RIA.P3", "RIA.J1", "RIA.J2", "RIA.X2")
def test_strength_of_every_play_agrees_with_a_count_by_hand() -> None:
    """Every play of up to three cards, three jokers and three yellow buildings; receipts add up to its strength."""
    sets = [some for number in range(4) for some in combinations_with_replacement((2, 3, 4), number)]
    for cards, jokers, yellows in product(range(4), range(4), sets):
        expected = strength_by_hand(cards, jokers, yellows)
        if expected is None:
            with pytest.raises(Refusal) as refused:
                played("C", (cards, jokers, yellows, 1), (0, 0, (), 2), (0, 0, (), 3))
            assert (refused.value.key, refused.value.rule) == ("lone-joker", "RIA.J1")
            continue
        counted = played("C", (cards, jokers, yellows, 1), (0, 0, (), 2), (0, 0, (), 3))
        assert counted["result"]["strengths"]["1"] == expected
        assert sum(one["amount"] for one in counted["receipts"]) == expected
        assert counted["result"]["bonus"] == (1 if expected else None)


@pytest.mark.rule("RIA.P3", "RIA.P4", "RIA.T2")
@pytest.mark.parametrize(("players", "neutral"), [(2, "with"), (3, "without"), (5, "without")])
def test_cards_agree_with_stages_of_random_games(players: int, neutral: str) -> None:
    """What everyone lays in the stages of a game comes to the strengths and the bonus that its referee told."""
    judge = referee("rialto", players, seed=players, cards="device", neutral=neutral)
    play_random(judge, Random(players))
    laid: dict[str, Row] = {}
    compared = 0
    for tell in judge.game.tells:
        if tell.key == "stage":
            laid = {}
        elif tell.key == "plays":
            play = play_from(tell.facts["play"])
            laid[str(tell.facts["seat"])] = (play.cards, play.jokers, play.yellows, 0)
        elif tell.key in ("bonus", "bonus-by-track"):
            places = {str(player): place for place, player in enumerate(tell.facts["order"], 1)}
            rows = {seat: (*laid.get(seat, (0, 0, (), 0))[:3], place) for seat, place in places.items()}
            np = rows.pop(NP, None)
            counted = played(tell.facts["card"], *(rows[seat] for seat in sorted(rows)), neutral=np)
            assert counted["result"]["strengths"] == {str(one): n for one, n in tell.facts["strengths"].items()}
            assert (counted["result"]["bonus"], counted["tells"][0]["key"]) == (tell.facts["seat"], tell.key)
            compared += 1
    assert compared > 15


@pytest.mark.rule("RIA.N4", "RIA.N5")
def test_neutral_players_jokers_are_councillors() -> None:
    """One each, even alone, and in no other stage. The bonus counts for it in A and F only."""
    two = (1, 0, (), 1), (0, 0, (), 2)
    counted = played("F", *two, neutral=(0, 2, (), 3))
    assert (counted["result"]["strengths"][NP], counted["result"]["bonus"]) == (2, NP)
    assert counted["tells"][1]["facts"] == {"seat": NP, "n": 3}
    assert "one-more" not in [tell["key"] for tell in played("B", *two, neutral=(2, 0, (), 3))["tells"]]
    with pytest.raises(Refusal) as refused:
        played("E", *two, neutral=(0, 2, (), 3))
    assert (refused.value.key, refused.value.rule) == ("neutral-jokers", "RIA.N4")


@pytest.mark.rule("RIA.E2", "RIA.P4")
def test_gondola_bonus_is_no_card_and_no_cards_no_bonus() -> None:
    three = (0, 0, (), 2), (0, 0, (), 3)
    assert [tell["key"] for tell in played("E", (1, 0, (), 1), *three)["tells"]] == ["bonus", "acting"]
    assert [tell["key"] for tell in played("E", (0, 0, (), 1), *three)["tells"]] == ["no-bonus"]


@pytest.mark.rule("RIA.K1", "RIA.K3")
@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ((11, 0, ()), (1, 0, ()), "too-many-cards"),
        ((1, 6, ()), (1, 6, ()), "too-many-cards"),
        ((1, 0, (2, 2, 2)), (1, 0, (2, 2, 2)), "too-many-tiles-of"),
        ((1, 0, (2, 2, 2, 3, 3, 3, 4, 4)), (1, 0, ()), "board-too-small"),
    ],
)
def test_more_cards_or_yellow_buildings_than_there_are_are_refused(first: Any, second: Any, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        played("A", (*first, 1), (*second, 2), (0, 0, (), 3))
    assert refused.value.key == key
    assert refused.value.rule in ("RIA.K1", "RIA.K3")


def mark(turns: Sequence[str], laid: Sequence[str] = ()) -> dict[str, Any]:
    numbers = {district: {"turn": turn} for turn, district in enumerate(turns, 1)}
    return KIT.sheets["marked"].score({"players": 2, "turns": numbers, "laid": list(laid)}, LAYOUT).to_json()


@pytest.mark.rule("RIA.N3", "RIA.N5")
def test_marker_of_the_rulebooks_examples() -> None:
    """Between 1 and 3 if 1 and 2 are not joined; between 2 and 3 once 1 has no free connection."""
    turns = ["cannaregio", "dorsoduro", "castello", "san-marco", "san-polo", "santa-croce"]
    assert [mark(turns)["result"][end] for end in ("lower", "higher")] == ["cannaregio", "castello"]
    turns = ["cannaregio", "castello", "san-marco", "dorsoduro", "san-polo", "santa-croce"]
    full = [f"{one}.{other}" for one, other in LAYOUT["connections"] if "cannaregio" in (one, other)]
    counted = mark(turns, full)
    assert [counted["result"][end] for end in ("lower", "higher")] == ["castello", "san-marco"]
    assert [tell["key"] for tell in counted["tells"]] == ["marker", "marker-bridge"]


@pytest.mark.rule("RIA.N3")
def test_marker_agrees_with_a_list_of_all_free_connections() -> None:
    """Sorted by both numbers, the first is the one."""
    rng = Random(5)
    pairs = [tuple(pair) for pair in LAYOUT["connections"]]
    for _ in range(300):
        turns = rng.sample(DISTRICTS, len(DISTRICTS))
        laid = rng.sample(pairs, rng.randint(0, len(pairs)))
        free = sorted(sorted(turns.index(end) for end in pair) for pair in pairs if pair not in laid)
        result = mark(turns, [".".join(pair) for pair in laid])["result"]
        expected = [turns[number] for number in free[0]] if free else [None, None]
        assert [result["lower"], result["higher"]] == expected


@pytest.mark.rule("RIA.N3", "RIA.S1")
def test_marker_sheet_without_a_free_connection_or_with_a_tile_twice() -> None:
    turns = list(DISTRICTS)
    every = [".".join(pair) for pair in LAYOUT["connections"]]
    assert mark(turns, every)["tells"][0]["key"] == "no-marker"
    with pytest.raises(Refusal) as refused:
        twice = {district: {"turn": 1} for district in turns}
        KIT.sheets["marked"].score({"players": 2, "turns": twice, "laid": []}, LAYOUT)
    assert (refused.value.key, refused.value.rule) == ("not-turns", "RIA.S1")


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


@pytest.mark.rule("RIA.I2")
def test_rows_go_on_with_the_discards() -> None:
    """Of 77 cards twelve rows are laid; the next takes the other five, then only what the table has discarded."""
    kind = KIT.draws["rows"]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    while judge.open[TABLE].key == "go-on":
        judge.answer(TABLE, "more")
    laid = "".join(one["row"] for one in judge.game.view(TABLE)["drawn"])
    assert (judge.open[TABLE].key, len(laid)) == ("discards", 72)
    judge.answer(TABLE, {"B": 2, "J": 5})
    judge.answer(TABLE, "more")
    judge.answer(TABLE, "more")
    judge.answer(TABLE, {})
    assert judge.outcome is not None
    later = Counter("".join(one["row"] for one in judge.game.view(TABLE)["drawn"])) - Counter(laid)
    unlaid = Counter("ABCDEFJ" * 11) - Counter(laid)
    assert later == unlaid + Counter("BBJJJJJ")


@pytest.mark.parametrize("name", KIT.draws)
def test_draw_stops_on_request(name: str) -> None:
    kind = KIT.draws[name]
    judge = Referee(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)))
    judge.answer(TABLE, "stop")
    assert judge.outcome is not None
    judge.game.check()
