"""Rialto's randomisers, for a table that plays by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.game import Outcome, Table
from companion.games.rialto.rules.cards import CARDS, COUNCILLOR, JOKER, OF_EACH, ROW, letters
from companion.games.rialto.rules.flow import turn_tile
from companion.games.rialto.rules.neutral import CARDS_A_ROUND
from companion.games.rialto.rules.scoring import ROUNDS
from companion.games.rialto.shown import SHOWN
from companion.jobs.deck import RunningDeck
from companion.jobs.draw import Drawing
from companion.steps import Draw, Flow
from companion.vocabulary import named

CHAIRS = (1, 2, 3, 4, 5)
SPELT = {2: "two", 3: "three", 4: "four", 5: "five"}
"""The fact that names the first chair, by the number of players."""


class TurnTiles(Drawing):
    """The six turn tiles onto the districts (RIA.S1)."""

    name = "rialto:turns"
    rule = "RIA.S1"
    randomisers = ("turn",)
    shown = SHOWN

    def draw_once(self, at: str) -> Flow[None]:
        turns: list[str] = []
        for number in range(1, ROUNDS + 1):
            yield from turn_tile(turns, f"{at}.{number}")
        self.drawn.append({"turns": turns})
        self.tell("turns", self.rule, turns=turns)


class FirstPlayer(Drawing):
    """The chair that is first or on the neutral player's left, counted clockwise (RIA.S3, N1)."""

    name = "rialto:first"
    rule = "RIA.S3"
    randomisers = ("first",)
    shown = SHOWN

    def draw_once(self, at: str) -> Flow[None]:
        chairs = dict.fromkeys(SPELT, 0)
        for players in chairs:
            chairs[players] = yield from Draw("first", f"{at}.{players}", "", CHAIRS[:players], self.rule)
        self.drawn.append({"first": {f"{players}": chair for players, chair in chairs.items()}})
        self.tell("chairs", self.rule, **{SPELT[players]: chair for players, chair in chairs.items()})


class BridgeStack(Drawing):
    """The bridge tiles of the stack, one at a time (RIA.S2)."""

    name = "rialto:bridges"
    randomisers = ("bridge",)
    shown = SHOWN

    def play(self) -> Flow[Outcome]:
        stack = [f"{min(tile)}-{max(tile)}" for tile in self.layout["bridges"]]
        while True:
            tile = yield from Draw("bridge", f"{len(stack)}", "", tuple(stack), "RIA.S2")
            stack.remove(tile)
            self.drawn.append({"bridge": tile})
            self.tell("next-bridge", "RIA.S2", bridge=tile)
            if not stack or not (yield from self.go_on(f"{len(self.drawn)}", "RIA.S2")):
                return self.done()


class NeutralCards(Drawing):
    """The neutral player's seven cards a round, sorted by stage; jokers count as Councillor cards (RIA.N4).

    The box can't know the pile of a table that plays by itself, so the neutral player has a separate deck, which is
    shuffled again when it runs out.
    """

    name = "rialto:neutral"
    rule = "RIA.N4"
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pile: list[str] = []
        self.turned = 0

    def draw_once(self, at: str) -> Flow[None]:
        drawn = yield from self.seven_cards()
        sorted_cards = Counter(COUNCILLOR if card == JOKER else card for card in drawn)
        by_stage = dict(sorted(sorted_cards.items()))
        self.drawn.append({"cards": sorted(drawn), "stages": by_stage})
        self.tell("neutral-cards", self.rule, cards=by_stage)

    def seven_cards(self) -> Flow[list[str]]:
        hand = []
        for _ in range(CARDS_A_ROUND):
            if not self.pile:
                self.pile = [card for card in CARDS for _ in range(OF_EACH)]
            self.turned += 1
            card = yield from Draw("card", f"{self.turned}", "card", tuple(self.pile), self.rule)
            self.pile.remove(card)
            hand.append(card)
        return hand


class Rows(RunningDeck):
    """Rows of six open cards, one after another; then the discards come again (RIA.I2)."""

    name = "rialto:rows"
    rules_version = 2  # RIA.I2 asks for the discards, which in 1 were all cards again
    asks = ("discards",)
    at_once = ROW
    draw_rule = shuffle_rule = "RIA.I2"
    shown = SHOWN

    def whole(self) -> Mapping[str, int]:
        return dict.fromkeys(CARDS, OF_EACH)

    def show(self, cards: list[str]) -> None:
        row = letters(cards)
        self.drawn.append({"row": row})
        self.tell("row", "RIA.I2", row=row)

    def view(self, seat: int) -> dict[str, Any]:
        return {"drawn": list(self.drawn), "left": self.pile.total()}


TURNS, FIRST, BRIDGES, NEUTRAL, ROWS = named("draw", "turns", "first", "bridges", "neutral", "rows")
DRAWS: dict[str, type[Drawing]] = {
    TURNS: TurnTiles,
    FIRST: FirstPlayer,
    BRIDGES: BridgeStack,
    NEUTRAL: NeutralCards,
    ROWS: Rows,
}
