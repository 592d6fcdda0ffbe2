"""Thinking further: when a player changes its mind, what it costs, and when it leaves it at judgement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from companion.choices import Pick
from companion.players import SHARP, STEADY, Abandoned, Advice, Adviser, Player, Question, Search, View
from companion.players.knowledge import Unfit
from companion.seats import Seat

WORTH = {"left": 1.0, "right": 0.9, "ahead": 0.8, "back": -5.0}
"""What judgement thinks of the answers: one is far behind."""


class Seen:
    """What a seat sees of a world: nothing but how far it is."""

    def __init__(self, seat: int, place: float) -> None:
        self.seat = seat
        self.seats = [Seat(1, "Anna", "red"), Seat(2, "Ben", "blue")]
        self.options: Mapping[str, str] = {}
        self.pieces: dict[str, Any] = {"place": place}
        self.score: dict[int, dict[str, int]] = {}


class Fork:
    """A world in which each answer leads somewhere by chance, and nothing more is asked."""

    round = 1
    winners = ()

    def __init__(self, worlds: Forks, place: float = 0.0) -> None:
        self.worlds = worlds
        self.place = place

    def begin(self, answer: Any, chance: Random) -> Fork:
        self.worlds.tried.append(answer)
        return Fork(self.worlds, self.worlds.leads(answer, chance))

    def next(self) -> tuple[View, Question] | None:
        return None

    def answer(self, value: Any) -> None:
        raise AssertionError("nobody is asked")

    def views(self) -> dict[int, View]:
        return {1: Seen(1, self.place), 2: Seen(2, 0.0)}


class Forks:
    seat = 1

    def __init__(self, leads: Callable[[str, Random], float]) -> None:
        self.leads = leads
        self.tried: list[str] = []

    def sample(self, chance: Random) -> Fork:
        return Fork(self)


class RareWorlds(Forks):
    """A seat whose knowledge is hard to fit: one guess in this many comes to a world, and only so many do at all."""

    def __init__(self, leads: Callable[[str, Random], float], one_in: int, most: int = 99) -> None:
        super().__init__(leads)
        self.one_in = one_in
        self.most = most
        self.guesses = 0

    def sample(self, chance: Random) -> Fork:
        self.guesses += 1
        if self.guesses % self.one_in or self.guesses > self.one_in * self.most:
            raise Unfit("way")
        return Fork(self)


def advise(view: View, question: Question, numbers: Any) -> list[Advice]:
    return [Advice(answer, WORTH[answer]) for answer in question.choice.legal()]


SEARCH = Search(
    lambda view, numbers: float(view.pieces["place"]), win=9.0, rounds=1, questions=frozenset({"way"}), playouts=99
)
ADVISER = Adviser(advise, None, doubt=0.1, search=SEARCH)
QUESTION = Question("way@1", "way", "1", 1, Pick("way", tuple(WORTH)), {})


def answer(worlds: Forks, playouts: int = 60, seed: int = 1, strength: str = SHARP) -> Any:
    return Player(ADVISER, strength, playouts).answer(Seen(1, 0.0), QUESTION, Random(seed), worlds)


def test_a_player_takes_what_does_better_in_the_worlds() -> None:
    assert answer(Forks(lambda way, chance: (way == "right") + chance.gauss(0, 0.5))) == "right"


def test_what_is_far_behind_is_not_tried() -> None:
    worlds = Forks(lambda way, chance: float(way == "back"))
    assert answer(worlds) == "left"
    assert "back" not in worlds.tried


def test_luck_alone_seldom_changes_a_mind() -> None:
    """Worlds in which all answers are alike leave it at judgement: the chance that follows is the same for each."""
    assert {answer(Forks(lambda way, chance: chance.gauss(0, 1)), seed=seed) for seed in range(30)} == {"left"}


def prefers_right(way: str, chance: Random) -> float:
    return (way == "right") + chance.gauss(0, 0.1) * len(way)


@pytest.mark.parametrize("most", [0, 2])
def test_a_player_judges_where_too_few_worlds_fit(most: int) -> None:
    assert answer(RareWorlds(prefers_right, 1, most)) == "left"


@pytest.mark.parametrize(("one_in", "most"), [(2, 99), (1, 5), (1, 12)])
def test_worlds_that_were_found_count_though_others_were_not(one_in: int, most: int) -> None:
    assert answer(RareWorlds(prefers_right, one_in, most)) == "right"


def test_guesses_that_fit_nothing_cost_as_much_as_playouts() -> None:
    """Else a budget would be no bound on how long people wait."""
    for one_in in (1, 2, 5, 1000):
        worlds = RareWorlds(prefers_right, one_in)
        answer(worlds, playouts=60)
        misses = worlds.guesses - worlds.guesses // one_in
        assert 20 < len(worlds.tried) + misses <= 60


def test_a_search_for_worlds_ends_once_its_answer_is_not_wanted() -> None:
    worlds = RareWorlds(prefers_right, 1000)
    with pytest.raises(Abandoned):
        Player(ADVISER, SHARP, 60).answer(Seen(1, 0.0), QUESTION, Random(1), worlds, lambda: worlds.guesses < 4)
    assert worlds.guesses == 4


@pytest.mark.parametrize("playouts", [1, 5, 12, 25, 60])
def test_a_budget_is_never_exceeded(playouts: int) -> None:
    worlds = Forks(lambda way, chance: chance.random())
    answer(worlds, playouts)
    assert len(worlds.tried) <= playouts
    assert bool(worlds.tried) == (playouts >= 12), "with fewer nothing can be told from luck"


def test_a_thought_ends_between_playouts_once_its_answer_is_not_wanted() -> None:
    worlds = Forks(lambda way, chance: chance.random())
    with pytest.raises(Abandoned):
        Player(ADVISER, SHARP, 60).answer(Seen(1, 0.0), QUESTION, Random(1), worlds, lambda: len(worlds.tried) < 7)
    assert len(worlds.tried) == 7


def test_the_same_chance_thinks_the_same() -> None:
    def leads(way: str, chance: Random) -> float:
        return len(way) * chance.gauss(0, 1)

    for seed in range(10):
        assert answer(Forks(leads), seed=seed) == answer(Forks(leads), seed=seed)


def test_only_sharp_players_think_and_only_about_what_is_worth_it() -> None:
    other = Question("name@1", "name", "1", 1, Pick("way", tuple(WORTH)), {})
    assert Player(ADVISER, SHARP, 60).thinks_about(QUESTION)
    assert not Player(ADVISER, SHARP, 60).thinks_about(other)
    assert not Player(ADVISER, SHARP).thinks_about(QUESTION)
    assert not Player(ADVISER, STEADY, 60).thinks_about(QUESTION)
