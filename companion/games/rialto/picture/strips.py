"""A row for each player: coins, councillors, cards and buildings."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.market import is_taking
from companion.games.rialto.picture.tokens import building, card, kinds, plate
from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.pieces import KINDS, PLACES, label_of
from companion.picture.board import View
from companion.picture.picture import Tappable, key_of_player, known_by
from companion.picture.shapes import use
from companion.seats import Seat

HEAD, ROW = 24, 34
FIGURES = {"coins": ("B", 130), "councillors": ("F", 156), "general": ("general", 181)}
HAND, FIRST_PLACE, PLACE = 208, 238, 25


def height(view: View) -> int:
    return HEAD + ROW * (len(view["seats"]) + (view["neutral"] is not None))


def strips(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    """Draw a header with a sign for each column, the players' rows, and the neutral player's."""
    yield '<g class="rialto-head" aria-hidden="true">'
    for icon, x in (*FIGURES.values(), ("cards", HAND), ("C", FIRST_PLACE)):
        yield use(f"icon-{icon}", x, 12)
    yield "</g>"
    asked = owner(labels.view, offered)
    for i, seat in enumerate(labels.seats):
        own = offered if str(seat.number) == asked else Tappable()
        yield from strip(labels, seat, before["seats"][str(seat.number)], own, HEAD + ROW * i)
    if labels.view["neutral"] is not None:
        yield from neutral(labels, HEAD + ROW * len(labels.seats))


def owner(view: View, offered: Tappable) -> str | None:
    """Return whose buildings are offered, to be activated, upgraded or given back: the viewer's own."""
    offers_any = any(label.partition(".")[0] in KINDS for label in offered)
    return str(view["seat"]) if offers_any and not is_taking(view, offered) else None


def strip(labels: Labels, seat: Seat, then: View, offered: Tappable, top: int) -> Iterator[str]:
    own = labels.view["seats"][str(seat.number)]
    yield opening(seat.colour, labels.player(seat), top, holds_buttons=bool(offered))
    yield heading(seat.colour, seat.name, first=labels.view["first"] == seat.number)
    for thing, (_, x) in FIGURES.items():
        look = kinds("figure", thing == "general" and "general", own[thing] != then[thing] and "changed")
        yield f'<text class="{look}" x="{x}" y="22">{own[thing]}</text>'
    hand = ("cards", "limit")
    look = kinds("figure", [own[one] for one in hand] != [then[one] for one in hand] and "changed")
    limit = f'<tspan class="rialto-of">/{own["limit"]}</tspan>'
    yield f'<text class="{look}" x="{HAND}" y="22">{own["cards"]}{limit}</text>'
    yield from houses(labels, own["buildings"], then["buildings"], offered)
    yield "</g>"


def houses(labels: Labels, here: list[View], then: list[View], offered: Tappable) -> Iterator[str]:
    """Draw a player's buildings on their seven places, marking those that have changed."""
    left = list(then)
    for i in range(PLACES):
        x = FIRST_PLACE + PLACE * i
        if i >= len(here):
            yield f'<path class="rialto-plot" d="M{x - 9} 10h18v18h-18z"/>'
            continue
        changed = here[i] not in left
        if not changed:
            left.remove(here[i])
        drawn = building(here[i]["kind"], here[i]["state"], x, 17, changed=changed)
        label = label_of(here[i]["kind"], here[i]["state"])
        if label in offered:
            name = labels.words.thing("building.tile", label)
            drawn = f"{offered.opening(label, kinds('stock', 'offered'), name)}{plate(x, 25, 33)}{drawn}</g>"
        yield drawn


def neutral(labels: Labels, top: int) -> Iterator[str]:
    """Draw the neutral player's cards, which lie open (RIA.N4)."""
    cards = labels.view["neutral"]["cards"]
    yield opening(NEUTRAL, labels.neutral(), top)
    yield heading(NEUTRAL, labels.words.thing("seat", NEUTRAL), first=labels.view["first"] == NEUTRAL)
    yield from (card(one, FIRST_PLACE + PLACE * (i % PLACES), 17) for i, one in enumerate(cards))
    yield "</g>"


def opening(colour: str, label: str, top: int, *, holds_buttons: bool = False) -> str:
    role = "group" if holds_buttons else "img"
    return (
        f'<g{known_by(key_of_player(colour))} class="{kinds("strip", colour)}" transform="translate(0 {top})"'
        f' role="{role}" aria-label="{escape(label)}"><path class="rialto-rule" d="M4 .5h392"/>'
    )


def heading(colour: str, name: str, *, first: bool) -> str:
    pennant = use("pennant", 3, 17, "rialto-flag") if first else ""
    return (
        f'<use href="#d-sign-{colour}" class="rialto-body" transform="translate(22 17)scale(1.5)"/>'
        f'<text class="rialto-player" x="33" y="22">{escape(name)}</text>{pennant}'
    )
