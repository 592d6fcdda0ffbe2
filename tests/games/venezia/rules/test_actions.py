"""Venezia's third phase, rule by rule: who acts, the eight actions, homing, and the zone cards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.venezia.rules.actions import ACTS
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, SAN_GIORGIO, ZONES
from companion.steps import TABLE
from tests.games.venezia.play import Play


def acting(action: str, position: dict[str, Any] | None = None, players: int = 2, **options: Any) -> Play:
    """Let seat 1 play an action in round 2 from this position."""
    return Play({1: {"action": action}}, position, players, round=2, **options)


@pytest.mark.rule("VEZ.X1")
def test_of_equal_cards_only_the_lowest_score_acts() -> None:
    plans = {seat: {"action": "san-michele"} for seat in (1, 2, 3)}
    position = {"points.1": 9, "points.2": 6, "points.3": 9, "dead.1": 1, "dead.2": 2, "dead.3": 3}
    play = Play(plans, position, players=3, round=2).to_end_of_round()
    assert [tell["seat"] for tell in play.tells("plays")] == [2]
    assert [tell["seat"] for tell in play.tells("takes-back")] == [1, 3]
    assert [play.before(seat)["dead"] for seat in (1, 2, 3)] == [1, 0, 3]
    assert [play.before(seat)["played"] for seat in (1, 2, 3)] == [[], ["san-michele"], []]
    assert "san-michele" in play.before(1)["hand"]


@pytest.mark.rule("VEZ.X1")
def test_of_equal_cards_none_acts_on_a_tie() -> None:
    plans = {seat: {"action": "san-michele"} for seat in (1, 2, 3)}
    play = Play(plans, {"points.3": 9, "dead.3": 3, "dead.1": 3}, players=3, round=2).to_end_of_round()
    assert play.tells("plays") == []
    assert [play.before(seat)["played"] for seat in (1, 2, 3)] == [[], [], []]
    assert [play.before(seat)["dead"] for seat in (1, 2, 3)] == [3, 0, 3]


@pytest.mark.rule("VEZ.X1")
def test_real_action_cards_are_entered_together() -> None:
    play = Play(position={"cards.2": ["feud"], "dead.1": 2}, plates="table", round=2).until("actions")
    assert play.seat == TABLE
    rows = play.decision.choice.to_json()["rows"]
    assert rows["1"]["action"]["options"] == ["none", *ACTIONS]
    assert "feud" not in rows["2"]["action"]["options"]
    play.answer("actions", {"1": {"action": "san-michele"}, "2": {"action": "none"}})
    assert play.told("risen").facts == {"seat": 1, "n": 2}


@pytest.mark.rule("VEZ.X2", "VEZ.A2")
def test_family_reunion_comes_first() -> None:
    """It comes even before the first player's action, and before homing."""
    plans = {1: {"action": "takeover"}, 2: {"action": "reunion"}}
    play = Play(plans, {"nest.1": 4, "nest.2": 3}, round=2).until("reunion")
    assert (play.seat, play.options) == (2, list(DISTRICTS))
    play.answer("reunion", "san-polo")
    assert play.zone("san-polo") == [4, 3]
    assert [play.before(seat)["nest"] for seat in (1, 2)] == [0, 0]
    assert (play.key, play.seat) == ("takeover", 1), "nobody is asked to fly home from an empty nest"


@pytest.mark.rule("VEZ.X3")
def test_homing_comes_before_other_actions() -> None:
    position = {"nest.1": 2, "nest.2": 3}
    play = Play({1: {"action": "bird"}}, position, first=2, round=2).until("homing")
    assert (play.seat, play.options, play.decision.facts["zone"]) == (2, [0, 1, 2, 3], "castello")
    play.answer("homing", 2)
    assert (play.seat, play.options) == (1, [0, 1, 2])
    play.answer("homing", 0)
    assert play.key == "bird"
    assert (play.zone("castello"), play.before(2)["nest"], play.before(1)["nest"]) == ([0, 2], 1, 2)


@pytest.mark.rule("VEZ.X4")
def test_other_actions_run_clockwise() -> None:
    plans = {1: {"action": "bird"}, 2: {"action": "purge"}, 3: {"action": "feud"}}
    play = Play(plans, {"zone.1.castello": 1}, players=3, first=2, round=2).until("purge")
    asked = []
    while play.key not in ("action", "first"):
        asked.append((play.seat, play.key))
        play.pass_by()
        if len(play.referee.open) > 1:
            break
    assert asked == [(2, "purge"), (2, "purge-colour"), (3, "feud"), (1, "bird")]
    assert [play.before(seat)["played"] for seat in (1, 2, 3)] == [["bird"], ["purge"], ["feud"]]


