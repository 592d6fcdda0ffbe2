"""The 77 cards of Rialto: the pile, the rows, the hands, what is played, and the discards."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Broken
from companion.vocabulary import named

DOGE, GOLD, BUILDING, BRIDGE, GONDOLA, COUNCILLOR, JOKER = CARDS = named("card", "A", "B", "C", "D", "E", "F", "J")
"""A card's type is its stage's letter, or J for a joker, so a row of cards reads `AABDFJ`."""
STAGES = CARDS[:-1]
OF_EACH = 11  # RIA.K1
ROW = 6
HAND = 7

(NEUTRAL,) = named("seat", "neutral")
Player = int | str
"""A seat, or the neutral player of the variant for two (RIA.N1)."""

NOBODY = 0
"""The owner of the discards that the rest of the last row goes to (RIA.I6)."""

Card = str | None
"""A card's type, or `None` for a cardboard one that the box has not seen."""


class Cards:
    """The places of all cards. They are moved, never made or lost.

    Cards dealt by the box are all `known`. Cardboard ones are only counted: the box learns a card's type when it is
    played face up, and forgets the discards when they are shuffled.
    """

    def __init__(self, seats: Sequence[int], *, known: bool) -> None:
        self.known = known
        everything: list[Card] = [card for card in CARDS for _ in range(OF_EACH)]
        self.pile: list[Card] = everything if known else [None] * len(everything)
        self.rows: list[list[Card]] = []
        self.hand: dict[Player, list[Card]] = {seat: [] for seat in seats}
        self.played: dict[Player, list[Card]] = {}
        self.discards: dict[Player, list[Card]] = {}
        self.drawn = 0

    def shuffle_if_empty(self) -> None:
        """RIA.I2: make the discards the new pile when the old one is empty."""
        if not self.pile:
            lying = [card for pile in self.discards.values() for card in pile]
            self.pile = sorted(lying, key=str) if self.known else [None] * len(lying)
            self.discards = {}

    @property
    def to_draw(self) -> int:
        """RIA.I2: return how many cards can be drawn, first from the pile, then from the discards."""
        return len(self.pile) + sum(map(len, self.discards.values()))

    def take_from_pile(self, card: Card) -> Card:
        self.pile.remove(card)
        self.drawn += 1
        return card

    def left(self, card: str) -> int:
        """Return how many cards of a type may still turn up: eleven, less those known to be gone."""
        face_up = self.hand.get(NEUTRAL, [])
        gone = sum(pile.count(card) for pile in (*self.discards.values(), *self.played.values(), face_up))
        return OF_EACH - gone

    def play(self, player: Player, cards: Sequence[Card]) -> None:
        """Lay cards from the hand face up. This names a card that the box has not seen yet."""
        for card in cards:
            self.hand[player].remove(card if self.known or player == NEUTRAL else None)
            named_now = card is not None and (self.known or player == NEUTRAL or self.left(card) > 0)
            self.played.setdefault(player, []).append(card if named_now else None)

    def discard(self, player: Player, cards: Sequence[Card]) -> None:
        for card in cards:
            self.hand[player].remove(card)
        self.discards.setdefault(player, []).extend(cards)

    def clear_played(self) -> None:
        """RIA.P6: move the cards played face down to their owners' discards."""
        for player, cards in self.played.items():
            self.discards.setdefault(player, []).extend(cards)
        self.played = {}

    def clear_rows(self) -> None:
        """RIA.I6: discard what is left of the last row."""
        for row in self.rows:
            self.discards.setdefault(NOBODY, []).extend(row)
        self.rows = []

    def everywhere(self) -> list[Card]:
        piles = (self.pile, *self.rows, *self.hand.values(), *self.played.values(), *self.discards.values())
        return [card for pile in piles for card in pile]

    def check(self) -> None:
        """RIA.K1: raise `Broken` if a card has been lost or added."""
        everything = self.everywhere()
        if len(everything) != OF_EACH * len(CARDS):
            raise Broken(f"{len(everything)} cards")
        for card in CARDS:
            number = everything.count(card)
            if number > OF_EACH or (self.known and number < OF_EACH):
                raise Broken(f"{number} cards of type {card}")


def player_of(name: str) -> Player:
    """Return the player that a name stands for where only texts can be keys.

    >>> player_of("2"), player_of(NEUTRAL)
    (2, 'neutral')
    """
    return int(name) if name.isdecimal() else name


def letters(cards: Sequence[Card]) -> str:
    """Write cards as one word, or `-` if there are none.

    >>> letters(["J", "B", "A"])
    'ABJ'
    """
    return "".join(sorted(filter(None, cards))) or "-"
