"""A deck in the job Draw that runs on: nothing comes twice until the table says what lies on its discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.choices import Spread
from companion.game import Outcome, Table
from companion.jobs.draw import WHO_DRAWS, Drawing
from companion.steps import TABLE, Decision, Draw, Flow


class RunningDeck(Drawing):
    """Cards from one pile. When it is empty, the discards become the new pile.

    Whoever draws them sees them alone, unless `show` shows them to all. Only the table can see the discards. If they
    are empty too, nothing more is drawn.
    """

    at_once: ClassVar[int] = 1
    """The number of cards that are drawn together."""
    draw_rule: ClassVar[str]
    shuffle_rule: ClassVar[str]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pile: Counter[str] = Counter()
        self.turned = 0
        self.shuffles = 0

    def whole(self) -> Mapping[str, int]:
        """Return how many there are of each card, drawn or not."""
        raise NotImplementedError

    def first_pile(self) -> Flow[Counter[str]]:
        """Return the pile at the beginning, after asking the table what it depends on."""
        return Counter(self.whole())
        yield  # makes this a generator

    def play(self) -> Flow[Outcome]:
        self.pile = yield from self.first_pile()
        while True:
            cards = yield from self.draw_cards()
            if cards:
                self.show(cards)
            if len(cards) < self.at_once:
                self.tell("nothing-left", self.shuffle_rule)
                return self.done()
            if not (yield from self.go_on(f"{len(self.drawn)}", self.draw_rule)):
                return self.done()

    def show(self, cards: list[str]) -> None:
        """Note what was drawn, and tell it to whoever may see it."""
        self.drawn.append({"cards": cards})
        self.tell("drawn-cards", self.draw_rule, to=WHO_DRAWS, cards=cards, left=self.pile.total())

    def draw_cards(self) -> Flow[list[str]]:
        """Draw as many as are drawn together, or fewer if pile and discards run out."""
        cards: list[str] = []
        while len(cards) < self.at_once:
            if not self.pile.total():
                yield from self.shuffle_discards()
            if not self.pile.total():
                break
            self.turned += 1
            card = yield from Draw("card", f"{self.turned}", "card", list(self.pile.elements()), self.draw_rule)
            self.pile[card] -= 1
            cards.append(card)
        return cards

    def shuffle_discards(self) -> Flow[None]:
        """Make the discards the new pile.

        Any card may be among them, as far as the box tells: a limit by what has been drawn would give away a hand.
        """
        self.shuffles += 1
        whole = dict(self.whole())
        discards = yield from Decision(
            "discards",
            TABLE,
            f"{self.shuffles}",
            lambda: Spread("card", whole, 0, sum(whole.values())),
            self.shuffle_rule,
            {"shuffle": self.shuffles},
            likely={},
        )
        self.pile = Counter(discards)
        if self.pile.total():
            self.tell("deck-shuffled", self.shuffle_rule, n=self.pile.total())

    def view(self, seat: int) -> dict[str, Any]:
        return {"drawn": [len(one["cards"]) for one in self.drawn], "left": self.pile.total()}
