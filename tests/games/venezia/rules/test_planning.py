"""Venezia's set-up and planning, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.game import Broken
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, ZONES
from companion.games.venezia.rules.planning import pigeons_at_hand
from companion.refusal import Refusal
from companion.seats import Seat
from companion.steps import TABLE
from tests.games.venezia.play import Play, referee


@pytest.mark.rule("VEZ.K1", "VEZ.S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_pigeons_and_cards(players: int) -> None:
    game = referee(players).game
    for seat in game.view(TABLE)["seats"].values():
        assert (seat["reserve"], seat["stock"], seat["nest"], seat["dead"], seat["piazza"]) == (12, 28, 0, 0, 0)
        assert sorted(seat["hand"]) == sorted(ACTIONS)
        assert len(seat["hand"]) == 8
        assert seat["played"] == []
    assert game.score == {seat: {"points": 0} for seat in range(1, players + 1)}


@pytest.mark.rule("VEZ.K1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_players(players: int) -> None:
    kit = games.find("venezia")
    seats = [Seat(number, f"Player {number}", "red") for number in range(1, players + 1)]
    with pytest.raises(Refusal) as refused:
        kit.game.set_table(seats, {}, kit.layout())
    assert refused.value.key == "wrong-players"


@pytest.mark.rule("VEZ.K2")
def test_six_grey_pigeons_start_at_the_edge() -> None:
    view = referee(2).game.view(TABLE)
    assert view["grey"] == 6
    assert [zone["grey"] for zone in view["zones"].values()] == [0] * 8
    assert (view["piazza"]["tourists"], view["piazza"]["hunters"], view["bird"]) == ([], [], None)


@pytest.mark.rule("VEZ.K3")
def test_zones_are_seven_districts_and_san_giorgio() -> None:
    assert len(DISTRICTS) == 7
    assert list(referee(2).game.view(TABLE)["zones"]) == list(ZONES) == [*DISTRICTS, "san-giorgio"]


@pytest.mark.rule("VEZ.S2")
def test_youngest_first_then_homes_clockwise() -> None:
    judge = referee(3)
    assert list(judge.open[TABLE].choice.legal()) == [1, 2, 3]
    judge.answer(TABLE, 2)
    asked = []
    for home in ("san-polo", "castello", "giudecca"):
        (seat,) = judge.open
        asked.append(seat)
        judge.answer(seat, home)
    assert asked == [2, 3, 1]
    view = judge.game.view(TABLE)
    assert (view["first"], view["homes"]) == (2, {"2": "san-polo", "3": "castello", "1": "giudecca"})


@pytest.mark.rule("VEZ.S2")
def test_homes_are_distinct_districts() -> None:
    judge = referee(2)
    judge.answer(TABLE, 1)
    assert list(judge.open[1].choice.legal()) == list(DISTRICTS), "San Giorgio is nobody's home"
    judge.answer(1, "castello")
    assert list(judge.open[2].choice.legal()) == [zone for zone in DISTRICTS if zone != "castello"]
    with pytest.raises(Refusal) as refused:
        judge.answer(2, "castello")
    assert (refused.value.key, refused.value.rule) == ("home-taken", "VEZ.S2")


@pytest.mark.rule("VEZ.P1")
def test_everyone_plans_at_once_in_secret() -> None:
    play = Play(players=3)
    assert sorted(play.referee.open) == [1, 2, 3]
    assert all(decision.secret for decision in play.referee.open.values())
    judge = play.referee
    assert (judge.open[2].key, list(judge.open[2].choice.legal())) == ("first", ["piazza", "feint"])
    judge.answer(2, "piazza")
    assert judge.open[2].key == "zones"
    for wrong in (["castello"], ["castello", "castello", "san-polo"], list(ZONES[:4])):
        with pytest.raises(Refusal):
            judge.answer(2, wrong)
    judge.answer(2, ["castello", "giudecca", "san-giorgio"])
    assert judge.open[2].choice.to_json()["most"].keys() == {"piazza", "castello", "giudecca", "san-giorgio"}


@pytest.mark.rule("VEZ.P1")
def test_actions_start_in_round_two() -> None:
    assert not Play().is_asked("action")
    play = Play(round=2, position={"cards.1": ["feud"]})
    assert list(play.referee.open[1].choice.legal()) == ["none", *(card for card in ACTIONS if card != "feud")]
    assert play.is_asked("action", seat=2)


@pytest.mark.rule("VEZ.P1", "VEZ.X1")
def test_actions_start_in_round_two_with_real_plates() -> None:
    play = Play(plates="table").until("actions")
    assert play.decision.id == "actions@2"


@pytest.mark.rule("VEZ.P1")
def test_cards_return_every_round() -> None:
    play = Play({1: {"piazza": 1, "castello": 1}}).to_end_of_round()
    play.referee.answer(1, "none")
    assert list(play.referee.open[1].choice.legal()) == ["piazza", "feint"]
    play.referee.answer(1, "piazza")
    play.referee.answer(1, ["castello", "giudecca", "san-giorgio"])


@pytest.mark.rule("VEZ.P2")
def test_any_part_of_the_reserve_is_placed() -> None:
    play = Play(round=2)
    play.referee.answer(1, "feud")
    play.referee.answer(1, "feint")
    play.referee.answer(1, ["castello", "giudecca", "san-giorgio"])
    choice = play.referee.open[1].choice.to_json()
    assert choice["most"] == {"feint": 12, "castello": 12, "giudecca": 12, "san-giorgio": 12}
    assert (choice["low"], choice["high"]) == (0, 12)
    with pytest.raises(Refusal):
        play.referee.answer(1, {"castello": 7, "giudecca": 6})
    play.referee.answer(1, {"castello": 0, "giudecca": 4, "feint": 2})


@pytest.mark.rule("VEZ.P2")
def test_numbers_are_public_once_all_have_planned() -> None:
    play = Play({1: {"feint": 2, "castello": 1, "giudecca": 5}, 2: {"piazza": 3}})
    for _ in range(3):
        play.referee.answer(1, play.idle(1, play.referee.open[1]))
    assert play.before(1)["reserve"] == 12, "nothing shows while the other still plans"
    play.until("feint")
    assert play.before(1)["reserve"] == 4
    assert (play.before(1)["on_first"], play.before(1)["on_zones"]) == (2, [5, 1, 0])
    assert play.tells("planned") == [
        {"seat": 1, "n": 2, "numbers": [5, 1, 0]},
        {"seat": 2, "n": 3, "numbers": [0, 0, 0]},
    ]


@pytest.mark.rule("VEZ.P2")
def test_without_a_reserve_only_an_action_is_planned() -> None:
    play = Play({1: {"action": "feud"}}, {"reserve.1": 0}, round=2)
    play.referee.answer(1, "feud")
    assert 1 not in play.referee.open
    play.to_end_of_round()
    assert play.told("plays").facts["action"] == "feud"


@pytest.mark.rule("VEZ.P2", "VEZ.K6")
def test_the_stock_does_not_refill_the_reserve() -> None:
    """All go to Castello and are hunted: the stock is full, and nothing is left to plan with."""
    play = Play({1: {"castello": 12}}).to_end_of_round()
    assert (play.before(1)["reserve"], play.before(1)["stock"]) == (0, 40)


@pytest.mark.rule("VEZ.P2")
@pytest.mark.parametrize("plates", ["device", "table"])
def test_later_rounds_may_draw_on_the_stock(plates: str) -> None:
    """By the letter of the rulebook: first the reserve is used, then the stock, from the second round on."""
    play = Play(supply="common", plates=plates)
    assert pigeons_at_hand(play.game, 1) == 12
    play = Play({1: {"castello": 15, "left": 15}}, {"reserve.1": 2}, round=2, supply="common", plates=plates)
    assert pigeons_at_hand(play.game, 1) == 40
    stock = play.before(1)["stock"]
    play.until("draw")
    assert (play.before(1)["reserve"], play.before(1)["stock"]) == (0, stock - 13)


@pytest.mark.rule("VEZ.P2", "VEZ.K6")
def test_a_correction_takes_nothing_that_is_planned_with() -> None:
    play = Play(round=2, supply="common")
    assert play.game.corrections()["nest.1"].choice.to_json()["high"] == 0
    assert play.until("draw").game.corrections()["nest.1"].choice.to_json()["high"] == 28


@pytest.mark.rule("VEZ.P3")
@pytest.mark.parametrize(("standing", "most"), [(0, 10), (1, 9), (4, 6), (10, 0)])
def test_a_piazza_card_leaves_at_most_ten_standing(standing: int, most: int) -> None:
    play = Play(position={"piazza.1": [f"A{n}" for n in range(1, standing + 1)]})
    judge = play.referee
    judge.answer(1, "piazza")
    judge.answer(1, ["castello", "giudecca", "san-giorgio"])
    assert judge.open[1].choice.to_json()["most"]["piazza"] == most
    with pytest.raises(Refusal):
        judge.answer(1, {"piazza": most + 1})
    judge.answer(1, {"piazza": most})


@pytest.mark.rule("VEZ.P3")
def test_a_feint_has_no_limit() -> None:
    play = Play({1: {"feint": 12}}, {"piazza.1": [f"A{n}" for n in range(1, 11)]}).until("feint")
    assert play.decision.facts["n"] == 12


@pytest.mark.rule("VEZ.P3", "VEZ.Z1")
def test_an_overfull_real_plate_must_be_a_feint() -> None:
    play = Play({1: {"first": 11}, 2: {"first": 10}}, plates="table").until("feint", seat=1)
    assert play.told("reveals").facts == {"seat": 1, "zone": "feint", "n": 11}, "there was nothing to ask"
    play.until("reveal", seat=2)
    assert play.options == ["piazza", "feint"]


@pytest.mark.rule("VEZ.P3")
def test_corrections_leave_room_for_an_unrevealed_plate() -> None:
    """Ten wait on a card that may be the Piazza: until it is revealed, none can be corrected onto the Piazza."""
    play = Play({1: {"first": 10}}, plates="table", piazza="counted").until("reveal")
    with pytest.raises(Refusal) as refused:
        play.referee.correct("piazza.1", 1)
    assert refused.value == Refusal("out-of-range", value=1, low=0, high=0)
    play.referee.correct("piazza.1", 0)
    assert play.options == ["piazza", "feint"]


@pytest.mark.rule("VEZ.K6")
@pytest.mark.parametrize("plates", ["device", "table"])
@pytest.mark.parametrize("piazza", ["mapped", "counted"])
def test_forty_pigeons_are_always_somewhere(plates: str, piazza: str) -> None:
    judge, rng = referee(3, plates=plates, piazza=piazza), Random(plates)
    while judge.open and len(judge.entries) < 200:
        seat = rng.choice(list(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
        view = judge.game.view(TABLE)
        for number, own in view["seats"].items():
            held = ("stock", "reserve", "nest", "dead", "piazza", "on_first")
            zones = sum(zone["pigeons"][number] for zone in view["zones"].values())
            assert sum(own[place] for place in held) + sum(own["on_zones"]) + zones == 40
            assert min(own[place] for place in held) >= 0


@pytest.mark.rule("VEZ.K6")
def test_a_lost_pigeon_is_noticed() -> None:
    game = Play().game
    game.check()
    game.pieces.nest[1] += 1
    with pytest.raises(Broken):
        game.check()
