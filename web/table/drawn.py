"""The table as a seat sees it drawn: the board, what the seat has, and what it has sealed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion import games
from companion.choices import Item, Spread
from companion.picture.picture import NO_PICTURE, Picture, Tappable
from companion.referee.views import SeatView
from companion.steps import TABLE
from companion.words import Words
from companion.words.answers import answer_text
from web.table.questions import Draws, options_of, pieces_of, things_of


def board_of(seen: SeatView, before: dict[str, Any] | None, words: Words) -> Picture:
    """Draw the board, with changes since `before` marked and the places that may be tapped."""
    draw_it = games.painter_of(seen.game)
    own = [decision for decision in seen.asked if decision.seat in (seen.seat, TABLE) and seen.seat != TABLE]
    offered = {str(option) for decision in own for option in options_of(decision.choice)}
    if draw_it is None:
        return NO_PICTURE
    about = {**own[0].facts, "seat": seen.seat} if own else {}
    return draw_it(seen.pieces, words, seen.seats, before, Tappable(offered, about))


def things_for(seen: SeatView) -> Draws:
    """Return what draws cards, ballots and coins in this seat's colour; they need the board beside them."""
    painter = games.find(seen.game.partition(":")[0]).thing
    if painter is None or not seen.seat:
        return lambda what, item: ""
    own = seen.seats[seen.seat - 1].colour
    colours = {str(seat.number): seat.colour for seat in seen.seats}

    def draw(what: str, item: Item) -> str:
        is_seat = what.rpartition(".")[2] == "seat"
        return painter(what, item, colours.get(str(item), own) if is_seat else own)

    return draw


def sealed_things(seen: SeatView, draw: Draws) -> list[str]:
    """Return the drawings of a sealed answer that is made of things."""
    if seen.sealed is None or seen.sealed.decision is None:
        return []
    decision = seen.sealed.decision
    things, pieces = things_of(decision, draw), pieces_of(decision, draw)
    if isinstance(decision.choice, Spread) and pieces:
        return [
            f'<span class="held">{things.get(place, "")}<i class="lying">{pieces[place] * n}</i></span>'
            for place, n in seen.sealed.value.items()
            if n
        ]
    return [things[item] for item in sealed_items(seen) if item in things]


def sealed_items(seen: SeatView) -> list[Any]:
    """Return what a seat's sealed answer consists of, one by one."""
    value = seen.sealed.value if seen.sealed else []
    if isinstance(value, dict):
        counts = {item: sum(many.values()) if isinstance(many, dict) else many for item, many in value.items()}
        value = [item for item, many in counts.items() for _ in range(many)]
    return value if isinstance(value, list) else [value]


def own_left(seen: SeatView) -> dict[str, Any]:
    """Return what a seat has, less what it has sealed: that lies apart until all are in."""
    own: dict[str, Any] = dict(seen.pieces.get("own", {}))
    sealed = Counter(sealed_items(seen))
    for what, held in own.items():
        if sealed and isinstance(held, list) and sealed <= Counter(held):
            for item in sealed.elements():
                held = [*held[: held.index(item)], *held[held.index(item) + 1 :]]
            return own | {what: held}
    return own


def sealed_text(seen: SeatView, words: Words) -> str:
    """Return the answer that a seat may take back, in words; empty if there is none."""
    last = seen.sealed
    return answer_text(words, last.decision.choice, last.value) if last and last.decision else ""
