"""Golden play-throughs: a whole game as text, every question, answer and telling, and what each seat sees change.

`python -m tests.games.golden` writes them again. A changed line there is a change of the game: look at it.
`python -m tests.games.golden 3-sealed doge 3 230 ballots=device` writes a new one into `doge/golden/`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.views import SeatView
from companion.steps import TABLE
from companion.words import Words, folders_of
from tests.games.harness import new_referee
from tests.tables import table

HERE = Path(__file__).parent
Case = tuple[str, int, int, dict[str, str]]
"""A game, how many play it, a seed, and its options."""

FIRST_LINE = re.compile(r"(\w+), (\d+) players, seed (\d+), (.+)")
TOLD_ELSEWHERE = ("tells", "asked", "entries", "commitment", "second_seal", "stirred", "winners")
"""Parts of a view that the text shows in other lines."""


def cases() -> dict[str, Case]:
    """Return all play-throughs, each with the case that its first line names."""
    found = {}
    for path in sorted(HERE.glob("*/golden/*.txt")):
        with path.open(encoding="utf-8") as lines:
            first = FIRST_LINE.fullmatch(lines.readline().rstrip())
        assert first, path
        game, players, seed, options = first.groups()
        found[path.relative_to(HERE).as_posix()] = (game, int(players), int(seed), ast.literal_eval(options))
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Flatten a view into lines: where, and what is there."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, f"{path}.{key}" if path else str(key))
    else:
        yield path, json.dumps(value)


def seen(judge: Referee, seat: int) -> dict[str, str]:
    view = {key: part for key, part in SeatView.of(judge, seat).to_json().items() if key not in TOLD_ELSEWHERE}
    return dict(leaves(view))


def changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            yield f"{path}: {before.get(path, '-')} -> {after.get(path, '-')}"


def playthrough(game: str, players: int, seed: int, options: dict[str, str]) -> str:
    judge = new_referee(table(game, players, **options), game, seed)
    words = Words("en", folders_of(game), judge.table.seats)
    rng = Random(seed)
    eyes = [TABLE, *judge.game.seats]
    views: dict[int, dict[str, str]] = {seat: {} for seat in eyes}
    told = 0
    lines = [f"{game}, {players} players, seed {seed}, {dict(judge.table.options)}", judge.urn.commitment]

    def look() -> None:
        nonlocal told
        lines.extend(f"  . {words.tell(tell)} [{tell.rule}]" for tell in judge.game.tells[told:])
        told = len(judge.game.tells)
        everyone: set[str] = set()
        for seat in eyes:
            now = seen(judge, seat)
            new = list(changes(views[seat], now))
            views[seat] = now
            shown = [line for line in new if line not in everyone]
            everyone |= set(new) if seat == TABLE else set()
            lines.extend(f"    {seat or 'all'}| {line}" for line in shown)

    look()
    while judge.open:
        seat = min(judge.open)
        decision = judge.open[seat]
        value = some_answer(judge.game, decision, rng)
        sealed = " sealed" if decision.secret else ""
        lines.append(f"? {seat} {decision.id}{sealed} [{decision.rule}] {words.ask(decision)}")
        lines.append(f"  {json.dumps(decision.choice.to_json())}")
        lines.append(f"! {json.dumps(value)}")
        judge.answer(seat, value)
        look()
    assert judge.outcome is not None
    nobody = "" if judge.outcome.won else ", nobody won"
    lines.append(f"places {judge.outcome.places}{nobody} [{judge.outcome.rule}]")
    return "\n".join(lines) + "\n"


def main(wanted: list[str]) -> None:
    """Write all of them again, or one that is new: a name, the game, players, a seed, and options as key=value."""
    written = cases()
    if wanted:
        name, game, players, seed, *options = wanted
        written = {f"{game}/golden/{name}.txt": (game, int(players), int(seed), dict(o.split("=") for o in options))}
    for name, case in written.items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(playthrough(*case), "utf-8")
        print(f"{name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
