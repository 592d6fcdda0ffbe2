"""The lesson on Venezia for newcomers: what to lay out, and the rules that say what it is about."""

from __future__ import annotations

from companion.games.venezia.rules.actions import EDGE
from companion.games.venezia.rules.piazza import HUNTERS, TOURISTS
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, GREY, PIGEONS, RESERVE, ZONES
from companion.games.venezia.rules.state import State
from companion.teaching.lesson import Instruction, Lesson, before_players
from companion.teaching.short import END, TURN, Short
from companion.vocabulary import named


def to_lay_out(game: State) -> list[Instruction]:
    tourists, hunters = TOURISTS[game.options["tourists"]], HUNTERS[game.options["hunters"]]
    own, cards = before_players(game), {"actions": len(ACTIONS), "zones": len(ZONES)}
    has_cardboard = game.options["plates"] == "table"
    return [
        Instruction("board", "VEZ.K4"),
        Instruction("pigeons", "VEZ.S1", {"reserve": RESERVE, "stock": PIGEONS - RESERVE}, places=own),
        Instruction("plates" if has_cardboard else "no-plates", "VEZ.K1", cards, places=own),
        Instruction("score", "VEZ.S1"),
        Instruction("figures", "VEZ.K2", {"grey": GREY, "tourists": tourists, "n": hunters}, places=[EDGE]),
        Instruction("first", "VEZ.S2"),
        Instruction("homes", "VEZ.S2", {"n": len(DISTRICTS)}, places=DISTRICTS),
    ]


(GOAL,) = named("goal", "venezia")
RULES = {
    TURN: (
        "VEZ.P1",
        "VEZ.P2",
        "VEZ.Z1",
        "VEZ.Z2",
        "VEZ.Z4",
        "VEZ.M1",
        "VEZ.C1",
        "VEZ.C3",
        "VEZ.X5",
        "VEZ.Y1",
        "VEZ.Y5",
    ),
    END: ("VEZ.E1", "VEZ.E2"),
}
EXAMPLE = {
    "players": 2,
    "zones": {zone: {"1": 0, "2": 0, "grey": 0} for zone in ZONES}
    | {"cannaregio": {"1": 3, "2": 1, "grey": 0}, "castello": {"1": 1, "2": 4, "grey": 0}},
    "seats": {"1": {"home": "castello", "points": 6, "dead": 1}, "2": {"home": "san-polo", "points": 3, "dead": 0}},
    "vatican": "nobody",
    "bird": "nowhere",
}
LESSON = Lesson(to_lay_out, Short(GOAL, RULES, "round", EXAMPLE), done_by={"plate": "VEZ.P1"})
