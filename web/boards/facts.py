"""A fact of a board as a form: each part is chosen from a list, or a list of names is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.choices import Count, Pick
from companion.games import Kit
from companion.words import Words
from companion.words.boards import word
from web.table.forms import Form, answer_in, number

PART = "part"
"""The prefix of a form's fields: `part.citra.0` is the first part of the value named citra."""

MOST = 100
"""Most names in a typed list."""


class Field(NamedTuple):
    """One part to choose: its field, caption, place, current value and possible values."""

    name: str
    caption: str
    label: str
    value: Any
    choice: Pick | Count


class Row(NamedTuple):
    """Parts side by side, such as the two ends of a bridge."""

    label: str
    fields: list[Field]


def is_line(value: Any, part: Pick | Count, words: Words) -> bool:
    """Return whether a value is best typed in one line: a list of any length, of numbers or of cells."""
    flat = isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)
    return flat and (isinstance(part, Count) or all(words.thing(part.of, one) == one for one in part.options))


def rows_of(value: Any, part: Pick | Count, kit: Kit, words: Words) -> Iterator[Row]:
    """Yield the parts of a value, a row for each thing that is compared by itself."""
    is_table = isinstance(value, dict)
    rows = _items(value) if is_table or _is_nested(value) else [("", value)]
    for place, (key, row) in enumerate(rows, 1):
        label = word(words, kit.printed, key) if is_table else ""
        name = f"{PART}.{key}" if key else PART
        fields = []
        for at, (inner, item) in enumerate(_items(row), 1):
            caption = word(words, kit.printed, inner) if isinstance(row, dict) else ""
            said = f"{label or place}, {caption or at}"
            fields.append(Field(f"{name}.{inner}" if inner else name, caption, said, item, part))
        yield Row(label, fields)


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, list | dict) for item in value)


def _items(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return [(str(key), item) for key, item in value.items()]
    if isinstance(value, list):
        return [(str(place), item) for place, item in enumerate(value)]
    return [("", value)]


def sent(form: Form, value: Any, part: Pick | Count, words: Words) -> Any:
    """Return a fact from a form, in the shape of its value. Anything odd is left for the game to refuse."""
    if is_line(value, part, words):
        names = re.split(r"[\s,;]+", form.get(PART, "").strip(" ,;"))[:MOST]
        return [_named(part, name) for name in names if name]
    return _shaped(value, lambda name: answer_in(part, form, name))


def _named(part: Pick | Count, name: str) -> Any:
    if isinstance(part, Count):
        return number(name)
    by_name = {str(one).casefold(): one for one in part.options}
    return by_name.get(name.casefold(), name[:40])


def _shaped(value: Any, read: Callable[[str], Any], name: str = PART) -> Any:
    if isinstance(value, dict):
        return {key: _shaped(item, read, f"{name}.{key}") for key, item in value.items()}
    if isinstance(value, list):
        return [_shaped(item, read, f"{name}.{place}") for place, item in enumerate(value)]
    return read(name)
