"""Do the tests notice when something is broken? What they prove is changed, one small thing at a time.

That is the rules of the games, whose consent it takes to go back, the seals, and the players of the box. Every change
is made in a copy of the tree, and the tests that prove the part are run on it, the telling ones first. A change that
no test notices has survived: then a test is missing, or the change is none that a player could see. Golden
play-throughs are not asked: they notice every change, and prove no rule. Of players the fingerprints of their answers
are asked, which is what others recompute.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import cache_from_source
from pathlib import Path
from random import Random
from typing import NamedTuple

import hypothesis  # noqa: F401  # imported once here, not once for every mutant
import pytest

from tests.mutants.changes import every_change

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("rialto", "venezia", "doge", "venise", "venedig", "consent", "seals", "players")
NO_RULES = ("test_plan.py", "test_chart.py", "test_draws.py")
"""Tests that ask no rule: of maps for a small screen, and of draws without a referee."""
LATE = ("test_naive.py",)
EXAMPLES = "tests/test_examples.py"
LONG = ("tests/games/test_leaks.py", "tests/games/test_harness.py")
REFEREE = ("tests/companion/referee", EXAMPLES)
GOING_BACK = ("tests/firmware/scenes/questions/test_agreeing.py", "tests/web/table/test_undo.py")
RECORDS = ("tests/companion/ledger", "tests/versions", "tests/games/test_forgery.py")
ADVICE = tuple(Path("companion/games", game, "player.py") for game in TARGETS[:5])
PLAYING = (
    "tests/companion/players",
    EXAMPLES,
    "tests/games/test_reasons.py",
    "tests/games/test_players.py",
    "tests/games/test_thinking.py",
)
PATIENCE = 25
"""Seconds of computing after which a test is taken to run for ever."""
MEMORY = 3 << 30
NEAR, WIDTH = 40, 90
"""Letters of a changed line to show: before the change, and in all."""


class Target(NamedTuple):
    """A part of the program, and the tests that prove it, quick and conclusive ones first."""

    name: str
    modules: list[Path]
    proofs: Sequence[str]
    only: str = ""
    """A word that these tests must have in their names, as in `pytest -k`."""

    def mutants(self) -> list[Mutant]:
        programs = {path: ast.parse((ROOT / path).read_text("utf-8")) for path in self.modules}
        return [Mutant(path, i) for path, program in programs.items() for i in range(len(every_change(program)))]


class Mutant(NamedTuple):
    """A file of the rules with one of its possible changes."""

    path: Path
    number: int

    def write(self, tree: Path) -> str:
        """Write the changed file into a copy of the tree; return where it is changed, from what to what."""
        program = ast.parse((ROOT / self.path).read_text("utf-8"))
        before = ast.unparse(program).splitlines()
        change = every_change(program)[self.number]
        change.make()
        after = ast.unparse(program).splitlines()
        self.put(tree, "\n".join(after))
        was, now = next(pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
        alike = next((i for i, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
        near = max(0, alike - NEAR)
        return f"{self.path}:{change.line}: {was[near:].strip()[:WIDTH]}  ->  {now[near:].strip()[:WIDTH]}"

    def undo(self, tree: Path) -> None:
        self.put(tree, (ROOT / self.path).read_text("utf-8"))

    def put(self, tree: Path, text: str) -> None:
        """Write a file and delete its compiled form: two changes in one second may have one size, and look alike to
        Python.
        """
        (tree / self.path).write_text(text, "utf-8")
        Path(cache_from_source(str(tree / self.path))).unlink(missing_ok=True)


def target(name: str, *, quick: bool) -> Target:
    match name:
        case "consent":
            return Target(name, [Path("companion/referee/consent.py")], [*REFEREE, *GOING_BACK])
        case "seals":
            modules = [Path("companion/referee", module) for module in ("seals.py", "urn.py")]
            return Target(name, modules, [*REFEREE, *RECORDS])
        case "players":
            return Target(name, [*modules_in("companion/players"), *ADVICE], PLAYING)
        case game:
            rules = modules_in(f"companion/games/{game}/rules")
            return Target(game, rules, proofs_of(game, quick=quick), only=game)


def modules_in(folder: str) -> list[Path]:
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).glob("[!_]*.py"))


def proofs_of(game: str, *, quick: bool) -> list[str]:
    """Return the tests that prove a game, quick and conclusive ones first."""
    folder = Path("tests/games", game)
    late = [str(folder / name) for name in LATE]
    rooms = (ROOT / folder, ROOT / folder / "rules")
    tests = sorted(str(path.relative_to(ROOT)) for room in rooms for path in room.glob("test_*.py"))
    early = [test for test in tests if Path(test).name not in (*LATE, *NO_RULES)]
    return [EXAMPLES, *early, *late, *([] if quick else LONG)]


class Patience:
    """Ends a run in which one test computes for very long: that is a change noticed too."""

    def pytest_runtest_logstart(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)


def forget_the_checkout() -> None:
    """So that all is imported from the copy."""
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT]
    for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
        del sys.modules[name]


def passes(tree: Path, proved: Target) -> bool:
    """Return whether all tests that prove this pass in this tree, tried in a process of its own."""
    child = os.fork()
    if not child:
        os.chdir(tree)
        forget_the_checkout()
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        one_by_one = ["-x", "-p", "no:cacheprovider", "-p", "pytest_timeout", f"--rootdir={tree}", "-k", proved.only]
        os._exit(int(pytest.main([*one_by_one, *proved.proofs], [Patience()])))
    return os.waitpid(child, 0)[1] == 0


def check(proved: Target, number: int, seed: int, tree: Path) -> list[str]:
    """Try this many changes of a part, picked by chance; return those that survived."""
    if not passes(tree, proved):
        sys.exit(f"{proved.name}: its tests fail before anything is changed.")
    everything = proved.mutants()
    picked = Random(f"{proved.name} {seed}").sample(everything, len(everything))[:number]
    survivors = []
    for mutant in picked:
        change = mutant.write(tree)
        began = time.monotonic()
        survived = passes(tree, proved)
        mutant.undo(tree)
        print(f"{'SURVIVED' if survived else 'killed  '} {time.monotonic() - began:4.0f} s  {change}", flush=True)
        survivors += [change] if survived else []
    print(f"{proved.name}: {len(picked)} of {len(everything)} mutants, {len(survivors)} survived", flush=True)
    return survivors


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the program a little, and see whether the tests notice.")
    parser.add_argument("--of", choices=TARGETS, action="append")
    parser.add_argument("--number", type=int, default=60, help="how many changes of each")
    parser.add_argument("--seed", type=int, default=1, help="which ones: another number, others")
    parser.add_argument("--quick", action="store_true", help="leave out the longest tests: leaks and the harness")
    options = parser.parse_args()
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "build", "*.pyc", "golden"))
        for name in options.of or TARGETS:
            survivors += check(target(name, quick=options.quick), options.number, options.seed, tree)
    print("\n".join(["", "Survivors:", *survivors] if survivors else ["No survivor."]))


if __name__ == "__main__":
    main()
