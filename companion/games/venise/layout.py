"""The facts that a board of Venise must state: its piles, starts and gems, and the cards and planks of the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.choices import Count, Pick
from companion.games.venise import PLAYERS
from companion.games.venise.rules.geometry import SIZES, Canal
from companion.games.venise.rules.piles import COLOURS, START, canal_of
from companion.games.venise.rules.routes import reach_of
from companion.layout import Layout, check_complete, check_known
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "side", "level", "piles", "starts", "gems", "cards", "first", "planks")
named("fact-note", "side", "level", "piles", "starts", "gems", "cards", "first", "planks")

DAY, NIGHT = named("side", "day", "night")
LEVELS = named("level", "beginner", "easy", "skilled", "expert")
CARDS = named("card", "small", "large", "remove", "move", "advance-1", "advance-2", "advance-3")  # VSE.C1

PILES = {DAY: 18, NIGHT: 20}  # VSE.K1, N1
GEMS = 4
IN_BOX = dict(zip(SIZES, (12, 8), strict=True))  # VSE.K1
DECK = 46

PARTS: Mapping[str, Pick | Count] = {
    "side": Pick("side", (DAY, NIGHT)),
    "level": Pick("level", LEVELS),
    "cards": Count("", 0, DECK),
    "first": Pick("card", CARDS),
    "planks": Count("", 0, max(IN_BOX.values())),
}
"""The values that each fact is made of. Piles, starts and gems are missing: those are placed in the editor."""


def check(layout: Layout) -> None:
    """Refuse a board that is not one of Venise, or not sound (VSE.L3). Whether it is fair, its editor says."""
    check_facts(layout)
    check_box(layout)
    canal = canal_of(layout)
    check_piles(layout, canal)
    check_starts(layout, canal)
    check_gems(layout, canal)
    for colour, gem in out_of_reach(canal, layout["starts"], layout["gems"]):
        raise Refusal("gem-out-of-reach", "VSE.L3", layout=layout.name, colour=colour, place=gem)


def check_facts(layout: Layout) -> None:
    """VSE.K4: refuse unknown and missing facts, and a side or level that does not exist."""
    check_known(layout, FACTS)
    check_complete(layout, FACTS, "VSE.K4")
    if layout["side"] not in (DAY, NIGHT) or layout["level"] not in LEVELS:
        raise Refusal("bad-side", "VSE.K4", layout=layout.name, value=[layout["side"], layout["level"]])


def check_piles(layout: Layout, canal: Canal) -> None:
    """VSE.K1, N1: refuse more piles than this side has."""
    if len(canal.piles) > PILES[layout["side"]]:
        rule = "VSE.N1" if layout["side"] == NIGHT else "VSE.K1"
        raise Refusal("too-many-piles", rule, layout=layout.name, n=len(canal.piles))


def check_box(layout: Layout) -> None:
    """VSE.K2, K3: check the number of each card, everyone's first four, and the planks each player begins with."""
    cards, first, planks = layout["cards"], layout["first"], layout["planks"]
    if not _counts(cards, CARDS) or sum(cards.values()) != DECK:
        raise Refusal("bad-cards", "VSE.K2", layout=layout.name, value=cards)
    enough = isinstance(first, list) and len(first) == 4 and all(card in CARDS for card in first)
    if not enough or any(first.count(card) * max(PLAYERS) > cards[card] for card in first):
        raise Refusal("bad-first-cards", "VSE.K2", layout=layout.name, value=first)
    known = isinstance(planks, dict) and set(planks) == {str(players) for players in PLAYERS}
    for players in PLAYERS:
        each: Any = planks[str(players)] if known else None
        if not _counts(each, SIZES) or any(each[size] * players > IN_BOX[size] for size in SIZES):
            raise Refusal("bad-planks", "VSE.K3", layout=layout.name)


def _counts(value: Any, of: tuple[str, ...]) -> bool:
    """Return whether this maps each of these, and nothing else, to a number of at least 0."""
    return (
        isinstance(value, dict)
        and set(value) == set(of)
        and all(type(number) is int and number >= 0 for number in value.values())
    )


def check_starts(layout: Layout, canal: Canal) -> None:
    """VSE.L3: each colour has a start pile of its own, and there are no others."""
    starts = layout["starts"]
    piles = {name for pile in canal.piles if pile.kind == START for name in pile.names()}
    complete = (
        isinstance(starts, dict) and set(starts) == set(COLOURS) and all(type(at) is str for at in starts.values())
    )
    if not complete or set(starts.values()) != piles or len(piles) != len(COLOURS):
        raise Refusal("bad-starts", "VSE.L3", layout=layout.name, value=starts)


def check_gems(layout: Layout, canal: Canal) -> None:
    """VSE.L3: each colour has four gems on different cells of the board, none on its own start."""
    gems = layout["gems"]
    if not isinstance(gems, dict) or set(gems) != set(COLOURS):
        raise Refusal("bad-gems", "VSE.L3", layout=layout.name, value=gems)
    for colour, cells in gems.items():
        if not _are_gems(cells, canal) or layout["starts"][colour] in cells:
            raise Refusal("bad-gems", "VSE.L3", layout=layout.name, value=cells)


def _are_gems(cells: Any, canal: Canal) -> bool:
    """Return whether these are four different cells of the canal."""
    if not isinstance(cells, list) or len(cells) != GEMS:
        return False
    return all(type(cell) is str and cell in canal.cells for cell in cells) and len(set(cells)) == GEMS


def out_of_reach(canal: Canal, starts: Mapping[str, str], gems: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """VSE.L3: return the gems that their colour can never reach, with the colour; one without a start is left out."""
    reach = {colour: reach_of(canal, starts[colour]) for colour in COLOURS if colour in starts}
    return [(colour, gem) for colour, near in reach.items() for gem in gems[colour] if gem not in near]
