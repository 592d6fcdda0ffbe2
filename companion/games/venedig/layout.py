"""The checks of a Venedig board: each fact by itself, then all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.games.venedig.rules.board import adjacency, is_hex
from companion.games.venedig.rules.kinds import BOX, CASA, HEXES, IN_BOX, ISLANDS, KINDS, PONTE, TOKENS, WORTH
from companion.games.venedig.rules.track import LAST, TWICE
from companion.layout import Layout, check_complete, check_known
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "islands", "stones", "buildings", "crossings", "track", "start", "course", "treasure", "swamp")
named("fact-note", "islands", "stones", "buildings", "crossings", "track", "start", "course", "treasure", "swamp")
OUTSIDE = range(57, LAST + 1)
"""The last spaces, which border no island (VEN.K5)."""


def check(layout: Layout) -> None:
    """Refuse, with the reason, what can't be a board (VEN.K4): fact by fact, then what spans them."""
    check_facts(layout)
    check_islands(layout["islands"])
    island = {name: one for one, hexes in layout["islands"].items() for name in hexes}
    check_stones(layout["stones"], island)
    check_buildings(layout["buildings"], layout["islands"], layout["stones"])
    check_crossings(layout["crossings"], island)
    check_bridges(layout["buildings"][PONTE], layout["crossings"])
    check_track(layout["track"])
    check_borders(layout["start"], 0, len(ISLANDS), 0)
    check_course(layout["course"])
    for token in TOKENS:
        check_tokens(token, layout[token])
    check_room(layout, len(island))


def check_facts(layout: Layout) -> None:
    """Refuse a board that lacks a fact, or has one that we don't know."""
    check_known(layout, FACTS, "VEN.K4")
    check_complete(layout, FACTS, "VEN.K4")


def check_islands(islands: Any) -> None:
    """Refuse anything but the five islands, each with hexes, and no hex on two of them."""
    if not isinstance(islands, dict) or set(islands) != set(ISLANDS):
        raise Refusal("bad-islands", "VEN.K4", known=list(ISLANDS))
    seen: set[str] = set()
    for island, hexes in islands.items():
        if not isinstance(hexes, list) or not hexes:
            raise Refusal("empty-island", "VEN.K4", island=island)
        for name in hexes:
            if not is_hex(name):
                raise Refusal("not-a-hex", "VEN.K4", value=str(name)[:10])
            if name in seen:
                raise Refusal("hex-twice", "VEN.K4", value=name)
            seen.add(name)


def check_stones(stones: Any, island: dict[str, str]) -> None:
    """Refuse stones that are not on land, or listed twice."""
    if not isinstance(stones, list):
        raise Refusal("not-hexes", "VEN.K4", fact="stones")
    for name in on_land(stones, island):
        if stones.count(name) > 1:
            raise Refusal("hex-twice", "VEN.K4", value=name)


def on_land(hexes: Any, island: dict[str, str]) -> Iterator[str]:
    """Yield these hexes, refusing any that is on no island."""
    for name in hexes:
        if not isinstance(name, str) or name not in island:
            raise Refusal("not-land", "VEN.K4", value=str(name)[:10])
        yield name


def check_buildings(buildings: Any, islands: dict[str, list[str]], stones: list[str]) -> None:
    """Refuse pre-built buildings that don't fit, overlap, or leave none of their kind to build."""
    if not isinstance(buildings, dict) or set(buildings) != set(KINDS):
        raise Refusal("bad-buildings", "VEN.K4", known=list(KINDS))
    island = {name: one for one, hexes in islands.items() for name in hexes}
    adjacent = adjacency(islands)
    used = set(stones)
    for kind, sites in buildings.items():
        check_number_built(kind, sites)
        for hexes in sites:
            check_shape(kind, hexes, island, adjacent)
            take_hexes(hexes, used)


def check_number_built(kind: str, sites: Any) -> None:
    """Refuse pre-built buildings that use up their kind (VEN.K2)."""
    if not isinstance(sites, list) or not all(isinstance(hexes, list) for hexes in sites):
        raise Refusal("bad-buildings", "VEN.K4", known=list(KINDS))
    if len(sites) >= BOX[kind]:
        raise Refusal("too-many-built", "VEN.K2", building=kind, n=len(sites), most=BOX[kind] - 1)


def check_shape(kind: str, hexes: list[Any], island: dict[str, str], adjacent: Mapping[str, Collection[str]]) -> None:
    """Refuse hexes that this kind can't stand on (VEN.K8). Only those of a ponte need not touch."""
    right_size = len(set(on_land(hexes, island))) == len(hexes) == HEXES[kind]
    touching = right_size and all(two in adjacent[one] for one in hexes for two in hexes if one != two)
    if not right_size or (not touching and kind != PONTE):
        raise Refusal("bad-shape", "VEN.K8", building=kind, hexes=hexes, size=HEXES[kind])


