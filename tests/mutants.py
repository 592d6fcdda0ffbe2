"""Do the tests notice when a rule is broken? The rules of a game are changed, one small thing at a time.

Every change is made in a copy of the tree, and the tests that prove the game are run on it, the telling ones first. A
change that no test notices has survived: then a test is missing, or the change is none that a player could see.
Golden play-throughs are not asked: they notice every change, and prove no rule.
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
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import hypothesis  # noqa: F401  # imported once here, not once for every mutant
import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("rialto", "venezia", "doge", "venise", "venedig")
NO_RULES = ("test_board.py", "test_making.py", "test_editor.py", "test_planned.py", "test_chart.py", "test_draws.py")
"""Tests of drawings and editors."""
LATE = ("test_naive.py", "test_secrets.py")
EXAMPLES = "tests/companion/test_examples.py"
HARNESS = "tests/games/test_harness.py"
PATIENCE = 25
"""Seconds of computing after which a test is taken to run for ever."""
MEMORY = 3 << 30
NEAR, WIDTH = 40, 90
"""How much of a changed line is shown: so many letters before the change, and so many in all."""

PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
SWAPPED = {**dict(PAIRS), **{there: here for here, there in PAIRS}, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
RENAMED = {"min": "max", "max": "min", "any": "all", "all": "any", "reversed": "list"}

BACKWARDS = ast.keyword("reverse", ast.Constant(True))


class Change(NamedTuple):
    """A change of a program that was parsed, made when it is called for."""

    line: int
    make: Callable[[], None]


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """All of a program that does something: no types, no texts, nor the `check` that pieces make of themselves."""
    match node:
        case ast.JoinedStr() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.FunctionDef(name=name) if name.lstrip("_").startswith("check"):
            return
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list", "type_params"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from parts(child)


def changes(node: ast.AST) -> Iterator[Change]:
    """Every small change that can be made at this part of a program."""

    def put(field: str, value: object, at: ast.AST = node) -> Change:
        return Change(at.lineno, lambda: setattr(node, field, value))  # type: ignore[attr-defined]

    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield put("ops", [SWAPPED[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            yield put("op", SWAPPED[type(op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield put("op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield put("operand", ast.UnaryOp(ast.Not(), operand))
        case ast.If() | ast.IfExp():
            yield from (put("test", ast.Constant(value)) for value in (True, False))
        case ast.comprehension(ifs=[first, *_]):
            yield put("ifs", [], first)
        case ast.Constant(value=bool(value)):
            yield put("value", not value)
        case ast.Constant(value=int(value)):
            yield from (put("value", value + by) for by in (1, -1))
        case ast.Call(func=ast.Name(id=name)) if name in RENAMED:
            yield put("func", ast.Name(RENAMED[name]))
        case ast.Call(func=ast.Name(id="sorted"), keywords=words):
            kept = [word for word in words if word.arg != "reverse"]
            yield put("keywords", kept if len(kept) < len(words) else [*kept, BACKWARDS])
    for field in ("body", "orelse"):
        block = getattr(node, field, ())
        block = block if isinstance(block, list) else []
        for i, step in enumerate(block):
            if can_be_dropped(step):
                yield put(field, [*block[:i], ast.Pass(), *block[i + 1 :]], step)


def can_be_dropped(step: ast.stmt) -> bool:
    """Steps without which a program still runs: not names that are needed later, nor what it says of itself."""
    if isinstance(step, ast.Expr):
        return not isinstance(step.value, ast.Constant)
    if isinstance(step, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in step.targets)
    return isinstance(step, ast.AugAssign | ast.Return | ast.Continue | ast.Break)


def every_change(program: ast.Module) -> list[Change]:
    return [change for node in parts(program) for change in changes(node)]


class Mutant(NamedTuple):
    """A file of the rules with one of its possible changes."""

    path: Path
    number: int

    def write(self, tree: Path) -> str:
        """The changed file into a copy of the tree; where it is changed, from what to what."""
        program = ast.parse((ROOT / self.path).read_text("utf-8"))
        before = ast.unparse(program).splitlines()
        change = every_change(program)[self.number]
        change.make()
        after = ast.unparse(program).splitlines()
        (tree / self.path).write_text("\n".join(after), "utf-8")
        was, now = next(pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
        alike = next((i for i, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
        near = max(0, alike - NEAR)
        return f"{self.path}:{change.line}: {was[near:].strip()[:WIDTH]}  ->  {now[near:].strip()[:WIDTH]}"


def rules_of(game: str) -> list[Path]:
    """The files that flow.py and scoring.py are made of: themselves, and what they import of their game."""
    here = Path("companion/games", game)
    found, waiting = [], [here / "scoring.py", here / "flow.py"]
    while waiting:
        path = waiting.pop()
        if path in found or path.stem == "layout" or not (ROOT / path).exists():
            continue
        found.append(path)
        for step in ast.parse((ROOT / path).read_text("utf-8")).body:
            if isinstance(step, ast.ImportFrom) and (step.module or "").startswith(f"companion.games.{game}."):
                waiting.append(here / f"{str(step.module).rsplit('.', 1)[1]}.py")
    return sorted(found)


def mutants_of(game: str) -> list[Mutant]:
    programs = {path: ast.parse((ROOT / path).read_text("utf-8")) for path in rules_of(game)}
    return [Mutant(path, i) for path, program in programs.items() for i in range(len(every_change(program)))]


def proofs_of(game: str, quick: bool) -> list[str]:
    """The tests that prove a game, quick and telling ones first."""
    folder = Path("tests/games", game)
    late = [str(folder / "test_naive.py"), *([] if quick else [str(folder / "test_secrets.py"), HARNESS])]
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("test_*.py"))
    early = [test for test in tests if Path(test).name not in (*LATE, *NO_RULES)]
    return [EXAMPLES, *early, *late]


class Patience:
    """Ends a run in which one test computes for very long: that is a change noticed too."""

    def pytest_runtest_logstart(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)


def passes(tree: Path, proofs: list[str], game: str) -> bool:
    """Whether all these tests of a game pass in this tree, tried in a process of its own."""
    child = os.fork()
    if not child:
        os.chdir(tree)
        sys.path[:] = [path for path in sys.path if Path(path) != Path(__file__).parent]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        one_by_one = ["-x", "-p", "no:cacheprovider", f"--rootdir={tree}", "-k", game]
        os._exit(int(pytest.main([*one_by_one, *proofs], [Patience()])))
    return os.waitpid(child, 0)[1] == 0


def check(game: str, number: int, seed: int, quick: bool, tree: Path) -> list[str]:
    """So many changes of a game, picked by chance; those that survived."""
    proofs = proofs_of(game, quick)
    if not passes(tree, proofs, game):
        sys.exit(f"{game}: its tests fail before anything is changed.")
    everything = mutants_of(game)
    picked = Random(f"{game} {seed}").sample(everything, len(everything))[:number]
    survivors = []
    for mutant in picked:
        change = mutant.write(tree)
        began = time.monotonic()
        survived = passes(tree, proofs, game)
        shutil.copyfile(ROOT / mutant.path, tree / mutant.path)
        print(f"{'SURVIVED' if survived else 'killed  '} {time.monotonic() - began:4.0f} s  {change}", flush=True)
        survivors += [change] if survived else []
    print(f"{game}: {len(picked)} of {len(everything)} mutants, {len(survivors)} survived", flush=True)
    return survivors


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the rules a little, and see whether the tests notice.")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--number", type=int, default=60, help="how many changes of each game")
    parser.add_argument("--seed", type=int, default=1, help="which ones: another number, others")
    parser.add_argument("--quick", action="store_true", help="leave out the longest tests: secrets and the harness")
    options = parser.parse_args()
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "build", "*.pyc", "golden"))
        for game in options.game or GAMES:
            survivors += check(game, options.number, options.seed, options.quick, tree)
    print("\n".join(["", "Survivors:", *survivors] if survivors else ["No survivor."]))


if __name__ == "__main__":
    main()
