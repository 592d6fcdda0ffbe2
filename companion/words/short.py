"""A game in five minutes, in words: made of its rules, and of a score sheet that is filled in and counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.choices import Choice, Sheet
from companion.games import Kit
from companion.refusal import NotFound
from companion.seats import NAMES, seat_table
from companion.teaching.short import PARTS
from companion.words import LONG, Words, folders_of
from companion.words.answers import answer_text, receipt_text


@dataclass(frozen=True)
class FiveMinutes:
    """A game in five minutes, ready to be read."""

    title: str
    goal: str
    """The aim of the players, in a sentence or two."""
    parts: list[tuple[str, list[tuple[str, str]]]]
    """The heading of each part, and its rules: id and text."""
    given: list[tuple[str, str]]
    """The facts of the example, question by question."""
    counted: list[str]
    """The count of the example, line by line."""


def has_short(kit: Kit) -> bool:
    return kit.lesson is not None and kit.lesson.short is not None


def short_of(kit: Kit, words: Words) -> FiveMinutes:
    """Return a game in five minutes; refuse one that has no such page."""
    short = kit.lesson.short if kit.lesson else None
    if short is None:
        raise NotFound("no-lesson", game=kit.game.name)
    parts = [(words(f"short.{part}"), [(rule, words(rule)) for rule in short.rules[part]]) for part in PARTS]
    given, counted = _example(kit, words)
    goal = words.thing("goal", short.goal)
    return FiveMinutes(words.thing("game", kit.game.name), goal, parts, given, counted)


def _example(kit: Kit, words: Words) -> tuple[list[tuple[str, str]], list[str]]:
    assert kit.lesson is not None
    assert kit.lesson.short is not None
    short = kit.lesson.short
    layout, sheet = kit.layout(), kit.sheets[short.sheet]
    players = short.filled["players"]
    seated = _with_names(kit, words, players)
    fields = sheet.fields(players, layout)
    given = [(seated(f"field.{key}"), _said(seated, choice, short.filled[key])) for key, choice in fields.items()]
    count = sheet.score(dict(short.filled), layout)
    counted = [receipt_text(seated, receipt) for receipt in count.receipts if receipt.amount]
    given = [(asked, said) for asked, said in given if said]
    return given, [*counted, *(seated.tell(tell) for tell in count.tells)]


def _said(words: Words, choice: Choice, value: Any) -> str:
    """Return an answer in words; of a sheet only what is not nothing."""
    if not isinstance(choice, Sheet):
        return answer_text(words, choice, choice.check(value)) if value else ""
    rows = []
    for row, cells in value.items():
        said = [
            f"{words.column(column)} {answer_text(words, choice.rows[row][column], cell)}"
            for column, cell in cells.items()
            if cell
        ]
        if said:
            rows.append(words.pair(words.thing(choice.of, row), ", ".join(said)))
    return words.joined(rows)


def _with_names(kit: Kit, words: Words, players: int) -> Words:
    """Return the same words with people at the table."""
    names = seat_table(NAMES[:players], kit.game.colours) if players > 1 else []
    return Words(words.language, [*words.folders, *folders_of(kit.game.name)], names, long=LONG in words.variants)
