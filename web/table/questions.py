"""A question as a page lays it out: what is tapped on the board, and what stands in a list below."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

from companion.choices import Choice, Item, Pick, Several
from companion.steps import Decision
from companion.words import Words

MANY = 8
"""Of more places than these a list is longer than a look at the board."""


class Question(NamedTuple):
    """A question, with those of its options that are places on the board and those that are not.

    It is `tapped` if its places are for the board: because they have no names, or are many. The list of them is
    behind a line then.
    """

    decision: Decision
    places: list[Item]
    others: list[Item]
    tapped: bool

    @property
    def offer(self) -> int:
        """A number that changes with what is asked: a correction on the box may leave a question its name."""
        return crc32(json.dumps([self.decision.choice.to_json(), dict(self.decision.facts)]).encode())


def options_of(choice: Choice) -> list[Item]:
    """What of a choice may be on the board: its options, one or several of which are to be tapped."""
    if isinstance(choice, Pick):
        return list(choice.options)
    return list(choice.items) if isinstance(choice, Several) else []


def question(decision: Decision, words: Words, offered: Collection[str]) -> Question:
    """A question beside a board that offers these places."""
    choice = decision.choice
    if not isinstance(choice, Pick | Several):
        return Question(decision, [], [], tapped=False)
    options = options_of(choice)
    places = [option for option in options if str(option) in offered]
    others = [option for option in options if str(option) not in offered]
    unnamed = any(words.thing(choice.of, place) == str(place) for place in places)
    return Question(decision, places, others, unnamed or len(places) > MANY)
