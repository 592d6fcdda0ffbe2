"""What a table of Venezia may correct: when, within which bounds, and how open questions follow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, SAN_GIORGIO, ZONES
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.venezia.play import Play, referee


def offered(play: Play) -> dict[str, Any]:
    """Return what may be corrected now, each with what the box believes."""
    return {place: one.now for place, one in play.game.corrections().items()}


def bounds(play: Play, place: str) -> tuple[int, int]:
    choice = play.game.corrections()[place].choice.to_json()
    return choice["low"], choice["high"]


@pytest.mark.rule("VEZ.K6")
@pytest.mark.parametrize("piazza", ["mapped", "counted"])
@pytest.mark.parametrize("plates", ["device", "table"])
def test_any_offered_correction_keeps_the_game_sound(piazza: str, plates: str) -> None:
    rng, seen = Random(f"{piazza} {plates}"), set()
    for seed in range(6):
        judge = referee(3, seed=seed, piazza=piazza, plates=plates)
        while judge.open and len(judge.entries) < 100:
            if rng.random() < 0.2:
                kind = rng.choice(sorted({one.key for one in judge.game.corrections().values()}))
                places = {place: one for place, one in judge.game.corrections().items() if one.key == kind}
                place, one = rng.choice(list(places.items()))
                assert one.choice.check(one.now) == one.now
                judge.correct(place, rng.choice((0, 3)) if one.key == "points" else one.choice.sample(rng))
                seen.add(one.key)
            else:
                seat = rng.choice(list(judge.open))
                judge.answer(seat, judge.open[seat].choice.sample(rng))
            judge.game.check()
            assert judge.fault is None
    pigeons = {"reserve", "nest", "dead", "zone", "piazza", "grey"}
    assert seen == {"points", "cards", "home", "tourist", "hunter", *pigeons}


@pytest.mark.rule("VEZ.K6")
@pytest.mark.parametrize(
    "place", ["reserve.1", "nest.1", "dead.1", "zone.1.castello", f"zone.1.{SAN_GIORGIO}", "piazza.1"]
)
def test_the_stock_makes_up_the_difference(place: str) -> None:
    play = Play(position={"piazza.1": 3, "zone.1.castello": 4, "nest.1": 2}, piazza="counted").until("homing")
    stock, now = play.before(1)["stock"], offered(play)[place]
    play.referee.correct(place, now + 2)
    assert (play.before(1)["stock"], offered(play)[place]) == (stock - 2, now + 2)
    play.referee.correct(place, 0)
    assert (play.before(1)["stock"], offered(play)[place]) == (stock + now, 0)
    play.game.check()


@pytest.mark.rule("VEZ.K6")
def test_corrections_are_bounded_by_the_stock() -> None:
    play = Play(position={"zone.1.castello": 26}).until("draw")
    assert (bounds(play, "nest.1"), bounds(play, "zone.1.castello")) == ((0, 2), (0, 28))
    with pytest.raises(Refusal):
        play.referee.correct("nest.1", 3)


@pytest.mark.rule("VEZ.P2")
def test_corrections_during_planning_are_limited() -> None:
    play = Play(round=2)
    kinds = {place.split(".")[0] for place in offered(play)}
    assert kinds == {"points", "nest", "dead", "zone", "grey", "home"}
    play.until("draw")
    assert "cards.1" not in offered(play), "a card may still lie on a plate"
    assert {"reserve.1", "piazza.1"} <= offered(play).keys()


@pytest.mark.rule("VEZ.P3", "VEZ.K5", "VEZ.M4")
def test_the_piazza_is_corrected_cell_by_cell() -> None:
    position = {"piazza.1": ["A1"], "piazza.2": ["A3"]}
    play = Play(position=position, spins=["F1", "F3", "H10"], blocked=["A5"]).until("mover")
    choice = play.game.corrections()["piazza.1"].choice.to_json()
    assert {"A3", "A5", "H10", "G9"}.isdisjoint(choice["items"]), "another's, blocked, the hunter's"
    assert (choice["low"], choice["high"], len(choice["items"])) == (0, 10, 80 - 1 - 1 - 4)
    play.referee.correct("piazza.1", ["B1", "B2"])
    assert play.cells == {"B1": 1, "B2": 1, "A3": 2}
    assert (play.before(1)["piazza"], play.before(1)["stock"]) == (2, 26)
    assert play.options == ["done", "B1", "B2"], "the open question follows"


@pytest.mark.rule("VEZ.P3")
def test_a_correction_leaves_room_for_the_first_card() -> None:
    play = Play({1: {"piazza": 8}}).until("land")
    assert bounds(play, "piazza.1") == (0, 2)
    assert bounds(play, "piazza.2") == (0, 10)


@pytest.mark.rule("VEZ.M1")
def test_a_pigeon_removed_while_moving_goes_nowhere() -> None:
    play = Play(position={"piazza.1": ["A1", "C5"]}).until("mover").answer("mover", "A1")
    play.referee.correct("piazza.1", ["C5"])
    assert play.options == ["other"]
    assert play.game.view(TABLE)["piazza"]["targets"] == {}
    play.answer("target", "other")
    assert play.options == ["done", "C5"]


@pytest.mark.rule("VEZ.M1")
def test_another_players_pigeon_cannot_replace_the_moving_one() -> None:
    play = Play(position={"piazza.1": ["A1", "C5"]}).until("mover").answer("mover", "A1")
    play.referee.correct("piazza.1", ["C5"])
    play.referee.correct("piazza.2", ["A1"])
    assert (play.seat, play.options) == (1, ["other"])
    assert play.game.view(TABLE)["piazza"]["targets"] == {}
    play.answer("target", "other")
    assert play.options == ["done", "C5"]
    assert play.cells == {"A1": 2, "C5": 1}


@pytest.mark.rule("VEZ.C3")
def test_counted_births_follow_corrections() -> None:
    play = Play(position={"piazza.1": 4}, piazza="counted").until("on")
    play.referee.correct("piazza.1", 1)
    assert play.options == [0, 1]
    play.answer("on", 0)
    assert max(play.options) == 2, "one pigeon next to both tourists"


@pytest.mark.rule("VEZ.X3", "VEZ.A3")
def test_open_questions_follow_corrections() -> None:
    play = Play({1: {"action": "feud"}}, {"nest.1": 1, "zone.2.castello": 1}, round=2).until("homing")
    play.referee.correct("nest.1", 3)
    assert play.options == [0, 1, 2, 3]
    play.answer("homing", 3)
    play.referee.correct("zone.2.san-polo", 1)
    assert list(play.decision.choice.to_json()["rows"]) == ["castello", "san-polo"]


@pytest.mark.rule("VEZ.Y2", "VEZ.X4")
def test_played_cards_can_be_corrected_once_revealed() -> None:
    play = Play({1: {"action": "bird"}}, {f"zone.1.{SAN_GIORGIO}": 1}, round=2).until("bird")
    assert offered(play)["cards.1"] == ["bird"]
    play.referee.correct("cards.1", ["vatican", "bird"])
    assert play.before(1)["played"] == ["vatican", "bird"]
    assert play.before(1)["hand"] == [card for card in ACTIONS if card not in ("vatican", "bird")]
    play.answer("bird", "castello")
    assert set(play.options) == {"vatican", "bird", "none"}
    play.referee.correct("cards.1", ["vatican"])
    assert set(play.options) == {"vatican", "none"}


@pytest.mark.rule("VEZ.Y3")
def test_recovery_follows_corrections() -> None:
    play = Play(position={"dead.1": 1}).until("recover")
    play.referee.correct("dead.1", 4)
    assert play.decision.facts["n"] == 2
    play.answer("recover", "yes")
    assert play.tells("recovered") == [{"seat": 1, "n": 2}]


@pytest.mark.rule("VEZ.Y3")
def test_recovery_passes_to_the_new_leader() -> None:
    play = Play(position={"dead.1": 3}).until("recover")
    play.referee.correct("dead.2", 5)
    assert (play.seat, play.options) == (1, ["no"])
    play.answer("recover", "no")
    assert (play.key, play.seat, play.options) == ("recover", 2, ["yes", "no"])
    play.answer("recover", "yes")
    assert play.tells("recovered") == [{"seat": 2, "n": 2}]
    assert [play.before(seat)["dead"] for seat in (1, 2)] == [3, 3]


@pytest.mark.rule("VEZ.Y2")
def test_taking_back_passes_to_the_new_leader() -> None:
    position = {f"zone.1.{SAN_GIORGIO}": 1, "cards.1": ["feud"], "cards.2": ["bird"]}
    play = Play(position=position).until("take-back")
    play.referee.correct(f"zone.2.{SAN_GIORGIO}", 2)
    assert (play.seat, play.options) == (1, ["none"])
    play.answer("take-back", "none")
    assert (play.seat, set(play.options)) == (2, {"bird", "none"})
    play.answer("take-back", "bird")
    assert play.tells("took-back") == [{"seat": 2, "action": "bird"}]


@pytest.mark.rule("VEZ.A1", "VEZ.K2")
def test_grey_pigeons_are_not_corrected_while_they_move() -> None:
    position = {"grey.castello": 2, "nest.1": 1, f"zone.1.{SAN_GIORGIO}": 1}
    play = Play({1: {"action": "vatican"}}, position, round=2).until("homing")
    assert bounds(play, "grey.castello") == (0, 6)
    assert bounds(play, "grey.san-polo") == (0, 4)
    play.referee.correct("grey.san-polo", 4)
    assert play.game.view(TABLE)["grey"] == 0
    play.answer("homing", 0)
    assert play.key == "grey-from"
    assert not any(place.startswith("grey") for place in offered(play))
    play.answer("grey-from", "castello")
    assert not any(place.startswith("grey") for place in offered(play))
    play.answer("grey-to", "dorsoduro").answer("grey-from", "enough")
    assert play.game.view(TABLE)["vatican"] == 1
    assert offered(play)["grey.dorsoduro"] == 1, "the move is over"


@pytest.mark.rule("VEZ.A1", "VEZ.V3")
@pytest.mark.parametrize("reach", ["districts", "san-giorgio"])
def test_grey_pigeons_are_corrected_within_reach(reach: str) -> None:
    play = Play(reach=reach)
    places = {place.partition(".")[2] for place in offered(play) if place.startswith("grey")}
    assert places == set(ZONES if reach == "san-giorgio" else DISTRICTS)
    play.game.pieces.grey[SAN_GIORGIO] = 1
    assert bounds(play, f"grey.{SAN_GIORGIO}") == (0, 6), "one that stands there can be taken away"


@pytest.mark.rule("VEZ.E1")
def test_corrected_points_have_a_receipt_and_count_later() -> None:
    play = Play()
    play.referee.correct("points.2", 60)
    assert play.points == [0, 60]
    receipt = play.game.receipts[-1]
    assert (receipt.seat, receipt.amount, receipt.why) == (2, 60, "corrected")
    assert play.referee.outcome is None
    play.to_end_of_round()
    assert play.referee.outcome is not None, "but the next count does"
    assert play.referee.outcome.winners == [2]


def test_every_correction_is_told_to_all() -> None:
    play = Play(position={"piazza.1": ["A1"]}, round=2, plates="table").until("actions")
    values = {"points.1": 4, "reserve.1": 3, "nest.1": 1, "dead.1": 2, "zone.1.castello": 2, "grey.castello": 1}
    for place, value in {**values, "piazza.1": ["A1", "A2"], "cards.1": ["feud"]}.items():
        told = len(play.game.tells)
        play.referee.correct(place, value)
        assert len(play.game.tells) == told + 1
        assert play.game.tells[-1].to == TABLE
        assert offered(play)[place] == value


def test_unknown_places_are_refused() -> None:
    play = Play()
    for place in ("stock.1", "zone.1.venice", "points.3", "piazza.1"):
        with pytest.raises(Refusal) as refused:
            play.referee.correct(place, 0)
        assert refused.value.key == "no-such-place"
    assert len([place for place in offered(play) if place.startswith("zone.1")]) == len(ZONES) == len(DISTRICTS) + 1


@pytest.mark.rule("VEZ.S2")
def test_a_home_is_corrected_to_a_free_district() -> None:
    play = Play(position={"nest.1": 2}).until("homing")
    choice = play.game.corrections()["home.1"].choice
    assert "castello" not in choice.legal(), "seat 2 lives there"
    play.referee.correct("home.1", "san-polo")
    assert play.decision.facts["zone"] == "san-polo", "the question says so too"
    play.answer("homing", 2)
    assert play.told("homed").facts == {"seat": 1, "n": 2, "zone": "san-polo"}


@pytest.mark.rule("VEZ.Z2", "VEZ.Z3", "VEZ.M4")
def test_tourists_and_hunters_can_be_moved() -> None:
    """The open question follows: the cells that the hunter bars are told again, and nobody is swept."""
    play = Play(position={"piazza.1": ["A1"]}, spins=["F1", "F3", "H10"], blocked=["A5"]).until("mover")
    assert {"tourist.1": "F1", "tourist.2": "F3", "hunter.1": "H10"}.items() <= offered(play).items()
    cells = play.game.corrections()["tourist.1"].choice.to_json()["options"]
    assert {"A5", "F3"}.isdisjoint(cells), "blocked, or another tourist's"
    play.referee.correct("tourist.1", "B2")
    play.referee.correct("hunter.1", "A3")
    piazza = play.game.view(TABLE)["piazza"]
    assert (piazza["tourists"], piazza["hunters"]) == (["B2", "F3"], ["A3"])
    play.answer("mover", "A1")
    assert "B2" not in play.options, "the hunter's ground"
    assert "B1" in play.options
    assert play.cells == {"A1": 1}
    play.game.check()


@pytest.mark.rule("VEZ.Y6")
def test_no_figures_to_move_while_none_stands() -> None:
    assert not any(place.startswith(("tourist", "hunter")) for place in offered(Play(round=2)))
