"""The options that a table may choose before a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.refusal import Refusal
from companion.vocabulary import named

BY_BOX, BY_TABLE = named("option.draw", "device", "table")
named("option-note", "draw")
DRAW = "draw."
"""Begins the name of an option that says who draws."""


class Option:
    """A choice at set-up. The first value is the default; `rule` is the rule it bends, if any.

    `usual` is what people are offered first, where that is another one: cardboard that lies on the table anyway.

    >>> option = Option("ballots", "device", "table", usual="table")
    >>> option.default, option.usual
    ('device', 'table')
    """

    def __init__(self, name: str, *values: str, rule: str = "", usual: str = "") -> None:
        self.name = name
        self.values = values
        self.default = values[0]
        self.usual = usual or self.default
        self.rule = rule


def who_draws(randomiser: str) -> Option:
    """Return the option whether the box draws, or the table with its own cardboard."""
    return Option(f"{DRAW}{randomiser}", BY_BOX, BY_TABLE)


def table_draws(options: Mapping[str, str], randomiser: str) -> bool:
    """Return whether the table uses its own cardboard for these draws."""
    return options.get(f"{DRAW}{randomiser}") == BY_TABLE


def settle(options: Sequence[Option], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option, as wanted or by default; refuse any that the game does not know."""
    known = {option.name: option for option in options}
    for name, value in wanted.items():
        if name not in known:
            raise Refusal("unknown-option", option=name, known=sorted(known))
        if value not in known[name].values:
            raise Refusal("unknown-value", option=name, value=value, known=list(known[name].values))
    return {option.name: wanted.get(option.name, option.default) for option in options}
