"""Doge's palaces, rule by rule: price and payment, one house at a time, tied builders, full districts."""

from __future__ import annotations

import pytest

from companion.games.doge.rules.pieces import DISTRICTS
from companion.refusal import Refusal
from tests.games.doge.play import Play


@pytest.mark.rule("DOG.P1")
@pytest.mark.parametrize("palaces", range(5))
def test_price_rises_with_each_palace_there(palaces: int) -> None:
    price = 3 + palaces
    others = {"palaces.2.castello": palaces // 2, "palaces.3.castello": palaces - palaces // 2}
    play = Play("castello", {1: [3]}, {**others, "houses.1.castello": price - 1})
    play.answer("advisor", "san-polo").answer("houses", 1)
    assert (play.key, play.decision.facts["price"]) == ("build", price)
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.palaces(1, "castello")) == (0, 1)
    assert play.told("built").facts == {"seat": 1, "area": "castello", "price": price}


@pytest.mark.rule("DOG.P1")
def test_house_moved_elsewhere_gives_right_to_build() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.san-polo": 2, "houses.1.castello": 1})
    play.answer("advisor", "abstain").answer("shift", "out.san-polo")
    assert (play.key, play.decision.facts["area"]) == ("build", "san-polo")


@pytest.mark.rule("DOG.P2")
def test_paid_houses_return_and_surplus_stays() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 4})
    before = play.game.pieces.reserve[1]
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    assert play.houses(1, "castello") == 2
    assert play.game.pieces.reserve[1] == before - 1 + 3


@pytest.mark.rule("DOG.P2", "DOG.K4", "DOG.K1")
def test_no_building_without_palace_in_supply() -> None:
    eight = {"palaces.1.dorsoduro": 5, "palaces.1.san-polo": 3}
    play = Play("castello", {1: [3]}, {**eight, "houses.1.castello": 5})
    play.answer("advisor", "san-polo").answer("houses", 2)
    assert play.key == "draw"


@pytest.mark.rule("DOG.P2", "DOG.K5")
def test_full_district_takes_no_sixth_palace() -> None:
    play = Play("castello", {1: [3]}, {"palaces.2.castello": 5, "houses.1.castello": 8})
    play.answer("advisor", "san-polo").answer("houses", 2)
    assert play.key == "draw"


@pytest.mark.rule("DOG.P3")
def test_paid_house_may_be_placed_next() -> None:
    """The last house of the reserve pays for a palace, and one of the three paid is the second house placed."""
    elsewhere = {f"houses.1.{district}": 3 for district in DISTRICTS if district != "castello"}
    play = Play("castello", {1: [3]}, {**elsewhere, "houses.1.san-polo": 0, "houses.1.castello": 2})
    assert play.game.pieces.reserve[1] == 1
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    assert (play.key, play.options) == ("houses", [0, 1])
    play.answer("houses", 1)
    assert (play.houses(1, "castello"), play.game.pieces.reserve[1]) == (1, 2)


@pytest.mark.rule("DOG.P3")
def test_two_palaces_after_one_election() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 6})
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    play.answer("houses", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.palaces(1, "castello")) == (1, 2)


@pytest.mark.rule("DOG.P4")
def test_tied_movers_build_where_they_moved() -> None:
    position = {
        "houses.1.castello": 2,
        "houses.1.san-polo": 1,
        "houses.2.castello": 2,
        "houses.2.dorsoduro": 1,
    }
    play = Play("quarantia", {1: [3], 2: [3]}, position)
    play.answer("move-from", "san-polo").answer("move-to", "castello").answer("move-from", "nowhere")
    play.answer("move-from", "dorsoduro").answer("move-to", "castello").answer("move-from", "nowhere")
    assert (play.seat, play.decision.facts["price"]) == (1, 3)
    play.answer("build", "palace")
    assert (play.seat, play.decision.facts["price"]) == (2, 3)
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == (1, 1)


@pytest.mark.rule("DOG.P4")
def test_tied_players_build_one_palace_per_district() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 9})
    play.answer("houses", 2).answer("houses", 0).answer("build", "palace")
    assert play.key == "draw"


@pytest.mark.rule("DOG.P4")
def test_tied_builders_pay_corrected_price() -> None:
    """A correction adds a palace between the two declarations: both pay the price as it is before they build."""
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    play.referee.correct("palaces.3.castello", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.houses(2, "castello")) == (0, 0)


@pytest.mark.rule("DOG.P4", "DOG.P1")
def test_tied_and_single_builders_cite_their_rules() -> None:
    """The question, the message and the receipt all cite the rule behind the price."""
    tied = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 2})
    alone = Play("castello", {1: [3]}, {"houses.1.castello": 2}).answer("advisor", "san-polo")
    for play, rule in (
        (tied.answer("houses", 1).answer("houses", 0), "DOG.P4"),
        (alone.answer("houses", 1), "DOG.P1"),
    ):
        assert (play.key, play.decision.rule) == ("build", rule)
        play.answer("build", "palace")
        assert play.told("built").rule == rule
        assert [receipt.rule for receipt in play.game.receipts if receipt.why == "built"] == [rule]


