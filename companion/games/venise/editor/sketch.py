"""The drawing of a draft: piles, starts and gems so far, and every point to be tapped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from companion.games.venise.layout import DAY
from companion.games.venise.picture import banks, piers
from companion.games.venise.picture.board import between_banks
from companion.games.venise.picture.projection import Projection
from companion.games.venise.picture.spots import Spots, point
from companion.games.venise.picture.tokens import cluster, placed
from companion.games.venise.rules.geometry import BRIDGE, Canal, point_name
from companion.games.venise.rules.piles import COLOURS, START, WALL, listed, pile_in
from companion.layout import Layout
from companion.layout.editor import OWN
from companion.picture.picture import Picture
from companion.picture.shapes import Point, number, use
from companion.words import Words


def sketch(draft: Layout, words: Words, canal: Canal, places: Sequence[str], lost: Collection[str]) -> Picture:
    """Draw a draft with places to tap. `lost` are the gems that their owner can't reach."""
    here = Projection([place.partition(".")[0] for place in places])
    drawing = Sketch(draft, canal)
    svg = _framed(draft, here, [*drawing.draw(lost), *drawing.touchable(places, words)])
    return Picture(svg, frozenset(places))


def still(draft: Layout, canal: Canal) -> Picture:
    """Draw the piles of a draft alone, to be looked at."""
    here = Projection([point_name(pile.at) for pile in canal.piles])
    return Picture(_framed(draft, here, Sketch(draft, canal).draw(())))


def _framed(draft: Layout, here: Projection, drawn: Iterable[str]) -> str:
    bottom = banks.TOP + here.height + banks.BOTTOM
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {number(bottom)}" class="venise-board"'
        f' role="group"><g class="venise-{draft["side"]}">{between_banks(here, drawn)}</g></svg>'
    )


class Sketch:
    """One drawing of one draft."""

    def __init__(self, draft: Layout, canal: Canal) -> None:
        self.piles = listed(canal)
        self.spots = Spots(self.piles)
        self.pile_of = {cell: pile for pile in self.piles for cell in pile["cells"]}
        self.starts = {at: colour for colour, at in draft["starts"].items()}
        self.gems: dict[str, list[str]] = defaultdict(list)
        for colour in COLOURS:
            for gem in draft["gems"][colour]:
                self.gems[gem].append(colour)

    def draw(self, lost: Collection[str]) -> Iterator[str]:
        for pile in self.piles:
            yield from piers.pile(pile, self.starts)
        for cell, colours in self.gems.items():
            at = self.spots.middle(cell)
            yield from cluster(at, [(f"gem-{colour}", "") for colour in colours], 0.9)
            if cell in lost:
                yield placed("strike", at, kind="venise-strike", scale=1.6)

    def touchable(self, places: Sequence[str], words: Words) -> Iterator[str]:
        """Lay each bridge over the level below it, so that a tap on a bridge means the bridge."""
        for place in sorted(places, key=lambda place: not place.endswith(".under")):
            yield (
                f'<g role="button" tabindex="0" data-place="{place}" class="venise-place venise-point">'
                f"<title>{escape(self.label(place, words))}</title>{self.mark(place)}</g>"
            )

    def mark(self, place: str) -> str:
        if place in self.pile_of:
            return piers.touched(place, self.pile_of[place], self.spots)
        at = point(place)
        return f"{use('octagon', *at, kind='venise-touch')}{use('dot', *at, kind='venise-free')}"

    def label(self, place: str, words: Words) -> str:
        """Return a place and what is there: "C7: wall, red gem"."""
        name = words.thing("cell.part", place)
        if place not in self.pile_of:
            return name
        colour = self.starts.get(place, "")
        kind = f"{START}.{colour}" if colour else self.pile_of[place]["kind"]
        things = [kind, *(f"gem.{one}" for one in self.gems[place])]
        return words.pair(name, ", ".join(words(f"tool.{thing}") for thing in things))


def portrait(data: Mapping[str, Any], side: str) -> str:
    """Draw a wall or bridge from near with the shapes that the board defines; a wall's sides are numbered."""
    found = pile_in(data, OWN)
    pile = {"at": data["at"], "kind": data["kind"], "cells": dict(zip(found.names(), data["cells"], strict=True))}
    spots, (x, y) = Spots([pile]), point(data["at"])
    numbers = enumerate(pile["cells"] if data["kind"] == WALL else (), start=1)
    texts = (f'<text x="{number(at[0])}" y="{number(at[1] + 4)}">{n}</text>' for n, at in _middles(spots, numbers))
    return (
        f'<svg viewBox="{number(x - 23, y - 23, 46, 46)}" class="venise-board" aria-hidden="true">'
        f'<g class="venise-{side} venise-near">{"".join((*piers.pile(pile, {}), *texts))}</g></svg>'
    )


def _middles(spots: Spots, cells: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Point]]:
    return ((n, spots.middle(cell)) for n, cell in cells)


def icon(tool: str) -> str:
    """Draw a tool small, with the shapes that the board defines."""
    kind, _, colour = tool.partition(".")
    drawn = {
        "plain": use("stone"),
        WALL: use("pile") + placed("fence", (0, 0), 45),
        BRIDGE: use("pile") + use("octagon", kind="venise-below") + placed("arch", (0, 0), 45),
        "ways": use("octagon", kind="venise-below") + use("compass", kind="venise-compass"),
        "erase": use("octagon", kind="venise-rubbed") + placed("strike", (0, 0), kind="venise-strike", scale=1.8),
        START: use("stone") + use(f"berth-{colour}"),
        "gem": placed(f"gem-{colour}", (0, 0), scale=2.4),
    }
    return (
        f'<svg viewBox="-23 -23 46 46" class="venise-board" aria-hidden="true"><g class="venise-{DAY}">'
        f"{drawn[kind]}</g></svg>"
    )
