"""The presses that a game takes on the box with an ideal thumb, against the fewest that any such box could take.

The bound of a question is the mean length of an optimal prefix code for its answers on the five keys that answer
(BACK never does): with fewer presses they could not be told apart. A secret question costs a hand-over more, unless
its player already looks at the screen alone: a public question or a telling is for everyone's eyes. Notices are
presses, but no part of the bound.
"""

from __future__ import annotations

import heapq
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.choices import Choice, Pick, Sheet
from companion.game import Game
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.refusal import Refusal
from companion.steps import TABLE, Decision
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.figures import Cell, FigureTable, ratio, share
from firmware.bench.tables import few_and_many, table
from firmware.bench.thumb import Thumb
from firmware.box.box import Box
from firmware.scenes import Scene
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from hardware.panel import Panel
from hardware.profile import load

KEYS = 5
"""Keys that answer: the arrows and OK."""
ANSWERS = 1_000
"""Most answers in a game."""
GAMES = 4
"""Number of games in a row of the table: a single one depends too much on luck."""

BONNET, BREADBOARD = "adafruit-bonnet", "breadboard"
BUILDS = (BONNET, BREADBOARD)
"""A build of each kind; the bonnet, the HAT and the simulated box have the same keys."""

Weights = Mapping[int, int]
"""The likelihoods of the answers to a question: the number of answers for each weight."""
Answerer = Callable[[Game, Decision, Random], tuple[Any, Weights]]
"""Chooses an answer; returns it with the weights of all answers."""

STAGE = "stage"
PLAYED = {"0": 28, "1": 30, "2": 20, "3": 8, "4": 3, "1+1": 7, "2+1": 3, "0+2": 1}
"""A typical stage of Rialto, in hundredths: with seven cards for six stages players lay none, one or two, seldom
more, and a joker in one of nine plays."""


def measure(effort: float = 1) -> list[FigureTable]:
    most, number = share(ANSWERS, effort, 3), share(GAMES, effort, 1)
    by_keys = (
        f"Whole random games by keys alone, with an ideal thumb, {number} to a row; every answer is equally likely. "
        f"The bound is an optimal prefix code on the {KEYS} keys that answer, question by question, and a press for "
        "each hand-over before a secret that its player does not yet look at alone; notices are presses, but not in "
        "the bound. A random game of Doge can go on for long: where no figure for a game stands, it was broken off "
        f"after {most:,} answers."
    )
    as_played = (
        "The same with weighted answers. Nobody's games have been counted yet, so the weights are ours: "
        "where a game's rules name a likely answer, it is given every other time and the others share the rest; in a "
        "stage of Rialto players lay what seven cards for six stages allow. The bound is a code for these weights."
    )
    by_knob = (
        "Equally likely answers by a knob that is turned and pushed, and BACK: each click of the knob counts as a "
        f"press. The bound is that of a box with {KEYS} keys, so that the tables can be compared."
    )
    return [
        FigureTable(
            "Presses with keys (bonnet, HAT, simulated box)", by_keys, rows_of(BONNET, most, number, anything)
        ),
        FigureTable("Presses with keys, typical answers", as_played, rows_of(BONNET, most, number, typical)),
        FigureTable(
            "Clicks and presses with a knob (breadboard)", by_knob, rows_of(BREADBOARD, most, number, anything)
        ),
    ]


def rows_of(build: str, most: int, number: int, answerer: Answerer) -> list[dict[str, Cell]]:
    rows = []
    for game in games.names():
        first = games.find(game).game.own_options[:1]
        settings = [{option.name: value} for option in first for value in option.values] or [{}]
        for players in few_and_many(game):
            for setting in settings:
                thumbed = play_all(number, game, players, options=setting, most=most, build=build, answerer=answerer)
                rows.append(row(thumbed, game, players, "".join(setting.values())))
    return rows


