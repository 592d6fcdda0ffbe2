"""Board layouts: what is printed on a game's board, and how we know.

A layout is a TOML file with one table a fact:

    [sites]
    value = [3, 4, 5, 6, 7]
    from = "rulebook"
    note = "A district has five palace sites."

`from` is `rulebook`, `public` (reviews agree), `assumed` (ours: compare it with your board) or `owner`
(corrected by the owner, whose copy in the data folder wins over ours).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.refusal import Refusal

SOURCES = ("rulebook", "public", "assumed", "owner")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing printed on a board, and where we have it from."""

    value: Any
    source: str
    note: str = ""


class Layout:
    """The facts of one board, by name.

    >>> Layout("plain", {"sites": Fact([3, 4, 5], "assumed")})["sites"]
    [3, 4, 5]
    """

    def __init__(self, name: str, facts: Mapping[str, Fact]) -> None:
        self.name = name
        self.facts = dict(facts)

    def __getitem__(self, fact: str) -> Any:
        return self.facts[fact].value

    def assumed(self) -> list[str]:
        """The facts that the owner should compare with the real board."""
        return [name for name, fact in self.facts.items() if fact.source == "assumed"]

    def to_json(self) -> dict[str, Any]:
        facts = {
            name: {"value": fact.value, "from": fact.source, "note": fact.note} for name, fact in self.facts.items()
        }
        return {"name": self.name, "facts": facts}

    @classmethod
    def from_json(cls, data: Any) -> Layout:
        if not isinstance(data, dict) or not isinstance(data.get("facts"), dict):
            raise Refusal("bad-layout", layout="?", why="facts")
        return _layout(str(data.get("name", "")), data["facts"])


def _layout(name: str, tables: Mapping[str, Any]) -> Layout:
    facts = {}
    for fact, table in tables.items():
        if not isinstance(table, dict) or "value" not in table or table.get("from") not in SOURCES:
            raise Refusal("bad-fact", layout=name, fact=fact, sources=list(SOURCES))
        facts[fact] = Fact(table["value"], table["from"], str(table.get("note", "")))
    return Layout(name, facts)


def load(path: Path, check: Callable[[Layout], None]) -> Layout:
    """The layout in a file. `check` is the game's own look at it as a whole."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Refusal("bad-layout", layout=path.name, why=str(error)) from error
    layout = _layout(path.stem, tables)
    check(layout)
    return layout
