"""Doge's elections, rule by rule: who wins, what it gives, advisors, moves."""

from __future__ import annotations

import pytest

from companion.games.doge.rules.pieces import AREAS, DISTRICTS
from companion.games.doge.rules.scoring import Seats, rank
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.doge.play import Play

RINGLESS = {f"advisor.{advisor}": "1.quarantia" for advisor in DISTRICTS if advisor != "castello"} | {
    "advisor.quarantia-1": "1.san-polo"
}
"""Six advisors wear the rings of seat 1, which has none left."""


@pytest.mark.rule("DOG.V2")
def test_votes_are_ballots_plus_advisors() -> None:
    play = Play(
        "castello",
        {1: [3, 2], 2: [3]},
        {"advisor.san-marco": "2.castello", "advisor.san-polo": "2.quarantia"},
    )
    assert play.told("wins").facts["votes"] == {1: 5, 2: 4}


@pytest.mark.rule("DOG.V2")
def test_advisor_posted_this_year_votes_at_once() -> None:
    """The winner of the first count posts an advisor in the next area, and it votes there at once."""
    play = Play("cannaregio", {1: [3]})
    play.answer("advisor", "castello").answer("houses", 0).answer("draw", "castello")
    results = [tell.facts for tell in play.game.tells if tell.key in ("wins", "tied")]
    (castello,) = (facts for facts in results if facts["area"] == "castello")
    ballots = play.game.pieces.turned["castello"]
    assert castello["votes"][1] == sum(ballots.get(1, [])) + 1


@pytest.mark.rule("DOG.V3")
def test_advisor_alone_can_win() -> None:
    play = Play("castello", {2: [0]}, {"advisor.san-marco": "3.castello"})
    assert play.told("wins").facts["votes"] == {3: 1}


@pytest.mark.rule("DOG.V4")
@pytest.mark.parametrize(
    ("votes", "ranking"),
    [
        ({}, ((), ())),
        ({1: 0, 2: 0}, ((), ())),
        ({1: 3}, ((1,), ())),
        ({1: 3, 2: 0}, ((1,), ())),
        ({1: 3, 2: 5, 3: 3, 4: 1}, ((2,), (1, 3))),
        ({1: 4, 2: 4, 3: 3}, ((1, 2), ())),
        ({1: 4, 2: 4, 3: 4, 4: 4}, ((1, 2, 3, 4), ())),
    ],
)
def test_ranking(votes: dict[int, int], ranking: tuple[Seats, Seats]) -> None:
    assert rank(votes) == ranking


@pytest.mark.rule("DOG.V5")
def test_nothing_happens_without_votes() -> None:
    play = Play("castello", {}, {"advisor.castello": "2.san-polo"})
    assert play.told("nobody").facts["area"] == "castello"
    assert play.controller("castello") == 2
    assert play.key == "draw"


@pytest.mark.rule("DOG.D1", "DOG.D2", "DOG.D5")
def test_rights_of_first_second_and_third() -> None:
    play = Play("castello", {1: [2], 2: [3], 3: [1]})
    assert (play.seat, play.key) == (2, "advisor")
    play.answer("advisor", "quarantia")
    assert (play.seat, play.options) == (2, [0, 1, 2])
    play.answer("houses", 1)
    assert (play.seat, play.options) == (1, [0, 1])
    play.answer("houses", 1)
    assert play.key == "draw"
    assert [play.houses(seat, "castello") for seat in (1, 2, 3)] == [1, 1, 0]


@pytest.mark.rule("DOG.D3")
def test_tie_for_first() -> None:
    play = Play("castello", {1: [3], 2: [1], 3: [3]}, {"advisor.castello": "2.san-polo"})
    assert play.controller("castello") is None
    assert (play.seat, play.options) == (1, [0, 1, 2])
    play.answer("houses", 2)
    assert (play.seat, play.options) == (3, [0, 1, 2])
    play.answer("houses", 1)
    assert play.key == "draw", "no second, and no house is moved"


@pytest.mark.rule("DOG.D4")
def test_tie_for_second() -> None:
    play = Play("castello", {1: [1], 2: [3], 3: [1]})
    play.answer("advisor", "quarantia").answer("houses", 2)
    assert (play.seat, play.options) == (1, [0, 1])
    play.answer("houses", 1)
    assert (play.seat, play.options) == (3, [0, 1])


@pytest.mark.rule("DOG.E4")
def test_tied_players_act_clockwise_from_first_seat() -> None:
    play = Play("castello", {1: [3], 2: [3], 3: [3]}, first=2)
    seats = []
    for _ in range(3):
        seats.append(play.seat)
        play.answer("houses", 0)
    assert seats == [2, 3, 1]


@pytest.mark.rule("DOG.A1", "DOG.K2")
def test_taking_control_returns_other_ring() -> None:
    play = Play("castello", {1: [3]}, {"advisor.castello": "2.san-polo"})
    assert play.game.view(TABLE)["seats"]["2"]["rings"] == 5
    play.answer("advisor", "dorsoduro")
    assert play.controller("castello") == 1
    rings = {seat: view["rings"] for seat, view in play.game.view(TABLE)["seats"].items()}
    assert rings == {"1": 5, "2": 6, "3": 6}


