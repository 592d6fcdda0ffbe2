"""The time of a start and the memory of a program, in fresh interpreters; and what a game and its phones add."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from urllib.request import urlopen

from companion import games
from companion.ledger import Ledger, record
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from firmware.bench.figures import Cell, FigureTable, ratio, share
from firmware.bench.tables import table

ROUNDS = 7
ANSWERS = 1_000
LIBRARIES = "import luma.oled.device, gpiozero, flask, waitress"
"""Imports that the box stands on, none of them ours."""

FIRST_PICTURE = "from firmware.start import first_picture; glass = first_picture(['--profile', 'simulated'])"
HOME = f"""
import sys
from pathlib import Path
{FIRST_PICTURE}
from hardware.panel import Panel
panel = Panel(glass)
from companion.ledger import Ledger
from companion.words import HERE, Words
from firmware import WORDS
from firmware.box.box import Box
box = Box(panel, Ledger(Path(sys.argv[1])), Words("en", [WORDS, HERE]))
panel.open_keys(box.post)
box.go_home()
box.show()
"""
WITH_PHONES = f"""
{HOME}
import http.client, threading
from firmware.box.phones import Phones
phones = box.phones = Phones(box, "127.0.0.1", 0)
phones.start()
threading.Thread(target=box.run, daemon=True).start()
line = http.client.HTTPConnection("127.0.0.1", phones.port)
line.request("GET", "/")
assert line.getresponse().status == 200
"""
STOP = """
import os
sys.stdout.flush()
os._exit(0)
"""
"""End without waiting for anything: all that is measured has happened."""
CROWDED = """
import threading
from pathlib import Path
from firmware.bench.phones.busy_box import BusyBox
busy = BusyBox(Path(sys.argv[1]), sys.argv[2])
threading.Thread(target=busy.box.run, daemon=True).start()
print(busy.phones.port, flush=True)
for _ in sys.stdin:
    answered = threading.Event()
    busy.box.post(lambda: (busy.answer(), answered.set()))
    answered.wait()
    print(flush=True)
