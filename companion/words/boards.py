"""A layout's values in words, as people read them and not as the file writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.layout.layout import Layout
from companion.words import Words


def stated(words: Words, vocabularies: Sequence[str], layout: Layout, name: str) -> list[str]:
    """Return a fact in words; if nobody could tell us, ask the owner instead of pretending that there is nothing."""
    fact = layout.facts[name]
    unknown = words.template(f"fact-unknown.{name}") if fact.source == "assumed" and fact.value == [] else None
    return [unknown] if unknown else printed(words, vocabularies, fact.value)


def printed(words: Words, vocabularies: Sequence[str], value: Any) -> list[str]:
    """Return a fact's value in words, one line for each thing that is compared by itself.

    Where lists differ in length each is about a place of a row, such as a track, and gets its number.
    """

    def said(item: Any, between: str = ", ") -> str:
        if isinstance(item, Mapping):
            return " ".join(said(part) for part in item.values())
        if isinstance(item, list):
            return between.join(said(part, "–") for part in item) or "–"
        parts = item.split(".") if isinstance(item, str) else [str(item)]
        return " ".join(word(words, vocabularies, part) for part in parts)

    def counted(item: Any) -> str:
        if isinstance(item, Mapping):
            return ", ".join(f"{said(key)} {said(number)}" for key, number in item.items())
        return said(item)

    if isinstance(value, Mapping):
        return [words.pair(said(key), counted(item)) for key, item in value.items()]
    if not isinstance(value, list) or not any(isinstance(item, list | Mapping) for item in value):
        return [said(value)]
    is_row = len({len(item) for item in value}) > 1 and all(isinstance(item, list) for item in value)
    return [words.pair(str(place), said(item)) if is_row else said(item, "–") for place, item in enumerate(value, 1)]


def word(words: Words, vocabularies: Sequence[str], part: str) -> str:
    """Return one part of a value in the first vocabulary that has it; a cell, for one, is its own name."""
    found = (words.template(f"{of}.{part}") for of in vocabularies)
    return next((text for text in found if text), part)