@pytest.mark.rule("VEZ.X4")
@pytest.mark.parametrize("action", ["feud", "poison", "san-michele"])
def test_a_card_without_effect_is_still_played(action: str) -> None:
    play = acting(action).to_end_of_round()
    assert play.before(1)["played"] == [action]


@pytest.mark.rule("VEZ.X5")
def test_zone_cards_are_turned_up_after_the_actions() -> None:
    plans: dict[int, dict[str, Any]] = {
        1: {"action": "purge", "castello": 3},
        2: {"castello": 2, "san-giorgio": 4},
    }
    play = Play(plans, {"zone.2.castello": 5}, round=2).until("purge")
    play.answer("purge", "castello").answer("purge-colour", "2")
    assert play.tells("settled") == [
        {"seat": 1, "flown": {"castello": 3}},
        {"seat": 2, "flown": {"castello": 2, "san-giorgio": 4}},
    ]
    assert play.told("scored").facts["counts"]["castello"] == {1: 3, 2: 2}


@pytest.mark.rule("VEZ.X5", "VEZ.P1")
def test_real_zone_cards_are_entered_one_by_one() -> None:
    play = Play({1: {"left": 2, "right": 1}}, plates="table").until("zone")
    assert (play.options, play.decision.facts["n"]) == (list(ZONES), 2)
    play.answer("zone", "castello")
    assert play.options == [zone for zone in ZONES if zone != "castello"]
    play.answer("zone", "san-giorgio")
    assert play.told("settled").facts["flown"] == {"castello": 2, "san-giorgio": 1}


@pytest.mark.rule("VEZ.X5")
def test_a_zone_has_no_limit() -> None:
    play = Play({1: {"castello": 12}}, {"zone.1.castello": 28, "zone.2.castello": 28}).to_end_of_round()
    assert play.told("scored").facts["counts"]["castello"] == {1: 40, 2: 28}


@pytest.mark.rule("VEZ.A1", "VEZ.Y4")
def test_vatican_adds_and_moves_up_to_three() -> None:
    position = {"grey.san-polo": 2, "zone.2.giudecca": 1, "zone.2.castello": 1}
    play = acting("vatican", position).until("grey-from")
    assert play.options == ["enough", "edge", "san-polo"]
    play.answer("grey-from", "edge")
    assert play.options == list(DISTRICTS)
    play.answer("grey-to", "giudecca").answer("grey-from", "san-polo")
    assert play.options == [zone for zone in DISTRICTS if zone != "san-polo"]
    play.answer("grey-to", "giudecca").answer("grey-from", "edge").answer("grey-to", "castello")
    counts = play.told("scored").facts["counts"]
    assert (counts["giudecca"], counts["castello"], counts["san-polo"]) == ({1: 2, 2: 1}, {1: 1, 2: 1}, {1: 1, 2: 0})
    assert play.points == [3 + 3, 0], "Giudecca and San Polo; Castello is tied"


@pytest.mark.rule("VEZ.A1")
def test_vatican_may_stop_early() -> None:
    play = acting("vatican", {"grey.san-polo": 2}).until("grey-from").answer("grey-from", "enough")
    assert play.points == [3, 0]


@pytest.mark.rule("VEZ.A1", "VEZ.K2")
def test_at_most_six_grey_pigeons() -> None:
    play = acting("vatican", {"grey.san-polo": 5}).until("grey-from").answer("grey-from", "edge")
    play.answer("grey-to", "castello")
    assert play.options == ["enough", "castello", "san-polo"], "the edge is empty"


@pytest.mark.rule("VEZ.A1", "VEZ.Y4")
def test_the_vatican_lasts_one_round() -> None:
    play = acting("vatican", {"grey.san-polo": 1, "zone.1.castello": 3}).to_end_of_round()
    assert play.game.view(TABLE)["vatican"] is None
    points = play.points
    play.to_end_of_round()
    assert play.points == points


