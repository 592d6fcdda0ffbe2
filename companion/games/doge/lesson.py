"""The lesson on Doge for newcomers: what to lay out, and the rules that say what it is about."""

from __future__ import annotations

from companion.games.doge.rules.pieces import ADVISORS, AREAS, BALLOTS, HOUSES, PALACES, RINGS
from companion.games.doge.rules.state import State
from companion.options import table_draws
from companion.teaching.lesson import Instruction, Lesson, before_players, first_player
from companion.teaching.short import END, TURN, Short
from companion.vocabulary import named


def to_lay_out(game: State) -> list[Instruction]:
    pieces = {"houses": HOUSES, "palaces": PALACES, "rings": RINGS}
    ballots = {"cards": len(AREAS), "ballots": len(BALLOTS)}
    has_cardboard = game.options["ballots"] == "table"
    return [
        Instruction("board", "DOG.K5"),
        Instruction("pieces", "DOG.K1", pieces, places=before_players(game)),
        Instruction("ballots" if has_cardboard else "no-ballots", "DOG.K1", ballots),
        Instruction("advisors", "DOG.S1", {"n": len(ADVISORS)}, places=["advisors"]),
        *order(game),
        first_player(game, "DOG.E4"),
    ]


def order(game: State) -> list[Instruction]:
    """Return where the voting-order cards go: as the box has drawn them, or shuffled."""
    cards = {"n": len(AREAS)}
    if table_draws(game.options, "order"):
        return [
            Instruction("brown-shuffled", "DOG.S2", cards, places=["order"]),
            Instruction("blue-shuffled", "DOG.S2", cards, places=["next-order"]),
        ]
    return [
        Instruction("brown", "DOG.S2", cards, drawn="year", places=["order"]),
        Instruction("blue", "DOG.S2", cards, places=["next-order"]),
    ]


(GOAL,) = named("goal", "doge")
RULES = {
    TURN: ("DOG.B1", "DOG.B2", "DOG.B3", "DOG.V1", "DOG.V2", "DOG.V4", "DOG.D1", "DOG.D2", "DOG.A3", "DOG.P1"),
    END: ("DOG.E1", "DOG.E2", "DOG.E3"),
}
EXAMPLE = {
    "players": 3,
    "area": "castello",
    "votes": {
        "1": {"ballots": 4, "advisors": 1},
        "2": {"ballots": 3, "advisors": 0},
        "3": {"ballots": 2, "advisors": 1},
    },
}
DONE_BY = {"laid": "DOG.B2"}
TOGETHER = {"DOG.V4": ("DOG.V4", "DOG.V2")}
LESSON = Lesson(to_lay_out, Short(GOAL, RULES, "count", EXAMPLE), DONE_BY, TOGETHER)
