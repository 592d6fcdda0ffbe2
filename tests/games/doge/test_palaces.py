"""Doge's palaces, rule by rule: price, payment, one at a time, tied builders, full districts."""

from __future__ import annotations

import pytest

from companion.games.doge.rules.pieces import DISTRICTS
from companion.refusal import Refusal
from tests.games.doge.play import Play


@pytest.mark.rule("DOG.P1")
@pytest.mark.parametrize("palaces", range(5))
def test_price_is_three_and_one_more_for_each_palace_of_any_colour(palaces: int) -> None:
    price = 3 + palaces
    others = {"palaces.2.castello": palaces // 2, "palaces.3.castello": palaces - palaces // 2}
    play = Play("castello", {1: [3]}, {**others, "houses.1.castello": price - 1})
    play.answer("advisor", "san-polo").answer("houses", 1)
    assert (play.key, play.decision.facts["price"]) == ("build", price)
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.palaces(1, "castello")) == (0, 1)
    assert play.told("built").facts == {"seat": 1, "area": "castello", "price": price}


@pytest.mark.rule("DOG.P1")
def test_a_house_moved_in_gives_the_right_also_where_nothing_is_counted() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.san-polo": 2, "houses.1.castello": 1})
    play.answer("advisor", "abstain").answer("shift", "out.san-polo")
    assert (play.key, play.decision.facts["area"]) == ("build", "san-polo")


@pytest.mark.rule("DOG.P2")
def test_paid_houses_return_and_a_surplus_stays() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 4})
    before = play.game.pieces.reserve[1]
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    assert play.houses(1, "castello") == 2
    assert play.game.pieces.reserve[1] == before - 1 + 3


@pytest.mark.rule("DOG.P2", "DOG.K4", "DOG.K1")
def test_without_a_palace_in_supply_nobody_builds() -> None:
    eight = {"palaces.1.dorsoduro": 5, "palaces.1.san-polo": 3}
    play = Play("castello", {1: [3]}, {**eight, "houses.1.castello": 5})
    play.answer("advisor", "san-polo").answer("houses", 2)
    assert play.key == "draw"


@pytest.mark.rule("DOG.P2", "DOG.K5")
def test_a_full_district_takes_no_sixth_palace() -> None:
    play = Play("castello", {1: [3]}, {"palaces.2.castello": 5, "houses.1.castello": 8})
    play.answer("advisor", "san-polo").answer("houses", 2)
    assert play.key == "draw"


@pytest.mark.rule("DOG.P3")
def test_one_at_a_time_and_a_house_paid_back_may_be_the_next_one_placed() -> None:
    """One house left in reserve: placed, a palace built, and one of the three paid is the second house."""
    elsewhere = {f"houses.1.{district}": 3 for district in DISTRICTS if district != "castello"}
    play = Play("castello", {1: [3]}, {**elsewhere, "houses.1.san-polo": 0, "houses.1.castello": 2})
    assert play.game.pieces.reserve[1] == 1
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    assert (play.key, play.options) == ("houses", [0, 1])
    play.answer("houses", 1)
    assert (play.houses(1, "castello"), play.game.pieces.reserve[1]) == (1, 2)


@pytest.mark.rule("DOG.P3")
def test_two_palaces_in_one_win() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 6})
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "palace")
    play.answer("houses", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.palaces(1, "castello")) == (1, 2)


@pytest.mark.rule("DOG.P4")
def test_tied_movers_in_the_quarantia_build_where_they_moved() -> None:
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
def test_tied_players_build_one_palace_a_district_at_most() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 9})
    play.answer("houses", 2).answer("houses", 0).answer("build", "palace")
    assert play.key == "draw"


@pytest.mark.rule("DOG.P4")
def test_tied_builders_pay_what_the_table_has_set_right() -> None:
    """One more palace is found there between their two declarations: both pay the price before they built."""
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    play.referee.correct("palaces.3.castello", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.houses(2, "castello")) == (0, 0)


