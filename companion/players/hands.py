"""Cards in others' hands, guessed so that each hand holds what its owner went on to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.players.knowledge import HIDDEN, Knowledge, Unfit

FRESH, KEPT = 0.85, 0.8
"""The chance that a card that is played was drawn since cards were put away last, rather than before; and that it is
one that was seen going into the hand before then, rather than one drawn since.
"""


@dataclass
class Card:
    """A card in a hand: known or not yet guessed, and if it was drawn unseen, by which draw.

    `never` is what it can't have been.
    """

    item: Any
    draw: str = ""
    since: int = 0
    until: int | None = None
    never: set[Any] = field(default_factory=set)


class Stock:
    """The cards of each type, counted, that can have been drawn unseen from each pile.

    The first pile holds all cards, `copies` of each type; a later one what was put away by then, at most as many.
    """

    def __init__(self, knowledge: Knowledge, shuffled: str, copies: Mapping[Any, int]) -> None:
        self._period = periods_of(knowledge, shuffled)
        self._left = {period: Counter(copies) for period in self._period.values()}
        for event in knowledge.events:
            if event.is_draw and event.value is not HIDDEN:
                self._left[self._period[event.id]][event.value] -= 1

    def has(self, draw: str, item: Any) -> bool:
        return self._left[self._period[draw]][item] > 0

    def take(self, draw: str, item: Any) -> None:
        self._left[self._period[draw]][item] -= 1


def periods_of(knowledge: Knowledge, shuffled: str) -> dict[str, int]:
    """Return for each draw from a pile how often the pile had been made again by then."""
    shuffles = [at for at, (key, *_) in enumerate(knowledge.told) if key == shuffled]
    return {event.id: sum(at < event.heard for at in shuffles) for event in knowledge.events if event.is_draw}


@dataclass
class Hand:
    """One player's cards through a game, as another follows them; `stock` is what may have been drawn unseen."""

    rng: Random
    stock: Stock | None = None
    cards: list[Card] = field(default_factory=list)
    now: int = 0
    last_put_away: int = 0
    size: int = 0
    limits: list[tuple[int, int]] = field(default_factory=list)
    """The number of cards left at each moment at which some were put away, where that is known."""

    def gains(self, items: Iterable[Any]) -> None:
        """Note cards that everyone saw going into the hand."""
        self.now += 1
        fresh = [Card(item, since=self.now) for item in items]
        self.cards += fresh
        self.size += len(fresh)

    def draws(self, draw: str) -> None:
        """Note a card that only its owner saw."""
        self.now += 1
        self.cards.append(Card(None, draw, self.now))
        self.size += 1

    def loses(self, items: Iterable[Any]) -> None:
        """Note cards that everyone saw being played: one that nobody saw coming was one of those drawn unseen."""
        self.now += 1
        for item in items:
            held = [card for card in self.cards if card.until is None and self.may_have_kept(card)]
            known = [card for card in held if card.item == item][-1:]
            unseen = [card for card in held if card.item is None and item not in card.never]
            if self.stock is not None:
                unseen = [card for card in unseen if self.stock.has(card.draw, item)]
            fresh = [card for card in unseen if card.since > self.last_put_away]
            if known and (known[0].since > self.last_put_away or not fresh or self.rng.random() < KEPT):
                guessed = known
            else:
                guessed = fresh if fresh and self.rng.random() < FRESH else unseen
            if not guessed:
                raise Unfit(item)
            card = self.rng.choice(guessed)
            if self.stock is not None and card.item is None:
                self.stock.take(card.draw, item)
            card.item, card.until = item, self.now
            self.size -= 1

    def may_have_kept(self, card: Card) -> bool:
        """Return whether there was room for this card each time that others were put away."""
        return all(self.kept_after(moment).total() < most for moment, most in self.limits if card.since < moment)

    def lacks(self, item: Any) -> None:
        """Note that there is no such card in the hand now: those that came have been put away."""
        for card in self.cards:
            if card.until is None and card.item is None:
                card.never.add(item)
            elif card.until is None and card.item == item:
                if card.since > self.last_put_away:
                    raise Unfit(item)
                card.until = self.last_put_away

    def puts_away(self, number: int | None) -> int:
        """Note that this number of cards leaves the hand unseen, if it was told, and return the moment."""
        self.now += 1
        self.last_put_away = self.now
        if number is not None:
            self.size -= number
            self.limits.append((self.now, self.size))
        return self.now

    def drawn(self) -> dict[str, Any]:
        """Return what the draws must have been, where that is guessed."""
        return {card.draw: card.item for card in self.cards if card.draw and card.item is not None}

    def ruled_out(self) -> dict[str, set[Any]]:
        """Return what the draws can't have been."""
        return {card.draw: card.never for card in self.cards if card.draw and card.never}

    def put_away_at(self, moment: int) -> list[Any]:
        """Return the cards that must have been put away at a moment."""
        return [card.item for card in self.cards if card.item is not None and card.until == moment]

    def kept_after(self, moment: int) -> Counter[Any]:
        """Return the cards that were in the hand at a moment and are played later, so can't have been put away."""
        return Counter(
            card.item
            for card in self.cards
            if card.item is not None and card.since < moment and card.until is not None and card.until > moment
        )


class Pile:
    """Draws from a pile. Those known or guessed must be left in it by the others until it is shuffled again."""

    def __init__(
        self,
        knowledge: Knowledge,
        guessed: Mapping[str, Any],
        shuffled: str,
        ruled_out: Mapping[str, Collection[Any]] | None = None,
    ) -> None:
        periods = periods_of(knowledge, shuffled)
        self.guessed = guessed
        self.ruled_out = ruled_out or {}
        self._place: dict[str, int] = {}
        self._period: list[int] = []
        self._values: list[Any] = []
        for event in knowledge.events:
            if event.is_draw:
                self._place[event.id] = len(self._values)
                self._period.append(periods[event.id])
                self._values.append(guessed.get(event.id) if event.value is HIDDEN else event.value)

    def draw(self, draw: str, outcomes: Sequence[Any], rng: Random) -> Any:
        """Guess a draw that others saw: what it must have been, or anything that is not drawn later."""
        if draw in self.guessed:
            return self.guessed[draw]
        left = Counter(outcomes)
        place = self._place.get(draw, len(self._values))
        for later in range(place + 1, len(self._values)):
            if self._period[later] != self._period[place]:
                break
            if self._values[later] is not None:
                left[self._values[later]] -= 1
        never = self.ruled_out.get(draw, ())
        possible = [item for item, number in left.items() if item not in never for _ in range(number)]
        if not possible:
            raise Unfit(draw)
        return rng.choice(possible)
