"""The facts that a board of Venezia must state: the size of its grid, and its blocked cells."""

from __future__ import annotations

from collections.abc import Mapping

from companion.choices import Count, Pick
from companion.games.venezia.rules.grid import CELLS, COLUMNS, ROWS
from companion.layout import Layout, check_known
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "rows", "columns", "blocked")
named("fact-note", "rows", "columns", "blocked")
named("fact-unknown", "blocked")
MOST_BLOCKED = 20
"""Enough cells stay free for forty pigeons, ten of each player."""

PARTS: Mapping[str, Pick | Count] = {
    "rows": Count("", 1, 26),
    "columns": Count("", 1, 26),
    "blocked": Pick("cell", CELLS),
}


def check(layout: Layout) -> None:
    """Refuse a board whose grid is not that of the dials, or whose blocked cells are wrong (VEZ.K4, K5)."""
    check_known(layout, FACTS)
    for fact, known in (("rows", ROWS), ("columns", COLUMNS)):
        value = layout.facts[fact].value if fact in layout.facts else None
        if value != len(known):
            raise Refusal("bad-size", "VEZ.K4", layout=layout.name, fact=fact, value=value, n=len(known))
    blocked = layout.facts["blocked"].value if "blocked" in layout.facts else None
    if not isinstance(blocked, list) or not are_cells(blocked):
        raise Refusal("bad-blocked", "VEZ.K5", layout=layout.name, value=blocked, most=MOST_BLOCKED)


def are_cells(blocked: list[object]) -> bool:
    """Return whether these are cells of the grid, each named once, and not too many."""
    known = [cell for cell in blocked if cell in CELLS]
    return known == blocked and len(set(known)) == len(known) <= MOST_BLOCKED
