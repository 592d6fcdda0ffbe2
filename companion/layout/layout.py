"""Board layouts: what is printed on a game's board, and how we know.

A layout is a TOML file with one table a fact:

    [sites]
    value = [3, 4, 5, 6, 7]
    from = "rulebook"
    note = "A district has five palace sites."

`from` is `rulebook`, `public` (reviews agree), `assumed` (ours: compare it with your board) or `owner`
(corrected by the owner, whose file in the data folder holds what differs from ours).
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.durable import sync_folder, write_whole
from companion.input.bounds import BOARD, check_size, check_toml
from companion.refusal import Damaged, NotSaved, OfOtherVersion, Refusal
from companion.versioned import older
from companion.vocabulary import named

SOURCES = named("source", "rulebook", "public", "assumed", "owner")

DEEPEST = 8
"""Deepest nesting of lists and tables."""

VERSION = 1
MARK = re.compile(rb"# Ballottino board, version ([0-9]{1,9})\r?\n")
"""The first line of a file that says its version."""

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing printed on a board, and how we know it."""

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
        """Return the facts that the owner should compare with the real board."""
        return [name for name, fact in self.facts.items() if fact.source == "assumed"]

    def corrected(self, fact: str, value: Any) -> Layout:
        """Return a copy in which the owner has set one fact; the others keep their value and source."""
        if fact not in self.facts:
            raise Refusal("no-such-fact", fact=fact)
        return Layout(self.name, self.facts | {fact: Fact(value, "owner", self.facts[fact].note)})

    def to_json(self) -> dict[str, Any]:
        facts = {
            name: {"value": fact.value, "from": fact.source, "note": fact.note} for name, fact in self.facts.items()
        }
        return {"name": self.name, "facts": facts}

    @classmethod
    def from_json(cls, data: Any) -> Layout:
        if not isinstance(data, dict) or not isinstance(data.get("facts"), dict):
            raise Damaged("bad-layout", layout="?", why="facts")
        return _layout(str(data.get("name", "")), data["facts"])


def _layout(name: str, tables: Mapping[str, Any]) -> Layout:
    facts = {}
    for fact, table in tables.items():
        if not isinstance(table, dict) or "value" not in table or table.get("from") not in SOURCES:
            raise Damaged("bad-fact", layout=name, fact=fact, sources=list(SOURCES))
        facts[fact] = Fact(table["value"], table["from"], str(table.get("note", "")))
    return Layout(name, facts)


def check_known(layout: Layout, known: Collection[str], rule: str = "") -> None:
    """Refuse a board with a fact that its game does not know: a slip of the pen, most likely."""
    for fact in layout.facts:
        if fact not in known:
            raise Refusal("unknown-fact", rule, layout=layout.name, fact=fact)


def check_complete(layout: Layout, needed: Iterable[str], rule: str) -> None:
    """Refuse a board that lacks a fact."""
    for fact in needed:
        if fact not in layout.facts:
            raise Refusal("missing-fact", rule, layout=layout.name, fact=fact)


def parse(data: bytes, name: str, read: Callable[[str], Mapping[str, Any]] = tomllib.loads) -> Layout:
    """Return the layout in the bytes of a file of this name, whoever wrote it; refuse a newer version's.

    `read` parses TOML: for what a stranger sends, there is one that is limited in time and memory.
    """
    check_size(data, BOARD)
    _check_version(data, name)
    try:
        text = data.decode("utf-8")
        check_toml(text, BOARD)
        tables = read(text)
    except (ValueError, RecursionError) as error:
        raise Damaged("bad-layout", layout=name, why=str(error)[:80]) from error
    return _layout(name.removesuffix(".toml"), tables)


def _check_version(data: bytes, name: str) -> int:
    """Return the version of a file, 0 if it says none; refuse one that a newer version wrote."""
    said = MARK.match(data)
    version = int(said[1]) if said is not None else 0
    if version > VERSION:
        raise OfOtherVersion("newer-file", value=name)
    return version


def load(path: Path, check: Callable[[Layout], None]) -> Layout:
    """Return the layout in a file. `check` is the game's own check of the whole."""
    try:
        with path.open("rb") as file:
            data = file.read(BOARD.size + 1)
    except OSError as error:
        raise Damaged("bad-layout", layout=path.name, why=str(error)) from error
    layout = parse(data, path.name)
    check(layout)
    return layout


def dump(layout: Layout) -> str:
    """Return a layout as the TOML that `load` reads; refuse a value that TOML can't express.

    >>> print(dump(Layout("plain", {"sites": Fact([3, 4], "owner")})), end="")
    # Ballottino board, version 1
    <BLANKLINE>
    [sites]
    value = [3, 4]
    from = "owner"
    """
    tables = [_table(name, fact) for name, fact in layout.facts.items()]
    return "\n".join([f"# Ballottino board, version {VERSION}\n", *tables])


def _table(name: str, fact: Fact) -> str:
    lines = [f"[{_key(name)}]", f"value = {_literal(fact.value)}", f"from = {_text(fact.source)}"]
    if fact.note:
        lines.append(f"note = {_text(fact.note)}")
    return "".join(f"{line}\n" for line in lines)


def _literal(value: Any, depth: int = 0) -> str:
    if depth > DEEPEST:
        raise Refusal("unfit-value", value="[[…]]")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:  # TOML readers need not accept more
            raise Refusal("unfit-value", value=hex(value)[:40])
        return repr(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_literal(item, depth + 1) for item in value)}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_literal(item, depth + 1)}" for key, item in value.items())
        return f"{{{pairs}}}"
    raise Refusal("unfit-value", value=str(value)[:40])


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    """Return a TOML string: JSON's escapes, which TOML shares, plus the one character that JSON leaves bare."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refusal("unfit-value", value=ascii(text)[:40]) from error
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def save(layout: Layout, path: Path) -> None:
    """Save an owner's layout, which is used instead of ours.

    Keep a copy of an older version's, as one that was written by hand is; refuse to overwrite a newer version's.
    """
    text = dump(layout)
    try:
        if path.exists():
            before = path.read_bytes()
            if (version := _check_version(before, path.name)) < VERSION:
                write_whole(older(path, version), before.decode("utf-8", "replace"))
        write_whole(path, text)
    except OSError as error:
        raise NotSaved("not-saved", why=str(error)) from error


def forget(path: Path) -> None:
    """Delete a saved layout."""
    try:
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            sync_folder(path.parent)
    except OSError as error:
        raise NotSaved("not-saved", why=str(error)) from error
