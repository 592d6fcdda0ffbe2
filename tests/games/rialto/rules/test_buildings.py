"""Buildings: taking them, making room, upgrading and using them (RIA.C1-C4, X3-X5)."""

from __future__ import annotations

import pytest

from companion.games.rialto.rules.pieces import KINDS, value_of
from companion.referee.entries import Answer
from companion.refusal import Refusal
from tests.games.rialto.play import Play

FIRST = {1: "green-1", 2: "yellow-1", 3: "blue-1"}


def up_to(value: int) -> list[str]:
    return ["none", *(kind for kind in KINDS if value_of(kind) <= value)]


@pytest.mark.rule("RIA.C1")
def test_building_within_strength_and_bonus() -> None:
    play = Play(3, buildings=FIRST).to("C").plays({1: "2", 2: "3"})
    assert (play.seat, play.options) == (1, up_to(2))
    play.answer("building", "blue-2")
    assert (play.seat, play.options) == (2, up_to(4))
    play.answer("building", "none")
    assert (play.kinds(1), play.kinds(2)) == (["blue-2", "green-1"], ["yellow-1"])


@pytest.mark.rule("RIA.C2")
def test_above_four_first_a_four_then_the_rest() -> None:
    play = Play(3, buildings=FIRST).to("C").plays({1: "6"})
    assert play.options == ["none", "green-4", "yellow-4", "blue-4"]
    assert (play.decision.rule, play.decision.facts["n"]) == ("RIA.C2", 3), "what is left after it"
    play.answer("building-and-more", "blue-4")
    assert play.told("takes-building").rule == "RIA.C2"
    assert play.options == up_to(3)
    assert (play.decision.rule, play.decision.facts["n"]) == ("RIA.C1", 3)
    play.answer("building", "green-3")
    assert play.told("takes-building").rule == "RIA.C1"
    assert play.kinds(1) == ["blue-4", "green-1", "green-3"]
    assert play.key != "building"


@pytest.mark.rule("RIA.C2")
def test_lower_building_is_refused_while_a_four_is_left() -> None:
    play = Play(3, buildings=FIRST).to("C").plays({1: "6"})
    with pytest.raises(Refusal) as refused:
        play.answer("building-and-more", "green-3")
    assert (refused.value.key, refused.value.rule) == ("first-a-four", "RIA.C2")


@pytest.mark.rule("RIA.C2")
def test_table_may_allow_a_single_lower_building() -> None:
    play = Play(3, buildings=FIRST, big_allowance="free").to("C").plays({1: "6"})
    assert play.options == up_to(4)
    play.answer("building-and-more", "green-3")
    assert play.kinds(1) == ["green-1", "green-3"]
    assert not play.key.startswith("building"), "only that one"


@pytest.mark.rule("RIA.C2")
def test_a_four_still_leaves_the_rest_if_a_lower_one_is_allowed() -> None:
    play = (
        Play(3, buildings=FIRST, big_allowance="free").to("C").plays({1: "6"}).answer("building-and-more", "blue-4")
    )
    assert (play.key, play.options) == ("building", up_to(3))


@pytest.mark.rule("RIA.C2")
def test_taking_nothing() -> None:
    play = Play(3, buildings=FIRST).to("C").plays({1: "6"}).answer("building-and-more", "none")
    assert play.kinds(1) == ["green-1"]
    assert not play.key.startswith("building")


@pytest.mark.rule("RIA.C2")
def test_allowance_of_nine_and_more() -> None:
    play = Play(3, {"buildings.1.green-4": 1, "coins.1": 1}, buildings=FIRST, stop="activate")
    play.answer("activate", "green-4").answer("more-cards", "pile").to("C").plays({1: "9"})
    assert play.decision.facts["n"] == 6
    play.answer("building-and-more", "blue-4")
    assert play.decision.facts["n"] == 2
    play.answer("building-and-more", "blue-4")
    assert play.options == up_to(2)


@pytest.mark.rule("RIA.C2", "RIA.C4")
def test_lower_building_stands_in_for_missing_four() -> None:
    """All fifteen are taken: a lower one will do, and it still uses up four of the allowance."""
    position = {f"buildings.{seat}.{colour}-4": 5 for seat, colour in ((2, "green"), (3, "yellow"), (4, "blue"))}
    play = Play(4, position).to("C").plays({1: "5"})
    assert play.options == up_to(3)
    play.answer("building-and-more", "green-3")
    assert play.options == up_to(2)


@pytest.mark.rule("RIA.C3")
def test_eighth_building_needs_room() -> None:
    position = {"buildings.1.green-4": 2, "buildings.1.blue-2": 2, "buildings.1.blue-3": 2, "coins.1": 2}
    play = Play(3, position, buildings=FIRST, stop="activate").answer("activate", "green-4")
    play.answer("more-cards", "pile").to("C").plays({1: "1"})
    before = play.points(1)
    coins = play.game.pieces.coins
    play.answer("building", "yellow-2")
    assert play.options == ["blue-2", "blue-3", "green-1", "green-4", "green-4.used"]
    play.answer("return", "green-4.used")
    assert play.points(1) == before + 4
    assert play.game.pieces.coins == coins + 1
    assert (play.game.pieces.supply["green-4"], play.game.pieces.supply["yellow-2"]) == (4, 4)
    assert len(play.kinds(1)) == 7


