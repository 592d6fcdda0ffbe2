"""The lesson on Rialto for newcomers: what to lay out, and the rules that say what it is about."""

from __future__ import annotations

from companion.games.rialto.rules.cards import CARDS, NEUTRAL
from companion.games.rialto.rules.cards import OF_EACH as CARDS_OF_EACH
from companion.games.rialto.rules.flow import takers_of_a_kind
from companion.games.rialto.rules.pieces import (
    BANKS,
    COINS,
    COUNCILLORS,
    DISTRICTS,
    GONDOLAS,
    KINDS,
    OF_EACH,
    OWN_AT_START,
    PLACES,
)
from companion.games.rialto.rules.scoring import START
from companion.games.rialto.rules.state import State
from companion.options import table_draws
from companion.picture.picture import key_of_player
from companion.teaching.lesson import Instruction, Lesson, before_players, first_player
from companion.teaching.short import END, TURN, Short
from companion.vocabulary import named


def to_lay_out(game: State) -> list[Instruction]:
    return [Instruction("board", "RIA.K4"), *for_all(game), *for_each(game), *neutral(game), *in_order(game)]


def for_all(game: State) -> list[Instruction]:
    """Return what goes onto the board and beside it."""
    turns = {"n": len(game.pieces.districts)}
    bridges = {"n": game.pieces.bridges_in_box}
    has_cardboard = game.options["cards"] == "table"
    on_map, beside = list(game.pieces.districts), ["market"]
    turns_drawn = Instruction("turns", "RIA.S1", turns, drawn="turns", places=on_map)
    turns_shuffled = Instruction("turns-shuffled", "RIA.S1", turns, places=on_map)
    bridge_drawn = Instruction("bridges", "RIA.S2", bridges, drawn="next-bridge", places=beside)
    bridges_shuffled = Instruction("bridges-shuffled", "RIA.S2", bridges, places=beside)
    tiles = {"gondolas": GONDOLAS, "coins": COINS, "banks": len(BANKS)}
    return [
        turns_shuffled if table_draws(game.options, "turn") else turns_drawn,
        bridges_shuffled if table_draws(game.options, "bridge") else bridge_drawn,
        Instruction("tiles", "RIA.K2", tiles, places=[*beside, *BANKS]),
        Instruction("buildings", "RIA.K3", {"n": len(KINDS) * OF_EACH}, places=beside),
        Instruction("cards" if has_cardboard else "no-cards", "RIA.K1", {"n": len(CARDS) * CARDS_OF_EACH}),
    ]


def for_each(game: State) -> list[Instruction]:
    """Return what everyone takes."""
    own, councillors = before_players(game), {"own": OWN_AT_START, "rest": COUNCILLORS - OWN_AT_START}
    return [
        Instruction("own-board", "RIA.K3", {"n": PLACES}, places=own),
        Instruction("councillors", "RIA.S6", councillors, places=own),
        Instruction("points", "RIA.S5", {"n": START}),
    ]


def neutral(game: State) -> list[Instruction]:
    """RIA.N1-N3: return what the neutral player has."""
    if not game.neutral:
        return []
    return [
        Instruction("neutral", "RIA.N2", {"n": COUNCILLORS}, places=[key_of_player(NEUTRAL)]),
        Instruction("marker", "RIA.N3", drawn="marker", places=["map"]),
    ]


def in_order(game: State) -> list[Instruction]:
    """Return what depends on who comes first."""
    left_of_neutral = Instruction("", "RIA.N1", drawn="left-of-neutral")
    drawn = (
        left_of_neutral if game.neutral and not table_draws(game.options, "first") else first_player(game, "RIA.S3")
    )
    return [
        drawn,
        Instruction("track", "RIA.S4", drawn="track", places=["track"]),
        Instruction("coins", "RIA.S7", drawn="coins", places=before_players(game)),
        first_buildings(game),
    ]


def first_buildings(game: State) -> Instruction:
    """RIA.S8: return how many may take the same building."""
    takers = takers_of_a_kind(len(game.seats))
    if takers == 1:
        return Instruction("first-buildings", "RIA.S8", places=["market"])
    return Instruction("shared-buildings", "RIA.S8", {"n": takers}, places=["market"])


(GOAL,) = named("goal", "rialto")
RULES = {
    TURN: (
        "RIA.I3",
        "RIA.I5",
        "RIA.P1",
        "RIA.P2",
        "RIA.P4",
        "RIA.A1",
        "RIA.B1",
        "RIA.C1",
        "RIA.D1",
        "RIA.E1",
        "RIA.F1",
        "RIA.X5",
    ),
    END: ("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4"),
}
NOBODY_THERE = dict.fromkeys(DISTRICTS, 0)
EXAMPLE = {
    "players": 2,
    "boards": {
        "1": {"points": 20, "coins": 3, "councillors": 2, "buildings": 9},
        "2": {"points": 22, "coins": 1, "councillors": 4, "buildings": 7},
    },
    "map": {district: {"bridges": 0, "gondolas": 0} for district in DISTRICTS}
    | {"cannaregio": {"bridges": 3, "gondolas": 1}, "castello": {"bridges": 4, "gondolas": 1}},
    "districts": {
        "1": NOBODY_THERE | {"cannaregio": 3, "castello": 1, "place": 1},
        "2": NOBODY_THERE | {"cannaregio": 2, "castello": 2, "place": 2},
        "neutral": NOBODY_THERE | {"place": 0},
    },
}
LESSON = Lesson(to_lay_out, Short(GOAL, RULES, "final", EXAMPLE))
