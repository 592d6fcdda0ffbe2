"""The building cards: the pile, hands, face-up cards, cards in front of the players, and the discards.

The box knows every card that it deals. Of cardboard cards it knows those that lie face up; all others, in the pile
and in hands together, are `unseen`, and of a hand it knows only the size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.game import Broken
from companion.games.venedig.rules.kinds import CARDS, DECK, KINDS, SHARED, Holder

HAND = 5
"""The most cards in a hand (VEN.R3)."""
DEALT = 3  # VEN.S2
OPEN = 4
"""The number of face-up cards that are discarded at the end of a turn (VEN.R4)."""


def no_cards() -> Counter[str]:
    """Return a count of none of each kind: a `Counter` is slow to say so of what it has never counted."""
    return Counter(dict.fromkeys(KINDS, 0))


class Cards:
    """All 42 cards. They are moved, never made or lost."""

    def __init__(self, seats: Sequence[int], holders: Sequence[Holder], *, known: bool) -> None:
        self.known = known
        self.unseen = Counter(DECK)
        self.pile = sum(DECK.values())
        self.hands: dict[int, Counter[str]] = {seat: no_cards() for seat in seats}
        self.held = dict.fromkeys(seats, 0)
        self.front: dict[Holder, Counter[str]] = {holder: no_cards() for holder in holders}
        """The cards in front of each player, for shared buildings."""
        self.out = dict.fromkeys(KINDS, 0)
        """The number of cards of each kind that all players together have out for a shared building (VEN.B4)."""
        self.sets: dict[Holder, Counter[str]] = {holder: no_cards() for holder in holders}
        """Whole sets laid by one player alone in one go, casas too, kept apart from `front` (VEN.B5)."""
        self.open: list[str] = []
        self.discards: Counter[str] = Counter()

    def pile_cards(self) -> list[str]:
        """Return everything that the next card of the pile may be, each kind as often as it may come."""
        return list(self.unseen.elements())

    def at_hand(self, seat: int) -> dict[str, int]:
        """Return how many cards of each kind a hand holds or, if they are of cardboard, may hold."""
        if self.known:
            return {kind: number for kind, number in self.hands[seat].items() if number}
        return {kind: min(self.held[seat], self.unseen[kind]) for kind in KINDS if self.unseen[kind]}

    def kinds_before(self, holder: Holder) -> list[str]:
        """Return the kinds that a player has cards of in front."""
        return [kind for kind in SHARED if self.front[holder][kind]]

    def draw(self, seat: int, kind: str | None) -> None:
        """Put the top card of the pile into a hand: this kind, or `None` if the box can't see it."""
        self.pile -= 1
        self.held[seat] += 1
        if kind is not None:
            self.unseen[kind] -= 1
            self.hands[seat][kind] += 1

    def turn_up(self, kind: str) -> None:
        """Turn up the top card of the pile for everyone to see: this kind."""
        self.pile -= 1
        self.unseen[kind] -= 1

    def reshuffle(self) -> None:
        """Make the discards the new pile (VEN.R4)."""
        self.pile += self.discards.total()
        self.unseen += self.discards
        self.discards = Counter()

    def play(self, seat: int, kind: str, number: int) -> None:
        """Take cards out of a hand, for everyone to see."""
        self.held[seat] -= number
        (self.hands[seat] if self.known else self.unseen)[kind] -= number

    def lay_open(self, seat: int, kind: str) -> None:
        self.play(seat, kind, 1)
        self.open.append(kind)

    def take_open(self, seat: int, kind: str) -> None:
        self.open.remove(kind)
        self.held[seat] += 1
        (self.hands[seat] if self.known else self.unseen)[kind] += 1

    def discard_open(self) -> None:
        self.discards.update(self.open)
        self.open = []

    def lay_front(self, holder: Holder, kind: str, number: int) -> None:
        """Put more cards in front of a player, for a shared building; fewer if the number is negative."""
        self.front[holder][kind] += number
        self.out[kind] += number

    def discard_front(self, holder: Holder, kind: str) -> None:
        number = self.front[holder][kind]
        self.discards[kind] += number
        self.lay_front(holder, kind, -number)

    def discard_set(self, holder: Holder, kind: str) -> None:
        self.sets[holder][kind] -= CARDS[kind]
        self.discards[kind] += CARDS[kind]

    def check(self) -> None:
        """Raise `Broken` if a card was lost or made, or is where it can't be."""
        self._check_kinds()
        in_hands = sum(self.held.values())
        hidden = self.pile if self.known else self.pile + in_hands
        if hidden != self.unseen.total() or min(self.pile, *self.held.values()) < 0:
            raise Broken(f"{self.unseen.total()} cards unseen, {hidden} in their places")
        if self.known and any(self.held[seat] != hand.total() for seat, hand in self.hands.items()):
            raise Broken(f"hands of {self.held}, but {self.hands}")
        if max(self.held.values()) > HAND or len(set(self.open)) < len(self.open):
            raise Broken(f"hands of {self.held}, open {self.open}")

    def _check_kinds(self) -> None:
        fronts = [*self.front.values(), *self.sets.values()]
        everywhere = [self.unseen, *self.hands.values(), *fronts, self.discards, Counter(self.open)]
        for kind in KINDS:
            number = sum(place[kind] for place in everywhere)
            if number != DECK[kind] or min(place[kind] for place in everywhere) < 0:
                raise Broken(f"{number} cards {kind}, not {DECK[kind]}")
            if self.out[kind] > CARDS[kind] or self.out[kind] != sum(front[kind] for front in self.front.values()):
                raise Broken(f"{self.out[kind]} cards {kind} out")
