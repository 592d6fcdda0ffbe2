"""Golden play-throughs: a whole game as text, every question, answer and telling, and what each seat sees change.

`python -m tests.games.golden` writes them anew. A change of a line there is a change of the game: look at it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.referee import Referee
from companion.simulate import some_answer
from companion.steps import TABLE
from companion.views import seat_view
from companion.words import Words, folders_of
from tests.tables import referee

HERE = Path(__file__).parent
CASES = {
    "doge/golden/3-sealed.txt": ("doge", 3, 230, {}),
    "doge/golden/4-cardboard.txt": ("doge", 4, 258, {"ballots": "table", "draw_order": "table"}),
    "rialto/golden/3-device.txt": ("rialto", 3, 4, {}),
    "rialto/golden/4-table.txt": ("rialto", 4, 2, {"cards": "table", "draw_turn": "table", "score_floor": "none"}),
    "rialto/golden/2-neutral.txt": ("rialto", 2, 5, {"cards": "table", "neutral": "with"}),
    "venezia/golden/3-sealed.txt": ("venezia", 3, 5, {"hunters": "two", "tourists": "three"}),
    "venezia/golden/4-cardboard.txt": ("venezia", 4, 6, {"plates": "table", "draw_dials": "table"}),
    "venezia/golden/2-counted.txt": (
        "venezia",
        2,
        7,
        {"plates": "table", "piazza": "counted", "births": "per-pigeon"},
    ),
    "venedig/golden/3-mapped.txt": ("venedig", 3, 21, {}),
    "venedig/golden/2-counted.txt": (
        "venedig",
        2,
        22,
        {"board": "counted", "cards": "table", "gold": "table", "draw_first": "table"},
    ),
    "venedig/golden/5-cardboard.txt": ("venedig", 5, 23, {"cards": "table"}),
    "venise/golden/2-dealt.txt": ("venise", 2, 3, {}),
    "venise/golden/3-cardboard.txt": (
        "venise",
        3,
        12,
        {"cards": "table", "draw_first": "table", "board": "night-2"},
    ),
    "venise/golden/4-helped.txt": ("venise", 4, 27, {"cards": "table", "board": "night-4", "help": "ways"}),
}
TOLD_ELSEWHERE = ("tells", "asked", "entries", "commitment")
"""Parts of a view that the text shows in other lines."""


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """A view as flat lines: where, and what is there."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, f"{path}.{key}" if path else str(key))
    else:
        yield path, json.dumps(value)


def seen(judge: Referee, seat: int) -> dict[str, str]:
    view = {key: part for key, part in seat_view(judge, seat).items() if key not in TOLD_ELSEWHERE}
    return dict(leaves(view))


def changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            yield f"{path}: {before.get(path, '-')} -> {after.get(path, '-')}"


def playthrough(game: str, players: int, seed: int, options: dict[str, str]) -> str:
    judge = referee(game, players, seed, **options)
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
    lines.append(f"places {judge.outcome.places} [{judge.outcome.rule}]")
    return "\n".join(lines) + "\n"


def main() -> None:
    for name, case in CASES.items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(playthrough(*case), "utf-8")
        print(f"{name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    assert set(games.names()) == {case[0] for case in CASES.values()}
    main()
