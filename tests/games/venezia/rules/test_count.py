"""Venezia's fourth phase, rule by rule: majorities, recoveries, the hunt, and how a game ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion import games
from companion.games.venezia.rules.pieces import DISTRICTS, SAN_GIORGIO, ZONES
from companion.games.venezia.rules.scoring import ending, leader
from companion.refusal import Refusal
from companion.seats import NAMES, seat_table
from companion.steps import TABLE
from companion.words import Words, folders_of
from tests.games.venezia.play import Play


def counted(position: dict[str, Any], players: int = 2, **more: Any) -> Play:
    """Play a round in which nobody does anything, from this position to its count."""
    return Play(position=position, players=players, **more).to_end_of_round()


@pytest.mark.rule("VEZ.Y1")
@pytest.mark.parametrize(
    ("pigeons", "ahead"),
    [
        ({1: 0, 2: 0}, None),
        ({1: 1, 2: 0}, 1),
        ({1: 3, 2: 3, 3: 1}, None),
        ({1: 2, 2: 3, 3: 2, 4: 2}, 2),
        ({1: 3, 2: 5, 3: 3}, 2),
    ],
)
def test_leader_has_more_than_every_other(pigeons: dict[int, int], ahead: int | None) -> None:
    assert leader(pigeons) == ahead


@pytest.mark.rule("VEZ.Y1")
def test_three_points_or_six_in_anothers_home() -> None:
    position = {"zone.1.cannaregio": 1, "zone.1.san-polo": 1, "zone.1.castello": 2, "zone.2.castello": 1}
    play = counted(position)
    assert play.points == [3 + 3 + 6, 0]
    assert play.told("scored").facts["won"] == {"cannaregio": 1, "castello": 1, "san-polo": 1}
    receipts = [(one.amount, one.why, one.facts["zone"]) for one in play.game.receipts]
    assert receipts == [(3, "district", "cannaregio"), (6, "foreign", "castello"), (3, "district", "san-polo")]


@pytest.mark.rule("VEZ.Y1")
def test_without_a_majority_nobody_scores() -> None:
    play = counted({"zone.1.castello": 2, "zone.2.castello": 2, "zone.3.castello": 1}, players=3)
    assert play.points == [0, 0, 0]


@pytest.mark.rule("VEZ.Y1", "VEZ.Y2")
def test_san_giorgio_gives_no_points() -> None:
    assert counted({f"zone.1.{SAN_GIORGIO}": 4}).points == [0, 0]


@pytest.mark.rule("VEZ.Y2")
def test_most_on_san_giorgio_may_take_back_a_card() -> None:
    position = {f"zone.1.{SAN_GIORGIO}": 2, f"zone.2.{SAN_GIORGIO}": 1, "cards.1": ["feud"], "cards.2": ["bird"]}
    play = Play({1: {"action": "san-michele"}}, position, round=2).until("take-back")
    assert (play.seat, set(play.options)) == (1, {"none", "feud", "san-michele"})
    play.answer("take-back", "san-michele")
    assert play.before(1)["played"] == ["feud"]
    assert "san-michele" in play.before(1)["hand"]


@pytest.mark.rule("VEZ.Y2")
@pytest.mark.parametrize(("other", "cards"), [(2, ["feud"]), (1, [])])
def test_no_card_is_taken_back_on_a_tie_or_without_any(other: int, cards: list[str]) -> None:
    position = {f"zone.1.{SAN_GIORGIO}": 2, f"zone.2.{SAN_GIORGIO}": other, "cards.1": cards}
    play = counted(position)
    assert not any(entry.line().get("question", "").startswith("take-back") for entry in play.referee.entries)


@pytest.mark.rule("VEZ.Y2", "VEZ.Y4")
def test_grey_pigeons_on_san_giorgio_count_for_the_vatican() -> None:
    position = {f"grey.{SAN_GIORGIO}": 1}
    play = Play({1: {"action": "vatican"}}, position, round=2, reach="san-giorgio").until("grey-from")
    play.answer("grey-from", "enough")
    assert (play.key, play.seat) == ("take-back", 1)
    nobody = counted({**position, "cards.1": ["feud"], "zone.2.castello": 1}, reach="san-giorgio")
    assert nobody.tells("took-back") == []


@pytest.mark.rule("VEZ.Y3")
@pytest.mark.parametrize(("dead", "back"), [(1, 1), (2, 2), (5, 2)])
def test_most_on_san_michele_may_take_two_dead_back(dead: int, back: int) -> None:
    play = Play(position={"dead.1": dead}).until("recover")
    assert (play.seat, play.decision.facts["n"], play.options) == (1, back, ["yes", "no"])
    play.answer("recover", "yes")
    assert (play.before(1)["dead"], play.before(1)["reserve"]) == (dead - back, 12 + back)


@pytest.mark.rule("VEZ.Y3")
def test_recovery_is_optional_and_needs_a_majority() -> None:
    play = Play(position={"dead.1": 3, "dead.2": 2}).until("recover").answer("recover", "no")
    assert play.before(1)["dead"] == 3
    tied = counted({"dead.1": 3, "dead.2": 3})
    assert [tied.before(seat)["dead"] for seat in (1, 2)] == [3, 3]
    assert tied.tells("recovered") == []


@pytest.mark.rule("VEZ.Y4")
def test_grey_pigeons_count_for_nobody_without_the_vatican() -> None:
    play = counted({"zone.1.san-polo": 1, "grey.san-polo": 3, "grey.castello": 1})
    assert play.points == [3, 0]


@pytest.mark.rule("VEZ.Y5")
def test_the_fullest_zone_is_emptied() -> None:
    position = {"zone.1.san-polo": 2, "zone.2.san-polo": 1, "grey.san-polo": 1, "zone.1.castello": 3}
    play = counted(position)
    assert (play.zone("san-polo"), play.grey("san-polo")) == ([0, 0], 0), "four with the grey one"
    assert play.zone("castello") == [3, 0]
    assert (play.before(1)["stock"], play.before(2)["stock"]) == (28 - 3, 28)
    assert play.game.view(TABLE)["grey"] == 6
    assert play.tells("hunted") == [{"zone": "san-polo", "n": 4}]


@pytest.mark.rule("VEZ.Y5")
def test_tied_zones_are_all_emptied() -> None:
    position = {
        "zone.1.san-polo": 3,
        "zone.2.castello": 3,
        f"zone.2.{SAN_GIORGIO}": 3,
        "zone.1.giudecca": 2,
        "dead.1": 9,
    }
    play = counted(position)
    assert [play.zone(zone) for zone in ("san-polo", "castello", SAN_GIORGIO)] == [[0, 0]] * 3
    assert (play.zone("giudecca"), play.before(1)["dead"]) == ([2, 0], 9)


@pytest.mark.rule("VEZ.Y5", "VEZ.A6")
def test_the_birds_zone_is_hunted_too() -> None:
    play = Play({1: {"action": "bird"}}, {"zone.2.san-polo": 3}, round=2).until("bird").answer("bird", "san-polo")
    assert play.zone("san-polo") == [0, 0]


@pytest.mark.rule("VEZ.Y5")
def test_empty_zones_are_not_hunted() -> None:
    assert counted({}).tells("hunted") == []


@pytest.mark.rule("VEZ.S2", "VEZ.Y6")
def test_rounds_are_told_with_their_rule() -> None:
    play = Play(round=1).to_end_of_round()
    assert [tell.rule for tell in play.game.tells if tell.key == "round"] == ["VEZ.S2", "VEZ.Y6"]


@pytest.mark.rule("VEZ.Y6")
def test_the_end_of_a_round() -> None:
    play = Play(
        {1: {"action": "bird"}}, {"nest.1": 3, "piazza.2": ["A1"]}, players=3, first=2, round=2
    ).to_end_of_round()
    view = play.game.view(TABLE)
    assert (view["round"], view["first"], view["bird"]) == (3, 3, None)
    assert (view["piazza"]["tourists"], view["piazza"]["hunters"], view["piazza"]["ground"]) == ([], [], [])
    assert view["piazza"]["cells"] == {"A1": 2}, "pigeons stay"
    assert (play.before(1)["nest"], play.before(1)["reserve"]) == (0, 15)
    firsts = [view["first"]]
    for _ in range(2):
        firsts.append(play.to_end_of_round().game.view(TABLE)["first"])
    assert firsts == [3, 1, 2]


@pytest.mark.rule("VEZ.E1")
@pytest.mark.parametrize(
    ("points", "places"),
    [([47, 46], [[1], [2]]), ([47, 55], [[2], [1]]), ([47, 50], [[1, 2]])],
)
def test_at_fifty_the_most_points_win_and_ties_are_shared(points: list[int], places: list[list[int]]) -> None:
    """Seat 1 scores three in this round."""
    play = counted({"points.1": points[0], "points.2": points[1], "zone.1.san-polo": 1})
    assert play.referee.outcome is not None
    assert (play.referee.outcome.places, play.referee.outcome.rule) == (places, "VEZ.E1")
    assert play.game.tells[-1].key == ("won" if len(places[0]) == 1 else "shared")


@pytest.mark.rule("VEZ.E1")
def test_the_game_ends_right_after_scoring_fifty() -> None:
    assert counted({"points.1": 46, "zone.1.san-polo": 1}).referee.outcome is None
    ended = counted({"points.1": 47, "zone.1.san-polo": 1, "dead.1": 3, "cards.1": ["feud"]})
    assert ended.referee.outcome is not None
    assert ended.tells("hunted") == []
    assert ended.before(1)["dead"] == 3


@pytest.mark.rule("VEZ.E2")
@pytest.mark.parametrize("number", [4, 5, 6])
def test_five_of_seven_districts_win_at_once(number: int) -> None:
    play = counted({f"zone.2.{zone}": 1 for zone in DISTRICTS[:number]})
    outcome = play.referee.outcome
    assert (outcome is not None) == (number >= 5)
    if outcome:
        assert (outcome.places, outcome.rule) == ([[2], [1]], "VEZ.E2")


@pytest.mark.rule("VEZ.E2")
def test_san_giorgio_is_not_one_of_the_five() -> None:
    zones = {f"zone.2.{zone}": 1 for zone in DISTRICTS[:4]}
    assert counted({**zones, f"zone.2.{SAN_GIORGIO}": 1}).referee.outcome is None


@pytest.mark.rule("VEZ.E2", "VEZ.E1")
def test_five_districts_beat_fifty_points() -> None:
    zones = {f"zone.2.{zone}": 1 for zone in DISTRICTS[:5]}
    play = counted({**zones, "points.1": 70, "points.3": 80, "zone.1.san-polo": 1}, players=3)
    assert play.referee.outcome is not None
    assert (play.referee.outcome.places, play.referee.outcome.rule) == ([[2], [3], [1]], "VEZ.E2")


@pytest.mark.rule("VEZ.E2", "VEZ.Y4")
def test_districts_held_with_grey_pigeons_count_towards_five() -> None:
    position = {f"zone.1.{zone}": 1 for zone in DISTRICTS[:4]} | {"grey.santa-croce": 1}
    play = Play({1: {"action": "vatican"}}, position, round=2).to_end_of_round()
    assert play.referee.outcome is not None
    assert play.referee.outcome.winners == [1]


GONE = {
    "reserve.1": 0,
    "reserve.2": 0,
    "points.1": 3,
    "points.2": 9,
    "cards.1": ["vatican"],
    "cards.2": ["vatican"],
}
"""All pigeons are in the stocks, and the Vatican has been played."""
USED = ["vatican", "san-michele"]


@pytest.mark.rule("VEZ.E3")
@pytest.mark.parametrize(
    ("more", "over"),
    [
        ({}, True),
        ({"zone.1.san-polo": 1}, True),  # hunted in this very round
        ({"zone.1.san-polo": 2, "zone.1.giudecca": 1}, False),
        ({"nest.1": 1}, False),
        ({"reserve.2": 1}, False),
        ({"piazza.1": ["A1"]}, False),
        ({"dead.1": 2, "dead.2": 2}, False),  # the card San Michele brings them back
        ({"dead.1": 2, "dead.2": 2, "cards.1": USED}, False),
        ({"dead.1": 2, "dead.2": 2, "cards.1": USED, "cards.2": USED}, True),
        ({"dead.1": 2, "cards.1": USED}, False),  # the majority on San Michele may still take two back
        ({"dead.1": 2, "dead.2": 1, "cards.1": USED, "cards.2": USED}, False),
        ({"cards.1": ["san-michele"]}, False),  # grey pigeons may still score for the Vatican
    ],
)
def test_the_game_ends_when_no_pigeon_can_come_back(more: dict[str, Any], over: bool) -> None:
    play = counted({**GONE, **more})
    assert (play.referee.outcome is not None) == over
    if play.referee.outcome:
        assert (play.referee.outcome.places, play.referee.outcome.rule) == ([[2], [1]], "VEZ.E3")
        assert [tell.key for tell in play.game.tells if tell.rule == "VEZ.E3"] == ["dead-end", "won"]


@pytest.mark.rule("VEZ.E3")
def test_at_a_dead_end_ties_are_shared() -> None:
    play = counted({**GONE, "points.1": 9})
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1, 2]]
    assert play.told("shared").facts["seats"] == [1, 2]


@pytest.mark.rule("VEZ.Y1", "VEZ.E1")
def test_round_sheet_totals_and_receipts() -> None:
    kit = games.find("venezia")
    zones = {zone: {"1": 0, "2": 0, "grey": 0} for zone in ZONES} | {"castello": {"1": 2, "2": 1, "grey": 0}}
    seats = {
        "1": {"home": "giudecca", "points": 47, "dead": 0},
        "2": {"home": "castello", "points": 49, "dead": 0},
    }
    filled = {"players": 2, "zones": zones, "seats": seats, "vatican": "nobody", "bird": "nowhere"}
    counted = kit.sheets["round"].score(filled, kit.layout())
    words = Words("en", folders_of("venezia"), seat_table(NAMES[:2], kit.game.colours))
    said = [words.tell(tell) for tell in counted.tells]
    assert said[0] == f"Points now: {NAMES[0]} 53, {NAMES[1]} 49."
    sums = Counter[int]()
    for receipt in counted.receipts:
        sums[receipt.seat] += receipt.amount
    assert sums == {1: 53, 2: 49}
    assert [one.why for one in counted.receipts] == ["so-far", "so-far", "foreign"]
    seats["2"]["points"] = 50
    with pytest.raises(Refusal) as refused:
        kit.sheets["round"].score(filled, kit.layout())
    assert (refused.value.key, refused.value.rule) == ("over-before", "VEZ.E1")


@pytest.mark.rule("VEZ.E1")
def test_ranking_puts_equals_together() -> None:
    outcome = ending({1: 3, 2: 59, 3: 3, 4: 0}, [])
    assert outcome is not None
    assert outcome.places == [[2], [1, 3], [4]]
