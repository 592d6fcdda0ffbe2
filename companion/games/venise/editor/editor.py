"""Boards of Venise made by their owner: piles placed and turned, starts and gems, checked all along (VSE.K4, L3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from companion.games.venise.editor import sketch
from companion.games.venise.editor.findings import findings
from companion.games.venise.editor.passages import Pile, at_point, carried, passages_of, pile_of, switched
from companion.games.venise.editor.shuffling import shuffled
from companion.games.venise.layout import DAY, GEMS, LEVELS, NIGHT, out_of_reach
from companion.games.venise.rules.geometry import BRIDGE, DIRECTIONS, point_name, point_of
from companion.games.venise.rules.piles import COLOURS, PLAIN, START, WALL, canal_of, pile_in
from companion.layout import Fact, Layout
from companion.layout.editor import OWN, Detail, Edit, Editor, Finding
from companion.picture.picture import Picture
from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import Words

ERASE = "erase"
GEM = "gem"
WAYS = "ways"
PILES, STARTS, GEM_TOOLS = named("tools", "piles", "starts", "gems")
named("tool", "plain", "wall", "bridge", "ways", "erase", "start")
named("tool", "start.red", "start.white", "start.green", "start.yellow")
named("tool", "gem.red", "gem.white", "gem.green", "gem.yellow")
named("make", "how", "first", "ways")

COLUMNS, ROWS, WIDEST = 8, 6, 12
"""The points of a new board, and how far a board from elsewhere may reach."""

TYPICAL = (
    '{"side":"night","level":"beginner","piles":[{"at":"["n","ne","e"]["e","se","s"]["s","sw","w"]["n","w","nw"]]},'
    '["se","nw"],["n","ne","e","s","sw","w"]]},'
    '{"at":"D6","kind":"bridge","cells":[["ne","sw"],["n","e","se","s","w","nw"]]},'
    '{"at":"F8","kind":"wall","cells":[["ne","e","se"],["sw","w","nw"]]},{"at":"E5","kind":"start"},'
    '{"at":"A4","kind":"plain"},{"at":"B1","kind":"plain"},{"at":"C2","kind":"plain"},{"at":"],'
    '"starts":{"red":"A1","white":"A6","green":"D6","yellow":"D1"},'
    '"gems":{"red":["","B2","C3"],"white":["","B","C3"],"green":["","",""],"yellow":["","",""]}}'
)
"""The common part of boards as text. Codes in circulation depend on it, so not a letter of it may change."""


def draft_of(facts: Mapping[str, Any]) -> Layout:
    return Layout(f"venise-{OWN}", {name: Fact(value, "owner") for name, value in facts.items()})


class VeniseEditor(Editor):
    """Makes boards of Venise."""

    tools: ClassVar = {
        PILES: (PLAIN, WALL, BRIDGE, WAYS, ERASE),
        STARTS: tuple(f"{START}.{colour}" for colour in COLOURS),
        GEM_TOOLS: tuple(f"{GEM}.{colour}" for colour in COLOURS),
    }
    settings: ClassVar = {"side": (DAY, NIGHT), "level": LEVELS}
    typical = TYPICAL
    can_shuffle = True

    def blank(self, first: Layout) -> Layout:
        return self.read({})

    def read(self, values: Mapping[str, Any]) -> Layout:
        """Return the draft with these values; none at all are an empty canal. Starts and gems off the piles go."""
        side, level, piles = values.get("side", DAY), values.get("level", LEVELS[0]), values.get("piles", [])
        if side not in (DAY, NIGHT) or level not in LEVELS:
            raise Refusal("bad-side", "VSE.K4", layout=OWN, value=[str(side)[:20], str(level)[:20]])
        if not isinstance(piles, list) or len(piles) > COLUMNS * ROWS:
            raise Refusal("bad-pile", "VSE.L1", layout=OWN, value=str(piles)[:60])
        at = [pile_in(pile, OWN).at for pile in piles]
        if any(max(point) >= WIDEST for point in at):
            raise Refusal("off-grid", "VSE.L1", n=WIDEST)
        starts, gems = values.get("starts", {}), values.get("gems", {})
        if not isinstance(starts, dict) or not isinstance(gems, dict):
            raise Refusal("bad-starts", "VSE.L3", layout=OWN, value=str(starts)[:60])
        draft = draft_of({"side": side, "level": level, "piles": piles, "starts": {}, "gems": {}})
        return _with(draft, piles, starts, gems)

    def describe(self, words: Words, tool: str) -> tuple[str, str]:
        return words(f"tool.{tool}"), ""

    def icon(self, tool: str) -> str:
        return sketch.icon(tool)

    def places(self, draft: Layout) -> list[str]:
        """Return every point, or both cells of a pile that has two."""
        cells = {pile.at: pile.names() for pile in canal_of(draft).piles}
        columns = max([COLUMNS, *(x + 1 for x, _ in cells)])
        rows = max([ROWS, *(y + 1 for _, y in cells)])
        points = ((x, y) for y in range(rows) for x in range(columns))
        return [place for point in points for place in cells.get(point, [point_name(point)])]

    def use(self, draft: Layout, tool: str, places: Sequence[str]) -> Edit:
        """Put what the tool stands for on each of these places."""
        for place in places or [""]:
            draft = self.put(draft, tool, place)
        return Edit(draft)

    def put(self, draft: Layout, tool: str, place: str) -> Layout:
        """Put a pile on a point, over what is there; turn a wall or bridge that is there already."""
        kind, _, colour = tool.partition(".")
        if not any(tool in group for group in self.tools.values()) or place not in self.places(draft):
            raise Refusal("not-on-board", "VSE.L1", value=place[:20])
        at = place.partition(".")[0]
        if kind == GEM:
            return _put_gem(draft, colour, place)
        if kind == WAYS:
            _two_cells(draft, at)  # which are then seen from near
            return draft
        old = at_point(draft["piles"], at)
        starts = {one: cell for one, cell in draft["starts"].items() if cell != at}
        piles = [pile for pile in draft["piles"] if pile["at"] != at]
        if kind == START:
            freed = starts.pop(colour, None)
            piles = [{"at": freed, "kind": PLAIN} if pile["at"] == freed else pile for pile in piles]
            starts[colour] = at
        if kind == ERASE:
            return _with(draft, piles, starts, draft["gems"])
        new = pile_of(at, kind, old)
        gems = draft["gems"] if old is None else carried(draft["gems"], old, new)
        return _with(draft, [*piles, new], starts, gems)

    def detail(self, draft: Layout, place: str) -> Detail | None:
        pile = at_point(draft["piles"], place.partition(".")[0])
        passages = passages_of(pile) if pile else []
        return Detail(pile["at"], sketch.portrait(pile, draft["side"]), passages) if pile and passages else None

    def switch(self, draft: Layout, place: str, passage: str) -> Layout:
        """VSE.L1: open a passage of a wall or bridge, close it, or give it to the other cell; gems stay on theirs."""
        old = _two_cells(draft, place.partition(".")[0])
        new = switched(old, passage) if passage in DIRECTIONS else None
        if new is None:
            raise Refusal("way-is-fixed", "VSE.L1")
        piles = [new if pile is old else pile for pile in draft["piles"]]
        return _with(draft, piles, draft["starts"], carried(draft["gems"], old, new))

    def shuffle(self, draft: Layout, rng: Random) -> Layout:
        gems = shuffled(canal_of(draft), draft["starts"], rng)
        return _with(draft, draft["piles"], draft["starts"], gems)

    def findings(self, draft: Layout) -> list[Finding]:
        return findings(canal_of(draft), draft["side"], draft["starts"], draft["gems"])

    def draw(self, draft: Layout, words: Words, tool: str, waiting: Sequence[str]) -> Picture:
        canal = canal_of(draft)
        lost = out_of_reach(canal, draft["starts"], draft["gems"])
        return sketch.sketch(draft, words, canal, self.places(draft), {gem for _, gem in lost})

    def portray(self, draft: Layout, words: Words) -> Picture:
        return sketch.still(draft, canal_of(draft))


def _with(draft: Layout, piles: list[Pile], starts: Mapping[str, Any], gems: Mapping[str, Any]) -> Layout:
    """Return the draft with these piles, in order, and those starts and gems for which they have room."""
    ordered = sorted(piles, key=lambda pile: _reading(pile["at"]))
    facts = {name: fact.value for name, fact in draft.facts.items()} | {"piles": ordered}
    cells = canal_of(draft_of(facts)).cells
    berths = {pile["at"] for pile in ordered if pile["kind"] == START}
    facts["starts"] = {colour: starts[colour] for colour in COLOURS if _is_in(starts.get(colour), berths)}
    facts["gems"] = {colour: _kept(gems.get(colour), cells) for colour in COLOURS}
    return draft_of(facts)


def _two_cells(draft: Layout, at: str) -> Pile:
    """Return the wall or bridge at a point."""
    pile = at_point(draft["piles"], at)
    if pile is None or not passages_of(pile):
        raise Refusal("ways-need-two", "VSE.L1")
    return pile


def _put_gem(draft: Layout, colour: str, cell: str) -> Layout:
    """Put a gem on a cell, or take it away."""
    if cell not in canal_of(draft).cells:
        raise Refusal("gem-needs-pile", "VSE.L3")
    gems = draft["gems"][colour]
    if cell not in gems and len(gems) == GEMS:
        raise Refusal("four-gems", "VSE.L3", colour=colour)
    changed = [gem for gem in gems if gem != cell] if cell in gems else [*gems, cell]
    return _with(draft, draft["piles"], draft["starts"], draft["gems"] | {colour: changed})


def _kept(gems: Any, cells: Collection[str]) -> list[str]:
    """Return those gems that lie on cells, each once and at most four."""
    listed = gems if isinstance(gems, list) else []
    return sorted({gem for gem in listed if _is_in(gem, cells)})[:GEMS]


def _is_in(value: Any, among: Collection[str]) -> bool:
    return type(value) is str and value in among


def _reading(at: str) -> tuple[int, int]:
    """Return where a pile comes in reading order: by rows, then by columns."""
    x, y = point_of(at) or (0, 0)
    return y, x
