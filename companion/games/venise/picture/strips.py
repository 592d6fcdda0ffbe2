"""A row for each player and one for the rest in the box; above them the hourglasses of this turn."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.venise.layout import GEMS
from companion.games.venise.picture.labels import CARDS, COLUMNS, JOKERS, TAKEN, TILES, Labels, counts, taken
from companion.games.venise.picture.tokens import kinds, placed
from companion.games.venise.rules.cards import LIMIT
from companion.games.venise.rules.geometry import LARGE, SMALL
from companion.picture.board import View
from companion.picture.picture import key_of_player, known_by
from companion.picture.shapes import use
from companion.seats import Seat

HEAD, ROW, LAST = 40, 30, 28
PLACES = dict(zip(COLUMNS, (210, 254, 296, 335, 375), strict=True))
FIRST_GEM, NEXT_GEM = 134, 15
_ICONS = {TILES: ("hourglass", 1), SMALL: ("small", 0.62), LARGE: ("large", 0.5), CARDS: ("card", 0.9)}


def height(players: int) -> int:
    return HEAD + ROW * players + LAST


def strips(labels: Labels, before: View) -> Iterator[str]:
    yield from head(labels)
    for row, seat in enumerate(labels.seats):
        yield from strip(labels, seat, before, HEAD + ROW * row)
    yield from box(labels, before, HEAD + ROW * len(labels.seats))


def head(labels: Labels) -> Iterator[str]:
    """Draw the hourglasses left in this turn, and a sign for each column."""
    words, left = labels.words, labels.view["hourglasses"]
    yield '<g class="venise-head" aria-hidden="true">'
    if labels.view["seat"]:
        for n in range(LIMIT):
            yield use("hourglass", 22 + 15 * n, 15, kinds((n < left and "left") or "spent"))
    yield use("cut-green", FIRST_GEM + 1.5 * NEXT_GEM, 14)
    yield f'<text x="{FIRST_GEM + 1.5 * NEXT_GEM:g}" y="35">{escape(words.thing("supply", TAKEN))}</text>'
    for thing, x in PLACES.items():
        yield f'{icon(thing, x)}<text x="{x}" y="35">{escape(words.thing("supply", thing))}</text>'
    yield "</g>"


def icon(thing: str, x: int) -> str:
    if thing == JOKERS:
        return f"{placed('card', (x, 14), scale=0.9)}{placed('star', (x, 14), kind='venise-paper', scale=0.8)}"
    shape, scale = _ICONS[thing]
    return placed(shape, (x, 14), scale=scale)


def strip(labels: Labels, seat: Seat, before: View, top: int) -> Iterator[str]:
    view, number = labels.view, str(seat.number)
    turn = view["seat"] == seat.number
    first = use("pennant", 3, 15) if view["first"] == seat.number else ""
    yield (
        f'<g{known_by(key_of_player(seat.colour))} class="{kinds("strip", seat.colour, turn and "turn")}"'
        f' transform="translate(0 {top})" role="img" aria-label="{escape(labels.strip(seat))}">'
    )
    if turn:
        yield f'<path class="venise-band" d="M4 .5h392v{ROW - 0.5:g}H4z"/>'
    yield (
        f'<path class="venise-rule" d="M4 .5h392"/>{first}'
        f"{placed(f'sign-{seat.colour}', (21, 15), kind='venise-body', scale=1.5)}"
        f'<text class="venise-player" x="32" y="20">{escape(seat.name)}</text>'
    )
    yield from gems(labels, seat, taken(view, number), taken(before, number))
    now, then = counts(view, number), counts(before, number)
    yield from (figure(now[thing], x, changed=now[thing] != then[thing]) for thing, x in PLACES.items())
    yield "</g>"


def gems(labels: Labels, seat: Seat, now: int, then: int) -> Iterator[str]:
    """Draw a player's gems, and outlines for the missing ones; for a player with all four, the place."""
    for n in range(GEMS):
        x = FIRST_GEM + NEXT_GEM * n
        if n < now:
            yield use(f"gem-{seat.colour}", x, 15, kinds(n >= then and "changed"))
        else:
            yield use(f"cut-{seat.colour}", x, 15, kinds("lacking"))
    if seat.number in labels.view["finished"]:
        place = labels.view["finished"].index(seat.number) + 1
        middle = FIRST_GEM + 1.5 * NEXT_GEM
        yield f'<circle class="venise-medal" cx="{middle:g}" cy="15" r="11"/>'
        yield f'<text class="venise-place-won" x="{middle:g}" y="20">{place}</text>'


def figure(n: int, x: int, *, changed: bool) -> str:
    return f'<text class="{kinds("figures", not n and "none", changed and "changed")}" x="{x}" y="20">{n}</text>'


def box(labels: Labels, before: View, top: int) -> Iterator[str]:
    """Draw what nobody has: planks out of the game, the pile, the tiles and jokers left."""
    now, then = counts(labels.view, "0"), counts(before, "0")
    words = labels.words
    yield f'<g{known_by("box")} class="venise-box" transform="translate(0 {top})" role="img"'
    yield f' aria-label="{escape(labels.box())}">'
    yield '<path class="venise-rule" d="M4 .5h392"/><text class="venise-player" x="32" y="20">'
    yield f"{escape(words('board.box'))}</text>"
    yield from (figure(now[thing], x, changed=now[thing] != then[thing]) for thing, x in PLACES.items())
    yield "</g>"
