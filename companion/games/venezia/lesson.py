"""What newcomers to Venezia are told."""

from __future__ import annotations

from companion.games.venezia.rules.piazza import HUNTERS, TOURISTS
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, GREY, PIGEONS, RESERVE, ZONES
from companion.games.venezia.rules.state import State
from companion.teaching.lesson import Instruction, Lesson


def to_lay_out(game: State) -> list[Instruction]:
    figures = {"grey": GREY, "tourists": TOURISTS[game.options["tourists"]], "n": HUNTERS[game.options["hunters"]]}
    has_cardboard = game.options["plates"] == "table"
    return [
        Instruction("board", "VEZ.K4"),
        Instruction("pigeons", "VEZ.S1", {"reserve": RESERVE, "stock": PIGEONS - RESERVE}),
        Instruction(
            "plates" if has_cardboard else "no-plates", "VEZ.K1", {"actions": len(ACTIONS), "zones": len(ZONES)}
        ),
        Instruction("score", "VEZ.S1"),
        Instruction("figures", "VEZ.K2", figures),
        Instruction("first", "VEZ.S2"),
        Instruction("homes", "VEZ.S2", {"n": len(DISTRICTS)}),
    ]


LESSON = Lesson(to_lay_out)