def row(thumbed: Thumbed, game: str, players: int, option: str) -> dict[str, Cell]:
    return {
        "game": game,
        "players": players,
        "played with": option,
        "answers": thumbed.answers,
        "rounds": thumbed.rounds,
        "presses a game": round(thumbed.presses / thumbed.games) if thumbed.over else None,
        "presses a round": round(thumbed.presses / thumbed.rounds, 1),
        "bound a round": round(thumbed.bound / thumbed.rounds, 1),
        "over the bound": ratio(thumbed.presses, thumbed.bound),
        "hand-overs a round": round(thumbed.hand_overs / thumbed.rounds, 1),
    }


def anything(game: Game, decision: Decision, rng: Random) -> tuple[Any, Weights]:
    """Return any legal answer: the box must be equally prepared for each of them."""
    return some_answer(game, decision, rng), {1: decision.choice.size()}


def typical(game: Game, decision: Decision, rng: Random) -> tuple[Any, Weights]:
    """Return an answer as people play: often the likely one, and the counts of a stage as in `PLAYED`."""
    choice, likely = decision.choice, decision.likely
    if isinstance(choice, Sheet):
        return _typical_sheet(decision, choice, rng)
    return _often_likely(choice, likely, lambda: some_answer(game, decision, rng), rng)


def _typical_sheet(decision: Decision, sheet: Sheet, rng: Random) -> tuple[Any, Weights]:
    """Fill a sheet cell by cell; the weight of a whole sheet is the product of its cells'."""
    filled: dict[str, dict[str, Any]] = {}
    weights: Weights = {1: 1}
    for row, cells in sheet.rows.items():
        filled[row] = {}
        for column, cell in cells.items():
            if decision.key == STAGE and isinstance(cell, Pick):
                known = {play: weight for play, weight in PLAYED.items() if play in cell.options}
                (value,) = rng.choices(list(known), list(known.values()))
                own: Weights = Counter(known.values())
            else:
                before = decision.likely
                likely = before.get(row, {}).get(column) if isinstance(before, dict) else before
                value, own = _often_likely(cell, likely, lambda cell=cell: cell.sample(rng), rng)  # type: ignore[misc]
            filled[row][column] = value
            weights = _product(weights, own)
    return filled, weights


def _product(one: Weights, other: Weights) -> Weights:
    product: Counter[int] = Counter()
    for weight, number in one.items():
        for other_weight, other_number in other.items():
            product[weight * other_weight] += number * other_number
    return product


def _often_likely(choice: Choice, likely: Any, other: Callable[[], Any], rng: Random) -> tuple[Any, Weights]:
    """Return the likely answer every other time, if there is one."""
    size = choice.size()
    try:
        likely = choice.check(likely)
    except Refusal:
        return other(), {1: size}
    if size < 3:
        return other(), {1: size}
    value = other()
    if rng.random() < 0.5:
        return likely, {size - 1: 1, 1: size - 1}
    while value == likely:
        value = choice.sample(rng)
    return value, {size - 1: 1, 1: size - 1}


