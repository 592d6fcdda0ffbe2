"""A row for each player: pigeons off the board, the plate, the action cards."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.venezia.picture.labels import CARDS, PLATE, SUPPLIES, Labels
from companion.games.venezia.picture.tokens import kinds
from companion.picture.board import View
from companion.picture.picture import key_of_player, known_by
from companion.picture.shapes import use
from companion.seats import Seat

HEAD, ROW = 34, 30
PLACES = dict(zip(SUPPLIES, (131, 168, 205, 245), strict=True))
FIRST_CARD, ZONE_CARDS, HAND = 279, (303, 321, 339), 374
_MIDDLES = PLACES | {PLATE: 309, CARDS: HAND}


def height(players: int) -> int:
    return HEAD + ROW * players


def strips(labels: Labels, before: View) -> Iterator[str]:
    """Draw a header with a sign for each column, and the players' rows."""
    yield '<g class="venezia-head" aria-hidden="true">'
    for thing, x in _MIDDLES.items():
        yield f'{icon(thing, x)}<text x="{x}" y="29">{escape(labels.words.thing("supply", thing))}</text>'
    yield "</g>"
    for i, seat in enumerate(labels.seats):
        yield from strip(labels, seat, before["seats"][str(seat.number)], HEAD + ROW * i)


def icon(thing: str, x: int) -> str:
    if thing == "reserve":
        return f'<use href="#d-pigeon" transform="translate({x} 9)scale(.72)"/>'
    return use(thing, x, 9)


def strip(labels: Labels, seat: Seat, before: View, top: int) -> Iterator[str]:
    view = labels.view
    supply = view["seats"][str(seat.number)]
    first = use("pennant", 4, 15) if view["first"] == seat.number else ""
    yield (
        f'<g{known_by(key_of_player(seat.colour))} class="venezia-strip venezia-{seat.colour}"'
        f' transform="translate(0 {top})" role="img" aria-label="{escape(labels.supply(seat))}">'
        f'<path class="venezia-rule" d="M4 .5h392"/>'
        f'<use href="#d-sign-{seat.colour}" class="venezia-body" transform="translate(21 15)scale(1.5)"/>'
        f'<text class="venezia-player" x="32" y="20">{escape(seat.name)}</text>{first}'
    )
    for thing, x in PLACES.items():
        yield figure(supply[thing], x, changed=supply[thing] != before[thing])
    yield card(FIRST_CARD, supply["on_first"], "first", changed=supply["on_first"] != before["on_first"])
    for x, n, then in zip(ZONE_CARDS, supply["on_zones"], before["on_zones"], strict=True):
        yield card(x, n, "zone", changed=n != then)
    yield figure(len(supply["hand"]), HAND, changed=supply["hand"] != before["hand"])
    yield "</g>"


def figure(n: int, x: int, *, changed: bool) -> str:
    look = kinds("figures", not n and "none", changed and "changed")
    return f'<text class="{look}" x="{x}" y="20">{n}</text>'


def card(x: int, n: int, kind: str, *, changed: bool) -> str:
    """Draw a card on the plate and what lies on it; if nothing does, its outline."""
    look = kinds(f"{kind}-card", not n and "none", changed and "changed")
    text = f'<text x="{x}" y="20">{n}</text>' if n else ""
    return f'<g class="{look}">{use("card", x, 19.5)}{text}</g>'
