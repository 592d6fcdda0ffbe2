"""The lesson on Venise for newcomers: what to lay out, and the rules that say what it is about."""

from __future__ import annotations

from companion.games.venise.layout import DECK
from companion.games.venise.rules.cards import DRAWN
from companion.games.venise.rules.geometry import LARGE, SMALL
from companion.games.venise.rules.pieces import JOKERS, TILES
from companion.games.venise.rules.state import State
from companion.teaching.lesson import Instruction, Lesson, before_players, first_player
from companion.teaching.short import END, TURN, Short
from companion.vocabulary import named


def to_lay_out(game: State) -> list[Instruction]:
    layout = game.layout
    own = before_players(game)
    planks = layout["planks"][str(len(game.seats))]
    piles = {"side": layout["side"], "n": len(layout["piles"])}
    return [
        Instruction("piles", "VSE.K4", piles, board=True, places=["stone"]),
        *pawns_and_gems(game),
        Instruction("planks", "VSE.K3", {"small": planks[SMALL], "large": planks[LARGE]}, places=own),
        Instruction("tiles", "VSE.K1", {"tiles": TILES, "jokers": JOKERS}, places=["box"]),
        *cards(game),
        first_player(game, "VSE.S1"),
    ]


def pawns_and_gems(game: State) -> list[Instruction]:
    """Return, player by player, where a pawn starts and where its gems lie."""
    starts, gems = game.layout["starts"], game.layout["gems"]
    return [
        Instruction(
            "pawn",
            "VSE.S1",
            {"seat": seat.number, "start": starts[seat.colour], "gems": list(gems[seat.colour])},
            places=[f"pawn-{seat.colour}", f"gem-{seat.colour}"],
        )
        for seat in game.table.seats
    ]


def cards(game: State) -> list[Instruction]:
    """Return who gets which cards; those that the box deals stay in their box."""
    first = game.layout["first"]
    if game.options["cards"] == "device":
        return [Instruction("no-cards", "VSE.S1", {"n": DECK})]
    return [
        Instruction("four-cards", "VSE.K2", {"cards": list(first)}, places=before_players(game)),
        Instruction("pile", "VSE.S1", {"n": DRAWN, "all": DECK - len(first) * len(game.seats)}, places=["box"]),
    ]


(GOAL,) = named("goal", "venise")
RULES = {
    TURN: ("VSE.T1", "VSE.C1", "VSE.W1", "VSE.W2", "VSE.W4", "VSE.G1", "VSE.G2"),
    END: ("VSE.E1", "VSE.E2"),
}
EXAMPLE = {"players": 2, "race": {"1": {"gems": 4, "tiles": 2, "place": 1}, "2": {"gems": 2, "tiles": 1, "place": 0}}}
TOGETHER = {"VSE.G1": ("VSE.G1", "VSE.G2")}
LESSON = Lesson(to_lay_out, Short(GOAL, RULES, "race", EXAMPLE), together=TOGETHER, practised=4)
