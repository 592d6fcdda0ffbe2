"""What the box holds in memory, and what a game adds to it."""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from random import Random

from companion import games
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from firmware.bench import fresh
from firmware.bench.figures import Cell, Table, ratio, share
from firmware.bench.tables import table

ANSWERS = 1_000
RESIDENT = """
try:
    status = dict(line.split(":") for line in open("/proc/self/status"))
    print(int(status["VmHWM"].split()[0]) // 1024)
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
"""Asked of Linux itself where there is one: `resource` may count what the process that started this one held."""
LIBRARIES = "all libraries imported"
STAGES = {
    "Python alone": "",
    LIBRARIES: fresh.LIBRARIES,
    "first picture on the screen": fresh.FIRST_PICTURE,
    "home menu, keys work": fresh.HOME,
    "home menu, and a phone has its page": fresh.WITH_PHONES,
}


def measure(effort: float = 1) -> list[Table]:
    return [resident(), grown(share(ANSWERS, effort, 20))]


def resident() -> Table:
    with tempfile.TemporaryDirectory() as folder:
        held = {stage: int(fresh.run(code + RESIDENT, folder)) for stage, code in STAGES.items()}
    rows: list[dict[str, Cell]] = [
        {"program": stage, "MB at most": megabytes, "over the libraries": ratio(megabytes, held[LIBRARIES])}
        for stage, megabytes in held.items()
    ]
    meaning = "The most that a fresh process ever held, beside one that only imports the libraries the box stands on."
    return Table("Memory of the box", meaning, rows)


def grown(answers: int) -> Table:
    meaning = (
        "What a random game adds to memory: its record, what was told and every receipt, for up to "
        f"{answers:,} answers; beside it, the size of its record as text."
    )
    return Table("Memory of a game", meaning, [grown_by(game, answers) for game in games.names()])


def grown_by(game: str, answers: int) -> dict[str, Cell]:
    from companion.ledger import record

    kind = games.find(game).game
    setting = table(game, max(kind.players))
    rng = Random(1)
    play_random(Referee(kind, setting, random_urn(rng)), rng, most=answers)  # what is made once for all games
    gc.collect()
    tracemalloc.start()
    referee = Referee(kind, setting, random_urn(rng))
    play_random(referee, rng, most=answers)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    text = len(record.write(referee).encode())
    return {
        "game": game,
        "players": max(kind.players),
        "answers": len(referee.entries),
        "KB": round(held / 1024),
        "bytes an answer": round(held / len(referee.entries)),
        "over its record": ratio(held, text),
    }
