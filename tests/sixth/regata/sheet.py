"""Regata's score sheet: one heat, counted for a table that plays without a referee."""

from __future__ import annotations

from companion.choices import Choice, Pick, Sheet
from companion.game import Receipt
from companion.games.regata.rules.pieces import CANALS
from companion.games.regata.rules.scoring import winnings
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.vocabulary import named

named("field", "dry", "boats")
(HEAT,) = named("sheet", "heat")


def heat_fields(players: int, layout: Layout) -> Fields:
    canal: dict[str, Choice] = {"canal": Pick("canal", CANALS)}
    boats = Sheet("seat", {str(seat): canal for seat in range(1, players + 1)})
    return {"dry": Pick("canal", CANALS), "boats": boats}


def count_heat(filled: Filled, layout: Layout) -> Counted:
    """REG.R3-R5: what each boat wins."""
    canals = {int(seat): cells["canal"] for seat, cells in filled["boats"].items()}
    won = winnings(canals, layout["prizes"], filled["dry"])
    counted = Counted({str(seat): ducats for seat, ducats in won.items()})
    for seat, ducats in won.items():
        counted.tell("wins", "REG.R4", seat=seat, canal=canals[seat], n=ducats)
        if ducats:
            counted.receipts.append(Receipt(seat, "ducats", ducats, "REG.R4", "shared", {"canal": canals[seat]}))
    return counted


SHEETS = {HEAT: ScoreSheet((2, 3, 4), heat_fields, count_heat)}
