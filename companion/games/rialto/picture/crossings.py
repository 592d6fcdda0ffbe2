"""Crossings between the districts: bridges with a value at each end, gondolas, and free berths."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.map import CROSSINGS, FAR, FERRIES, HEIGHT, ROUTE, Crossing, path
from companion.games.rialto.picture.tokens import kinds
from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.pieces import BRIDGE
from companion.picture.board import View
from companion.picture.picture import Tappable
from companion.picture.shapes import number, use
from companion.vocabulary import named

named("tiny", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
END = 13
"""Distance from the middle of a bridge to its values."""

FERRY = 133
"""Width of a ferry's line below the map."""


def ferries(view: View) -> list[str]:
    """Return the connections between districts that don't face each other across water on our map."""
    return [name for name, one in view["connections"].items() if frozenset(one["between"]) not in CROSSINGS]


def height(view: View) -> int:
    """Return the height of the map with its ferries."""
    return HEIGHT + (FERRIES if ferries(view) else 0)


def crossings(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    view = labels.view
    if any(frozenset(one["between"]) == FAR for one in view["connections"].values()):
        yield path("route", ROUTE)
    apart = ferries(view)
    for name, connection in view["connections"].items():
        place = CROSSINGS.get(frozenset(connection["between"]))
        if place is None:
            place = Crossing(FERRY * apart.index(name) + FERRY / 2 + 0.5, HEIGHT + 10, connection["between"][0])
        changed = connection != before["connections"][name]
        marked = labels.is_marked(connection)
        look = kinds("crossing", name in offered and "offered", changed and "changed")
        yield offered.opening(name if name in offered else None, look, labels.connection(name), key=name)
        yield f'<g transform="translate({number(place.x, place.y)})">{use("touch", kind="rialto-touch")}'
        if name in apart:
            yield from harbours(labels, connection)
        yield from tile(connection, place)
        if marked:
            yield use(f"disc-{NEUTRAL}")
        yield "</g></g>"


def harbours(labels: Labels, connection: View) -> Iterator[str]:
    """Yield both ends of a ferry's line, by name."""
    yield path("route", "M-31 0h62")
    for district, x, anchor in zip(connection["between"], (-34, 34), ("end", "start"), strict=True):
        name = escape(labels.words.thing("tiny", district))
        yield f'<text class="rialto-harbour" x="{x}" y="4" text-anchor="{anchor}">{name}</text>'


def tile(connection: View, place: Crossing) -> Iterator[str]:
    if connection["tile"] == BRIDGE:
        yield use("bridge-upright" if place.upright else "bridge")
        for district, value in connection["ends"].items():
            along = -END if district == place.first else END
            x, y = (0, along) if place.upright else (along, 0)
            yield f'{use("medal", x, y, "rialto-medal")}<text x="{x}" y="{y + 4.4:g}">{value}</text>'
    elif connection["tile"]:
        yield f'{use("hull", 0, 2, "rialto-hull")}{use("medal", 0, -4, "rialto-medal")}<text y=".4">1</text>'
    elif place.upright:
        yield f'<g transform="rotate(90)">{use("berth", kind="rialto-berth")}</g>'
    else:
        yield use("berth", kind="rialto-berth")
