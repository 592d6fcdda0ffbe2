"""The few kinds of question a game can ask.

A choice knows every legal answer: it can list them, count them, draw one at random, check one and say
why one is barred. So screens, phones, bots and fuzzers need no rules of their own. Answers are plain
JSON values, in one normal form each, so that what is recorded is what was said.

`of` names the vocabulary in which the options are worded: `Pick("area", ("castello",))` is shown as
the word `area.castello`. An option of several parts, `"1.castello"` of `"seat.area"`, is worded part
by part.
"""

from __future__ import annotations

from companion.choices.choice import MANY, Choice, Item
from companion.choices.one import Count, Pick
from companion.choices.sheet import Sheet
from companion.choices.some import Several, Spread

__all__ = ["MANY", "Choice", "Count", "Item", "Pick", "Several", "Sheet", "Spread"]
