"""Every problem of a board at once, for the owner who is drawing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from companion.games.venedig.layout import (
    allowed,
    check,
    check_borders,
    check_bridges,
    check_buildings,
    check_crossings,
    check_islands,
    check_room,
    check_stones,
    check_tokens,
)
from companion.games.venedig.rules.kinds import ISLANDS, KINDS, PONTE, TOKENS
from companion.games.venedig.rules.track import LAST, TWICE
from companion.layout import Layout
from companion.refusal import Refusal


def problems(layout: Layout) -> list[Refusal]:
    """Return what keeps a draft from being a board, in the order in which boards are drawn."""
    found = [*_land(layout), *_route(layout)]
    for token in TOKENS:
        found += caught(check_tokens, token, layout[token])
    return found or caught(check, layout)


def caught(check_one: Callable[..., None], *facts: Any) -> list[Refusal]:
    try:
        check_one(*facts)
    except Refusal as refusal:
        return [refusal]
    return []


def each(check_one: Callable[..., None], parts: Iterable[Any], whole: Any, *others: Any) -> list[Refusal]:
    """Return what is wrong with each part by itself, or if nothing is, with all of them together."""
    found = [refusal for part in parts for refusal in caught(check_one, part, *others)]
    return found or caught(check_one, whole, *others)


def _land(layout: Layout) -> Iterator[Refusal]:
    islands, stones, buildings = layout["islands"], layout["stones"], layout["buildings"]
    crossings = layout["crossings"]
    land = {name: island for island, hexes in islands.items() for name in hexes}
    empty = [island for island in ISLANDS if not islands.get(island)]
    yield from (Refusal("empty-island", "VEN.K4", island=island) for island in empty)
    if not empty:
        yield from caught(check_islands, islands)
    yield from each(check_stones, ([stone] for stone in stones), stones, land)
    nothing: dict[str, list[list[str]]] = {kind: [] for kind in KINDS}
    sites = (nothing | {kind: [hexes]} for kind in buildings for hexes in buildings[kind])
    yield from each(check_buildings, sites, nothing | buildings, islands, stones)
    yield from each(check_crossings, ([pair] for pair in crossings), crossings, land)
    pontes = buildings.get(PONTE, [])
    yield from each(check_bridges, ([hexes] for hexes in pontes), pontes, crossings)
    yield from caught(check_room, layout, len(land))


def _route(layout: Layout) -> Iterator[Refusal]:
    """Yield a refusal for a route that is too short, and one for all spaces with the same wrong number of islands."""
    track, course = layout["track"], layout["course"]
    if len(course) < LAST + 2:
        yield Refusal("way-short", "VEN.K4", n=len(course), least=LAST + 2)
    elif course[TWICE[0]] != course[TWICE[1]]:
        yield Refusal("not-one-space", "VEN.K5")
    wrong: dict[tuple[int, int], list[int]] = {}
    for space in range(1, LAST + 1):
        low, high = allowed(space)
        borders = track[space - 1] if space <= len(track) else []
        if caught(check_borders, borders, space, high, low):
            wrong.setdefault((low, high), []).append(space)
    for (low, high), spaces in wrong.items():
        if low == high:
            yield Refusal("wrong-spaces", "VEN.K5", spaces=in_runs(spaces), n=low)
        else:
            yield Refusal("bad-spaces", "VEN.K5", spaces=in_runs(spaces), low=low, high=high)
    yield from caught(check_borders, layout["start"], 0, len(ISLANDS), 0)


def in_runs(spaces: list[int]) -> str:
    """Shorten runs of numbers.

    >>> in_runs([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    runs = [[one for _, one in run] for _, run in groupby(enumerate(spaces), lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
