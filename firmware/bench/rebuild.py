"""How long it takes to run a game again from its entries: what undo, amend and resume cost."""

from __future__ import annotations

import json
from functools import partial

from companion import games
from companion.referee import Referee
from firmware.bench.figures import Cell, Table, ratio, share
from firmware.bench.tables import played, side_by_side

ANSWERS = 1000
ROUNDS = 10


def measure(effort: float = 1) -> list[Table]:
    meaning = (
        "A game run again from its record, as undo, amend and resume do: milliseconds for 1,000 answers. "
        "Games that are over before are reckoned up. Beside each, its entries are only read from their JSON "
        "lines: the least that any way of coming back would do."
    )
    return [Table("Running a record again", meaning, [rebuilt(game, effort) for game in games.names()])]


def rebuilt(game: str, effort: float) -> dict[str, Cell]:
    kind = games.find(game).game
    referee = played(game, max(kind.players), share(ANSWERS, effort))
    lines = [json.dumps(entry.line()) for entry in referee.entries]
    run = partial(Referee, kind, referee.table, referee.urn, referee.entries)
    ours, reading = side_by_side(share(ROUNDS, effort), run, lambda: [json.loads(line) for line in lines])
    return {
        "game": game,
        "players": max(kind.players),
        "answers": len(lines),
        "ms": round(ours * 1000, 2),
        "ms per 1,000 answers": round(ours * 1e6 / len(lines), 1),
        "over reading JSON": ratio(ours, reading, 1),
    }
