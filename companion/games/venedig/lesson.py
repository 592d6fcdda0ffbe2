"""The lesson on Venedig for newcomers: what to lay out, and the rules that say what it is about."""

from __future__ import annotations

from companion.games.venedig.rules.cards import DEALT
from companion.games.venedig.rules.hand import PILE
from companion.games.venedig.rules.kinds import DECK, IN_BOX, SHARED, THIRD, TREASURE
from companion.games.venedig.rules.state import State
from companion.picture.picture import key_of_player
from companion.teaching.lesson import Instruction, Lesson, first_player
from companion.teaching.short import END, TURN, Short
from companion.vocabulary import named


def to_lay_out(game: State) -> list[Instruction]:
    has_cards, has_gold = game.options["cards"] == "table", game.options["gold"] == "table"
    cards = {"all": sum(DECK.values()), "n": DEALT}
    treasure = {"n": IN_BOX[TREASURE]}
    return [
        Instruction("board", "VEN.K4"),
        *buildings(game),
        swamp(game),
        Instruction("treasure" if has_gold else "treasure-drawn", "VEN.S2", treasure, places=["tokens"]),
        Instruction("pawns", "VEN.S2", {"n": len(SHARED)}, places=[f"works-{kind}" for kind in SHARED]),
        Instruction("gondolas", "VEN.S2", places=["way"]),
        Instruction("cards" if has_cards else "no-cards", "VEN.S2", cards, places=[PILE]),
        *third(game),
        first_player(game, "VEN.S2"),
    ]


def buildings(game: State) -> list[Instruction]:
    """Return the buildings that stand from the start, kind by kind."""
    standing = {kind: len(built) for kind, built in game.layout["buildings"].items() if built}
    return [Instruction("buildings", "VEN.S1", {"buildings": standing}, places=list(standing))] if standing else []


def swamp(game: State) -> Instruction:
    """VEN.S1: return where swamp tokens go; without a map nobody has counted the hexes."""
    if not game.pieces.mapped:
        return Instruction("swamp-counted", "VEN.S1")
    return Instruction("swamp", "VEN.S1", {"n": game.pieces.gold.swamps}, board=True, places=["coast"])


def third(game: State) -> list[Instruction]:
    """Return where the imaginary third player's cards go. By which rule is explained when its first card is due."""
    return [Instruction("third", "VEN.S2", places=[key_of_player(THIRD)])] if game.has_third else []


(GOAL,) = named("goal", "venedig")
RULES = {
    TURN: ("VEN.B1", "VEN.B2", "VEN.B7", "VEN.K3", "VEN.B10", "VEN.D1", "VEN.G1", "VEN.R1"),
    END: ("VEN.E1", "VEN.E2", "VEN.E3"),
}
EXAMPLE = {
    "players": 3,
    "building": "palazzo",
    "seen": 5,
    "master": 1,
    "last": "no",
    "treasure": 18,
    "along": ["1"],
    "before": {"1": {"cards": 2, "gondola": 8}, "2": {"cards": 1, "gondola": 10}, "3": {"cards": 0, "gondola": 4}},
}
LESSON = Lesson(to_lay_out, Short(GOAL, RULES, "building", EXAMPLE), practised=4)