FULL = {"palaces.3.castello": 4, "houses.1.castello": 6, "houses.2.castello": 6}


@pytest.mark.rule("DOG.P5")
def test_more_tied_builders_than_sites() -> None:
    """One site is left; seat 2 is first in turn."""
    play = Play("castello", {1: [3], 2: [3]}, FULL, first=2)
    play.answer("houses", 1).answer("houses", 1)
    stakes = play.told("few-sites")
    assert (stakes.facts["seats"], stakes.facts["sites"], play.decision.rule) == ([2, 1], 1, "DOG.P5")
    play.answer("build", "palace")
    assert play.told("declares").facts["seat"] == 2, "the next in turn hears it"
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == (0, 0)
    assert play.told("too-many-builders").facts["sites"] == 1
    assert play.houses(1, "castello") == 7, "the houses stay"


@pytest.mark.rule("DOG.P5")
@pytest.mark.parametrize(("wish", "built"), [("palace", (0, 1)), ("no", (1, 0))])
def test_nobody_is_asked_once_the_sites_are_spoken_for(wish: str, built: tuple[int, int]) -> None:
    """The first in turn build. One site is left; seat 2 is first, and seat 1 is asked only if seat 2 declines."""
    play = Play("castello", {1: [3], 2: [3]}, FULL, first=2, full_district="seat-order")
    play.answer("houses", 1).answer("houses", 1)
    assert play.told("few-sites-in-turn").facts["sites"] == 1
    play.answer("build", wish)
    if wish == "no":
        assert (play.key, play.seat) == ("build", 1)
        play.answer("build", "palace")
    assert play.key != "build"
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == built


@pytest.mark.rule("DOG.P5")
def test_a_site_lost_between_declarations_is_missed_by_the_last_in_turn() -> None:
    """Two sites are left until a correction, when seat 2 has declared already and seat 1 is being asked."""
    play = Play("castello", {1: [3], 2: [3]}, {**FULL, "palaces.3.castello": 3}, first=2, full_district="seat-order")
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    play.referee.correct("palaces.3.castello", 4)
    assert (play.key, play.seat) == ("build", 1)
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == (0, 1)


@pytest.mark.rule("DOG.P4", "DOG.P2")
def test_houses_lost_between_declarations_build_nothing() -> None:
    """Seat 1 has declared; while seat 2 is being asked, a correction takes seat 1's houses."""
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    play.referee.correct("houses.1.castello", 1)
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.palaces(1, "castello"), play.palaces(2, "castello")) == (1, 0, 1)


@pytest.mark.rule("DOG.P5")
def test_other_builds_if_one_declines() -> None:
    play = Play("castello", {1: [3], 2: [3]}, FULL)
    play.answer("houses", 1).answer("houses", 1).answer("build", "no")
    assert play.told("declines").facts["seat"] == 1
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == (0, 1)


@pytest.mark.rule("DOG.P6")
def test_declining_keeps_houses_and_right_returns() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "no")
    assert play.houses(1, "castello") == 3
    play.answer("houses", 1)
    assert play.key == "build"


@pytest.mark.rule("DOG.P1")
def test_refusal_says_price() -> None:
    """A correction takes a house away while the question is open, so building is refused with the price."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("houses.1.castello", 1)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.rule, refused.value.facts["price"]) == ("DOG.P1", 3)


@pytest.mark.rule("DOG.P1")
def test_price_follows_corrections() -> None:
    """A correction adds a palace while the question is open, so the next one costs more."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 3})
    play.answer("advisor", "san-polo").answer("houses", 1)
    assert play.decision.facts["price"] == 3
    play.referee.correct("palaces.2.castello", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.told("built").facts["price"]) == (0, 4)


@pytest.mark.rule("DOG.P2")
def test_refusal_says_district_is_full() -> None:
    """A correction puts a palace on the last site while the question is open."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 6, "palaces.2.castello": 4})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("palaces.3.castello", 1)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.key, refused.value.rule) == ("no-site", "DOG.P2")


@pytest.mark.rule("DOG.P2")
def test_refusal_says_no_palace_is_left() -> None:
    """A correction takes the player's last palaces while the question is open. There are houses enough."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("palaces.1.dorsoduro", 5)
    play.referee.correct("palaces.1.san-polo", 3)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.key, refused.value.rule) == ("no-palace", "DOG.P2")


@pytest.mark.rule("DOG.K4")
def test_empty_reserve_places_nothing() -> None:
    everywhere = {f"houses.1.{district}": 3 for district in DISTRICTS if district != "castello"}
    play = Play("castello", {1: [3]}, everywhere)
    play.answer("advisor", "san-polo")
    assert play.key == "draw"
