"""Tables to test with: a game, seats, options, and an urn from a seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from companion import games
from companion.game import Table
from companion.ledger.game_file import GameFile
from companion.referee import Keeper, Referee
from companion.referee.simulation import random_urn
from companion.seats import NAMES, seat_table


def table(game: str, players: int, **options: str) -> Table:
    """A table of a game; options with a dot in their name are given with an underscore: draw_order."""
    kit = games.find(game)
    seats = seat_table(NAMES[:players], kit.game.colours)
    wanted = {name.replace("draw_", "draw."): value for name, value in options.items()}
    return kit.game.set_table(seats, wanted, kit.layout(None, wanted))


def referee(game: str, players: int, seed: int = 1, keeper: Keeper | None = None, **options: str) -> Referee:
    """A referee of a game, with an urn from a seed."""
    kind = games.find(game).game
    return Referee(kind, table(game, players, **options), random_urn(Random(seed)), keeper=keeper)


def file_of(judge: Referee) -> GameFile:
    """Return the file in which a game is kept."""
    assert isinstance(judge.keeper, GameFile)
    return judge.keeper


def id_of(judge: Referee) -> str:
    """Return the name of a game in its ledger."""
    return file_of(judge).path.stem


def rechained(lines: Sequence[Any]) -> str:
    """Return the lines of a record, which carry no digests, with the digests that their forger would compute."""
    text = ""
    for number, line in enumerate([*lines, {}]):
        so_far = hashlib.sha256(text.encode()).hexdigest()
        chain = {} if number == 0 else {"d": so_far[:16]} if number < len(lines) else {"end": so_far}
        text += json.dumps({**line, **chain}) + "\n"
    return text
