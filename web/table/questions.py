"""A question as a page lays it out: options to tap on the board, and options in a list below it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple
from zlib import crc32

from companion.choices import Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.steps import Decision
from companion.words import Words
from web.table.forms import is_hand

MANY = 8
"""With more places than this, the board is quicker than a list."""
MOST_TICKED = 16
"""More things than this are laid in piles, and not ticked one by one."""
MOST_COUNTED = 6
"""Up to this number, each is drawn with as many pieces."""
MOST_IN_A_ROW = 5
"""A row of a sheet with no more options than these can be a row of things."""


class Question(NamedTuple):
    """A question, with the options that are places on the board and those that are not.

    It is `tapped` on the board if its places have no names or are many; their list is folded then.
    """

    decision: Decision
    places: list[Item]
    others: list[Item]
    tapped: bool
    things: dict[Item, str]
    """Options that are things, each as it is drawn: they are tapped one by one."""
    pieces: dict[Item, str]
    """What is laid in piles on each of several places, as it is drawn; for a number, what is counted."""
    cells: dict[Item, str]
    """The options in the rows of a sheet, as they are drawn; they are tapped in their row."""

    @property
    def many(self) -> dict[Item, int]:
        """Return how many there are of each thing that is ticked one by one."""
        choice = self.decision.choice
        if isinstance(choice, Spread):
            return dict[Item, int](choice.most.items())
        if isinstance(choice, Sheet):
            return {row: max(cell.legal()) for row, cells in choice.rows.items() for cell in cells.values()}
        return dict(Counter(options_of(choice)))

    def field(self, item: Item) -> str:
        """Return the name under which a form sends one of these things."""
        choice = self.decision.choice
        column = f".{next(iter(choice.rows[str(item)]))}" if isinstance(choice, Sheet) else ""
        return f"value.{item}{column}"

    def usual(self, item: Item) -> int:
        """Return how many of a thing are ticked beforehand."""
        choice, likely = self.decision.choice, self.decision.likely
        if not isinstance(choice, Sheet) or not isinstance(likely, dict):
            return 0
        return sum(likely.get(item, {}).values())

    @property
    def offer(self) -> int:
        """Return a number that changes with the options: after a correction on the box a question may keep its id."""
        return crc32(json.dumps([self.decision.choice.to_json(), dict(self.decision.facts)]).encode())


def options_of(choice: Choice) -> list[Item]:
    """Return the options of a choice that may be places on the board."""
    if isinstance(choice, Pick):
        return list(choice.options)
    if isinstance(choice, Spread):
        return list(choice.most)
    return list(choice.items) if isinstance(choice, Several) else []


Draws = Callable[[str, Item], str]
"""Draws a thing of a vocabulary; nothing for what is no thing."""


def things_of(decision: Decision, draw: Draws) -> dict[Item, str]:
    """Return the drawings of what a question offers; for a number of each kind, only if all have one."""
    choice = decision.choice
    what = getattr(choice, "of", "") or _kind_of(decision)
    offered = options_of(choice)
    if isinstance(choice, Sheet) and is_hand(choice):
        offered = list(choice.rows)
    drawn = {item: drawing for item in dict.fromkeys(offered) if (drawing := draw(what, item))}
    return drawn if isinstance(choice, Pick) or len(drawn) == len(set(offered)) else {}


def _kind_of(decision: Decision) -> str:
    """Return what stands for the vocabulary of options that have none: the question, and the card it is about."""
    return f"{decision.key}.{decision.facts['card']}" if "card" in decision.facts else decision.key


def pieces_of(decision: Decision, draw: Draws) -> dict[Item, str]:
    """Return the drawings of what is laid on each place of a question; under no name, of what it counts.

    Things of which there are too many to be ticked are laid in piles too.
    """
    choice = decision.choice
    if isinstance(choice, Count):
        piece = draw(f"on.{choice.of}", "") if choice.high <= MOST_COUNTED else ""
        return {"": piece} if piece else {}
    if not isinstance(choice, Spread):
        return {}
    laid: dict[Item, str] = {place: draw(f"on.{choice.of}", place) for place in choice.most}
    if not all(laid.values()) and sum(choice.most.values()) > MOST_TICKED:
        return things_of(decision, draw)
    return laid if all(laid.values()) else {}


def cells_of(decision: Decision, draw: Draws) -> dict[Item, str]:
    """Return the drawings of what may be chosen in each row of a sheet, if all but one of few options are things."""
    choice = decision.choice
    if not isinstance(choice, Sheet):
        return {}
    cells = [cell for row in choice.rows.values() for cell in row.values()]
    picks = [cell for cell in cells if isinstance(cell, Pick) and len(cell.options) <= MOST_IN_A_ROW]
    if len(cells) > len(choice.rows) or len(picks) < len(cells):
        return {}
    drawn: dict[Item, str] = {one: draw(cell.of, one) for cell in picks for one in cell.options}
    return {one: drawing for one, drawing in drawn.items() if drawing} if [*drawn.values()].count("") < 2 else {}


def question(decision: Decision, words: Words, offered: Collection[str], draw: Draws) -> Question:
    """Lay out a question beside a board that offers these places."""
    choice, things, pieces = decision.choice, things_of(decision, draw), pieces_of(decision, draw)
    if not isinstance(choice, Pick | Several):
        cells = cells_of(decision, draw)
        return Question(decision, [], [], tapped=False, things=things, pieces=pieces, cells=cells)
    options = options_of(choice)
    places = [option for option in options if str(option) in offered]
    others = [option for option in options if str(option) not in offered]
    unnamed = any(words.thing(choice.of, place) == str(place) for place in places)
    return Question(decision, places, others, unnamed or len(places) > MANY, things, pieces, {})
