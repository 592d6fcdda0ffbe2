"""What a board of Venise must show: piles, starts and gems; and the cards and planks of the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.choices import Count, Pick
from companion.games.venise.editor.fairness import out_of_reach
from companion.games.venise.rules.geometry import SIZES, Canal
from companion.games.venise.rules.piles import COLOURS, START, canal_of
from companion.layout import Layout
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
PLAYERS = (2, 3, 4)

PARTS: Mapping[str, Pick | Count] = {
    "side": Pick("side", (DAY, NIGHT)),
    "level": Pick("level", LEVELS),
    "cards": Count("", 0, DECK),
    "first": Pick("card", CARDS),
    "planks": Count("", 0, max(IN_BOX.values())),
}
"""Piles, starts and gems are put on a board in the making, not written."""


def check(layout: Layout) -> None:
    """Refuses what is no board of Venise, or not sound (VSE.L3). Whether it is fair, `findings.look` says."""
    for fact in layout.facts:
        if fact not in FACTS:
            raise Refusal("unknown-fact", layout=layout.name, fact=fact)
    for fact in FACTS:
        if fact not in layout.facts:
            raise Refusal("missing-fact", "VSE.K4", layout=layout.name, fact=fact)
    if layout["side"] not in (DAY, NIGHT) or layout["level"] not in LEVELS:
        raise Refusal("bad-side", "VSE.K4", layout=layout.name, value=[layout["side"], layout["level"]])
    check_box(layout)
    canal = canal_of(layout)
    if len(canal.piles) > PILES[layout["side"]]:
        rule = "VSE.N1" if layout["side"] == NIGHT else "VSE.K1"
        raise Refusal("too-many-piles", rule, layout=layout.name, n=len(canal.piles))
    check_places(layout, canal)
    for colour, gem in out_of_reach(canal, layout["starts"], layout["gems"]):
        raise Refusal("gem-out-of-reach", "VSE.L3", layout=layout.name, colour=colour, place=gem)


def check_box(layout: Layout) -> None:
    """VSE.K2, K3: how many of each card, the first four of each player, and the planks each begins with."""
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
    """Whether this is a number, 0 or more, for each of these and for nothing else."""
    return (
        isinstance(value, dict)
        and set(value) == set(of)
        and all(type(number) is int and number >= 0 for number in value.values())
    )


def check_places(layout: Layout, canal: Canal) -> None:
    """VSE.L3: each player has one start, on a start pile of his own, and four gems on cells that there are."""
    starts, gems = layout["starts"], layout["gems"]
    bases = {name for pile in canal.piles if pile.kind == START for name in pile.names()}
    own = isinstance(starts, dict) and set(starts) == set(COLOURS) and all(type(at) is str for at in starts.values())
    if not own or set(starts.values()) != bases or len(bases) != len(COLOURS):
        raise Refusal("bad-starts", "VSE.L3", layout=layout.name, value=starts)
    if not isinstance(gems, dict) or set(gems) != set(COLOURS):
        raise Refusal("bad-gems", "VSE.L3", layout=layout.name, value=gems)
    for colour, cells in gems.items():
        listed = isinstance(cells, list) and len(cells) == GEMS
        if not listed or not all(type(cell) is str and cell in canal.cells for cell in cells):
            raise Refusal("bad-gems", "VSE.L3", layout=layout.name, value=cells)
        if len(set(cells)) < GEMS or starts[colour] in cells:
            raise Refusal("bad-gems", "VSE.L3", layout=layout.name, value=cells)
