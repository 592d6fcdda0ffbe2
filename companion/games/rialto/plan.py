"""Venice as a small screen draws it: six districts by their initials, and the water between them."""

from __future__ import annotations

from companion.games.rialto.rules.pieces import BANKS, BRIDGE, DISTRICTS, Connection
from companion.games.rialto.rules.state import State
from companion.screen.maps import Line, Plan, Point, Post
from companion.vocabulary import named

named("initials", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
OF_DISTRICTS = ("district", "short")
OF_CONNECTIONS = "district.district"
AT: dict[str, Point] = {
    "cannaregio": (8, 3.25),
    "castello": (17, 6),
    "dorsoduro": (7, 13.5),
    "san-marco": (12, 8.5),
    "san-polo": (5, 8),
    "santa-croce": (0, 6),
}
ROUND: dict[frozenset[str], Point] = {
    frozenset(("castello", "santa-croce")): (8.5, 0),
    frozenset(("castello", "dorsoduro")): (14.5, 13),
}
"""The bends of connections that would otherwise lead through another district: north of the city, and south."""
BESIDE = 3
"""Steps from a district's initials to the sign of its key: to the right, for the easternmost to the left."""


def plan(game: State, of: str) -> Plan | None:
    """Return Venice if these options are its districts or what joins two of them. One bank's districts are lit."""
    if of not in (*OF_DISTRICTS, OF_CONNECTIONS):
        return None
    connections = game.pieces.connections
    lit = game.pieces.banks[BANKS[0]]
    return Plan(
        [Post(AT[one], name=("initials", one), is_lit=one in lit) for one in DISTRICTS],
        {one: beside(one) for one in DISTRICTS},
        {name: line(connection) for name, connection in connections.items()},
        [name for name, connection in connections.items() if connection.tile is not None],
        marks={},
        starred=(),
        brief="initials.initials" if of == OF_CONNECTIONS else "short",
    )


def beside(district: str) -> Point:
    x, y = AT[district]
    return (x - BESIDE if district == "castello" else x + BESIDE), y


def line(connection: Connection) -> Line:
    """Return a connection as a line: a bridge is wide, a gondola narrow."""
    start, end = (AT[one] for one in connection.between)
    return Line(start, end, connection.tile == BRIDGE, ROUND.get(frozenset(connection.between)))
