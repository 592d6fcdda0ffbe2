"""How many presses a game takes on the box with an ideal thumb, against the information floor.

The floor of an answer is log(number of legal answers) / log(number of keys): fewer presses could not
tell the answers apart. Where some answers are likelier than others, it is log(1 / likelihood) / log(number of
keys): the likely ones could do with fewer presses.
"""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.choices import Pick, Sheet
from companion.ledger import Ledger
from companion.referee import Referee
from companion.simulate import random_urn
from companion.steps import Decision
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware.bench import Figures
from firmware.bench.tables import table
from firmware.box import WORDS, Box
from firmware.scenes.match import Match
from firmware.thumb import Thumb
from hardware.panel import Panel
from hardware.profile import load

KEYS = 6
ANSWERS = 400

Answerer = Callable[[Decision, Random], tuple[Any, float]]
"""Gives an answer, and how likely it was."""

STAGE = "stage"
PLAYED = {"0": 28, "1": 30, "2": 20, "3": 8, "4": 3, "1+1": 7, "2+1": 3, "0+2": 1}
"""A typical stage of Rialto, in hundredths: with seven cards for six stages players lay none, one or two, seldom
more, and a joker in one of nine plays."""


def measure() -> Figures:
    figures: Figures = {}
    for game in games.names():
        kind = games.find(game).game
        for players in kind.players:
            for option in kind.own_options[0].values:
                chosen = {kind.own_options[0].name: option}
                figures[f"{game}, {players} players, {option}"] = play(game, players, chosen)
    figures["rialto, 5 players, table, typical counts"] = play("rialto", 5, {"cards": "table"}, typical)
    return figures


def anything(decision: Decision, rng: Random) -> tuple[Any, float]:
    """Each legal answer as likely as the next."""
    return decision.choice.sample(rng), 1 / decision.choice.size()


def typical(decision: Decision, rng: Random) -> tuple[Any, float]:
    """As people play: the counts of a stage as in `PLAYED`."""
    if decision.key != STAGE or not isinstance(decision.choice, Sheet):
        return anything(decision, rng)
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


def play(game: str, players: int, options: dict[str, str], answerer: Answerer = anything) -> Figures:
    """A seeded game through the screens: every answer given by keys, and counted."""
    clock = StoppedClock()
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel.open_screen(load("simulated"), clock=clock)
        box = Box(panel, Ledger(Path(folder)), Words("en", [WORDS, SHARED_WORDS]), clock=clock)
        kind = games.find(game).game
        setting = table(game, players)
        setting = kind.set_table(setting.seats, options, setting.layout)
        referee = Referee(kind, setting, random_urn(Random(1)))
        words = box.words_for(folders_of(game), setting.seats)
        match = Match(box, referee, words, told=0)
        match.go_on()
        figures = thumb_through(box, match, clock, answerer)
        panel.close()
    return figures


def thumb_through(box: Box, match: Match, clock: StoppedClock, answerer: Answerer) -> Figures:
    referee = match.referee
    thumb = Thumb(box, lambda key: box.scene.key(key))
    rng = Random(1)
    floor = 0.0
    rounds = 0
    on: Counter[str] = Counter()

    def wait() -> None:
        clock.now += 10
        box.scene.tick(clock.now)

    thumb.wait_out_tellings(wait)
    while referee.open and len(referee.entries) < ANSWERS:
        seat = match.holder if match.holder in referee.open else min(referee.open)
        decision = referee.open[seat]
        before = thumb.presses
        value, likelihood = answerer(decision, rng)
        floor -= math.log(likelihood) / math.log(KEYS)
        thumb.answer(value, seat)
        on[decision.key] += thumb.presses - before
        thumb.wait_out_tellings(wait)
        rounds = max(rounds, referee.game.round)
    stages = {"presses_on_six_stages": round(on[STAGE] / max(1, rounds), 1)} if on[STAGE] else {}
    return stages | {
        "presses_a_round": round(thumb.presses / max(1, rounds), 1),
        "presses_an_answer": round(thumb.presses / len(referee.entries), 2),
        "floor_a_round": round(floor / max(1, rounds), 1),
        "ratio": round(thumb.presses / floor, 2),
    }
