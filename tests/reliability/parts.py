"""The parts of RELIABILITY.md: which tests are run, and what their figures mean."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware.bench import find
from firmware.bench.figures import Cell, FigureTable
from firmware.install import service
from tests.counted import PLACE, taken_together

ROOT = Path(__file__).parents[2]


class Failed(Exception):
    """Something that did not pass, so there is nothing to show."""


class Part(Protocol):
    """A promise with its figures."""

    @property
    def name(self) -> str: ...

    @property
    def command(self) -> str:
        """What anyone runs to see it again."""

    def measure(self) -> FigureTable: ...


def run(command: list[str], **environment: str) -> str:
    """Return what a command prints; it must succeed."""
    ended = subprocess.run(command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, text=True)
    if ended.returncode:
        raise Failed(f"{' '.join(command)}: status {ended.returncode}\n{ended.stdout[-4000:]}")
    return ended.stdout


@dataclass(frozen=True)
class Tests:
    """What some tests counted while they passed."""

    name: str
    title: str
    meaning: str
    which: tuple[str, ...]

    @property
    def command(self) -> str:
        return f"pytest {' '.join(self.which)}"

    def measure(self) -> FigureTable:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "counted"
            place.touch()
            run([sys.executable, "-m", "pytest", "-q", "--timeout", "0", *self.which], **{PLACE: str(place)})
            sums = taken_together(place)
        if not sums:
            raise Failed(f"{self.command}: nothing was counted; were all tests skipped?")
        return FigureTable(
            self.title, self.meaning, [{"what": what, "figure": number} for what, number in sums.items()]
        )


@dataclass(frozen=True)
class ManyGames:
    """How long a full ledger takes: the benchmark of that name."""

    name: str = "many"
    command: str = "ballottino bench many"

    def measure(self) -> FigureTable:
        (table,) = find("many")(1)
        return table


@dataclass(frozen=True)
class Coverage:
    """How much of the referee and the games their tests go through."""

    name: str = "coverage"
    command: str = "make coverage"
    left_out: tuple[str, ...] = (
        "tests/games/test_soak.py",
        "tests/games/test_leaks.py",
        "tests/games/test_forgery.py",
    )
    """The longest, which other parts have run: they go where the others have been."""
    tests: tuple[str, ...] = (
        "tests/companion",
        "tests/games",
        "tests/versions",
        "tests/test_examples.py",
        "tests/test_rules_traced.py",
    )

    def measure(self) -> FigureTable:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "coverage.json"
            environment = {"COVERAGE_FILE": f"{folder}/data"}
            how = ["-q", "--timeout", "0", "-n", "auto", "--cov", f"--cov-report=json:{report}", "--cov-fail-under=0"]
            ignored = [f"--ignore={file}" for file in self.left_out]
            run([sys.executable, "-m", "pytest", *how, *ignored, *self.tests], **environment)
            totals = json.loads(report.read_text("utf-8"))["totals"]
        rows: list[dict[str, Cell]] = [
            {"what": "statements", "there": totals["num_statements"], "run": totals["covered_lines"]},
            {"what": "branches", "there": totals["num_branches"], "run": totals["covered_branches"]},
        ]
        meaning = f"Of the referee and the five games, {totals['percent_covered']:.1f} % in all."
        return FigureTable("What the tests go through", meaning, rows)


@dataclass(frozen=True)
class Exposure:
    """How much of the machine the service could reach, as systemd reckons."""

    name: str = "service"
    command: str = "systemd-analyze security --offline=true ballottino.service"

    def measure(self) -> FigureTable:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "ballottino.service"
            text = service.unit("adafruit-bonnet", "bookworm")
            file.write_text(text, "utf-8")
            told = run(["systemd-analyze", "security", "--offline=true", "--no-pager", str(file)])
        level = re.search(r"exposure level for \S+ ([\d.]+)", told)
        limit = re.search(r"^MemoryMax=(\d+)M$", text, re.MULTILINE)
        if level is None or limit is None:
            raise Failed("systemd-analyze says nothing that we understand")
        rows: list[dict[str, Cell]] = [
            {"what": "exposure, from 0 (none) to 10", "figure": float(level[1])},
            {"what": "MB of memory it may take", "figure": int(limit[1])},
        ]
        meaning = "What a program that was taken over could reach, as systemd reckons from the unit; and its limit."
        return FigureTable("The service among others", meaning, rows)


PARTS: tuple[Part, ...] = (
    Tests(
        "kills",
        "Killed again and again",
        "The program is killed at random moments of random games, again and again on the same folder. Whatever was "
        "acknowledged is there when it comes back.",
        ("tests/faults/test_kills.py",),
    ),
    Tests(
        "damage",
        "Damaged files",
        "In files of games bits are flipped, digits changed, sectors overwritten, pages lost or swapped, ends cut "
        "off. None is ever taken for another game, and the game beside it is untouched.",
        ("tests/faults/test_damage.py",),
    ),
    Tests(
        "wear",
        "What an evening writes",
        "A box is set up, a game is played to its end by random answers, its record is written. Counted are the "
        "blocks of 4 KB that the kernel is told to make safe; the journal of the card's file system comes on top.",
        ("tests/faults/test_wear.py",),
    ),
    Tests(
        "updates",
        "The plug is pulled during an update",
        "The power goes before every change that an update makes, for a new version that comes up and for one that "
        "does not. The next boot brings up a version that runs.",
        ("tests/firmware/install/test_install_versions.py",),
    ),
    Tests(
        "keys",
        "Any keys in any order",
        "A thumb that presses what it likes, on a box that is switched off and on in between.",
        ("tests/firmware/box/test_any_keys.py",),
    ),
    Tests(
        "requests",
        "Nonsense from phones",
        "Nonsense, generated and chosen, sent to a box with a game on it. Each is refused in clear words, "
        "and never with a fault of ours.",
        ("tests/web/test_fuzz.py",),
    ),
    Tests(
        "memory",
        "Memory of a request",
        "The most that the box held more while it answered one request: pages, and what a stranger or a player may "
        "send to hurt it. What is sent costs no more than a page does.",
        ("tests/web/test_memory.py",),
    ),
    Tests(
        "forgeries",
        "Forged records",
        "Records in which a draw, a name, a word that was stirred or a line was changed, by a forger who computes "
        "all digests again.",
        ("tests/games/test_forgery.py",),
    ),
    Tests(
        "verifier",
        "The independent verifier",
        "The program on the fair page, of under 100 lines, which shares none with ours.",
        ("tests/versions/test_verifier.py",),
    ),
    Tests(
        "versions",
        "Old games and records",
        "Games and records as earlier versions wrote them, read by this one.",
        ("tests/versions/test_versions.py",),
    ),
    Exposure(),
    Tests(
        "club",
        "A club night",
        "Boxes as real processes play whole games at a real broker, while boxes, the broker and the hall are killed. "
        "Each result is in the hall in the end, and once.",
        ("tests/firmware/club/test_night.py",),
    ),
    Tests(
        "players",
        "Players that cannot peek",
        "A seat of the box is asked in two worlds that differ in what it cannot see: what others hold, and what will "
        "be drawn. It knows the same in both, and answers the same.",
        ("tests/games/test_players.py", "tests/games/test_thinking.py"),
    ),
    Tests(
        "restoring",
        "The plug is pulled while a backup is restored",
        "After every write the power goes; restored once more, every game is there.",
        ("tests/faults/test_restoring.py",),
    ),
    Tests(
        "power",
        "The plug is pulled",
        "Two evenings are recorded, write by write; after every write the power goes, in several ways, and the "
        "box looks at what the disk may hold then.",
        ("tests/faults/test_power_loss.py",),
    ),
    Tests(
        "soak",
        "Random games",
        "Random games at every kind of table, with all promises looked at again and again: sums and receipts, "
        "saving and resuming, undo. The second half holds no more memory than the first.",
        ("tests/games/test_soak.py",),
    ),
    ManyGames(),
    Tests(
        "secrets",
        "Twin worlds",
        "One player's secret is changed, and all that anyone else gets is compared byte by byte: in the twin "
        "world nobody else may notice. That is every page, every message to a club, and on the box every dot, light, "
        "sound and spoken word.",
        (
            "tests/games/test_leaks.py",
            "tests/web/test_leaks.py",
            "tests/companion/club/test_messages.py",
            "tests/firmware/scenes/match/test_box_secrets.py",
        ),
    ),
    Coverage(),
)
"""The short ones first: a run that is broken off shows most of them."""