@pytest.mark.rule("RIA.C4")
def test_kind_may_be_taken_twice_but_not_when_out() -> None:
    play = Play(3, {"buildings.1.blue-2": 1, "buildings.2.blue-2": 3}, buildings=FIRST).to("C").plays({1: "1"})
    play.answer("building", "blue-2")
    assert play.kinds(1).count("blue-2") == 2
    play.to("C", 2).plays({1: "1"})
    with pytest.raises(Refusal) as refused:
        play.answer("building", "blue-2")
    assert (refused.value.key, refused.value.rule) == ("none-left", "RIA.C4")


@pytest.mark.rule("RIA.C3", "RIA.C4")
def test_own_last_tile_is_not_on_offer() -> None:
    """A building is chosen from the supply before one goes back to make room."""
    position = {"buildings.1.blue-4": 5, "buildings.1.green-2": 1, "coins.1": 1}
    play = Play(3, position, buildings=FIRST).to("C").plays({1: "3"})
    assert len(play.kinds(1)) == 7
    with pytest.raises(Refusal) as refused:
        play.answer("building", "blue-4")
    assert (refused.value.key, refused.value.rule) == ("none-left", "RIA.C4")


@pytest.mark.rule("RIA.C4")
def test_new_building_may_be_activated_at_once() -> None:
    play = Play(3, {"coins.1": 5}, buildings=FIRST).to("C").plays({1: "3"}).answer("building", "yellow-3")
    assert "1*3" in play.to("D").cell(1)


@pytest.mark.rule("RIA.X3", "RIA.X4")
def test_blue_buildings_follow_initial_doge_order() -> None:
    """Seat 2 jumps ahead of seat 3 with blue 3, but seat 3 was first. Everyone activates all in one go."""
    position = {"buildings.2.blue-3": 1, "buildings.2.blue-4": 1, "buildings.1.blue-4": 1, "buildings.3.blue-4": 1}
    play = Play(3, position | {"space.3": 4, "space.2": 3}, buildings=FIRST).until("activate", "1.3")
    seats = []
    while play.key == "activate" and play.decision.at.startswith("1.3"):
        seats.append(play.seat)
        play.answer("activate", play.options[-2 if play.seat == 2 and len(play.options) > 2 else -1])
    assert seats == [3, 3, 2, 2, 1]
    assert play.game.pieces.track.space(2) == 6
    assert play.told("moves").facts == {"seat": 2, "n": 3, "space": 6}
    assert [play.why(seat)["blue"] for seat in (1, 2, 3)] == [3, 3, 3]


@pytest.mark.rule("RIA.X3")
def test_blue_1_may_upgrade_itself() -> None:
    play = Play(3, {"coins.1": 2, "buildings.1.blue-2": 1}, buildings={1: "blue-1"}).until("activate", "1.3")
    coins = play.game.pieces.coins
    play.answer("activate", "blue-1")
    assert play.options == ["blue-1.used", "blue-2"]
    points = play.points(1)
    play.answer("upgrade", "blue-1.used")
    assert play.game.pieces.coins == coins + 1
    assert play.points(1) == points
    assert play.kinds(1) == ["blue-2", "blue-2.fresh"]
    assert play.options == ["none", "blue-2"]
    play.answer("activate", "blue-2").answer("councillor", "take")
    last = [entry for entry in play.referee.entries if isinstance(entry, Answer) and entry.seat == 1][-1]
    assert last.question == "councillor@1.3.2", "the new one can't be activated this round"
    assert (play.seat, play.decision.at) != (1, "1.3.3")


@pytest.mark.rule("RIA.X3")
def test_no_upgrade_of_a_four_or_to_a_kind_that_is_out() -> None:
    position = {"buildings.1.green-4": 1, "buildings.1.yellow-2": 1, "buildings.2.yellow-3": 5}
    play = Play(3, position | {"buildings.3.blue-2": 5}, buildings={1: "blue-1", 3: "green-1"})
    play.until("activate", "1.3")
    assert play.seat != 1, "nothing can be upgraded, so nothing is asked"


@pytest.mark.rule("RIA.X3")
def test_blue_2() -> None:
    play = Play(3, {"buildings.1.blue-2": 1, "supply.2": 18, "buildings.2.blue-2": 1}, buildings=FIRST)
    play.until("activate", "1.3").answer("activate", "blue-2").answer("councillor", "take")
    assert (play.why(1)["blue"], play.game.pieces.personal[1], play.game.pieces.general[1]) == (1, 6, 12)
    assert play.told("blue-points").facts == {"seat": 1, "n": 1}
    assert play.seat == 2
    play.answer("activate", "blue-2")
    assert (play.why(2)["blue"], play.why(2)["lacking"], play.game.pieces.personal[2]) == (1, 1, 18)
    assert play.told("lacking").facts == {"seat": 2, "n": 1}
    declined = Play(3, {"buildings.1.blue-2": 1}, buildings=FIRST).until("activate", "1.3")
    declined.answer("activate", "blue-2").answer("councillor", "leave")
    assert (declined.why(1)["blue"], declined.game.pieces.personal[1]) == (1, 5)


@pytest.mark.rule("RIA.X5")
def test_coins_on_buildings_return_each_round() -> None:
    play = Play(3, {"buildings.1.blue-4": 1}, buildings=FIRST).until("activate", "1.3").answer("activate", "blue-4")
    play.to("A", 2)
    assert play.kinds(1) == ["blue-4", "green-1"]
    assert play.game.pieces.coins + sum(play.game.pieces.purse.values()) == 30
