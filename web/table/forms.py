"""Turns a form as a browser sends it into an answer. The choice itself decides whether that is legal."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import MultiDict

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.typed import read_number

Form = MultiDict[str, str]


def answer_in(choice: Choice, form: Form, name: str = "value") -> Any:
    """Return what a form answers. Anything odd is passed on as it is, to be refused with a reason."""
    if isinstance(choice, Pick):
        return _item(choice.options, form.get(name, ""))
    if isinstance(choice, Count):
        return read_number(form.get(name, ""))
    if isinstance(choice, Several):
        return [item for kind in dict.fromkeys(choice.items) for item in [kind] * _times(form, f"{name}.{kind}")]
    if isinstance(choice, Spread):
        return {place: read_number(form.get(f"{name}.{place}", "0")) for place in choice.most}
    assert isinstance(choice, Sheet)
    return {
        row: {column: answer_in(cell, form, f"{name}.{row}.{column}") for column, cell in cells.items()}
        for row, cells in choice.rows.items()
    }


def _item(options: tuple[Any, ...], text: str) -> Any:
    by_text = {str(option): option for option in options}
    return by_text.get(text, text)


def _times(form: Form, name: str) -> int:
    said = number(form.get(name, "0"))
    return said if isinstance(said, int) and 0 <= said <= 99 else 0


def number(text: str) -> int | str:
    """Return a small whole number, or the text as it is.

    >>> number("12"), number("x")
    (12, 'x')
    """
    short = text.strip()
    return int(short) if short.isdecimal() and len(short) < 6 else text[:40]
