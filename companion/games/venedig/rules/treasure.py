"""Treasure for the builders whose gondolas lie along the island (VEN.B9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.choices import Pick, Sheet
from companion.games.venedig.rules.kinds import TREASURE
from companion.games.venedig.rules.paying import offer_gold
from companion.games.venedig.rules.scoring import spaces_for
from companion.steps import TABLE, Decision, Draw, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig
    from companion.games.venedig.rules.sites import Site

ALONG, AWAY = named("along", "yes", "no")


def take_treasure(game: Venedig, order: Sequence[int], payer: int | None, site: Site, at: str) -> Flow[None]:
    """VEN.B9: a token each, from the master builder on; while there are any.

    The active player, if he did not choose the place, is the `payer`: he may pay now that he knows it (VEN.G1). Best
    is right before he takes, when those before him have; by eye, before the table says who lies along.
    """
    if not game.pieces.mapped:
        if payer is not None and payer in order:
            yield from offer_gold(game, payer, f"{at}.placed")
        for seat in (yield from ask_along(game, order, at)):
            yield from take(game, seat, at)
        return
    for seat in order:
        if seat == payer and can_bring_treasure(game, seat, site):
            yield from offer_gold(game, seat, f"{at}.placed")
        if game.pieces.along(seat, site.islands):
            yield from take(game, seat, at)


def can_bring_treasure(game: Venedig, seat: int, site: Site) -> bool:
    """Whether gold paid now could bring a builder treasure that he would not take else, for all that others know.

    It may take his gondola along; and when no treasure is left, what he pays can be taken again.
    """
    pieces = game.pieces
    most = spaces_for(pieces.gold.most(seat))
    now, *ahead = (pieces.along(seat, site.islands, steps) for steps in range(most + 1))
    if pieces.gold.left[TREASURE]:
        return any(ahead) and not now
    return any((now, *ahead)) and pieces.gold.held[seat][TREASURE] > 0


def ask_along(game: Venedig, builders: Sequence[int], at: str) -> Flow[list[int]]:
    """Asked of those who could lie along something at all, while there is treasure to take."""
    pieces = game.pieces
    seats = [seat for seat in builders if pieces.plan.borders(pieces.gondolas[seat])]
    if not seats or not pieces.gold.left[TREASURE]:
        return []

    def offer() -> Sheet:
        return Sheet("seat", {str(seat): {"along": Pick("along", (ALONG, AWAY))} for seat in seats})

    rows = yield Decision("along", TABLE, at, offer, "VEN.B9", {})
    return [seat for seat in seats if rows[str(seat)]["along"] == ALONG]


def take(game: Venedig, seat: int, at: str) -> Flow[None]:
    """One token, unseen by others."""
    gold = game.pieces.gold
    if not gold.left[TREASURE]:
        game.tell("no-treasure", "VEN.B9", seat=seat)
        return
    value: int | None = None
    if gold.known:
        value = yield Draw("treasure", f"{at}.{seat}", "gold", gold.values(TREASURE), "VEN.B9")
        game.tell("found", "VEN.B9", to=seat, gold=[value])
    gold.take(seat, TREASURE, value)
    game.tell("treasure", "VEN.B9", seat=seat)
