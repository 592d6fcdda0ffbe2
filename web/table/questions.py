"""A question as a page lays it out: options to tap on the board, and options in a list below it."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

from companion.choices import Choice, Item, Pick, Several
from companion.steps import Decision
from companion.words import Words

MANY = 8
"""With more places than this, the board is quicker than a list."""


class Question(NamedTuple):
    """A question, with the options that are places on the board and those that are not.

    It is `tapped` on the board if its places have no names or are many; their list is folded then.
    """

    decision: Decision
    places: list[Item]
    others: list[Item]
    tapped: bool

    @property
    def offer(self) -> int:
        """Return a number that changes with the options: after a correction on the box a question may keep its id."""
        return crc32(json.dumps([self.decision.choice.to_json(), dict(self.decision.facts)]).encode())


def options_of(choice: Choice) -> list[Item]:
    """Return the options of a choice that may be places on the board."""
    if isinstance(choice, Pick):
        return list(choice.options)
    return list(choice.items) if isinstance(choice, Several) else []


def question(decision: Decision, words: Words, offered: Collection[str]) -> Question:
    """Lay out a question beside a board that offers these places."""
    choice = decision.choice
    if not isinstance(choice, Pick | Several):
        return Question(decision, [], [], tapped=False)
    options = options_of(choice)
    places = [option for option in options if str(option) in offered]
    others = [option for option in options if str(option) not in offered]
    unnamed = any(words.thing(choice.of, place) == str(place) for place in places)
    return Question(decision, places, others, unnamed or len(places) > MANY)
