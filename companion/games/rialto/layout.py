"""The facts that a Rialto board must show to be playable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.choices import Count, Pick
from companion.games.rialto.rules.pieces import BANKS, DISTRICTS
from companion.layout import Layout, check_known
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "connections", "banks", "bridges", "doge_track")
named("fact-note", "connections", "banks", "bridges", "doge_track")

HIGHEST = 20
"""The most that a bridge end may be worth on a plausible board."""

SHORTEST, LONGEST = 10, 200
"""The fewest and the most spaces of a Doge track."""

PARTS: Mapping[str, Pick | Count] = {
    "connections": Pick("district", DISTRICTS),
    "banks": Pick("district", DISTRICTS),
    "bridges": Count("", 1, HIGHEST),
    "doge_track": Count("", SHORTEST, LONGEST),
}


def check(layout: Layout) -> None:
    """RIA.K4-K7: require a map, banks, bridge tiles and a Doge track that can be played on."""
    for fact, is_sound in SOUND.items():
        value = layout.facts[fact].value if fact in layout.facts else None
        if not is_sound(value):
            raise Refusal("bad-board", RULES[fact], layout=layout.name, fact=fact, value=str(value)[:40])
    check_known(layout, FACTS)


def are_connections(value: Any) -> bool:
    """RIA.K4: twelve pairs of different districts, no pair twice, four at each district."""
    if not isinstance(value, list) or not all(_is_pair(pair, _is_district) for pair in value):
        return False
    ends = [end for pair in value for end in pair]
    return len({frozenset(pair) for pair in value}) == len(value) == 12 and {*map(ends.count, DISTRICTS)} == {4}


def are_banks(value: Any) -> bool:
    """RIA.K5: three districts on each bank, all six in all."""
    if not isinstance(value, dict) or set(value) != set(BANKS):
        return False
    sides = list(value.values())
    if not all(isinstance(side, list) and len(side) == 3 and all(map(_is_district, side)) for side in sides):
        return False
    return len({district for side in sides for district in side}) == len(DISTRICTS)


def are_bridges(value: Any) -> bool:
    """RIA.K6: six tiles with a value at each end."""
    return isinstance(value, list) and len(value) == 6 and all(_is_pair(tile, _is_end, alike=True) for tile in value)


def is_track(value: Any) -> bool:
    """RIA.K7: a number of spaces."""
    return type(value) is int and SHORTEST <= value <= LONGEST


def _is_pair(value: Any, is_part: Callable[[Any], bool], *, alike: bool = False) -> bool:
    if not isinstance(value, list) or len(value) != 2 or not all(map(is_part, value)):
        return False
    return alike or value[0] != value[1]


def _is_district(value: Any) -> bool:
    return isinstance(value, str) and value in DISTRICTS


def _is_end(value: Any) -> bool:
    return type(value) is int and 1 <= value <= HIGHEST


SOUND = {"connections": are_connections, "banks": are_banks, "bridges": are_bridges, "doge_track": is_track}
RULES = {"connections": "RIA.K4", "banks": "RIA.K5", "bridges": "RIA.K6", "doge_track": "RIA.K7"}
