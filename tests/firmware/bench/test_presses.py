"""The bound on presses is a true one: checked against every prefix code there is, and against games on the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion import games
from companion.choices import Count, Pick, Sheet
from companion.steps import Decision
from firmware.bench import presses
from firmware.bench.presses import fewest_presses, mean_length
from firmware.bench.tables import few_and_many
from tests.tables import referee


def splits(answers: tuple[int, ...], parts: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to put the answers under at most this many keys."""
    if not answers:
        yield []
        return
    first, *rest = answers
    for others in splits(tuple(rest), parts):
        for place, part in enumerate(others):
            yield [*others[:place], (first, *part), *others[place + 1 :]]
        if len(others) < parts:
            yield [*others, (first,)]


@cache
def fewest_by_trial(answers: tuple[int, ...], keys: int) -> int:
    """Return the least total of weight times presses, found by trying every tree of keys."""
    if len(answers) < 2:
        return 0
    ways = (split for split in splits(answers, keys) if len(split) > 1)
    return sum(answers) + min(sum(fewest_by_trial(tuple(sorted(part)), keys) for part in split) for split in ways)


@pytest.mark.parametrize("keys", [2, 3, 5])
def test_bound_is_the_best_of_all_prefix_codes(keys: int) -> None:
    rng = Random(keys)
    for number in [*range(1, 8)] * 6:
        weights = tuple(sorted(rng.choice((1, 1, 2, 3, 7, 40)) for _ in range(number)))
        expected = fewest_by_trial(weights, keys) / sum(weights)
        assert mean_length(Counter(weights), keys) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("answers", "length"), [(1, 0), (2, 1), (5, 1), (6, 8 / 6), (7, 10 / 7), (25, 2), (26, 54 / 26), (5**12, 12)]
)
def test_equally_likely_answers_fill_the_keys_evenly(answers: int, length: float) -> None:
    assert mean_length({1: answers}) == pytest.approx(length)


def secret(unseen: str | None = None) -> Decision:
    decision = Decision("play", 1, "1", Pick("card", "abcdef"), "X.1", {}, secret=True, unseen=unseen)
    decision.choice = decision.offer()
    return decision


def test_hand_over_is_a_press_of_the_bound() -> None:
    kept = fewest_presses(secret(), "b", {1: 6}, hands_over=False)
    assert fewest_presses(secret(), "b", {1: 6}, hands_over=True) == kept + 1 == pytest.approx(7 / 3)


def test_answer_given_without_the_box_needs_only_the_hand_over() -> None:
    """Whoever passes unseen presses once; for the others five answers are left."""
    assert fewest_presses(secret("a"), "a", {1: 6}, hands_over=True) == 1
    assert fewest_presses(secret("a"), "b", {1: 6}, hands_over=True) == 2


def test_typical_answer_is_the_likely_one_every_other_time() -> None:
    game, rng = referee("doge", 3).game, Random(1)
    decision = Decision("houses", 1, "1", Count("houses", 1, 6), "X.1", {}, likely=4)
    decision.choice = decision.offer()
    found = [presses.typical(game, decision, rng) for _ in range(400)]
    assert Counter(value == 4 for value, _ in found)[True] == pytest.approx(200, abs=40)
    assert {value for value, _ in found} == set(range(1, 7))
    assert all(weights == {5: 1, 1: 5} for _, weights in found)


def test_weights_of_a_sheet_are_those_of_its_cells() -> None:
    """A sheet of two cells with a likely answer each has four kinds of answers: both likely, one, or neither."""
    cell = Pick("card", "abc")
    decision = Decision("laid", 0, "1", Sheet("seat", {"1": {"x": cell}, "2": {"x": cell}}), "X.1", {}, likely="b")
    decision.choice = decision.offer()
    value, weights = presses.typical(referee("doge", 3).game, decision, Random(1))
    assert decision.choice.check(value) == value
    assert weights == {4: 1, 2: 4, 1: 4}


@pytest.mark.parametrize("build", presses.BUILDS)
@pytest.mark.parametrize("answerer", [presses.anything, presses.typical])
def test_no_game_takes_fewer_presses_than_the_bound(build: str, answerer: presses.Answerer) -> None:
    thumbed = presses.play("doge", 3, {"ballots": "table"}, most=60, build=build, answerer=answerer)
    assert thumbed.answers == 60
    assert thumbed.presses > thumbed.bound > 0


MODES = [
    (game, players, option.name, value)
    for game in games.names()
    for option in games.find(game).game.own_options[:1]
    for value in option.values
    for players in few_and_many(game)
]
MOST = 1.3
"""The most presses, for each one of the bound."""
FIVE_KEYS = {
    ("doge", "device"): 77,
    ("doge", "table"): 56,
    ("rialto", "device"): 96,
    ("rialto", "table"): 45,
    ("venedig", "mapped"): 82,
    ("venedig", "counted"): 46,
    ("venezia", "device"): 51,
    ("venezia", "table"): 31,
    ("venise", "device"): 33,
    ("venise", "table"): 35,
}
"""Presses a round on a box whose five keys all answer directly, with the most players: by a model of it."""


@pytest.mark.parametrize(("game", "players", "option", "value"), MODES)
def test_presses_stay_within_the_budget(game: str, players: int, option: str, value: str) -> None:
    """With equally likely answers and with typical ones."""
    for answerer in (presses.anything, presses.typical):
        thumbed = presses.play_all(
            presses.GAMES, game, players, options={option: value}, most=250, build=presses.BONNET, answerer=answerer
        )
        assert thumbed.presses <= MOST * thumbed.bound, answerer


@pytest.mark.parametrize(("game", "value"), FIVE_KEYS)
def test_a_round_takes_no_more_presses_than_by_five_keys(game: str, value: str) -> None:
    players, option = max(few_and_many(game)), games.find(game).game.own_options[0].name
    thumbed = presses.play_all(
        presses.GAMES, game, players, options={option: value}, most=presses.ANSWERS, build=presses.BONNET
    )
    assert round(thumbed.presses / thumbed.rounds) <= FIVE_KEYS[game, value]


def test_hand_overs_are_counted() -> None:
    """Nobody hides anything where all is on the table; in a sealed vote everyone takes the box."""
    assert presses.play("rialto", 2, {"cards": "table"}, most=60).hand_overs == 0
    assert presses.play("doge", 3, {"ballots": "device"}, most=60).hand_overs >= 3
