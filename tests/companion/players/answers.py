"""What the players of the box answer, as fingerprints: they may change only with the version of their adviser.

`python -m tests.companion.players.answers` writes `answers.txt` again. Needed after a change of what is advised,
whose `Adviser.version` must grow with it, or of a game's rules. Every Python that the box may have writes the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion import games
from companion.players import RANDOM, STRENGTHS, Player, version_of
from companion.referee import Referee
from companion.referee.automatic import answer_for
from companion.referee.simulation import random_urn
from companion.steps import TABLE
from tests.tables import table

FILE = Path(__file__).with_name("answers.txt")
THINKING = "sharp:24"
LONGEST, LONGEST_THOUGHT = 400, 40
"""Answers of a game that is played by judgement, and of one that is thought over."""
SEED = 3


def players() -> Iterator[tuple[str, Player]]:
    """Yield each game with each of its players; those who think only where that makes a difference."""
    for game in games.names():
        adviser = games.find(game).game.adviser
        names = (*STRENGTHS, THINKING) if adviser and adviser.search else STRENGTHS
        for name in names:
            player = Player.named(name, adviser)
            assert player is not None
            yield game, player


def name_of(game: str, player: Player) -> str:
    """Return a line's name: the game, its player, and the version of its adviser."""
    return f"{game} {player.name} v{version_of(player.adviser)}"


def fingerprint(game: str, player: Player) -> str:
    """Return a fingerprint of all answers of one game among players of this kind, at the smallest table."""
    kind = games.find(game).game
    options = dict(kind.adviser.needs) if kind.adviser else {}
    judge = Referee(kind, table(game, min(kind.players), **options), random_urn(Random(SEED)))
    people = Player(None, RANDOM)
    most = LONGEST_THOUGHT if player.playouts else LONGEST
    while judge.open and len(judge.entries) < most:
        seat = next(iter(judge.open))
        judge.answer(seat, answer_for(judge, people if seat == TABLE else player, seat))
    if judge.fault is not None:
        raise judge.fault
    return hashlib.sha256(json.dumps([entry.line() for entry in judge.entries]).encode()).hexdigest()[:16]


def kept() -> dict[str, str]:
    """Return the fingerprints that were written."""
    lines = FILE.read_text("utf-8").splitlines()
    return dict(line.rsplit(maxsplit=1) for line in lines)


if __name__ == "__main__":
    FILE.write_text("".join(f"{name_of(*one)} {fingerprint(*one)}\n" for one in players()), "utf-8")
