"""Venedig's randomisers, for a table that plays without the referee: cards, tokens, first player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.choices import Count, Several
from companion.game import Table
from companion.games.venedig.game import Venedig
from companion.games.venedig.rules.hand import MOST_KINDS
from companion.games.venedig.rules.kinds import CARDS, CASA, DECK, KINDS, SWAMP, THIRD, TREASURE
from companion.games.venedig.shown import SHOWN
from companion.jobs.deck import RunningDeck
from companion.jobs.draw import WHO_DRAWS, Drawing
from companion.jobs.first import FirstSeat
from companion.steps import TABLE, Decision, Draw, Flow
from companion.vocabulary import named

BY_THIRD, TREASURES, SWAMPS, FIRST, PILE = named("draw", "third", "treasure", "swamp", "first", "pile")


class ThirdCard(Drawing):
    """The imaginary player's cards one by one, and what each brings about (VEN.T1-T3).

    Nothing is known about the rest of the pile.
    """

    name = f"venedig:{BY_THIRD}"
    rule = "VEN.T1"
    asks = ("built-since", "others-out", "most-out")
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.deck = Counter(DECK)
        self.front: Counter[str] = Counter()
        self.pawns: set[str] = set()

    def draw_once(self, at: str) -> Flow[None]:
        if not self.deck.total():
            self.deck = Counter(DECK) - self.front
        kind = yield from Draw("card", at, "building", list(self.deck.elements()), self.rule)
        self.deck[kind] -= 1
        self.drawn.append(kind)
        self.tell("third-card", self.rule, building=kind)
        yield from self.lay(kind, at)

    def lay(self, kind: str, at: str) -> Flow[None]:
        """VEN.T1: lay a card in front of the third player; a casa is built, and a third kind discarded, at once."""
        if kind == CASA:
            self.tell("third-casa", "VEN.T3")
            return
        yield from self.clear_away(at)
        before = self.kinds_before()
        if kind not in before and len(before) >= MOST_KINDS:
            self.tell("third-discards", "VEN.T1", building=kind)
        else:
            yield from self.join(kind, at)

    def kinds_before(self) -> list[str]:
        return [kind for kind in KINDS if self.front[kind]]

    def clear_away(self, at: str) -> Flow[None]:
        """VEN.B12: ask what the real players have built with the third player's cards since; only the table knows."""
        if before := self.kinds_before():
            built = yield from Decision(
                "built-since",
                TABLE,
                at,
                lambda: Several("building", before, 0, len(before)),
                "VEN.B12",
                {},
                likely=[],
            )
            for kind in built:
                self.take_away(kind)

    def take_away(self, kind: str) -> None:
        self.front[kind] = 0
        self.pawns.discard(kind)

    def join(self, kind: str, at: str) -> Flow[None]:
        """VEN.T2: add a card to a shared building; the table says how many the two real players have out."""
        wanted = CARDS[kind] - 1 - self.front[kind]
        facts = {"building": kind}
        others = yield from Decision(
            "others-out", TABLE, at, lambda: Count("cards", 0, wanted), "VEN.T2", facts, likely=0
        )
        least = -(-others // 2)
        most = yield from Decision(
            "most-out", TABLE, at, lambda: Count("cards", least, others), "VEN.T2", facts, likely=least
        )
        self.settle_pawn(kind, others, most)
        if self.front[kind] + others == CARDS[kind]:
            self.complete(kind, others)

    def settle_pawn(self, kind: str, others: int, most: int) -> None:
        """VEN.T2: count the new card, and decide who holds the pawn; `most` is what one of the others has out."""
        if most > self.front[kind]:
            self.pawns.discard(kind)
        if not others and self.front[kind]:
            self.pawns.add(kind)  # its holder must have discarded those cards (VEN.B13)
        self.front[kind] += 1
        told: dict[str, Any] = {"holder": THIRD, "building": kind, "n": 1}
        if kind not in self.pawns and self.front[kind] > most:
            self.pawns.add(kind)
            self.tell("takes-over" if most else "starts", "VEN.T2", **told)
        else:
            self.tell("joins", "VEN.T2", **told)

    def complete(self, kind: str, others: int) -> None:
        """VEN.T3: a building that the third player's card completes is built at once."""
        if not others:
            self.tell("third-builds-alone", "VEN.T3", building=kind)
        else:
            self.tell("third-builds" if kind in self.pawns else "third-helps", "VEN.T3", building=kind)
        self.take_away(kind)

    def view(self, seat: int) -> dict[str, Any]:
        front = {kind: self.front[kind] for kind in self.kinds_before()}
        return {**super().view(seat), "third": front, "pawns": sorted(self.pawns)}


class TokenValues(Drawing):
    """Tokens one by one, each shown only to whoever draws it; when all are drawn, they are shuffled again."""

    token: str
    rule = "VEN.K6"
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.unseen: Counter[int] = Counter()

    def draw_once(self, at: str) -> Flow[None]:
        if not self.unseen.total():
            values = sorted(self.layout[self.token].items())
            self.unseen = Counter({int(value): number for value, number in values})
        value = yield from Draw(self.token, at, "gold", list(self.unseen.elements()), self.rule)
        self.unseen[value] -= 1
        self.drawn.append(value)
        self.tell("token", self.rule, to=WHO_DRAWS, token=self.token, gold=value)

    def view(self, seat: int) -> dict[str, Any]:
        return {"drawn": [self.token] * len(self.drawn)}


class TreasureValues(TokenValues):
    name = f"venedig:{TREASURES}"
    token = TREASURE


class SwampValues(TokenValues):
    name = f"venedig:{SWAMPS}"
    token = SWAMP


class FirstPlayer(FirstSeat):
    """The seat that begins, once the table has said how many play (VEN.S2)."""

    name = f"venedig:{FIRST}"
    rule = "VEN.S2"
    numbers = Venedig.players
    shown = SHOWN

    def show(self, seat: int) -> None:
        self.tell("first", "VEN.S2", seat=seat)


class CardPile(RunningDeck):
    """All building cards, one after another (VEN.K1, R1, R4)."""

    name = f"venedig:{PILE}"
    asks = ("discards",)
    draw_rule = "VEN.R1"
    shuffle_rule = "VEN.R4"
    shown = SHOWN

    def whole(self) -> Mapping[str, int]:
        return DECK


DRAWS: dict[str, type[Drawing]] = {
    BY_THIRD: ThirdCard,
    TREASURES: TreasureValues,
    SWAMPS: SwampValues,
    FIRST: FirstPlayer,
    PILE: CardPile,
}