def take_hexes(hexes: list[str], used: set[str]) -> None:
    """Mark hexes as used, refusing any that already are."""
    for name in hexes:
        if name in used:
            raise Refusal("hex-taken", "VEN.K4", value=name)
        used.add(name)


def check_crossings(crossings: Any, island: dict[str, str]) -> None:
    """Refuse crossings that don't join two hexes on different islands, or are listed twice."""
    if not isinstance(crossings, list):
        raise Refusal("not-hexes", "VEN.K4", fact="crossings")
    seen = []
    for pair in crossings:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Refusal("bad-crossing", "VEN.K8", hexes=str(pair)[:30])
        one, two = on_land(pair, island)
        if island[one] == island[two] or {one, two} in seen:
            raise Refusal("bad-crossing", "VEN.K8", hexes=f"{one}, {two}")
        seen.append({one, two})


def check_bridges(pontes: list[list[str]], crossings: list[list[str]]) -> None:
    """Refuse a pre-built ponte that is not on a crossing."""
    for hexes in pontes:
        if set(hexes) not in [set(pair) for pair in crossings]:
            raise Refusal("no-crossing", "VEN.K8", hexes=hexes)


def check_track(track: Any) -> None:
    """Refuse spaces that border too few or too many islands, and a 10 that differs from 45 (VEN.K5)."""
    if not isinstance(track, list) or len(track) != LAST:
        raise Refusal("bad-track", "VEN.K5", n=LAST)
    for space, islands in enumerate(track, start=1):
        least, most = allowed(space)
        check_borders(islands, space, most, least)
    one, two = (sorted(track[space - 1]) for space in TWICE)
    if one != two:
        raise Refusal("not-one-space", "VEN.K5")


def allowed(space: int) -> tuple[int, int]:
    """Return the fewest and the most islands that a space may border (VEN.K5)."""
    return (4, 4) if space in TWICE else (0, 0) if space in OUTSIDE else (1, 2)


def check_borders(islands: Any, space: int, most: int, least: int) -> None:
    """Refuse what are not islands, one listed twice, and too few or too many of them."""
    named_once = isinstance(islands, list) and all(
        isinstance(island, str) and island in ISLANDS and islands.count(island) == 1 for island in islands
    )
    if not named_once or not least <= len(islands) <= most:
        raise Refusal("bad-borders", "VEN.K5", space=space, low=least, high=most)


def check_course(course: Any) -> None:
    """Refuse a course that doesn't say, in pairs of numbers, where start, spaces and a mooring post are drawn."""
    ok = isinstance(course, list) and len(course) > LAST + 1
    if not ok or not all(isinstance(at, list) and len(at) == 2 and all(map(is_number, at)) for at in course):
        raise Refusal("bad-course", "VEN.K4", n=LAST + 2)
    if course[TWICE[0]] != course[TWICE[1]]:
        raise Refusal("not-one-space", "VEN.K5")


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 100


def check_tokens(token: str, spread: Any) -> None:
    """Refuse a spread of token values that doesn't add up to the tokens in the box (VEN.K2, K6)."""
    values = [str(value) for value in WORTH[token]]
    sound = isinstance(spread, dict) and set(spread) == set(values)
    if not sound or not all(type(n) is int and n >= 0 for n in spread.values()):
        raise Refusal("bad-tokens", "VEN.K6", token=token, values=", ".join(values))
    if sum(spread.values()) != IN_BOX[token]:
        raise Refusal("wrong-tokens", "VEN.K2", token=token, n=sum(spread.values()), most=IN_BOX[token])


def check_room(layout: Layout, hexes: int) -> None:
    """Refuse more swamp than there are tokens, and too few hexes for the last casa, so that every game can end."""
    built = Counter({kind: len(sites) for kind, sites in layout["buildings"].items()})
    free = hexes - sum(number * HEXES[kind] for kind, number in built.items())
    if (swamps := free - len(layout["stones"])) > IN_BOX["swamp"]:
        raise Refusal("too-much-swamp", "VEN.K2", n=swamps, most=IN_BOX["swamp"])
    others = sum((BOX[kind] - built[kind] - 1) * HEXES[kind] for kind in KINDS if kind != CASA)
    if free < (needed := others + BOX[CASA] - built[CASA]):
        raise Refusal("too-small", "VEN.E1", n=free, least=needed)