@pytest.mark.rule("DOG.P4", "DOG.P1")
def test_tied_builders_build_by_the_rule_of_ties_others_by_the_price() -> None:
    """The question, the telling and the receipt all say why this price holds."""
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
@pytest.mark.parametrize(("option", "built"), [("nobody", (0, 0)), ("seat-order", (0, 1))])
def test_more_tied_builders_than_sites(option: str, built: tuple[int, int]) -> None:
    """One site is left; seat 2 is first in turn."""
    play = Play("castello", {1: [3], 2: [3]}, FULL, first=2, full_district=option)
    play.answer("houses", 1).answer("houses", 1)
    stakes = play.told("few-sites" if option == "nobody" else "few-sites-in-turn")
    assert (stakes.facts["seats"], stakes.facts["sites"], play.decision.rule) == ([2, 1], 1, "DOG.P5")
    play.answer("build", "palace")
    assert play.told("declares").facts["seat"] == 2, "who comes after him hears it"
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == built
    assert play.told("too-many-builders").facts["sites"] == 1
    assert play.houses(1, "castello") == 7, "his houses stay"


@pytest.mark.rule("DOG.P5")
def test_if_one_declines_the_other_builds() -> None:
    play = Play("castello", {1: [3], 2: [3]}, FULL)
    play.answer("houses", 1).answer("houses", 1).answer("build", "no")
    assert play.told("declines").facts["seat"] == 1
    play.answer("build", "palace")
    assert (play.palaces(1, "castello"), play.palaces(2, "castello")) == (0, 1)


@pytest.mark.rule("DOG.P6")
def test_declining_keeps_the_houses_and_the_next_house_gives_the_right_again() -> None:
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1).answer("build", "no")
    assert play.houses(1, "castello") == 3
    play.answer("houses", 1)
    assert play.key == "build"


@pytest.mark.rule("DOG.P1")
def test_the_refusal_says_the_price() -> None:
    """A correction takes a house away while the question is open: building is refused, with the price."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("houses.1.castello", 1)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.rule, refused.value.facts["price"]) == ("DOG.P1", 3)


@pytest.mark.rule("DOG.P1")
def test_the_price_is_that_of_the_moment_when_he_builds() -> None:
    """The table finds a palace it had forgotten while the question is open: the next one is dearer."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 3})
    play.answer("advisor", "san-polo").answer("houses", 1)
    assert play.decision.facts["price"] == 3
    play.referee.correct("palaces.2.castello", 1)
    assert play.decision.facts["price"] == 4
    play.answer("build", "palace")
    assert (play.houses(1, "castello"), play.told("built").facts["price"]) == (0, 4)


@pytest.mark.rule("DOG.P2")
def test_the_refusal_says_that_the_district_is_full() -> None:
    """The table finds a palace on the last site while the question is open."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 6, "palaces.2.castello": 4})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("palaces.3.castello", 1)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.key, refused.value.rule) == ("no-site", "DOG.P2")


@pytest.mark.rule("DOG.P2")
def test_the_refusal_says_that_no_palace_is_left() -> None:
    """A correction takes his last palaces while the question is open: it is not his houses that are missing."""
    play = Play("castello", {1: [3]}, {"houses.1.castello": 2})
    play.answer("advisor", "san-polo").answer("houses", 1)
    play.referee.correct("palaces.1.dorsoduro", 5)
    play.referee.correct("palaces.1.san-polo", 3)
    with pytest.raises(Refusal) as refused:
        play.answer("build", "palace")
    assert (refused.value.key, refused.value.rule) == ("no-palace", "DOG.P2")


@pytest.mark.rule("DOG.K4")
def test_an_empty_reserve_places_nothing() -> None:
    everywhere = {f"houses.1.{district}": 3 for district in DISTRICTS if district != "castello"}
    play = Play("castello", {1: [3]}, everywhere)
    play.answer("advisor", "san-polo")
    assert play.key == "draw"
