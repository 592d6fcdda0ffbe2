"""Gems moved to other places, as fair for all: one player's at random, the others' as mirror images."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from companion.games.venise.editor.fairness import Gems, distances, is_symmetric, shortest, symmetries
from companion.games.venise.layout import GEMS
from companion.games.venise.rules.geometry import Canal
from companion.games.venise.rules.piles import COLOURS
from companion.games.venise.rules.routes import reach_of
from companion.refusal import Refusal

TRIES = 300


def shuffled(canal: Canal, starts: Mapping[str, str], rng: Random) -> Gems:
    """VSE.L3: put four gems of each colour on cells it can reach, fair by symmetry if the board has one, or by steps.

    No two gems share a cell unless they must.
    """
    if any(colour not in starts for colour in COLOURS):
        raise Refusal("shuffle-needs-starts", "VSE.L3")
    free = {colour: reachable(canal, starts[colour]) for colour in COLOURS}
    if min(map(len, free.values())) >= GEMS:
        shared: Gems | None = None
        for gems in chain(mirrored(canal, starts, free, rng), evened(canal, starts, free, rng)):
            if len({gem for own in gems.values() for gem in own}) == GEMS * len(COLOURS):
                return gems
            shared = shared or gems
        if shared:
            return shared
    raise Refusal("no-fair-shuffle", "VSE.L3")


def reachable(canal: Canal, start: str) -> list[str]:
    """Return the cells on which a gem could lie for the player who begins here."""
    near = reach_of(canal, start)
    return [cell for cell in canal.cells if cell in near and cell != start]


def mirrored(
    canal: Canal, starts: Mapping[str, str], free: Mapping[str, Sequence[str]], rng: Random
) -> Iterator[Gems]:
    """Yield places for the first colour, and for the others where the board's symmetries take them."""
    first = COLOURS[0]
    maps = symmetries(canal)
    onto = {colour: [one for one in maps if one[starts[first]] == starts[colour]] for colour in COLOURS}
    for _ in range(TRIES if all(onto.values()) else 0):
        drawn = rng.sample(list(free[first]), GEMS)
        turns = {colour: {} if colour == first else rng.choice(onto[colour]) for colour in COLOURS}
        gems = {colour: sorted(turns[colour].get(gem, gem) for gem in drawn) for colour in COLOURS}
        if is_symmetric(canal, starts, gems):
            yield gems


def evened(canal: Canal, starts: Mapping[str, str], free: Mapping[str, Sequence[str]], rng: Random) -> Iterator[Gems]:
    """Yield random places for which the shortest rounds of all colours differ by at most one step."""
    far = {cell: distances(canal, cell) for cell in canal.cells}
    for _ in range(TRIES):
        cells = list(canal.cells)
        rng.shuffle(cells)
        gems: dict[str, list[str]] = {}
        for colour in COLOURS:
            unused = [
                cell for cell in cells if cell in free[colour] and all(cell not in own for own in gems.values())
            ]
            others = [cell for cell in cells if cell in free[colour] and cell not in unused]
            gems[colour] = sorted([*unused, *others][:GEMS])
        rounds = [shortest(far, starts[colour], gems[colour]) for colour in COLOURS]
        if max(rounds) - min(rounds) <= 1:
            yield gems
