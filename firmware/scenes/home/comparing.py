"""Before the first game: our assumptions about its printed board, to be compared with the real one."""

from __future__ import annotations

import json
import zlib
from functools import partial

from companion.games import Kit
from companion.layout import Layout
from companion.words import Words
from companion.words.boards import stated
from firmware.scenes.home import HomeStage
from firmware.scenes.menus import Action, Item, Menu, Reading
from firmware.screens.lists import Row

COMPARED = "compared"
"""The preference that lists the assumptions that have been shown."""


def is_new(box: HomeStage, layout: Layout) -> bool:
    """Return whether we assume something about this board that the table has not been shown."""
    return bool(layout.assumed()) and _assumptions(layout) not in _compared(box)


def _compared(box: HomeStage) -> list[int]:
    kept = box.preferences[COMPARED]
    return kept if isinstance(kept, list) else []


def _assumptions(layout: Layout) -> int:
    facts = {name: layout[name] for name in layout.assumed()}
    return zlib.crc32(json.dumps(facts, sort_keys=True).encode())


def comparing(box: HomeStage, words: Words, kit: Kit, layout: Layout, go_on: Action) -> Menu:
    """Return a menu with a line for each fact to compare; once the table continues, it is not shown again."""
    assumed = layout.assumed()

    def seen() -> None:
        box.preferences[COMPARED] = [*_compared(box), _assumptions(layout)]
        go_on()

    def items() -> list[Item]:
        facts = [Item(Row(label(words, name), "…"), partial(read, name)) for name in assumed]
        return [*facts, Item(Row(words("seating.go-on"), "▸"), seen)]

    def read(name: str) -> None:
        text = [note(words, layout, name), words("seating.compare"), *stated(words, kit.printed, layout, name)]
        box.push(Reading(box, label(words, name), text))

    return Menu(box, words("seating.board"), items, cursor=len(assumed))


def label(words: Words, fact: str) -> str:
    return words.template(f"fact.{fact}") or fact


def note(words: Words, layout: Layout, fact: str) -> str:
    return words.template(f"fact-note.{fact}") or layout.facts[fact].note
