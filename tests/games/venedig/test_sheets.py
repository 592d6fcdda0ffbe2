"""Venedig's score sheets and randomisers, without the referee."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Tell
from companion.games.venedig.rules.kinds import CARDS, DECK
from companion.jobs.at_once import draw_all
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.tables import referee

KIT = games.find("venedig")
LAYOUT = KIT.layout()


def sheet(kind: str, seen: int, master: Any, *rows: tuple[int, int], **more: Any) -> dict[str, Any]:
    before = {str(n): {"cards": cards, "gondola": space} for n, (cards, space) in enumerate(rows, 1)}
    nothing_else = {"last": "no", "treasure": 18, "along": []}
    filled = {"players": len(rows), "building": kind, "seen": seen, "master": master, "before": before}
    return filled | nothing_else | more


def count(*args: Any, **more: Any) -> dict[str, Any]:
    return KIT.sheets["building"].score(sheet(*args, **more), LAYOUT).to_json()


@pytest.mark.rule("VEN.K3", "VEN.B10")
def test_palazzo_of_the_rulebook() -> None:
    counted = count("palazzo", 5, 2, (1, 10), (2, 20), (0, 0))
    assert counted["result"] == {
        "points": 5,
        "moves": [
            {"seat": 2, "points": 5, "from": 20, "to": 25, "leapt": []},
            {"seat": 1, "points": 2, "from": 10, "to": 12, "leapt": []},
        ],
        "treasure": [],
        "over": False,
    }
    assert [tell["key"] for tell in counted["tells"]] == ["stands-there", "moves", "moves"]
    assert counted["tells"][0]["facts"] == {"building": "palazzo", "n": 5}


@pytest.mark.rule("VEN.B11", "VEN.E1")
def test_leaps_are_counted() -> None:
    counted = count("basilica", 0, 1, (2, 53), (1, 54), (1, 57))
    moves = {move["seat"]: (move["to"], move["leapt"]) for move in counted["result"]["moves"]}
    assert moves == {1: (62, [54, 57]), 2: (58, [57]), 3: (61, [58])}
    assert counted["result"]["over"]
    assert sum(one["amount"] for one in counted["receipts"] if one["seat"] == 1) == 9
    assert all(one["facts"] == {"building": "basilica"} for one in counted["receipts"] if one["why"] == "built")


@pytest.mark.rule("VEN.T2", "VEN.T3")
def test_third_player_as_master_builder() -> None:
    filled = sheet("basilica", 0, "third", (1, 4), (1, 0), active=2)
    filled["before"]["third"] = {"cards": 2}
    result = KIT.sheets["building"].score(filled, LAYOUT).result
    assert [(move["seat"], move["to"]) for move in result["moves"]] == [(2, 3), (1, 7)]


def told(filled: dict[str, Any]) -> list[tuple[str, str]]:
    return [(tell.key, tell.rule) for tell in KIT.sheets["building"].score(filled, LAYOUT).tells]


@pytest.mark.rule("VEN.K3")
def test_a_worthless_building_moves_nobody() -> None:
    """Its worth is still told, and that nobody moves."""
    worthless = told(sheet("palazzo", 0, 2, (1, 10), (2, 20), (0, 0)))
    assert worthless == [("stands-there", "VEN.K3"), ("nobody-moves", "VEN.K3")]


@pytest.mark.rule("VEN.T2", "VEN.T3")
@pytest.mark.parametrize(
    ("kind", "seen", "mine", "thirds"), [("casa", 0, 0, 1), ("basilica", 0, 0, 4), ("campo", 1, 1, 2)]
)
def test_points_of_the_third_player_move_nobody(kind: str, seen: int, mine: int, thirds: int) -> None:
    filled = sheet(kind, seen, "third", (mine, 4), (0, 0), active=2)
    filled["before"]["third"] = {"cards": thirds}
    assert told(filled) == [("stands-there", "VEN.K3"), ("nobody-moves", "VEN.T2")]


@pytest.mark.rule("VEN.B3", "VEN.B11", "VEN.E1", "VEN.K3")
@pytest.mark.parametrize(
    ("args", "key"),
    [
        (("palazzo", 5, 2, (1, 10), (1, 20), (0, 0)), "wrong-cards"),
        (("palazzo", 5, 1, (1, 10), (2, 20), (0, 0)), "not-master"),
        (("palazzo", 5, 3, (1, 10), (2, 20), (0, 0)), "not-master"),
        (("palazzo", 9, 2, (1, 10), (2, 20), (0, 0)), "too-many-seen"),
        (("palazzo", 5, 2, (1, 10), (2, 45), (0, 0)), "same-space"),
        (("palazzo", 5, 2, (1, 10), (2, 60), (0, 0)), "already-over"),
        (("palazzo", 5, 2, (1, 10), (2, 20), (0, 76)), "already-over"),
    ],
)
def test_impossible_buildings_are_refused(args: Any, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        count(*args)
    assert refused.value.key == key
    assert refused.value.rule


@pytest.mark.rule("VEN.B9")
def test_builders_alongside_take_treasure_master_first() -> None:
    """Whoever has no card takes nothing, wherever the gondola lies; the tokens go as far as they do."""
    rows = (1, 10), (2, 20), (1, 30), (0, 40)
    everywhere = ["1", "2", "3", "4"]
    assert count("basilica", 0, 2, *rows, along=everywhere)["result"]["treasure"] == [2, 3, 1]
    assert count("basilica", 0, 2, *rows, along=["1", "4"])["result"]["treasure"] == [1]
    short = count("basilica", 0, 2, *rows, along=everywhere, treasure=2)
    assert short["result"]["treasure"] == [2, 3]
    assert [(tell["key"], tell["facts"].get("seat")) for tell in short["tells"][1:4]] == [
        ("treasure", 2),
        ("treasure", 3),
        ("no-treasure", 1),
    ]


@pytest.mark.rule("VEN.B9", "VEN.T3")
def test_third_players_treasure_starts_with_the_active_player() -> None:
    filled = sheet("basilica", 0, "third", (1, 4), (1, 0), active=2, along=["1", "2"], treasure=1)
    filled["before"]["third"] = {"cards": 2}
    assert KIT.sheets["building"].score(filled, LAYOUT).result["treasure"] == [2]


@pytest.mark.rule("VEN.E1")
def test_last_of_its_kind_ends_the_game_and_its_builders_still_move() -> None:
    counted = count("palazzo", 5, 2, (1, 10), (2, 20), (0, 0), last="yes")
    assert (len(counted["result"]["moves"]), counted["result"]["over"]) == (2, True)
    assert [tell["key"] for tell in counted["tells"]] == ["stands-there", "last-one", "moves", "moves", "over"]


def pay(payer: int, gold: int, *spaces: int) -> dict[str, Any]:
    gondolas = {str(n): {"gondola": space} for n, space in enumerate(spaces, 1)}
    filled = {"players": len(spaces), "payer": payer, "gold": gold, "spaces": gondolas}
    return KIT.sheets["payment"].score(filled, LAYOUT).to_json()


@pytest.mark.rule("VEN.G1", "VEN.B11")
def test_payment_during_the_game() -> None:
    counted = pay(1, 14, 10, 11, 0)
    assert counted["result"] == {
        "spaces": 2,
        "lost": 4,
        "moves": [{"seat": 1, "points": 2, "from": 10, "to": 13, "leapt": [11]}],
        "over": False,
    }
    assert [tell["key"] for tell in counted["tells"]] == ["pays", "no-change", "leaps"]
    assert sum(one["amount"] for one in counted["receipts"]) == 3


@pytest.mark.rule("VEN.G1", "VEN.E1")
def test_payment_may_end_the_game() -> None:
    """At 59 five gold are enough, and four buy nothing."""
    assert pay(1, 5, 59, 3)["result"]["over"]
    assert pay(1, 4, 59, 3)["result"] == {"spaces": 0, "lost": 4, "moves": [], "over": False}


@pytest.mark.rule("VEN.B11")
def test_payment_refuses_two_gondolas_on_one_space() -> None:
    with pytest.raises(Refusal) as refused:
        pay(1, 5, 10, 45)
    assert (refused.value.key, refused.value.rule) == ("same-space", "VEN.B11")


@pytest.mark.rule("VEN.B9", "VEN.B10", "VEN.B11", "VEN.E1", "VEN.G1")
def test_sheets_agree_with_games_on_the_map() -> None:
    """Buildings and payments of random games, entered as the eye sees them, come to what the referee counted."""
    compared: Counter[str] = Counter()
    for seed in range(30):
        judge, rng = referee("venedig", 3, seed=seed), Random(seed)
        while judge.open:
            before, told = judge.game.view(TABLE), len(judge.game.tells)
            seat, asked = min(judge.open.items())
            judge.answer(seat, some_answer(judge.game, asked, rng))
            tells = judge.game.tells[told:]
            compare_payment(before, tells, compared)
            if asked.key == "place" and not any(one.key == "pay" for one in judge.open.values()):
                compare_building(judge, before, tells, compared)
    assert min(compared[what] for what in ("payment", "building", "shared", "treasure", "last")) > 0, compared


def compare_payment(before: dict[str, Any], tells: list[Tell], compared: Counter[str]) -> None:
    """Compare a payment that moved a gondola, while the game was on."""
    spaces = [seen["gondola"] for seen in before["seats"].values()]
    if tells and tells[0].key == "pays" and tells[0].rule == "VEN.G1" and tells[0].facts["n"]:
        paid = pay(tells[0].facts["seat"], tells[0].facts["gold"], *spaces)["result"]
        assert (paid["moves"][0]["to"], paid["over"]) == (tells[1].facts["space"], "reached" in keys(tells[:3]))
        compared["payment"] += 1


def compare_building(judge: Referee, before: dict[str, Any], tells: list[Tell], compared: Counter[str]) -> None:
    """Compare a building whose cards all lay there before this answer gave it a place."""
    if keys(tells).count("built") != 1 or "pays" in keys(tells):
        return
    stands = next(tell for tell in tells if tell.key == "stands")
    kind = stands.facts["building"]
    builders = next(tell for tell in tells if tell.key == "built").facts["seats"]
    alone = len(builders) == 1 and kind in before["seats"][str(builders[0])]["alone"]
    laid = {seat: before["seats"][str(seat)]["alone" if alone else "front"].get(kind, 0) for seat in builders}
    master = builders[0] if alone else before["pawns"].get(kind)
    if master is None or (not alone and sum(laid.values()) != CARDS[kind]):
        return
    cards = {master: CARDS[kind]} if alone else laid
    plan = judge.game.pieces.plan  # type: ignore[attr-defined]
    rows = {int(seat): seen["gondola"] for seat, seen in before["seats"].items()}
    along = [str(seat) for seat in rows if set(plan.borders(rows[seat])) & set(stands.facts["islands"])]
    counted = count(
        kind,
        stands.facts["n"],
        master,
        *((cards.get(seat, 0), space) for seat, space in rows.items()),
        along=along,
        treasure=before["treasure"],
        last="yes" if before["supply"][kind] == 1 else "no",
    )["result"]
    moves = {tell.facts["seat"]: tell.facts["space"] for tell in tells if tell.key in ("moves", "leaps")}
    assert {move["seat"]: move["to"] for move in counted["moves"]} == moves
    assert counted["treasure"] == [tell.facts["seat"] for tell in tells if tell.key == "treasure"]
    assert counted["over"] == judge.game.over  # type: ignore[attr-defined]
    compared["building"] += 1
    compared["shared"] += len(builders) > 1
    compared["treasure"] += bool(counted["treasure"])
    compared["last"] += "last-one" in keys(tells)


def keys(tells: list[Tell]) -> list[str]:
    return [tell.key for tell in tells]


@pytest.mark.rule("VEN.E2", "VEN.E3", "VEN.G1")
def test_final_exchange() -> None:
    rows = {"1": (59, 9), "2": (60, 12), "3": (57, 14)}
    gondolas = {seat: {"gondola": space, "gold": gold} for seat, (space, gold) in rows.items()}
    counted = KIT.sheets["exchange"].score({"players": 3, "active": 2, "gondolas": gondolas}, LAYOUT)
    assert [(move["seat"], move["to"]) for move in counted.result["moves"]] == [(3, 61), (1, 62), (2, 64)]
    assert counted.result["places"] == [[2], [1], [3]]
    assert counted.tells[-1].key == "won"


def exchange(active: int, *rows: tuple[int, int]) -> dict[str, Any]:
    gondolas = {str(n): {"gondola": space, "gold": gold} for n, (space, gold) in enumerate(rows, 1)}
    return KIT.sheets["exchange"].score({"players": len(rows), "active": active, "gondolas": gondolas}, LAYOUT).result


@pytest.mark.rule("VEN.E3")
def test_exchange_accepts_the_furthest_last_move() -> None:
    """The richest ponte from the last space but one, leaping over everyone, or all gold of the game at once."""
    last = count("ponte", 19, 5, (0, 55), (0, 56), (0, 57), (0, 58), (3, 59))["result"]["moves"][0]["to"]
    assert exchange(5, (55, 0), (56, 0), (57, 0), (58, 0), (last, 0))["places"][0] == [5]
    paid = exchange(1, (55, 79 + 86), (56, 0), (57, 0), (58, 0), (59, 0))["moves"][0]["to"]
    assert paid == 55 + 33 + 4
    assert exchange(1, (paid, 0), (56, 0), (57, 0), (58, 0), (59, 0))["places"][0] == [1]


@pytest.mark.rule("VEN.K6")
def test_more_gold_than_in_the_box_is_refused() -> None:
    gondolas = {str(seat): {"gondola": seat, "gold": 100} for seat in (1, 2)}
    with pytest.raises(Refusal) as refused:
        KIT.sheets["exchange"].score({"players": 2, "active": 2, "gondolas": gondolas}, LAYOUT)
    assert (refused.value.rule, refused.value.facts["most"]) == ("VEN.K6", 79 + 86)


def drawing(name: str, urn: Urn) -> Referee:
    kind = KIT.draws[name]
    return Referee(kind, kind.set_table([], {}, LAYOUT), urn)


@pytest.mark.rule("VEN.T1", "VEN.T2", "VEN.T3")
def test_third_player_draws_follow_the_rules() -> None:
    """A casa is built, a third kind is discarded, and all else stays in front until it is complete."""
    rng = Random(3)
    told: Counter[str] = Counter()
    for _ in range(60):
        judge = drawing("third", random_urn(rng))
        for _ in range(40):
            asked = judge.open[TABLE]
            judge.answer(TABLE, asked.likely if asked.key == "go-on" else asked.choice.sample(rng))
        assert judge.fault is None
        view = judge.game.view(TABLE)
        assert len(view["third"]) <= 2
        assert set(view["pawns"]) <= set(view["third"])
        told.update(tell.key for tell in judge.game.tells)
    assert min(told[key] for key in ("third-casa", "third-discards", "starts", "takes-over", "joins")) > 0
    assert min(told["third-builds"], told["third-builds-alone"], told["third-helps"]) > 0


def until_third_has(kinds: int, seed: int = 5) -> Referee:
    """Draw cards until the third player has this many kinds in front, with real players joining nothing."""
    judge = drawing("third", random_urn(Random(seed)))
    while len(judge.game.view(TABLE)["third"]) < kinds:
        judge.answer(TABLE, judge.open[TABLE].likely)
    return judge


@pytest.mark.rule("VEN.T1", "VEN.T2", "VEN.B12")
def test_cards_built_with_since_are_cleared_away() -> None:
    """With both kinds built, the next card is not a third kind, and its pawn is decided from scratch."""
    judge = until_third_has(2)
    held = sorted(judge.game.view(TABLE)["third"])
    while judge.open[TABLE].key != "built-since":
        judge.answer(TABLE, judge.open[TABLE].likely)
    asked = judge.open[TABLE]
    assert (asked.rule, asked.likely, sorted(asked.choice.to_json()["items"])) == ("VEN.B12", [], held)
    judge.answer(TABLE, asked.choice.to_json()["items"])
    assert judge.game.view(TABLE)["third"] == {}
    assert judge.game.view(TABLE)["pawns"] == []
    assert judge.open[TABLE].key == "others-out"


@pytest.mark.rule("VEN.T2", "VEN.B13")
def test_third_player_keeps_a_pawn_handed_on() -> None:
    """The third player joins a building whose starter discards later: the next card joins, it does not start."""
    judge = drawing("third", random_urn(Random(5)))
    again = ""
    while not again:
        asked = judge.open[TABLE]
        mine = judge.game.view(TABLE)["third"]
        if asked.key == "others-out":
            building = str(asked.facts["building"])
            again = building if building in mine else ""
        judge.answer(TABLE, 1 if asked.key == "others-out" and not again else asked.likely)
    assert judge.game.tells[-1].key == "joins"
    assert again in judge.game.view(TABLE)["pawns"]


@pytest.mark.rule("VEN.T1")
def test_built_since_is_not_asked_without_cards() -> None:
    judge = until_third_has(1)
    assert not [entry for entry in judge.entries if "built-since" in str(entry)]


@pytest.mark.rule("VEN.T1", "VEN.K1")
def test_third_player_draws_from_the_real_deck() -> None:
    table = KIT.draws["third"].set_table([], {}, LAYOUT)
    game = draw_all(KIT.draws["third"], table, Urn(bytes(32)), 42, lambda _, decision: decision.likely)
    assert Counter(game.drawn) == Counter(DECK)


@pytest.mark.rule("VEN.K6")
@pytest.mark.parametrize(("name", "number"), [("treasure", 18), ("swamp", 86)])
def test_every_token_comes_up_once(name: str, number: int) -> None:
    kind = KIT.draws[name]
    game = draw_all(kind, kind.set_table([], {}, LAYOUT), Urn(bytes(32)), number)
    assert Counter(game.drawn) == Counter({int(value): many for value, many in LAYOUT[name].items()})
