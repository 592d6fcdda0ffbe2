"""Where a building goes, what it is worth and whose gondolas lie along: from the map, or as the table sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.choices import Count, Pick
from companion.games.venedig.rules.hexes import Shape, spot
from companion.games.venedig.rules.kinds import CAMPO, HEXES, PONTE
from companion.games.venedig.rules.scoring import FIXED, points
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

(NOWHERE,) = named("hex", "nowhere")
ROOM, NO_ROOM = named("room", "yes", "no")
named("column", "along")
MOST_AROUND = {"palazzo": 8, "campo": 6}
"""How many hexes touch a building on one or two hexes at most."""


class Site(NamedTuple):
    """A building put somewhere: its points, and the islands that it stands on; without a map none are known."""

    points: int
    islands: list[str]


def find_site(game: Venedig, chooser: int, kind: str, at: str) -> Flow[Site | None]:
    """VEN.B8: the master builder's place for it; none where nothing fits."""
    if game.pieces.mapped:
        return (yield from choose_site(game, chooser, kind, at))
    return (yield from count_site(game, kind, at))


def choose_site(game: Venedig, chooser: int, kind: str, at: str) -> Flow[Site | None]:
    pieces = game.pieces
    hexes = yield from choose_hexes(game, chooser, kind, at)
    if hexes is None:
        return None
    pieces.build(kind, hexes)
    islands = pieces.plan.islands_of(hexes)
    if kind == PONTE:
        worth = yield from houses_of_one(game, chooser, islands, at)
    else:
        around = pieces.plan.around(hexes)
        built = pieces.developed(around)
        worth = points(kind, built if kind == CAMPO else len(around) - built)
    game.tell("stands", "VEN.B8", building=kind, hexes=list(hexes), islands=islands, n=worth)
    return Site(worth, islands)


def choose_hexes(game: Venedig, chooser: int, kind: str, at: str) -> Flow[Shape | None]:
    """Hex by hex; where only one will do it is not asked. Those chosen so far are seen by all.

    What no longer fits, because the table has set a hex right, is chosen anew.
    """
    chosen = game.chosen
    asked = 0
    while len(chosen) < HEXES[kind]:
        asked += 1
        facts: dict[str, Any] = {"building": kind, "n": HEXES[kind]}

        def offer(facts: dict[str, Any] = facts) -> Pick:
            shapes = [set(shape) for shape in game.pieces.sites(kind)]
            if not any(shape.issuperset(chosen) for shape in shapes):
                chosen.clear()
            facts["chosen"] = list(chosen)
            fit = {name for shape in shapes if shape.issuperset(chosen) for name in shape if name not in chosen}
            hexes: list[str] = sorted(fit, key=spot)
            return Pick("hex", hexes or [NOWHERE])

        name: str = yield Decision("place", chooser, f"{at}.{asked}", offer, "VEN.B8", facts)
        if name == NOWHERE:
            break
        chosen.append(name)
    game.chosen = []
    return tuple(sorted(chosen, key=spot)) if len(chosen) == HEXES[kind] else None


def houses_of_one(game: Venedig, chooser: int, islands: list[str], at: str) -> Flow[int]:
    """VEN.K3: a ponte counts the casas of one of its islands, chosen by the master builder."""
    houses = {island: game.pieces.houses_on(island) for island in islands}
    if len(set(houses.values())) > 1:
        best = max(houses, key=lambda island: houses[island])
        island: str = yield Decision(
            "district", chooser, at, lambda: Pick("island", islands), "VEN.K3", {"houses": houses}, likely=best
        )
        return game.pieces.houses_on(island)
    return houses[islands[0]]


def count_site(game: Venedig, kind: str, at: str) -> Flow[Site | None]:
    """`board: counted`: the table says whether there is room, and what it sees."""
    pieces = game.pieces
    facts = {"building": kind}
    room = yield Decision("room", TABLE, at, lambda: Pick("room", (ROOM, NO_ROOM)), "VEN.B8", facts, likely=ROOM)
    if room == NO_ROOM:
        return None
    pieces.build(kind, ())
    worth = FIXED.get(kind, 0)
    if kind == PONTE:
        worth = yield Decision("houses", TABLE, at, lambda: Count("houses", 0, pieces.houses()), "VEN.K3", facts)
    elif kind not in FIXED:
        most = MOST_AROUND[kind]
        worth = yield Decision(
            "developed" if kind == CAMPO else "undeveloped",
            TABLE,
            at,
            lambda: Count("hexes", 0, most),
            "VEN.K3",
            facts,
        )
    game.tell("stands-there", "VEN.B8", building=kind, n=worth)
    return Site(worth, [])
