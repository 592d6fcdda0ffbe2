"""The draws of Venise, for a table that plays without a referee: who begins, on which board, with which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.game import Outcome
from companion.games.venise import PLAYERS
from companion.games.venise.layout import CARDS, LEVELS
from companion.games.venise.rules.cards import DRAWN
from companion.games.venise.rules.piles import COLOURS
from companion.games.venise.shown import SHOWN
from companion.jobs.deck import RunningDeck
from companion.jobs.draw import WHO_DRAWS, Drawing
from companion.steps import Draw, Flow
from companion.vocabulary import named

BOARDS = dict(
    zip(
        LEVELS,
        (
            named("layout", "day-1", "night-1"),
            named("layout", "day-2", "night-2"),
            named("layout", "day-3", "night-3"),
            named("layout", "day-4", "night-4"),
        ),
        strict=True,
    )
)
"""The catalogue of boards by difficulty, as their layouts say too (VSE.K4): a draw is verified without those."""

FIRST, BOARD, PILE, *HANDS = named("draw", "first", "board", "pile", "cards-2", "cards-3", "cards-4")


class FirstPlayer(Drawing):
    """The four colours in random order: the first one that is at the table begins (VSE.S1)."""

    name = "venise:first"
    rule = "VSE.S1"
    randomisers = ("first",)
    shown = SHOWN

    def draw_once(self, at: str) -> Flow[None]:
        order: list[str] = []
        for place in range(1, len(COLOURS) + 1):
            left = [colour for colour in COLOURS if colour not in order]
            colour = yield from Draw(FIRST, f"{at}.{place}", "colour", left, self.rule)
            order.append(colour)
        self.drawn.append({"order": order})
        self.tell("order", self.rule, colours=order)


class AnyBoard(Drawing):
    """A board of each level of difficulty, by day or by night (VSE.K4)."""

    name = "venise:board"
    rule = "VSE.K4"
    randomisers = ("board",)
    shown = SHOWN

    def draw_once(self, at: str) -> Flow[None]:
        drawn = {}
        for level, boards in BOARDS.items():
            drawn[level] = yield from Draw(BOARD, f"{at}.{level}", "layout", boards, self.rule)
        self.drawn.append(drawn)
        self.tell("board", self.rule, boards=list(drawn.values()))


class FirstCards(Drawing):
    """Two random cards for one hand after another, from the deck without the fixed first cards (VSE.S1, K2).

    Only the player of a hand may see it (VSE.T1).
    """

    hands: ClassVar[int]
    shown = SHOWN

    def play(self) -> Flow[Outcome]:
        deal = 0
        while True:
            deal += 1
            pile = self.full_pile()
            for hand in range(1, self.hands + 1):
                yield from self.draw_hand(pile, hand, f"{deal}.{hand}")
                more = yield from self.go_on(f"{deal}.{hand}", "VSE.S1")
                if not more:
                    return self.done()

    def full_pile(self) -> list[str]:
        pile = [card for card in CARDS for _ in range(self.layout["cards"][card])]
        for card in self.layout["first"] * self.hands:
            pile.remove(card)
        return pile

    def draw_hand(self, pile: list[str], hand: int, at: str) -> Flow[None]:
        """Draw this hand's cards from the pile, and tell them to the one who draws."""
        cards = []
        for n in range(1, DRAWN + 1):
            card = yield from Draw("card", f"{at}.{n}", "card", list(pile), "VSE.S1")
            pile.remove(card)
            cards.append(card)
        self.drawn.append({"hand": hand, "cards": cards})
        self.tell("hand", "VSE.S1", to=WHO_DRAWS, seat=hand, cards=cards)

    def view(self, seat: int) -> dict[str, Any]:
        return {"drawn": [one["hand"] for one in self.drawn]}


class CardsForTwo(FirstCards):
    name = "venise:cards-2"
    hands = 2


class CardsForThree(FirstCards):
    name = "venise:cards-3"
    hands = 3


class CardsForFour(FirstCards):
    name = "venise:cards-4"
    hands = 4


class CardPile(RunningDeck):
    """All cards but the fixed first ones, two at a time: for each hand, then turn by turn (VSE.S1, T1, T5)."""

    name = f"venise:{PILE}"
    asks = ("players", "discards")
    at_once = DRAWN
    draw_rule = "VSE.T1"
    shuffle_rule = "VSE.T5"
    shown = SHOWN

    def whole(self) -> Mapping[str, int]:
        return {card: self.layout["cards"][card] for card in CARDS}

    def first_pile(self) -> Flow[Counter[str]]:
        players = yield from self.ask_players("0", "VSE.S1", PLAYERS, likely=2)
        return Counter(self.whole()) - Counter(self.layout["first"] * players)


DRAWS: dict[str, type[Drawing]] = {
    FIRST: FirstPlayer,
    BOARD: AnyBoard,
    PILE: CardPile,
    **dict(zip(HANDS, (CardsForTwo, CardsForThree, CardsForFour), strict=True)),
}
named("draw", "card")
