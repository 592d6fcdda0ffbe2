"""The time that home, the list and the history take when the ledger holds many games."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from companion import games
from companion.club.own import OwnFame
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random, random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words
from firmware import WORDS
from firmware.bench.figures import Cell, FigureTable, curve_of, ratio, share
from firmware.bench.tables import table
from firmware.box.box import Box
from firmware.box.phones import Phones
from firmware.scenes.home.home import home
from hardware.panel import Panel
from hardware.profile import load
from web.app import create_app

SIZES = (10, 100, 1_000, 10_000)
ROUNDS = 5
LEFT_OPEN = 10
"""One game in this many is left open."""


def measure(effort: float = 1) -> list[FigureTable]:
    rows = [measure_ledger(share(size, effort, least=10), share(ROUNDS, effort)) for size in SIZES]
    for row in rows:
        list_ms, ten_ms = row["list, ms"], rows[0]["list, ms"]
        assert isinstance(list_ms, float)
        assert isinstance(ten_ms, float)
        row["list over that of ten"] = ratio(list_ms, ten_ms)
    meaning = (
        "A ledger of finished games of Doge, one in ten left open. First listing: without an index, every game is "
        "opened. List and stats: the commands, from their start to their end. Home is the box's first menu, history "
        "the first page of its games, in a program that has listed them before. Fame is counted once after each "
        "game; the hall of fame is its page from then on."
    )
    grown = ("list, ms", "stats, ms", "home, ms", "history, ms", "hall of fame, ms")
    return [FigureTable("Many games", meaning, rows, curve_of("games", "Games in a ledger", "games", rows, *grown))]


def measure_ledger(size: int, rounds: int) -> dict[str, Cell]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, size)
        first = milliseconds(lambda: Ledger(folder).games(), 1)
        command = [sys.executable, "-m", "firmware", "--data", name]
        with ExitStack() as stack:
            panel = stack.enter_context(closing(Panel.open_screen(load("simulated"))))
            box = Box(panel, Ledger(folder), Words("en", [WORDS, SHARED_WORDS]))
            phones = Phones(box, "127.0.0.1", 0)
            phones.start()
            stack.callback(phones.stop)
            phone = create_app(phones.site).test_client()
            phone.get("/history")
            return {
                "games": size,
                "first listing, ms": first,
                "list, ms": milliseconds(lambda: run([*command, "list"]), rounds),
                "stats, ms": milliseconds(lambda: run([*command, "stats"]), rounds),
                "home, ms": milliseconds(lambda: home(box), rounds),
                "history, ms": milliseconds(lambda: phone.get("/history"), rounds),
                "counting fame, ms": milliseconds(lambda: OwnFame(box.ledger).fame(), rounds),
                "hall of fame, ms": milliseconds(lambda: phone.get("/fame"), rounds),
            }


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


def fill(folder: Path, size: int) -> None:
    """Fill a ledger to this size with links to two games."""
    ledger, rng = Ledger(folder), Random(1)
    kind = games.find("doge").game
    kept = []
    for most in (20, None):
        referee = ledger.begin(kind, table("doge", 3), random_urn(rng))
        play_random(referee, rng, most=most)
        assert isinstance(referee.keeper, GameFile)
        referee.keeper.close()
        kept.append(referee.keeper.path)
    left_open, finished = kept
    for number in range(size - len(kept)):
        of = left_open if number % LEFT_OPEN == 0 else finished
        os.link(of, of.with_name(f"20260101-{number:06}-doge-abcdef.sqlite"))
    (folder / "index.sqlite").unlink(missing_ok=True)


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """Return the shortest time of the work, in milliseconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return round(best * 1000, 1)
