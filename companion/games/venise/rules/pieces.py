"""The pieces of Venise and where they lie: planks, pawns, gems, hourglass tiles and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.game import Broken
from companion.games.venise.layout import CARDS, DECK, GEMS, IN_BOX
from companion.games.venise.rules.geometry import SIZES, Canal
from companion.layout import Layout
from companion.vocabulary import named

(JOKER,) = named("card", "joker")
JOKERS, TILES = 8, 12  # VSE.K1
IN_HAND, MOST_JOKERS = 8, 2  # VSE.T1, T4
Card = str | None
"""The kind of a card, or `None` for a cardboard one that the box has not seen."""

ORDER: dict[Card, int] = {card: number for number, card in enumerate((*CARDS, JOKER))} | {None: 0}


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=ORDER.__getitem__)


class Pieces:
    """All pieces on the table. They are moved, never made or lost (VSE.K1).

    A joker is never hidden: it is taken and played openly. So `jokers` counts those in each hand, and `hand` holds
    the other cards.
    """

    def __init__(self, colours: Mapping[int, str], layout: Layout, canal: Canal, *, cards_known: bool) -> None:
        self.canal = canal
        self.seats = list(colours)
        self.cards_known = cards_known
        self.lying: set[str] = set()
        planks = layout["planks"][str(len(colours))]
        self.stock = {seat: {size: planks[size] for size in SIZES} for seat in self.seats}  # VSE.K3
        self.out = {size: IN_BOX[size] - planks[size] * len(colours) for size in SIZES}
        self.pawn: dict[int, str | None] = {seat: layout["starts"][colour] for seat, colour in colours.items()}
        self.gems: dict[int, list[str]] = {seat: list(layout["gems"][colour]) for seat, colour in colours.items()}
        self.tiles = dict.fromkeys(self.seats, 0)
        self.jokers = dict.fromkeys(self.seats, 0)
        self._counts: dict[str, int] = layout["cards"]
        self._deal(layout["first"])

    def _deal(self, first: list[str]) -> None:
        """VSE.S1: give everyone the four fixed cards; the rest is the pile, from which two more are drawn."""
        deck = [card for card in CARDS for _ in range(self._counts[card])]
        for card in first * len(self.seats):
            deck.remove(card)
        known = self.cards_known
        self.deck: list[Card] = list(deck) if known else [None] * len(deck)
        self.hand: dict[int, list[Card]] = {seat: list(first) if known else [None] * 4 for seat in self.seats}
        self.played: list[Card] = []

    def cards_held(self, seat: int) -> int:
        return len(self.hand[seat]) + self.jokers[seat]

    def jokers_left(self) -> int:
        return JOKERS - sum(self.jokers.values())

    def tiles_left(self) -> int:
        return TILES - sum(self.tiles.values())

    def unseen(self) -> list[str]:
        """Return the cards that don't lie open: a hand of cardboard cards may hold any of them."""
        played = Counter(self.played)
        return [card for card in CARDS for _ in range(self._counts[card] - played[card])]

    def draw(self, seat: int, card: Card) -> None:
        self.deck.remove(card)
        self.hand[seat] = sorted_cards([*self.hand[seat], card])

    def shuffle(self) -> None:
        """VSE.T5: the played cards become the new pile."""
        self.deck = sorted_cards(self.played) if self.cards_known else [None] * len(self.played)
        self.played = []

    def lay_open(self, seat: int, card: str) -> None:
        """VSE.T5: a card leaves the hand face up; a joker returns to its pile."""
        if card == JOKER:
            self.jokers[seat] -= 1
            return
        self.hand[seat].remove(card if self.cards_known else None)
        self.played.append(card)

    def hand_in(self, seat: int) -> None:
        """VSE.E1: all cards of a player are discarded."""
        self.played += self.hand[seat]
        self.hand[seat] = []
        self.jokers[seat] = 0

    def size_of(self, plank: str) -> str:
        return self.canal.places[plank].size

    def lay(self, seat: int, place: str) -> None:
        self.stock[seat][self.size_of(place)] -= 1
        self.lying.add(place)

    def take_away(self, plank: str) -> list[str]:
        """VSE.W6: lift a plank; what rested on it leaves the game. Return what fell."""
        fallen = self.canal.falls(plank, self.lying)
        self.lying -= {plank, *fallen}
        for one in fallen:
            self.out[self.size_of(one)] += 1
        return fallen

    def would_drop(self, plank: str) -> list[int]:
        """VSE.W6, W7: return the seats whose pawns stand on this plank or on one that would fall with it."""
        fallen = self.canal.falls(plank, self.lying)
        return [seat for seat, cell in self.pawn.items() if cell == plank or cell in fallen]

    def check(self) -> None:
        """Raise `Broken` if a piece was lost or made, or lies where it can't."""
        self._check_planks()
        self._check_cards()
        for seat, cell in self.pawn.items():
            if cell is not None and cell not in self.canal.beside:
                raise Broken(f"the pawn of seat {seat} stands on {cell}, which is not on this board")
            if cell in self.canal.places and cell not in self.lying:
                raise Broken(f"the pawn of seat {seat} is in the water at {cell}")
        if self.tiles_left() < 0 or min(self.tiles.values()) < 0:
            raise Broken(f"{self.tiles} hourglass tiles, of {TILES}")
        if any(len(gems) > GEMS or len(set(gems)) < len(gems) for gems in self.gems.values()):
            raise Broken(f"gems {self.gems}")

    def _check_planks(self) -> None:
        for size in SIZES:
            held = [stock[size] for stock in self.stock.values()]
            lying = sum(self.size_of(plank) == size for plank in self.lying)
            if sum(held) + lying + self.out[size] != IN_BOX[size] or min(*held, self.out[size]) < 0:
                raise Broken(f"{size} planks: {held} in stock, {lying} lying, {self.out[size]} out")
        for plank in self.lying:
            if not self.canal.can_lie(plank, self.lying - {plank}):
                raise Broken(f"the plank {plank} can't lie there")

    def _check_cards(self) -> None:
        held = sum(len(hand) for hand in self.hand.values())
        if held + len(self.deck) + len(self.played) != DECK:
            raise Broken(f"{held} cards in hand, {len(self.deck)} in the pile, {len(self.played)} played")
        if self.cards_known:
            everything = Counter([*self.deck, *self.played, *(card for hand in self.hand.values() for card in hand)])
            if everything != Counter({card: number for card, number in self._counts.items() if number}):
                raise Broken(f"the cards are {everything}")
        elif any(number > self._counts[card] for card, number in Counter(self.played).items() if card):
            raise Broken(f"more cards were played than there are: {self.played}")
        if self.jokers_left() < 0 or not all(0 <= held <= MOST_JOKERS for held in self.jokers.values()):
            raise Broken(f"jokers in hand: {self.jokers}")