@pytest.mark.rule("DOG.A1")
def test_keeping_an_advisor_scores_nothing() -> None:
    play = Play("castello", {1: [3]}, {"advisor.castello": "1.san-polo"})
    before = len(play.game.receipts)
    play.answer("advisor", "dorsoduro")
    assert play.game.view(TABLE)["advisors"]["castello"] == {"place": "dorsoduro", "controller": 1}
    assert len(play.game.receipts) == before


@pytest.mark.rule("DOG.A2", "DOG.K4")
def test_no_ring_forces_abstention() -> None:
    play = Play("castello", {1: [3]}, {**RINGLESS, "houses.1.dorsoduro": 1})
    assert play.key == "shift", "the advisor is not asked about, as there is nothing to decide"
    assert (play.told("must-abstain").facts["seat"], play.told("must-abstain").rule) == (1, "DOG.A2")
    assert play.options == ["stay", "in.dorsoduro"]


@pytest.mark.rule("DOG.A2", "DOG.Q2")
def test_missing_ring_is_told_before_choosing_advisor() -> None:
    own = {place: post for place, post in RINGLESS.items() if place != "advisor.quarantia-1"}
    play = Play("quarantia", {1: [3]}, {**own, "advisor.castello": "1.san-polo", "advisor.quarantia-1": "2.castello"})
    assert (play.key, play.told("no-ring").rule) == ("which", "DOG.A2")
    play.answer("which", "quarantia-1")
    first = next(tell for tell in play.game.tells if tell.key == "must-abstain")
    assert first.facts["advisor"] == "quarantia-1"


@pytest.mark.rule("DOG.A2")
def test_own_advisor_needs_no_further_ring() -> None:
    own = {place: post for place, post in RINGLESS.items() if place != "advisor.quarantia-1"}
    play = Play("castello", {1: [3]}, {**own, "advisor.castello": "1.san-polo"})
    assert play.game.pieces.rings[1] == 0
    assert "dorsoduro" in play.options


@pytest.mark.rule("DOG.A2")
def test_refusal_names_missing_ring() -> None:
    """A correction takes the last ring while the question is open, so the answer is refused by its rule."""
    one_left = {place: post for place, post in RINGLESS.items() if place != "advisor.quarantia-1"}
    play = Play("castello", {1: [3]}, one_left)
    play.referee.correct("advisor.quarantia-1", "1.san-polo")
    with pytest.raises(Refusal) as refused:
        play.answer("advisor", "dorsoduro")
    assert (refused.value.key, refused.value.rule) == ("no-ring", "DOG.A2")
    play.answer("advisor", "abstain")


@pytest.mark.rule("DOG.A3", "DOG.A4")
@pytest.mark.parametrize("area", DISTRICTS)
def test_advisor_goes_anywhere_but_home(area: str) -> None:
    play = Play(area, {1: [3]})
    assert play.decision.facts["advisor"] == area, "only this area's own advisor is settled"
    assert play.options == [other for other in AREAS if other != area] + ["abstain"]
    assert play.decision.likely == play.game.brown[1], "where its vote counts next"
    with pytest.raises(Refusal) as refused:
        play.answer("advisor", area)
    assert (refused.value.key, refused.value.rule) == ("at-home", "DOG.A3")


@pytest.mark.rule("DOG.A3")
def test_advisor_may_stay_in_place() -> None:
    play = Play("castello", {1: [3]}, {"advisor.castello": "2.san-polo"})
    play.answer("advisor", "san-polo")
    assert play.game.view(TABLE)["advisors"]["castello"] == {"place": "san-polo", "controller": 1}


@pytest.mark.rule("DOG.A5")
def test_abstaining_moves_house_in_or_out() -> None:
    position = {"houses.1.castello": 1, "houses.1.san-polo": 2, "advisor.castello": "2.san-polo"}
    play = Play("castello", {1: [3]}, position)
    play.answer("advisor", "abstain")
    assert play.controller("castello") is None
    assert play.game.view(TABLE)["advisors"]["castello"]["place"] is None
    outs = [f"out.{district}" for district in DISTRICTS if district != "castello"]
    assert play.options == ["stay", *outs, "in.san-polo"]
    play.answer("shift", "in.san-polo")
    assert (play.houses(1, "castello"), play.houses(1, "san-polo")) == (2, 1)


@pytest.mark.rule("DOG.A5")
def test_abstaining_without_houses_moves_nothing() -> None:
    play = Play("castello", {1: [3]})
    play.answer("advisor", "abstain")
    assert play.key == "houses"


@pytest.mark.rule("DOG.Q1")
def test_winner_and_second_settle_the_council() -> None:
    play = Play("quarantia", {1: [3], 2: [2], 3: [1]})
    seats = []
    for post in ("castello", "dorsoduro", "san-polo"):
        seats.append(play.seat)
        play.answer("advisor", post)
    assert seats == [1, 2, 1]
    assert [play.controller(f"quarantia-{n}") for n in (1, 2, 3)] == [1, 2, 1]
    assert play.key == "draw"


