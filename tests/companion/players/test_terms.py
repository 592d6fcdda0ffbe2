"""Worths that remember what they are made of: they reckon like numbers, and what is told of them was weighed."""

from __future__ import annotations

import operator
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.players.advice import Advice
from companion.players.reason import Ground, grounds
from companion.players.terms import Reckoned, Term, about, remembering, terms_of

TOLD = frozenset({"points", "joker-spared", "card-spared", "rivals-spared", "district"})


class Numbers(NamedTuple):
    points: float = 1.0
    joker: float = 1.3
    card: float = 0.35
    rivals: float = 1.0
    unspoken: float = 1.0


PLAIN, NAMED = Numbers(), remembering(Numbers())
VALUES: dict[str, float] = PLAIN._asdict()


def names_of(worth: float) -> dict[str, Any]:
    return {term.name: pytest.approx(part) for term, part in terms_of(worth).items()}


def told(chosen: float, other: float | None) -> list[Ground]:
    return [*grounds(Advice("this", chosen), None if other is None else Advice("that", other), TOLD, VALUES)]


@pytest.mark.parametrize("seed", range(20))
def test_a_worth_that_remembers_reckons_like_any_other(seed: int) -> None:
    def reckon(numbers: Numbers) -> float:
        rng = Random(seed)
        worth: Any = rng.choice(numbers)
        for _ in range(30):
            sign = rng.choice([operator.add, operator.sub, operator.mul, operator.truediv])
            amount: Any = rng.choice([rng.choice(numbers), rng.choice(numbers) * 2.5, rng.uniform(0.5, 2)])
            worth = -sign(worth, amount) if rng.random() < 0.5 else sign(amount, worth or 1.0)
        return float(worth)

    assert reckon(NAMED) == pytest.approx(reckon(PLAIN))


def test_sums_keep_the_names_of_what_was_added() -> None:
    worth = NAMED.points * 5 + 0.2 - 2 * NAMED.joker
    assert worth == pytest.approx(2.6)
    assert names_of(worth) == {"points": 5.0, "joker": -2.6}
    assert names_of(-worth / 2) == {"points": -2.5, "joker": 1.3}
    assert names_of(max(0.0, worth)) == names_of(sum([worth]))


def test_a_number_that_weighs_leaves_names_to_what_has_some() -> None:
    """What has no name of its own takes that of the number."""
    gained = 6.0 - NAMED.rivals * 4
    assert names_of(NAMED.card * gained) == names_of(gained * NAMED.card) == {"rivals": -1.4, "card": 2.1}


def test_a_worth_remembers_what_it_is_about() -> None:
    here = about(NAMED.rivals * 2, seat=2)
    both = about(here + NAMED.points * 3, district="castello")
    assert terms_of(both) == {
        Term("rivals", (("district", "castello"), ("seat", 2))): 2.0,
        Term("points", (("district", "castello"),)): 3.0,
    }
    assert about(1.5, seat=2) == 1.5


def test_an_answer_that_spares_two_jokers_says_so() -> None:
    assert told(NAMED.points * 4, NAMED.points * 4.4 - NAMED.joker * 2) == [Ground("joker-spared", {"n": 2})]


def test_what_weighs_most_is_told_first_and_a_second_only_if_it_weighs_much() -> None:
    other = NAMED.points * 1 - NAMED.card
    assert [one.name for one in told(NAMED.points * 4, other)] == ["points"]
    other = NAMED.points * 1 - 4 * NAMED.card
    assert told(NAMED.points * 4, other) == [Ground("points", {"n": 3}), Ground("card-spared", {"n": 4})]


def test_terms_of_one_name_count_together() -> None:
    """What two answers bring alike sets neither apart, wherever they bring it."""
    chosen = about(NAMED.points * 5, district="castello")
    other = about(NAMED.points * 4.9, district="san-polo") - NAMED.joker
    assert told(chosen, other) == [Ground("joker-spared", {"n": 1})]
    assert told(chosen, about(NAMED.points * 2, district="san-polo")) == [
        Ground("points", {"district": "castello", "n": 3})
    ]


def test_who_is_spared_is_who_would_have_gained() -> None:
    other = NAMED.points * 4 - about(NAMED.rivals * 3, seat=2) - about(NAMED.rivals * 1, seat=3)
    assert told(NAMED.points * 4, other) == [Ground("rivals-spared", {"seat": 2, "n": 4})]


def test_nothing_is_told_where_most_of_the_difference_has_no_words() -> None:
    assert told(NAMED.unspoken * 9 + NAMED.points * 2, NAMED.points * 1) == []


def test_an_only_answer_is_told_by_what_it_brings() -> None:
    assert told(NAMED.points * 3 - NAMED.card, None) == [Ground("points", {"n": 3})]


def test_numbers_of_the_table_are_all_remembered() -> None:
    assert all(isinstance(one, Reckoned) for one in NAMED)
    assert NAMED == PLAIN
