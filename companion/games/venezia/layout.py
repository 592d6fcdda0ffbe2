"""What a Venezia board must show to be one."""

from __future__ import annotations

from collections.abc import Mapping

from companion.choices import Count, Pick
from companion.games.venezia.rules.grid import CELLS, COLUMNS, ROWS
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "rows", "columns", "blocked")
named("fact-note", "rows", "columns", "blocked")
MOST_BLOCKED = 20
"""So many that forty pigeons still find room."""

PARTS: Mapping[str, Pick | Count] = {
    "rows": Count("", 1, 26),
    "columns": Count("", 1, 26),
    "blocked": Pick("cell", CELLS),
}


def check(layout: Layout) -> None:
    """VEZ.K4, K5: the rows and columns of the dials, and the cells where nothing can stand."""
    for fact in layout.facts:
        if fact not in FACTS:
            raise Refusal("unknown-fact", layout=layout.name, fact=fact)
    for fact, known in (("rows", ROWS), ("columns", COLUMNS)):
        value = layout.facts[fact].value if fact in layout.facts else None
        if value != len(known):
            raise Refusal("bad-size", "VEZ.K4", layout=layout.name, fact=fact, value=value, n=len(known))
    blocked = layout.facts["blocked"].value if "blocked" in layout.facts else None
    if not isinstance(blocked, list) or not are_cells(blocked):
        raise Refusal("bad-blocked", "VEZ.K5", layout=layout.name, value=blocked, most=MOST_BLOCKED)


def are_cells(blocked: list[object]) -> bool:
    """Cells of the grid, each named once, and not too many."""
    known = [cell for cell in blocked if cell in CELLS]
    return known == blocked and len(set(known)) == len(known) <= MOST_BLOCKED