@pytest.mark.rule("DOG.Q2")
def test_abstaining_in_quarantia_moves_house_anywhere() -> None:
    play = Play("quarantia", {1: [3]}, {"houses.1.castello": 1, "houses.1.san-polo": 1})
    play.answer("advisor", "abstain")
    assert play.options == ["nowhere", "castello", "san-polo"]
    play.answer("move-from", "castello")
    assert play.options == [district for district in DISTRICTS if district != "castello"]
    play.answer("move-to", "santa-croce")
    assert play.houses(1, "santa-croce") == 1


@pytest.mark.rule("DOG.Q3")
def test_tie_for_first_in_quarantia() -> None:
    position = {"houses.1.castello": 2, "houses.2.castello": 1, "advisor.quarantia-2": "3.castello"}
    play = Play("quarantia", {1: [3], 2: [3], 3: [2]}, position)
    assert [play.controller(f"quarantia-{n}") for n in (1, 2, 3)] == [None, None, None]
    play.answer("move-from", "castello").answer("move-to", "san-polo")
    play.answer("move-from", "castello").answer("move-to", "dorsoduro")
    assert play.seat == 2
    play.answer("move-from", "castello").answer("move-to", "san-polo")
    play.answer("move-from", "nowhere")
    assert play.key == "draw", "nobody is second"
    assert (play.houses(1, "san-polo"), play.houses(1, "dorsoduro"), play.houses(2, "san-polo")) == (1, 1, 1)


@pytest.mark.rule("DOG.Q4")
def test_tie_for_second_in_quarantia() -> None:
    position = {"houses.2.castello": 1, "houses.3.castello": 1, "advisor.quarantia-3": "2.castello"}
    play = Play("quarantia", {1: [3], 2: [2], 3: [2]}, position)
    play.answer("which", "quarantia-1").answer("advisor", "dorsoduro")
    assert play.seat == 2
    play.answer("move-from", "castello").answer("move-to", "san-polo")
    assert play.seat == 3
    play.answer("move-from", "nowhere")
    assert play.seat == 1
    play.answer("which", "quarantia-2").answer("advisor", "abstain")
    assert play.controller("quarantia-3") is None, "the one left over becomes neutral"
    assert play.key == "draw"


@pytest.mark.rule("DOG.Q5")
def test_no_second_in_quarantia() -> None:
    play = Play("quarantia", {1: [3]}, {"advisor.quarantia-1": "2.castello"})
    play.answer("which", "quarantia-2").answer("advisor", "castello")
    play.answer("which", "quarantia-3").answer("advisor", "castello")
    assert [play.controller(f"quarantia-{n}") for n in (1, 2, 3)] == [None, 1, 1]
    assert play.key == "draw"


@pytest.mark.rule("DOG.Q6", "DOG.K5")
def test_no_houses_or_palaces_in_quarantia() -> None:
    play = Play("quarantia", {1: [3], 2: [1]})
    for _ in range(3):
        play.answer("advisor", "castello")
    assert play.key == "draw"
    assert "houses" not in play.game.view(TABLE)["areas"]["quarantia"]
    assert not any(place.endswith("quarantia") for place in play.game.corrections() if "houses" in place)


@pytest.mark.rule("DOG.Q2", "DOG.A5")
@pytest.mark.parametrize(
    ("area", "advisor", "rule"), [("quarantia", "quarantia-1", "DOG.Q2"), ("castello", "castello", "DOG.A5")]
)
def test_abstention_cites_rule_of_its_area(area: str, advisor: str, rule: str) -> None:
    """The messages of the abstention and of the neutral advisor cite the same rule as the receipt of the ring."""
    elsewhere = "dorsoduro" if area == "quarantia" else "quarantia"
    play = Play(area, {1: [3]}, {f"advisor.{advisor}": f"2.{elsewhere}", "houses.1.castello": 1})
    if area == "quarantia":
        play.answer("which", advisor)
    play.answer("advisor", "abstain")
    assert (play.told("abstains").rule, play.told("neutral").rule) == (rule, rule)
    assert [receipt.rule for receipt in play.game.receipts if receipt.why == "lost"] == [rule]
    assert play.decision.rule == rule


@pytest.mark.rule("DOG.Q2")
def test_move_is_asked_again_if_house_is_corrected_away() -> None:
    """The table corrects that the house is not there while its new place is being chosen."""
    play = Play("quarantia", {1: [3, 2], 2: [1]}, {"houses.1.castello": 1, "houses.1.dorsoduro": 2})
    play.answer("advisor", "abstain").answer("move-from", "castello")
    play.referee.correct("houses.1.castello", 0)
    play.answer("move-to", "san-polo")
    assert (play.key, play.seat, play.options) == ("move-from", 1, ["nowhere", "dorsoduro"])
    play.answer("move-from", "dorsoduro").answer("move-to", "san-polo")
    assert (play.houses(1, "dorsoduro"), play.houses(1, "san-polo")) == (1, 1)
