"""The few kinds of question a game can ask.

A choice knows every legal answer: it can list them, count them, draw one at random, check one and say
why one is barred. So screens, phones, bots and fuzzers need no rules of their own. Answers are plain
JSON values, in one normal form each, so that what is recorded is what was said.

`of` names the vocabulary in which the options are worded: `Pick("area", ("castello",))` is shown as
the word `area.castello`. An option of several parts, `"1.castello"` of `"seat.area"`, is worded part
by part.
"""

from __future__ import annotations

from typing import Any

from companion.choices.choice import MANY, Choice, Item
from companion.choices.one import Count, Pick
from companion.choices.sheet import Sheet
from companion.choices.some import Several, Spread
from companion.refusal import Refusal

__all__ = ["MANY", "Choice", "Count", "Item", "Pick", "Several", "Sheet", "Spread", "choice_from_json"]


def choice_from_json(data: dict[str, Any]) -> Choice:
    """The choice that `to_json` described."""
    match data["kind"]:
        case "pick":
            barred = {option: Refusal.from_json(refusal) for option, refusal in data["barred"]}
            return Pick(data["of"], data["options"], barred)
        case "count":
            return Count(data["of"], data["low"], data["high"])
        case "several":
            return Several(data["of"], data["items"], data["low"], data["high"])
        case "spread":
            return Spread(data["of"], data["most"], data["low"], data["high"])
        case "sheet":
            rows = {
                row: {column: choice_from_json(cell) for column, cell in cells.items()}
                for row, cells in data["rows"].items()
            }
            return Sheet(data["of"], rows)
    raise Refusal("unknown-kind", value=data["kind"])
