"""How many presses a game takes on the box with an ideal thumb, against the information floor.

The floor of an answer is log(number of legal answers) / log(number of keys): fewer presses could not
tell the answers apart.
"""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.referee import Referee
from companion.simulate import random_urn
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


def measure() -> Figures:
    figures: Figures = {}
    for game in games.names():
        kind = games.find(game).game
        for players in kind.players:
            for option in kind.own_options[0].values:
                chosen = {kind.own_options[0].name: option}
                figures[f"{game}, {players} players, {option}"] = play(game, players, chosen)
    return figures


class StoppedClock:
    """Time enough for every telling to be read."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def play(game: str, players: int, options: dict[str, str]) -> Figures:
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
        figures = thumb_through(box, match, clock)
        panel.close()
    return figures


def thumb_through(box: Box, match: Match, clock: StoppedClock) -> Figures:
    referee = match.referee
    thumb = Thumb(box, lambda key: box.scene.key(key))
    rng = Random(1)
    floor = 0.0
    rounds = 0

    def wait() -> None:
        clock.now += 10
        box.scene.tick(clock.now)

    thumb.wait_out_tellings(wait)
    while referee.open and len(referee.entries) < ANSWERS:
        seat = match.holder if match.holder in referee.open else min(referee.open)
        choice = referee.open[seat].choice
        floor += math.log(choice.size()) / math.log(KEYS)
        thumb.answer(choice.sample(rng), seat)
        thumb.wait_out_tellings(wait)
        rounds = max(rounds, referee.game.round)
    return {
        "presses_a_round": round(thumb.presses / max(1, rounds), 1),
        "presses_an_answer": round(thumb.presses / len(referee.entries), 2),
        "floor_a_round": round(floor / max(1, rounds), 1),
        "ratio": round(thumb.presses / floor, 2),
    }