"""
"""A box with a game and phones, which gives an answer for each line it reads."""
PHONES, TURNS = 10, 40
SERVICE = {"MALLOC_ARENA_MAX": "1"}
"""The part of the service's environment that its memory depends on."""
PAGES = ("/", "/api/table", "/rules/{game}", "/layouts/{game}", "/history", "/fair", "/fair/{id}", "/history/{id}")
"""The pages that each phone looks at; after each answer, the first of them."""
PATIENCE = 600  # seconds, for a program that starts under emulation
RESIDENT = """
try:
    status = dict(line.split(":") for line in open("/proc/self/status"))
    print(int(status["VmHWM"].split()[0]) // 1024)
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
"""Read from Linux itself where possible: `resource` may count memory of the parent process."""
IMPORTED = "all libraries imported"
DRIVER = "luma's driver imported"
STAGES = {
    "Python alone": "",
    DRIVER: "import luma.oled.device",
    IMPORTED: LIBRARIES,
    "first picture on the screen": FIRST_PICTURE,
    "home menu, keys work": HOME,
    "home menu, and a phone has its page": WITH_PHONES,
}


def measure_start(effort: float = 1) -> list[FigureTable]:
    shortest = dict.fromkeys(STAGES, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        for code in STAGES.values():
            run(code, folder)  # compiled once, as by an installation
        for _ in range(share(ROUNDS, effort)):
            for stage, code in STAGES.items():
                shortest[stage] = min(shortest[stage], seconds(code, folder))
        counted = {stage: instructions(code, folder) if effort >= 1 else None for stage, code in STAGES.items()}
    rows: list[dict[str, Cell]] = [
        {
            "from nothing to": stage,
            "ms": round(took * 1000),
            "over luma's import": ratio(took, shortest[DRIVER]),
            "million instructions": millions(counted[stage]),
            "over luma's": ratio(counted[stage] or 0, counted[DRIVER]),
        }
        for stage, took in shortest.items()
    ]
    meaning = (
        "Fresh interpreters on the simulated box, the shortest of several in turn. The first three rows "
        "have nothing of ours in them: the first picture should cost little more than the screen's driver, "
        "which it needs, and a box with phones little more than all the libraries. Instructions are counted by "
        "valgrind, where there is one: they don't depend on what else the machine does. The model of the chip is "
        "among them, which a real box has no need of."
    )
    return [FigureTable("Starting", meaning, rows)]


def instructions(code: str, folder: str) -> int | None:
    """Return how many instructions a program takes, or `None` where valgrind is missing."""
    if shutil.which("valgrind") is None:
        return None
    counting = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counted"]
    ended = subprocess.run(
        [*counting, *program(code, folder)], check=True, capture_output=True, text=True, env=installed(folder)
    )
    found = re.search(r"Collected : (\d+)", ended.stderr)
    return int(found[1]) if found else None


def millions(number: int | None) -> int | None:
    return None if number is None else round(number / 1e6)


def seconds(code: str, folder: str) -> float:
    start = time.perf_counter()
    run(code, folder)
    return time.perf_counter() - start


def installed(folder: str) -> dict[str, str]:
    """Return the environment of a program on an installed box: what it compiles is kept, here in a folder."""
    compiled = Path(folder) / "compiled"
    compiled.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, **SERVICE, "PYTHONPYCACHEPREFIX": str(compiled), "CACHE_DIRECTORY": str(compiled)}


def run(code: str, folder: str) -> str:
    """Return the output of a program in a fresh interpreter with its modules compiled, as on an installed box."""
    return subprocess.run(
        program(code, folder), check=True, capture_output=True, text=True, env=installed(folder), timeout=PATIENCE
    ).stdout


def program(code: str, folder: str) -> list[str]:
    return [sys.executable, "-c", f"import sys\n{code}\n{STOP}", folder]


def measure_memory(effort: float = 1) -> list[FigureTable]:
    return [resident(), crowded(share(PHONES, effort, 2), share(TURNS, effort)), grown(share(ANSWERS, effort, 20))]


def resident() -> FigureTable:
    with tempfile.TemporaryDirectory() as folder:
        for code in STAGES.values():
            run(code, folder)  # compiled once, as by an installation
        held = {stage: int(run(code + RESIDENT, folder)) for stage, code in STAGES.items() if stage != DRIVER}
    rows: list[dict[str, Cell]] = [
        {"program": stage, "MB at most": megabytes, "over the libraries": ratio(megabytes, held[IMPORTED])}
        for stage, megabytes in held.items()
    ]
    meaning = "The most that a fresh process ever held, beside one that only imports the libraries the box stands on."
    return FigureTable("Memory of the box", meaning, rows)


def crowded(phones: int, turns: int) -> FigureTable:
    """Measure the box with a table of phones; the limit of its service (`MemoryMax`) comes from here."""
    rows: list[dict[str, Cell]] = []
    with tempfile.TemporaryDirectory() as folder:
        for game in games.names():
            crowd(folder, game, 1, 1)  # compiled once, as by an installation
            pages, megabytes = crowd(folder, game, phones, turns)
            rows.append({"game": game, "phones": phones, "answers": turns, "pages": pages, "MB at most": megabytes})
    meaning = (
        "The most that a fresh process held with a game on the box while phones listened, each looked at the board, "
        "the rules, the history and a finished game's draws, all at once, and at the board again after every answer."
    )
    return FigureTable("Memory of the box with phones", meaning, rows)


def crowd(folder: str, game: str, phones: int, turns: int) -> tuple[int, int]:
    """Return how many pages the phones were given, and the most megabytes that the box held."""
    data = f"{folder}/{game}"
    finished = finished_game(Path(data), game)
    pages = [page.format(game=game, id=finished) for page in PAGES]
    code = f"import sys\n{CROWDED}\n{RESIDENT}\n{STOP}"
    with (
        subprocess.Popen(
            [sys.executable, "-c", code, data, game],
            env=installed(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as box,
        ThreadPoolExecutor(phones) as threads,
    ):
        assert box.stdin is not None
        assert box.stdout is not None
        address = f"http://127.0.0.1:{int(box.stdout.readline())}"
        lines = [urlopen(f"{address}/events", timeout=PATIENCE) for _ in range(phones)]
        given = sum(threads.map(lambda page: looked_at(address + page), pages * phones))
        for _ in range(turns):
            box.stdin.write("\n")
            box.stdin.flush()
            box.stdout.readline()
            given += sum(threads.map(lambda page: looked_at(address + page), pages[:1] * phones))
        box.stdin.close()
        held = int(box.stdout.readline())
    for line in lines:
        line.close()
    return given, held


def looked_at(address: str) -> bool:
    with urlopen(address, timeout=PATIENCE) as page:
        return bool(page.read())


def finished_game(folder: Path, game: str) -> str:
    """Play a game to its end, and return its id."""
    rng, kind = Random(1), games.find(game).game
    referee = Ledger(folder).begin(kind, table(game, max(kind.players)), random_urn(rng))
    play_random(referee, rng)
    assert isinstance(referee.keeper, GameFile)
    referee.keeper.close()
    return referee.keeper.path.stem


def grown(answers: int) -> FigureTable:
    meaning = (
        "What a random game adds to memory: its record, what was told and every receipt, for up to "
        f"{answers:,} answers; beside it, the size of its record as text."
    )
    return FigureTable("Memory of a game", meaning, [grown_by(game, answers) for game in games.names()])


def grown_by(game: str, answers: int) -> dict[str, Cell]:
    kind = games.find(game).game
    setting = table(game, max(kind.players))
    rng = Random(1)
    play_random(Referee(kind, setting, random_urn(rng)), rng, most=answers)  # created once for all games
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