def mean_length(weights: Weights, keys: int = KEYS) -> float:
    """Return the mean number of presses of an optimal prefix code (Huffman's) for answers with these weights.

    Answers of equal weight are taken together, so that it does not matter how many there are.

    >>> mean_length({1: 5}), mean_length({1: 6}), mean_length({1: 1})
    (1.0, 1.3333333333333333, 0.0)
    """
    number = sum(weights.values())
    waiting = dict(weights)
    waiting[0] = waiting.get(0, 0) + (1 - number) % (keys - 1)  # so that every branch has all keys
    order = list(waiting)
    heapq.heapify(order)
    cost = 0
    branch, room = 0, keys
    while order:
        weight = heapq.heappop(order)
        left = waiting.pop(weight)
        if room == keys and left >= keys:
            _put(waiting, order, weight * keys, left // keys)
            cost += weight * keys * (left // keys)
            left %= keys
        taken = min(room, left)
        branch, room, left = branch + weight * taken, room - taken, left - taken
        if not room:
            _put(waiting, order, branch, 1)
            cost += branch
            branch, room = 0, keys
        if left:
            _put(waiting, order, weight, left)
    return cost / sum(weight * times for weight, times in weights.items())


def _put(waiting: dict[int, int], order: list[int], weight: int, times: int) -> None:
    if weight not in waiting:
        waiting[weight] = 0
        heapq.heappush(order, weight)
    waiting[weight] += times


def fewest_presses(decision: Decision, value: Any, weights: Weights, *, hands_over: bool) -> float:
    """Return the bound of one question: its code, and the hand-over before it if the box changes hands for it.

    An answer that can be given without holding the box takes the press of the hand-over, and the others need not
    be told apart from it.
    """
    if not hands_over or decision.unseen is None:
        return hands_over + mean_length(weights)
    if decision.choice.check(decision.unseen) == value:
        return 1
    others = dict(weights)
    others[max(others) if decision.unseen == decision.likely else min(others)] -= 1
    return 1 + mean_length({weight: number for weight, number in others.items() if number})


class StoppedClock:
    """Time enough for every telling to be read."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Thumbed:
    """The presses and answers of some games."""

    presses: int
    bound: float
    hand_overs: int
    """Those that the bound counts: before a secret that its player does not yet look at alone."""
    answers: int
    rounds: int
    over: bool
    games: int = 1

    def __add__(self, other: Thumbed) -> Thumbed:
        return Thumbed(
            self.presses + other.presses,
            self.bound + other.bound,
            self.hand_overs + other.hand_overs,
            self.answers + other.answers,
            self.rounds + other.rounds,
            self.over and other.over,
            self.games + other.games,
        )


def play_all(
    number: int,
    game: str,
    players: int,
    *,
    options: dict[str, str],
    most: int,
    build: str,
    answerer: Answerer = anything,
) -> Thumbed:
    """Play several games; return their totals."""
    first, *others = (
        play(game, players, options, most=most, build=build, answerer=answerer, seed=seed)
        for seed in range(1, number + 1)
    )
    return sum(others, start=first)


def play(
    game: str,
    players: int,
    options: dict[str, str],
    *,
    most: int,
    build: str = "simulated",
    answerer: Answerer = anything,
    seed: int = 1,
) -> Thumbed:
    """Play a seeded game through the screens, every answer given by keys; return its totals."""
    clock = StoppedClock()
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel.open_screen(load(build).on_paper(), clock=clock)
        box = Box(panel, Ledger(Path(folder)), Words("en", [WORDS, SHARED_WORDS]), clock=clock)
        kind = games.find(game).game
        setting = table(game, players)
        setting = kind.set_table(setting.seats, options, setting.layout)
        referee = Referee(kind, setting, random_urn(Random(seed)))
        match = Match(box, referee, box.words_for(folders_of(game), setting.seats), referee.game.tells)
        box.play(match)
        match.go_on()
        thumbed = thumb_through(box, match, clock, answerer=answerer, most=most, rng=Random(seed))
        panel.close()
    return thumbed


def thumb_through(
    box: Box, match: Match, clock: StoppedClock, *, answerer: Answerer, most: int, rng: Random
) -> Thumbed:
    referee = match.referee
    thumb = Thumb(box, lambda key: box.scene.key(key))
    bound, hand_overs = 0.0, 0
    rounds = 1
    alone = TABLE

    def wait() -> None:
        clock.now += 10
        box.scene.tick(clock.now)

    thumb.wait_out_tellings(wait)
    while referee.open and len(referee.entries) < most:
        seat = match.holder if match.holder in referee.open else min(referee.open)
        decision = referee.open[seat]
        value, weights = answerer(referee.game, decision, rng)
        hands_over = decision.secret and seat != alone
        hand_overs += hands_over
        bound += fewest_presses(decision, value, weights, hands_over=hands_over)
        thumb.answer(value, seat)
        alone = seat if decision.secret and not _is_for_everyone(box.scene) else TABLE
        thumb.wait_out_tellings(wait)
        rounds = max(rounds, referee.game.round)
    return Thumbed(thumb.presses, bound, hand_overs, len(referee.entries), rounds, referee.outcome is not None)


def _is_for_everyone(scene: Scene) -> bool:
    """Return whether this scene tells everyone something before the next question."""
    return isinstance(scene, Telling) or (isinstance(scene, Guard) and bool(scene.told))
