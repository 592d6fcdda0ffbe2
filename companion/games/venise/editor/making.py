"""Boards of Venise made by their owner: piles put and turned, starts and gems, looked at all along (VSE.K4, L3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.games.venise.editor import sketch
from companion.games.venise.editor.findings import look
from companion.games.venise.editor.passages import Pile, at_point, carried, pile_of, switched, ways_of
from companion.games.venise.editor.shuffling import shuffled
from companion.games.venise.layout import DAY, GEMS, LEVELS, NIGHT, out_of_reach
from companion.games.venise.rules.geometry import BRIDGE, DIRECTIONS, point_name, point_of
from companion.games.venise.rules.piles import COLOURS, PLAIN, START, WALL, canal_of, pile_in
from companion.layout import Fact, Layout
from companion.layout.making import OWN, Detail, Finding
from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import Words

ERASE = "erase"
GEM = "gem"
WAYS = "ways"
named("tool", "plain", "wall", "bridge", "ways", "erase", "start")
named("tool", "start.red", "start.white", "start.green", "start.yellow")
named("tool", "gem.red", "gem.white", "gem.green", "gem.yellow")
named("make", "how", "first", "ways")

COLUMNS, ROWS, WIDEST = 8, 6, 12
"""The points there are to begin with, and how far a board from elsewhere may go beyond them."""

TYPICAL = (
    '{"side":"night","level":"beginner","piles":[{"at":"["n","ne","e"]["e","se","s"]["s","sw","w"]["n","w","nw"]]},'
    '["se","nw"],["n","ne","e","s","sw","w"]]},'
    '{"at":"D6","kind":"bridge","cells":[["ne","sw"],["n","e","se","s","w","nw"]]},'
    '{"at":"F8","kind":"wall","cells":[["ne","e","se"],["sw","w","nw"]]},{"at":"E5","kind":"start"},'
    '{"at":"A4","kind":"plain"},{"at":"B1","kind":"plain"},{"at":"C2","kind":"plain"},{"at":"],'
    '"starts":{"red":"A1","white":"A6","green":"D6","yellow":"D1"},'
    '"gems":{"red":["","B2","C3"],"white":["","B","C3"],"green":["","",""],"yellow":["","",""]}}'
)
"""What boards have in common as text: codes that are about hold it, so not a letter of it may change."""


def draft_of(facts: Mapping[str, Any]) -> Layout:
    return Layout(f"venise-{OWN}", {name: Fact(value, "owner") for name, value in facts.items()})


class BoardMaker:
    """Makes boards of Venise."""

    tools: Sequence[Sequence[str]] = (
        (PLAIN, WALL, BRIDGE, WAYS, ERASE),
        tuple(f"{START}.{colour}" for colour in COLOURS),
        tuple(f"{GEM}.{colour}" for colour in COLOURS),
    )
    settings: Mapping[str, Sequence[str]] = {"side": (DAY, NIGHT), "level": LEVELS}
    typical = TYPICAL

    def read(self, facts: Mapping[str, Any]) -> Layout:
        """A draft from what a page or a file says; nothing at all is an empty canal."""
        side, level, piles = facts.get("side", DAY), facts.get("level", LEVELS[0]), facts.get("piles", [])
        if side not in (DAY, NIGHT) or level not in LEVELS:
            raise Refusal("bad-side", "VSE.K4", layout=OWN, value=[str(side)[:20], str(level)[:20]])
        if not isinstance(piles, list) or len(piles) > COLUMNS * ROWS:
            raise Refusal("bad-pile", "VSE.L1", layout=OWN, value=str(piles)[:60])
        at = [pile_in(pile, OWN).at for pile in piles]
        if any(max(point) >= WIDEST for point in at):
            raise Refusal("off-grid", "VSE.L1", n=WIDEST)
        starts, gems = facts.get("starts", {}), facts.get("gems", {})
        if not isinstance(starts, dict) or not isinstance(gems, dict):
            raise Refusal("bad-starts", "VSE.L3", layout=OWN, value=str(starts)[:60])
        draft = draft_of({"side": side, "level": level, "piles": piles, "starts": {}, "gems": {}})
        return self._with(draft, piles, starts, gems)

    def _with(self, draft: Layout, piles: list[Pile], starts: Mapping[str, Any], gems: Mapping[str, Any]) -> Layout:
        """The draft with these piles, in order, and of starts and gems what there is room for on them."""
        ordered = sorted(piles, key=lambda pile: _reading(pile["at"]))
        facts = {name: fact.value for name, fact in draft.facts.items()} | {"piles": ordered}
        cells = canal_of(draft_of(facts)).cells
        berths = {pile["at"] for pile in ordered if pile["kind"] == START}
        facts["starts"] = {colour: starts[colour] for colour in COLOURS if _is_in(starts.get(colour), berths)}
        facts["gems"] = {colour: _kept(gems.get(colour), cells) for colour in COLOURS}
        return draft_of(facts)

    def places(self, draft: Layout) -> list[str]:
        """Every point, and where a pile has two cells, both."""
        cells = {pile.at: pile.names() for pile in canal_of(draft).piles}
        columns = max([COLUMNS, *(x + 1 for x, _ in cells)])
        rows = max([ROWS, *(y + 1 for _, y in cells)])
        points = ((x, y) for y in range(rows) for x in range(columns))
        return [place for point in points for place in cells.get(point, [point_name(point)])]

    def put(self, draft: Layout, tool: str, place: str) -> Layout:
        """A pile on a point, over what is there; a wall or bridge that is there already is turned."""
        kind, _, colour = tool.partition(".")
        if not any(tool in group for group in self.tools) or place not in self.places(draft):
            raise Refusal("not-on-board", "VSE.L1", value=place[:20])
        at = place.partition(".")[0]
        if kind == GEM:
            return self._put_gem(draft, colour, place)
        if kind == WAYS:
            self._two_cells(draft, at)  # which are then seen from near
            return draft
        old = at_point(draft["piles"], at)
        starts = {one: cell for one, cell in draft["starts"].items() if cell != at}
        piles = [pile for pile in draft["piles"] if pile["at"] != at]
        if kind == START:
            freed = starts.pop(colour, None)
            piles = [{"at": freed, "kind": PLAIN} if pile["at"] == freed else pile for pile in piles]
            starts[colour] = at
        if kind == ERASE:
            return self._with(draft, piles, starts, draft["gems"])
        new = pile_of(at, kind, old)
        gems = draft["gems"] if old is None else carried(draft["gems"], old, new)
        return self._with(draft, [*piles, new], starts, gems)

    def detail(self, draft: Layout, place: str) -> Detail | None:
        pile = at_point(draft["piles"], place.partition(".")[0])
        ways = ways_of(pile) if pile else []
        return Detail(pile["at"], sketch.portrait(pile, draft["side"]), ways) if pile and ways else None

    def switch(self, draft: Layout, place: str, way: str) -> Layout:
        """VSE.L1: a way of a wall or bridge opened, closed or given to its other cell; gems stay on their cells."""
        old = self._two_cells(draft, place.partition(".")[0])
        new = switched(old, way) if way in DIRECTIONS else None
        if new is None:
            raise Refusal("way-is-fixed", "VSE.L1")
        piles = [new if pile is old else pile for pile in draft["piles"]]
        return self._with(draft, piles, draft["starts"], carried(draft["gems"], old, new))

    def _two_cells(self, draft: Layout, at: str) -> Pile:
        pile = at_point(draft["piles"], at)
        if pile is None or not ways_of(pile):
            raise Refusal("ways-need-two", "VSE.L1")
        return pile

    def _put_gem(self, draft: Layout, colour: str, cell: str) -> Layout:
        """A gem on a cell, or away from it."""
        if cell not in canal_of(draft).cells:
            raise Refusal("gem-needs-pile", "VSE.L3")
        gems = draft["gems"][colour]
        if cell not in gems and len(gems) == GEMS:
            raise Refusal("four-gems", "VSE.L3", colour=colour)
        changed = [gem for gem in gems if gem != cell] if cell in gems else [*gems, cell]
        return self._with(draft, draft["piles"], draft["starts"], draft["gems"] | {colour: changed})

    def shuffle(self, draft: Layout, rng: Random) -> Layout:
        gems = shuffled(canal_of(draft), draft["starts"], rng)
        return self._with(draft, draft["piles"], draft["starts"], gems)

    def look(self, draft: Layout) -> list[Finding]:
        return look(canal_of(draft), draft["side"], draft["starts"], draft["gems"])

    def draw(self, draft: Layout, words: Words) -> str:
        canal = canal_of(draft)
        lost = out_of_reach(canal, draft["starts"], draft["gems"])
        return sketch.sketch(draft, words, canal, self.places(draft), {gem for _, gem in lost})

    def portray(self, draft: Layout) -> str:
        return sketch.still(draft, canal_of(draft))

    def icon(self, tool: str) -> str:
        return sketch.icon(tool)


def _kept(gems: Any, cells: Sequence[str]) -> list[str]:
    """Of what is said to be gems, those on cells that there are, each once and four at most."""
    listed = gems if isinstance(gems, list) else []
    return sorted({gem for gem in listed if _is_in(gem, cells)})[:GEMS]


def _is_in(value: Any, among: Any) -> bool:
    return type(value) is str and value in among


def _reading(at: str) -> tuple[int, int]:
    """Piles are listed as one reads: by rows, then by columns."""
    x, y = point_of(at) or (0, 0)
    return y, x
