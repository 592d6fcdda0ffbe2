"""Whether bridges and gondolas can lie as a table says it sees them: each tile joins two districts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.rialto.rules.pieces import GONDOLAS
from companion.layout import Layout
from companion.refusal import Refusal

Pair = Sequence[int]
Ends = Mapping[str, Mapping[str, int]]
"""By districts: what the bridge ends there are worth together, and how many gondolas lie there."""


def check_tiles(there: Ends, layout: Layout) -> None:
    """Refuses what no map can show; what the districts show by themselves, then what they show together."""
    check_number(there, layout["bridges"])
    check_gondolas({district: row["gondolas"] for district, row in there.items()})
    counts = {
        district: bridges_at(district, row, layout["bridges"], connections(district, layout))
        for district, row in there.items()
    }
    check_bridges(sum(row["bridges"] for row in there.values()), counts, layout["bridges"])


def connections(district: str, layout: Layout) -> int:
    return sum(district in pair for pair in layout["connections"])


def check_number(there: Ends, tiles: Sequence[Pair]) -> None:
    """RIA.K2: refuses more bridges and gondolas than there are; each tile counts in the two districts it joins."""
    ends = sum(end for tile in tiles for end in tile)
    if (number := sum(row["bridges"] for row in there.values())) > ends:
        raise Refusal("too-many-bridges", "RIA.K2", n=number, most=ends)
    if (number := sum(row["gondolas"] for row in there.values())) > 2 * GONDOLAS:
        raise Refusal("too-many-gondolas", "RIA.K2", n=number, most=2 * GONDOLAS)


def check_gondolas(gondolas: Mapping[str, int]) -> None:
    """RIA.E2: refuses gondolas that lie at one district only."""
    ends = sum(gondolas.values())
    if ends % 2 or max(gondolas.values()) > ends // 2:
        raise Refusal("gondolas-apart", "RIA.E2", n=ends)


def bridges_at(district: str, row: Mapping[str, int], tiles: Sequence[Pair], most: int) -> set[int]:
    """RIA.K4, K6: how many bridges there may be at a district; refuses what no ends, or too many tiles, add up to."""
    worth, gondolas = row["bridges"], row["gondolas"]
    counts = {number for number, total in sums(tiles) if total == worth}
    if not counts:
        raise Refusal("no-such-bridges", "RIA.K6", district=district, number=worth)
    if min(counts) + gondolas > most:
        raise Refusal("too-many-tiles", "RIA.K4", district=district, most=most)
    return {number for number in counts if number + gondolas <= most}


def check_bridges(total: int, counts: Mapping[str, set[int]], tiles: Sequence[Pair]) -> None:
    """RIA.K6: refuses ends that make no whole bridges, each with its two ends at two districts."""
    whole = {number for number, worth in sums([[sum(tile)] for tile in tiles]) if worth == total}
    if not any(2 * number in ends_with(number, counts.values()) for number in whole):
        raise Refusal("bridges-apart", "RIA.K6", n=total)


def ends_with(bridges: int, counts: Iterable[set[int]]) -> set[int]:
    """How many ends there may be at all districts together, when no more than so many bridges lie at one."""
    ends = {0}
    for here in counts:
        ends = {so_far + number for so_far in ends for number in here if number <= bridges}
    return ends


def sums(tiles: Iterable[Sequence[int]]) -> set[tuple[int, int]]:
    """Some of these tiles, one value of each: how many, and what they add up to.

    >>> sorted(sums([[3, 4], [5, 6]]))
    [(0, 0), (1, 3), (1, 4), (1, 5), (1, 6), (2, 8), (2, 9), (2, 10)]
    """
    found = {(0, 0)}
    for tile in tiles:
        found |= {(number + 1, total + end) for number, total in found for end in tile}
    return found