@pytest.mark.rule("VEZ.A3")
def test_feud_removes_one_opposing_pigeon_per_district() -> None:
    position = {
        "zone.1.castello": 2,
        "zone.2.castello": 2,
        "zone.3.castello": 1,
        "zone.3.san-polo": 1,
        "zone.1.giudecca": 1,
        "grey.dorsoduro": 1,
        "zone.2.san-giorgio": 1,
    }
    play = acting("feud", position, players=3).until("feud")
    rows = play.decision.choice.to_json()["rows"]
    assert {zone: row["victim"]["options"] for zone, row in rows.items()} == {
        "castello": ["nobody", "2", "3"],
        "san-polo": ["nobody", "3"],
    }, "not their own, not grey ones, not in San Giorgio"
    stock = play.before(2)["stock"]
    play.answer("feud", {"castello": {"victim": "2"}, "san-polo": {"victim": "nobody"}})
    assert play.told("scored").facts["counts"]["castello"] == {1: 2, 2: 1, 3: 1}
    assert play.told("scored").facts["counts"]["san-polo"] == {1: 0, 2: 0, 3: 1}
    assert play.tells("feud") == [{"seat": 1, "victim": 2, "zone": "castello"}]
    assert play.before(2)["stock"] >= stock + 1


@pytest.mark.rule("VEZ.V3")
def test_variant_lets_vatican_and_feud_reach_san_giorgio() -> None:
    feud = acting("feud", {"zone.2.san-giorgio": 1}, reach="san-giorgio").until("feud")
    assert list(feud.decision.choice.to_json()["rows"]) == [SAN_GIORGIO]
    vatican = acting("vatican", {"grey.san-giorgio": 1}, reach="san-giorgio").until("grey-from")
    assert SAN_GIORGIO in vatican.options
    vatican.answer("grey-from", "edge")
    assert vatican.options == list(ZONES)


@pytest.mark.rule("VEZ.V3", "VEZ.A1", "VEZ.A3")
def test_vatican_stays_in_districts_without_the_variant() -> None:
    vatican = acting("vatican")
    vatican.game.pieces.grey[SAN_GIORGIO] = 1  # no table could correct it like this
    vatican.until("grey-from")
    assert vatican.options == ["enough", "edge"]
    vatican.answer("grey-from", "edge")
    assert SAN_GIORGIO not in vatican.options


@pytest.mark.rule("VEZ.A4")
def test_poison_takes_up_to_three_of_anyones() -> None:
    position = {"piazza.1": ["A1"], "piazza.2": ["A5", "A7", "A9"]}
    play = acting("poison", position).until("poison")
    choice = play.decision.choice.to_json()
    assert (set(choice["items"]), choice["low"], choice["high"]) == ({"A1", "A5", "A7", "A9"}, 0, 3)
    play.answer("poison", ["A1", "A7"])
    assert play.cells == {"A5": 2, "A9": 2}
    assert [play.before(seat)["dead"] for seat in (1, 2)] == [1, 1]


@pytest.mark.rule("VEZ.A4")
def test_counted_poison() -> None:
    play = acting("poison", {"piazza.1": 1, "piazza.2": 5}, piazza="counted").until("poison")
    choice = play.decision.choice.to_json()
    assert (choice["most"], choice["low"], choice["high"]) == ({"1": 1, "2": 3}, 0, 3)
    play.answer("poison", {"1": 0, "2": 3})
    assert (play.before(2)["piazza"], play.before(2)["dead"]) == (2, 3)


@pytest.mark.rule("VEZ.A5")
def test_san_michele_recovers_all_dead() -> None:
    play = acting("san-michele", {"dead.1": 7, "dead.2": 4}).to_end_of_round()
    assert (play.before(1)["dead"], play.before(1)["reserve"]) == (0, 12 + 7)
    assert play.before(2)["dead"] == 4


@pytest.mark.rule("VEZ.A6")
def test_the_birds_district_is_not_scored_this_round() -> None:
    play = acting("bird", {"zone.2.san-polo": 2, "zone.2.giudecca": 3}).until("bird")
    assert play.options == list(ZONES), "San Giorgio too"
    play.answer("bird", "san-polo")
    assert play.points == [0, 3]
    assert play.game.view(TABLE)["bird"] is None, "it has left"
    play.to_end_of_round()
    assert play.points == [0, 6], "San Polo is scored again; Giudecca was hunted"


