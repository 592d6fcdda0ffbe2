"""The presses that a game takes on the box with an ideal thumb, against the information floor.

The floor of an answer is log(number of legal answers) / log(number of keys): fewer presses could not
tell the answers apart. Where some answers are likelier than others, it is log(1 / likelihood) / log(number of
keys): the likely ones could do with fewer presses.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.choices import Pick, Sheet
from companion.game import Game
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.steps import Decision
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.figures import Cell, Table, ratio, share
from firmware.bench.tables import few_and_many, table
from firmware.bench.thumb import Thumb
from firmware.box.box import Box
from firmware.scenes.match.match import Match
from hardware.panel import Panel
from hardware.profile import load

KEYS = 6
ANSWERS = 1_000
"""Most answers in a game."""
GAMES = 4
"""Number of games in a row of the table: a single one depends too much on luck."""

BUILDS = {
    "adafruit-bonnet": "Presses with keys (bonnet, HAT, simulated box)",
    "breadboard": "Clicks and presses with a knob (breadboard)",
}
"""A build of each kind; the bonnet, the HAT and the simulated box have the same keys."""

Answerer = Callable[[Game, Decision, Random], tuple[Any, float]]
"""Chooses an answer; returns it with its likelihood."""

STAGE = "stage"
PLAYED = {"0": 28, "1": 30, "2": 20, "3": 8, "4": 3, "1+1": 7, "2+1": 3, "0+2": 1}
"""A typical stage of Rialto, in hundredths: with seven cards for six stages players lay none, one or two, seldom
more, and a joker in one of nine plays."""


def measure(effort: float = 1) -> list[Table]:
    most, number = share(ANSWERS, effort, 3), share(GAMES, effort, 1)
    by_keys = (
        f"Whole random games by keys alone, with an ideal thumb, {number} to a row. The floor is what any box with "
        f"{KEYS} keys needs to tell the answers apart; the ratio says how far we are above it. In the "
        "last row Rialto's stages are played as people play them. A random game of Doge can go on for "
        f"long: where no figure for a game stands, it was broken off after {most:,} answers."
    )
    by_knob = (
        "The same games by a knob that is turned and pushed, and BACK: each click of the knob counts as a press. The "
        f"floor is that of a box with {KEYS} keys, so that the two tables can be compared."
    )
    meanings = {"adafruit-bonnet": by_keys, "breadboard": by_knob}
    return [Table(title, meanings[build], rows_of(build, most, number)) for build, title in BUILDS.items()]


def rows_of(build: str, most: int, number: int) -> list[dict[str, Cell]]:
    rows = []
    for game in games.names():
        first = games.find(game).game.own_options[:1]
        settings = [{option.name: value} for option in first for value in option.values] or [{}]
        for players in few_and_many(game):
            for setting in settings:
                value = "".join(setting.values())
                rows.append(row(play_all(number, game, players, setting, most, build), game, players, value))
    people = play_all(number, "rialto", 5, {"cards": "table"}, most, build, typical)
    return [*rows, row(people, "rialto", 5, "table, as people play")]


def row(thumbed: Thumbed, game: str, players: int, option: str) -> dict[str, Cell]:
    return {
        "game": game,
        "players": players,
        "played with": option,
        "answers": thumbed.answers,
        "rounds": thumbed.rounds,
        "presses a round": round(thumbed.presses / thumbed.rounds, 1),
        "presses a game": round(thumbed.presses / thumbed.games) if thumbed.over else None,
        "floor a round": round(thumbed.floor / thumbed.rounds, 1),
        "over the floor": ratio(thumbed.presses, thumbed.floor),
    }


def anything(game: Game, decision: Decision, rng: Random) -> tuple[Any, float]:
    """Return any legal answer: the box must be equally prepared for each of them."""
    return some_answer(game, decision, rng), 1 / decision.choice.size()


def typical(game: Game, decision: Decision, rng: Random) -> tuple[Any, float]:
    """Return an answer as people play: the counts of a stage as in `PLAYED`."""
    if decision.key != STAGE or not isinstance(decision.choice, Sheet):
        return anything(game, decision, rng)
    likelihood = 1.0
    sheet: dict[str, dict[str, str]] = {}
    for row, cells in decision.choice.rows.items():
        sheet[row] = {}
        for column, cell in cells.items():
            assert isinstance(cell, Pick)
            known = {play: weight for play, weight in PLAYED.items() if play in cell.options}
            (played,) = rng.choices(list(known), list(known.values()))
            sheet[row][column] = played
            likelihood *= known[played] / sum(known.values())
    return sheet, likelihood


class StoppedClock:
    """Time enough for every telling to be read."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Thumbed:
    """The presses and answers of some games."""

    presses: int
    floor: float
    answers: int
    rounds: int
    over: bool
    games: int = 1

    def __add__(self, other: Thumbed) -> Thumbed:
        return Thumbed(
            self.presses + other.presses,
            self.floor + other.floor,
            self.answers + other.answers,
            self.rounds + other.rounds,
            self.over and other.over,
            self.games + other.games,
        )


def play_all(
    number: int,
    game: str,
    players: int,
    options: dict[str, str],
    most: int,
    build: str,
    answerer: Answerer = anything,
) -> Thumbed:
    """Play several games; return their totals."""
    first, *others = (play(game, players, options, most, build, answerer, seed) for seed in range(1, number + 1))
    return sum(others, start=first)


def play(
    game: str,
    players: int,
    options: dict[str, str],
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
        thumbed = thumb_through(box, match, clock, answerer, most, Random(seed))
        panel.close()
    return thumbed


def thumb_through(box: Box, match: Match, clock: StoppedClock, answerer: Answerer, most: int, rng: Random) -> Thumbed:
    referee = match.referee
    thumb = Thumb(box, lambda key: box.scene.key(key))
    floor = 0.0
    rounds = 1

    def wait() -> None:
        clock.now += 10
        box.scene.tick(clock.now)

    thumb.wait_out_tellings(wait)
    while referee.open and len(referee.entries) < most:
        seat = match.holder if match.holder in referee.open else min(referee.open)
        value, likelihood = answerer(referee.game, referee.open[seat], rng)
        floor -= math.log(likelihood) / math.log(KEYS)
        thumb.answer(value, seat)
        thumb.wait_out_tellings(wait)
        rounds = max(rounds, referee.game.round)
    return Thumbed(thumb.presses, floor, len(referee.entries), rounds, referee.outcome is not None)
