"""A row for each player: the gondola's space, hand, gold, and the cards on the table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.venedig.picture.labels import COLUMNS, FRONT, HAND, SPACE, SWAMP, TREASURE, Labels
from companion.games.venedig.picture.tokens import kinds
from companion.games.venedig.rules.kinds import THIRD
from companion.picture.board import View
from companion.picture.picture import key_of_player, known_by
from companion.picture.shapes import use

HEAD, ROW = 34, 30
PLACES = dict(zip(COLUMNS, (142, 182, 230, 284, 350), strict=True))
CARD = 27
"""Width of a kind of card with its number, in front of a player."""
ROOM = 92
"""Width of all of them together: from the number of swamp tokens to the edge of the picture."""
_ICONS = {SPACE: "flag", HAND: "fan", TREASURE: "coin", SWAMP: "reeds", FRONT: "fan"}


def height(labels: Labels) -> int:
    return HEAD + ROW * len(labels.holders)


def strips(labels: Labels, before: View) -> Iterator[str]:
    """Draw a header with a sign for each column, and the players' rows."""
    yield '<g class="venedig-head" aria-hidden="true">'
    for column, x in PLACES.items():
        caption = escape(labels.words.thing("supply", column))
        yield f'{use(_ICONS[column], x, 10, kinds(_ICONS[column]))}<text x="{x}" y="29">{caption}</text>'
    yield "</g>"
    for i, seat in enumerate(labels.seats):
        number = str(seat.number)
        here, then = labels.view["seats"][number], before["seats"].get(number, {})
        active = use("arrow", 4, 15) if labels.view["active"] == seat.number and labels.view["turn"] else ""
        yield opening(seat.colour, labels.strip(seat), seat.name, HEAD + ROW * i, active)
        for column, fact in ((SPACE, "gondola"), (HAND, "cards"), (TREASURE, "treasure"), (SWAMP, "swamp")):
            yield figure(here[fact], PLACES[column], changed=here[fact] != then.get(fact))
        yield from cards(here["front"], here["alone"], then)
        yield "</g>"
    if labels.view["third"] is not None:
        name = labels.words.thing("seat", THIRD)
        yield opening(THIRD, labels.third(), name, HEAD + ROW * len(labels.seats), "")
        yield from cards(labels.view["third"], {}, {"front": before["third"] or {}})
        yield "</g>"


def opening(colour: str, label: str, name: str, top: int, mark: str) -> str:
    return (
        f'<g{known_by(key_of_player(colour))} class="{kinds("strip", colour)}" transform="translate(0 {top})"'
        f' role="img" aria-label="{escape(label)}">'
        f'<path class="venedig-rule" d="M4 .5h392"/>'
        f'<use href="#d-sign-{colour}" class="venedig-body" transform="translate(22 15)scale(1.5)"/>'
        f'<text class="venedig-player" x="33" y="20">{escape(name)}</text>{mark}'
    )


def figure(n: int, x: int, *, changed: bool) -> str:
    look = kinds("figures", not n and "none", changed and "changed")
    return f'<text class="{look}" x="{x}" y="20">{n}</text>'


def cards(front: dict[str, int], alone: dict[str, int], then: View) -> Iterator[str]:
    """Draw a player's cards on the table, framed if for building alone (VEN.B5); many are drawn smaller."""
    laid = [("front", kind, n) for kind, n in front.items()] + [("alone", kind, n) for kind, n in alone.items()]
    scale = min(1, ROOM / (CARD * max(1, len(laid))))
    step = CARD * scale
    left = PLACES[FRONT] - step * (len(laid) - 1) / 2
    smaller = f"scale({scale:.2g})" if scale < 1 else ""
    for i, (way, kind, n) in enumerate(laid):
        changed = n != then.get(way, {}).get(kind, 0)
        at = f"translate({round(left + step * i, 1):g} 15){smaller}"
        yield (
            f'<g class="{kinds("laid", way, changed and "changed")}" transform="{at}">'
            f'<path d="M-10.5-11h21q2 0 2 2V9q0 2-2 2h-21q-2 0-2-2V-9q0-2 2-2z"/>'
            f'<use href="#d-{kind}" transform="translate(-4 1)scale(.44)"/><text x="8" y="5">{n}</text></g>'
        )