@pytest.mark.rule("VEZ.A6", "VEZ.Y2")
def test_the_bird_on_san_giorgio_prevents_taking_back() -> None:
    position = {"zone.2.san-giorgio": 3, "cards.2": ["feud"]}
    assert acting("bird", position).until("bird").answer("bird", "castello").is_asked("take-back", seat=2)
    play = acting("bird", position).until("bird").answer("bird", SAN_GIORGIO)
    assert not play.is_asked("take-back")
    assert play.before(2)["played"] == ["feud"]


@pytest.mark.rule("VEZ.A6", "VEZ.E2")
def test_the_birds_district_is_not_one_of_five() -> None:
    five = {f"zone.1.{zone}": 1 for zone in DISTRICTS[:5]}
    ended = acting("bird", five).until("bird").answer("bird", DISTRICTS[6])
    assert ended.referee.outcome is not None
    spared = acting("bird", five).until("bird").answer("bird", DISTRICTS[2])
    assert spared.referee.outcome is None


@pytest.mark.rule("VEZ.A7")
@pytest.mark.parametrize(
    ("victim", "left"), [("1", [0, 2, 3]), ("2", [4, 0, 3]), ("3", [4, 2, 0]), ("grey", [4, 2, 3])]
)
def test_purge_removes_one_colour_from_a_district(victim: str, left: list[int]) -> None:
    position = {"zone.1.castello": 4, "zone.2.castello": 2, "zone.3.castello": 3, "grey.castello": 1}
    play = acting("purge", position, players=3).until("purge")
    assert play.options == list(DISTRICTS)
    play.answer("purge", "castello")
    assert play.options == ["1", "2", "3", "grey"]
    play.answer("purge-colour", victim)
    assert list(play.told("scored").facts["counts"]["castello"].values()) == left
    assert play.told("purged").facts["n"] == {"1": 4, "2": 2, "3": 3, "grey": 1}[victim]


@pytest.mark.rule("VEZ.A7")
def test_purged_pigeons_go_to_stock_or_edge() -> None:
    position = {"zone.2.castello": 2, "grey.castello": 2, "zone.2.san-polo": 9}
    colour = acting("purge", position).until("purge").answer("purge", "castello").answer("purge-colour", "2")
    assert colour.before(2)["stock"] == 28, "two from the purge, nine from the hunt"
    grey = acting("purge", position).until("purge").answer("purge", "castello").answer("purge-colour", "grey")
    assert grey.game.view(TABLE)["grey"] == 6
    assert grey.zone("castello") == [0, 2]


@pytest.mark.rule("VEZ.A8")
def test_takeover_replaces_each_opposing_pigeon() -> None:
    position = {
        "nest.1": 2,
        "zone.1.castello": 1,
        "zone.2.castello": 3,
        "zone.3.castello": 1,
        "grey.castello": 1,
        "zone.3.san-polo": 20,
    }
    play = acting("takeover", position, players=3).until("takeover")
    assert play.options == list(DISTRICTS)
    play.answer("takeover", "castello")
    assert play.told("took-over").facts == {"seat": 1, "zone": "castello", "gone": 4, "n": 4}
    assert (play.zone("castello"), play.grey("castello")) == ([5, 0, 0], 1), "grey ones stay"
    assert (play.before(1)["nest"], play.before(1)["reserve"]) == (0, 12 - 2)
    assert play.before(2)["stock"] == 28
    assert play.before(3)["stock"] == 28, "including those hunted in San Polo"


@pytest.mark.rule("VEZ.A8")
def test_takeover_with_too_few_still_clears_the_district() -> None:
    position = {"reserve.1": 1, "nest.1": 1, "zone.2.castello": 5, "zone.2.san-polo": 9}
    play = acting("takeover", position).until("takeover").answer("takeover", "castello")
    assert play.told("took-over").facts == {"seat": 1, "zone": "castello", "gone": 5, "n": 2}
    assert play.zone("castello") == [2, 0]


@pytest.mark.rule("VEZ.A8", "VEZ.P2")
def test_takeover_leaves_the_plate_alone() -> None:
    plans = {1: {"action": "takeover", "san-polo": 11}}
    play = Play(plans, {"zone.2.castello": 5}, round=2).until("takeover").answer("takeover", "castello")
    assert play.told("took-over").facts["n"] == 1


@pytest.mark.rule("VEZ.X4", "VEZ.K1")
def test_every_action_but_reunion_has_an_act() -> None:
    assert set(ACTS) == set(ACTIONS) - {"reunion"}
