"""Every randomiser is fair: it draws from all there is, and each outcome comes as often as it should.

The urns' secrets come from seeds, so these tests find the same every time. Where there are only a few draws, every
way they can fall is listed; elsewhere counts are compared with expectation. A threshold of 4.5 deviations for each of
some 600 counts would reject one fair set of seeds in 200.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import factorial, prod, sqrt
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Game, Table
from companion.jobs.draw import MORE
from companion.referee import Referee
from companion.referee.entries import Drawn
from companion.referee.simulation import play_random, random_urn
from companion.referee.urn import Urn
from companion.steps import TABLE, Draw, TableDraw
from firmware.bench.fairness import chance_of_more
from tests.games.harness import tables
from tests.games.randomisers import GUESSES, Listed, Randomiser, Way
from tests.tables import table

pytestmark = pytest.mark.xdist_group("fairness")

LISTED = Listed()
RANDOMISERS = LISTED.randomisers
KINDS = [*games.names(), *(f"{game}:{draw}" for game in games.names() for draw in games.find(game).draws)]
STARTS, RUNS, ANSWERS = 300, 30, 150
DEVIATIONS = 4.5
UNLIKELY = 0.001

WHOLE_STACKS = (
    "doge order",
    "doge:order order",
    "rialto turn",
    "rialto:turns turn",
    "rialto:bridges bridge",
    "venise:first first",
)
"""Stacks of different things that are drawn to the end."""

Draws = list[Drawn]


def tables_of(kind: str) -> list[Table]:
    """Return a table for each number of players at which the box draws everything; a drawing has one table."""
    game, _, draw = kind.partition(":")
    if draw:
        return [games.find_kind(kind).set_table([], {}, games.find(game).layout())]
    return [table(game, players) for players in games.find(game).game.players]


@cache
def drawn(kind: str) -> list[tuple[Table, Draws]]:
    """Return what was drawn in many beginnings, and in some longer games or drawings."""
    found = []
    for setting in tables_of(kind):
        for seed in range(STARTS + RUNS):
            rng = Random(f"{kind} {len(setting.seats)} {seed}")
            referee = Referee(games.find_kind(kind), setting, random_urn(rng))
            go_on(referee, rng, ANSWERS if seed < RUNS else 0)
            found.append((setting, referee.run.draws))
    return found


def go_on(referee: Referee, rng: Random, answers: int) -> None:
    if referee.table.seats:
        play_random(referee, rng, most=answers)
    while not referee.table.seats and referee.open and len(referee.entries) < answers:
        referee.answer(TABLE, referee.open[TABLE].likely)


def draws_of(one: Randomiser) -> Iterator[tuple[Table, Draws]]:
    """Yield what this randomiser gave, game by game."""
    for setting, draws in drawn(one.kind):
        yield setting, [draw for draw in draws if key_of(draw) == one.key]


def key_of(draw: Drawn) -> str:
    return draw.draw.partition("@")[0]


each = pytest.mark.parametrize("one", RANDOMISERS, ids=lambda one: one.name)


@pytest.mark.parametrize("game", games.names())
def test_every_randomiser_is_listed(game: str) -> None:
    """Whatever is drawn in a game with any options, or in any drawing of it, is listed; and nothing else is."""
    kinds = [kind for kind in KINDS if kind.partition(":")[0] == game]
    found = {(kind, key_of(draw)) for kind in kinds for _, draws in drawn(kind) for draw in draws}
    for setting in tables(game).values():
        referee = Referee(games.find(game).game, setting, random_urn(Random(1)))
        play_random(referee, Random(1), most=ANSWERS // 2)
        found |= {(game, key_of(draw)) for draw in referee.run.draws}
    assert found == {(one.kind, one.key) for one in RANDOMISERS if one.kind in kinds}


@pytest.mark.parametrize("game", games.names())
def test_every_place_that_draws_is_listed(game: str) -> None:
    """A draw that no random game reaches would not be found by playing, so the code is read."""
    places: Counter[str] = Counter()
    chance: set[str] = set()
    for path in (games.HERE / game).rglob("*.py"):
        name = path.relative_to(games.HERE / game).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Draw.__name__:
                places[name] += 1
            if isinstance(node, ast.ImportFrom | ast.Import):
                modules = [getattr(node, "module", None), *(alias.name for alias in node.names)]
                if {"random", "secrets"} & set(modules):
                    chance.add(name)
    assert places == LISTED.drawn_in.get(game, {}), "list what is drawn there in randomisers.py of the game's tests"
    assert chance - {GUESSES} == LISTED.other_chance.get(game, set()), "a game's chance comes from the urn"


@each
def test_it_draws_from_all_there_is(one: Randomiser) -> None:
    """The first draw is from the whole, and nothing is lost or made afterwards."""
    looked_at = 0
    for setting, draws in draws_of(one):
        whole = one.whole(setting)
        if draws:
            assert Counter(draws[0].outcomes) == whole
        for draw in draws:
            assert draw.by == "urn"
            assert draw.value in draw.outcomes
        if one.way is Way.STACK:
            check_stack(draws, whole)
        elif one.way is Way.PILE:
            check_pile(draws, whole, one.ever(setting))
        elif one.way is Way.ONCE:
            assert len(draws) == 1
        elif one.way is Way.SUPPLY:
            assert all(Counter(draw.outcomes) <= whole for draw in draws)
        looked_at += len(draws)
    assert looked_at > 200


def check_stack(draws: Draws, whole: Counter[Any]) -> None:
    left = whole
    for draw in draws:
        assert Counter(draw.outcomes) == left
        left = left - Counter([draw.value])
        if left.total() == 1:
            left = whole


def check_pile(draws: Draws, whole: Counter[Any], ever: Counter[Any]) -> None:
    left = whole
    for draw in draws:
        there = Counter(draw.outcomes)
        assert there == left or (left.total() <= 1 and there <= ever)
        left = there - Counter([draw.value])


@each
def test_each_comes_as_often_as_it_should(one: Randomiser) -> None:
    """The count of each outcome is within some deviations of its expectation."""
    came: Counter[Any] = Counter()
    expected: defaultdict[Any, float] = defaultdict(float)
    variance: defaultdict[Any, float] = defaultdict(float)
    for _, draws in draws_of(one):
        for draw in draws:
            came[draw.value] += 1
            for value, number in Counter(draw.outcomes).items():
                likely = number / len(draw.outcomes)
                expected[value] += likely
                variance[value] += likely * (1 - likely)
    for value, spread in variance.items():
        assert spread > 20, "too few draws to tell"
        assert abs(came[value] - expected[value]) < DEVIATIONS * sqrt(spread), value


@pytest.mark.parametrize("one", [one for one in RANDOMISERS if one.way is Way.DIAL], ids=lambda one: one.name)
def test_a_dial_forgets(one: Randomiser) -> None:
    """A draw repeats the one before it as often as it should."""
    pairs = [pair for _, draws in draws_of(one) for pair in pairwise(draws)]
    assert len(pairs) > 150, "too few draws to tell"
    alike = sum(place_of(first) == place_of(then) for first, then in pairs)
    likely = [chance_at(place_of(first), then) for first, then in pairs]
    spread = sqrt(sum(chance * (1 - chance) for chance in likely))
    assert abs(alike - sum(likely)) < DEVIATIONS * spread


def place_of(draw: Drawn) -> int:
    return draw.outcomes.index(draw.value)


def chance_at(place: int, draw: Drawn) -> float:
    """Return how likely a draw is to fall there."""
    return [draw.outcomes.index(value) for value in draw.outcomes].count(place) / len(draw.outcomes)


@pytest.mark.parametrize(
    "one",
    [one for one in RANDOMISERS if one.name in WHOLE_STACKS],
    ids=lambda one: one.name,
)
def test_each_is_as_likely_at_every_position_of_a_stack(one: Randomiser) -> None:
    places: Counter[tuple[Any, int]] = Counter()
    stacks = 0
    for setting, draws in draws_of(one):
        whole = one.whole(setting)
        size = whole.total()
        for start in range(0, len(draws) - size + 2, size - 1):
            values = [draw.value for draw in draws[start : start + size - 1]]
            (last,) = (whole - Counter(values)).elements()
            places.update((value, place) for place, value in enumerate([*values, last]))
            stacks += 1
    expected = {(value, place): stacks * number / size for value, number in whole.items() for place in range(size)}
    assert min(expected.values()) >= 5, "too few stacks to tell"
    statistic = sum((places[cell] - number) ** 2 / number for cell, number in expected.items())
    shrunk = statistic * (size - 1) / size  # a stack fills each position and uses each thing once
    assert chance_of_more(shrunk, (size - 1) ** 2) > UNLIKELY


class Scripted(Urn):
    """An urn that follows a script, then gives first outcomes, and notes how many outcomes each draw had."""

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(bytes(32))
        self.script = script
        self.sizes: list[int] = []

    def draw(self, draw_id: str, outcomes: Sequence[Any]) -> Any:
        place = len(self.sizes)
        self.sizes.append(len(outcomes))
        return outcomes[self.script[place] if place < len(self.script) else 0]


def all_first_draws(kind: type[Game], setting: Table) -> Iterator[tuple[int, str]]:
    """Yield every way the draws before the first question can fall: how unlikely it is, and what was drawn."""
    waiting: list[list[int]] = [[]]
    while waiting:
        script = waiting.pop()
        urn = Scripted(script)
        run = Referee(kind, setting, urn).run
        yield prod(urn.sizes), repr([draw.value for draw in run.draws])
        for place in range(len(script), len(urn.sizes)):
            so_far = [*script, *[0] * (place - len(script))]
            waiting += [[*so_far, other] for other in range(1, urn.sizes[place])]


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        ("doge", 3 * factorial(7)),
        ("doge:order", factorial(7)),
        ("rialto:turns", factorial(6)),
        ("rialto:first", factorial(5)),
        ("venise:first", factorial(4)),
        ("venise:board", 2**4),
    ],
)
def test_all_ways_to_begin_are_equally_likely(kind: str, ways: int) -> None:
    """All of them are listed: each comes once, with the same chance."""
    fallen = list(all_first_draws(games.find_kind(kind), tables_of(kind)[0]))
    assert len(fallen) == ways
    assert {chance for chance, _ in fallen} == {ways}
    assert len({first for _, first in fallen}) == ways


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_own_randomisers_offer_what_the_boxs_do(kind: str) -> None:
    """A table with the real dial or deck can enter every outcome, each listed once."""
    game = games.find_kind(kind)
    chosen = {f"draw.{key}": "table" for key in game.randomisers}
    for setting in tables_of(kind):
        at_table = game.set_table(setting.seats, {**setting.options, **chosen}, setting.layout)
        referee = Referee(game, at_table, random_urn(Random(1)))
        rng = Random(1)
        asked = set()
        while referee.open and len(referee.entries) < ANSWERS:
            seat, question = next(iter(referee.open.items()))
            if isinstance(question, TableDraw):
                asked.add(question.draw.key)
                assert list(question.choice.legal()) == list(dict.fromkeys(question.draw.outcomes))
            likely = question.likely if question.likely == MORE else question.choice.sample(rng)
            referee.answer(seat, likely)
        assert asked == set(game.randomisers)
        assert not {key_of(draw) for draw in referee.run.draws if draw.by == "urn"} & asked
