"""The canal: piles, planks, pawns and gems, what may be tapped, what would fall, and hints for beginners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

from companion.games.venise.picture import piers
from companion.games.venise.picture.labels import Labels
from companion.games.venise.picture.spots import Spots, lying, point
from companion.games.venise.picture.tokens import cluster, kinds, placed
from companion.games.venise.rules.geometry import AITCH, LARGE, SMALL, TEE, Canal, Pile, point_of
from companion.picture.board import View
from companion.picture.picture import Tappable, known_by
from companion.picture.shapes import Point, number, use

Piles = Sequence[Mapping[str, Any]]


class Waterway:
    """One drawing of a canal and all that is on it."""

    def __init__(self, labels: Labels, before: View, offer: Tappable) -> None:
        self.labels = labels
        self.view, self.before = labels.view, before
        self.piles: Piles = self.view["board"]["piles"]
        self.spots = Spots(self.piles)
        self.pile_of = {cell: pile for pile in self.piles for cell in pile["cells"]}
        self.offer = offer
        self.offered = [one for one in offer if one in self.pile_of or is_place(one)]
        self.lifting: str | None = self.view.get("lifting")

    def draw(self) -> Iterator[str]:
        """Draw the whole canal, from the water up."""
        starts = {at: colour for colour, at in self.view["board"]["starts"].items()}
        for pile in self.piles:
            yield from piers.pile(pile, starts)
        yield from self.gone()
        yield from self.planks()
        yield from self.ways()
        yield from self.figures()
        yield from self.places()

    def gone(self) -> Iterator[str]:
        """Draw outlines of the planks that lay there before."""
        left = [plank for plank in self.before["planks"] if plank not in self.view["planks"]]
        yield from (bar(plank, kinds("gone")) for plank in left)

    def planks(self) -> Iterator[str]:
        """Draw the planks on piles, then the planks on planks; those about to fall are marked."""
        doomed = self.falls(self.lifting) if self.lifting else []
        for plank in sorted(self.view["planks"], key=is_above):
            shape, at, angle = lying(plank)
            if is_above(plank):
                yield placed(f"bar-{shape}", (at[0], at[1] + 2.5), angle, "venise-shadow")
            changed = plank not in self.before["planks"]
            look = kinds(plank == self.lifting and "lifted", changed and "changed")
            yield placed(shape, at, angle, look)
            if plank in doomed:
                yield fall(plank)

    @cached_property
    def canal(self) -> Canal:
        return Canal(
            Pile(at, pile["kind"], tuple(map(frozenset, pile["cells"].values())))
            for pile in self.piles
            if (at := point_of(pile["at"])) is not None
        )

    def falls(self, plank: str) -> list[str]:
        """Return what would fall with this plank (VSE.W6)."""
        return self.canal.falls(plank, self.view["planks"])

    def ways(self) -> Iterator[str]:
        """Draw help for beginners: the cheapest way to each gem, the planks it still needs, and its price."""
        for seat, ways in self.view.get("ways", {}).items():
            yield f'<g class="{kinds("ways", self.labels.colours[seat])}">'
            laid = dict.fromkeys(plank for way in ways.values() if way for plank in way["planks"])
            yield from (bar(plank, "venise-wanted") for plank in laid)
            lines = [self.line(way["cells"]) for way in ways.values() if way]
            path = "".join(f"M{'L'.join(number(*at) for at in line)}" for line in lines)
            yield f'<path class="venise-casing" d="{path}"/><path class="venise-way" d="{path}"/></g>'

    def line(self, cells: Sequence[str]) -> list[Point]:
        """Return a line through the middles of these cells; under a bridge it passes the middle of the pile."""
        inner = [
            point(cell.partition(".")[0]) if cell in self.spots.halves else self.spots.middle(cell) for cell in cells
        ]
        return [self.spots.middle(cells[0]), *inner[1:-1], self.spots.middle(cells[-1])]

    def prices(self) -> Iterator[str]:
        for seat, ways in self.view.get("ways", {}).items():
            for gem, way in ways.items():
                x, y = self.spots.middle(gem)
                n = way["hourglasses"] if way else "–"
                glass = placed("hourglass", (x - 1.5, y - 15), scale=0.5)
                yield f'<g class="venise-price" role="img" aria-label="{escape(self.labels.way(seat, gem, way))}">'
                yield f'<path d="M{number(x - 4, y - 21.5)}h19a6.5 6.5 0 0 1 0 13h-19a6.5 6.5 0 0 1 0-13z"/>'
                yield f'{glass}<text x="{number(x + 11)}" y="{number(y - 11)}">{n}</text></g>'

    def figures(self) -> Iterator[str]:
        """Draw gems and pawns, and outlines where they were before."""
        gems: dict[str, list[tuple[str, str]]] = defaultdict(list)
        pawns: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for seat, own in self.view["seats"].items():
            then, colour = self.before["seats"][seat], self.labels.colours[seat]
            for gem in own["gems"]:
                gems[gem].append((f"gem-{colour}", kinds(gem not in then["gems"] and "changed")))
            for gem in then["gems"]:
                if gem not in own["gems"]:
                    gems[gem].append((f"cut-{colour}", "venise-left-behind"))
            if own["pawn"] is not None:
                moved = own["pawn"] != then["pawn"]
                turn = self.view["seat"] == int(seat)
                pawns[own["pawn"]].append((f"pawn-{colour}", kinds("piece", moved and "changed", turn and "acting")))
                if moved and then["pawn"] is not None:
                    yield use("dot", *self.spots.middle(then["pawn"]), kind=kinds("left-behind"))
        for cell, here in gems.items():
            yield from cluster(self.gem_spot(cell, shared=bool(pawns[cell])), here, 0.9)
        yield from self.prices()
        for cell, here in pawns.items():
            yield from cluster(self.pawn_spot(cell, shared=cell in gems), here, draw=piece)

    def gem_spot(self, cell: str, *, shared: bool) -> Point:
        x, y = self.spots.middle(cell)
        return (x, y + 9) if shared and cell not in self.spots.halves else (x, y)

    def pawn_spot(self, cell: str, *, shared: bool) -> Point:
        if shared and cell in self.spots.halves:
            return self.spots.halves[cell][1]
        x, y = self.spots.middle(cell)
        return (x, y - 7) if shared else (x, y - 1)

    def places(self) -> Iterator[str]:
        """Draw what may be tapped: planks first, so that a thumb on a pile means the pile."""
        for one in sorted(self.offered, key=lambda one: (one in self.pile_of, not one.endswith(".under"), one)):
            if one in self.pile_of:
                mark, label = piers.touched(one, self.pile_of[one], self.spots), self.labels.cell(one)
            else:
                mark, label = self.plank_offered(one)
            yield self.offer.mark(one, "venise-place", label, mark)

    def plank_offered(self, plank: str) -> tuple[str, str]:
        """Draw the plank that could lie on a free place; outline one that lies there."""
        size = LARGE if lying(plank).shape != SMALL else SMALL
        touch = bar(plank, "venise-touch")
        if plank not in self.view["planks"]:
            return touch + bar(plank, "venise-ghost"), self.labels.lay(size, plank)
        doomed = self.falls(plank) if self.lifting is not None else []
        mark = touch + bar(plank, "venise-mark")
        if doomed:
            x, y = lying(plank).at
            hint = "".join(map(fall, doomed))
            mark += (
                f'<g class="venise-badge">{use("spot", x, y)}<text x="{number(x)}" y="{number(y + 4)}">'
                f'−{len(doomed)}</text></g><g class="venise-hint">{hint}</g>'
            )
        return mark, self.labels.plank(size, plank, len(doomed))


def is_place(option: str) -> bool:
    """Return whether an option is a place for a plank: `C7-D8`, `C8-D7.tee`."""
    ends, _, how = option.partition(".")
    start, dash, end = ends.partition("-")
    return bool(dash and point_of(start) and point_of(end) and how in ("", TEE, AITCH))


def is_above(plank: str) -> bool:
    """Return whether a plank rests on another."""
    return "." in plank


def bar(plank: str, kind: str) -> str:
    """Return the outline of a plank where it lies."""
    shape, at, angle = lying(plank)
    return placed(f"bar-{shape}", at, angle, kind)


def piece(shape: str, at: Point, *, kind: str) -> str:
    """Draw a pawn, which a page knows again wherever it has gone."""
    return f'<g{known_by(shape)} class="{kind}" transform="translate({number(*at)})">{use(shape)}</g>'


def fall(plank: str) -> str:
    """Draw a plank that would fall: struck through."""
    _, at, angle = lying(plank)
    return bar(plank, "venise-doomed") + placed("strike", at, angle, "venise-strike")
