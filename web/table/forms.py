"""Turn a form as a browser sends it into an answer. The choice itself decides whether that is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.choices import Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.input.typed import read_number

Form = MultiDict[str, str]


def answer_in(choice: Choice, form: Form, name: str = "value") -> Any:
    """Return what a form answers to a question. Anything odd is passed on as it is, to be refused with its reason."""
    return READERS[type(choice)](choice, form, name)


def _pick(choice: Pick, form: Form, name: str) -> Any:
    text = form.get(name, "")
    by_text = {str(option): option for option in choice.options}
    return by_text.get(text, text)


def _count(choice: Count, form: Form, name: str) -> Any:
    return read_number(form.get(name, ""))


def _several(choice: Several, form: Form, name: str) -> list[Item]:
    return [item for kind in dict.fromkeys(choice.items) for item in [kind] * _times(form, f"{name}.{kind}")]


def _times(form: Form, name: str) -> int:
    """Return how many of a thing were chosen: as a number, or ticked one by one."""
    said = [number(text) for text in form.getlist(name)]
    return sum(times for times in said if isinstance(times, int) and times <= 99)


def _spread(choice: Spread, form: Form, name: str) -> dict[str, Any]:
    return {place: _ticked_or_said(form, f"{name}.{place}") for place in choice.most}


def _ticked_or_said(form: Form, name: str) -> Any:
    return _times(form, name) if len(form.getlist(name)) > 1 else read_number(form.get(name, "0"))


def _sheet(choice: Sheet, form: Form, name: str) -> dict[str, dict[str, Any]]:
    read = _ticked if is_hand(choice) else answer_in
    return {
        row: {column: read(cell, form, f"{name}.{row}.{column}") for column, cell in cells.items()}
        for row, cells in choice.rows.items()
    }


def _ticked(choice: Choice, form: Form, name: str) -> int:
    return _times(form, name)


def is_hand(choice: Choice) -> bool:
    """Return whether a sheet asks of each row only how many: these can be ticked one by one."""
    if not isinstance(choice, Sheet):
        return False
    offered = [list(cell.legal()) for row in choice.rows.values() for cell in row.values()]
    return len(offered) == len(choice.rows) and all(numbers == [*range(len(numbers))] for numbers in offered)


READERS: Mapping[type[Choice], Callable[[Any, Form, str], Any]] = {
    Pick: _pick,
    Count: _count,
    Several: _several,
    Spread: _spread,
    Sheet: _sheet,
}
"""The parser of a form for each kind of question."""


def number(text: str) -> int | str:
    """Return a small whole number, or the text as it is.

    >>> number("12"), number("x")
    (12, 'x')
    """
    short = text.strip()
    return int(short) if short.isdecimal() and len(short) < 6 else text[:40]
