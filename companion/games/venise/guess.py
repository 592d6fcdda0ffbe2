"""Venise: guess the cards that others have drawn. All they play, swap or discard lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.venise.layout import CARDS, DECK
from companion.games.venise.rules.cards import BACK, DONE, SWAP, TAKE
from companion.games.venise.rules.planks import KEEP
from companion.players.hands import Pile
from companion.players.knowledge import UNNOTICED, Act, Event, Guessing, Knowledge, Unfit
from companion.steps import Decision, TableDraw

BEGIN = ("play", "after-joker", "over", "discard", "swap", "swap-joker")
"""The questions that begin a deed, or are one by themselves."""


def openly(acts: Sequence[Act], index: int) -> Any:
    """Return what everyone sees: all that was carried out, and nothing of a card that was put back."""
    deed = [acts[index]]
    for entry in acts[index + 1 :]:
        if entry.seat != deed[0].seat or entry.decision is None or entry.decision.key in BEGIN:
            break
        deed.append(entry)
    put_back = any(entry.value in (BACK, KEEP) for entry in deed if isinstance(entry.value, str))
    return UNNOTICED if put_back else acts[index].value


class Guess:
    """A guess at the others' cards."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.rng = rng
        self.pile = Pile(knowledge, Deal(knowledge, rng).drawn(), "shuffled")

    def answer(self, decision: Decision, heard: int) -> Any:
        """Guess a card; or try one and put it back, where that must have happened."""
        if isinstance(decision, TableDraw):
            return self.pile.draw(decision.id, decision.draw.outcomes, self.rng)
        options = [*decision.choice.legal()]
        for put_back in (BACK, KEEP):
            if put_back in options:
                return put_back
        tried = [card for card in options if card not in (DONE, SWAP, TAKE)]
        if not tried:
            raise Unfit(decision.id)
        return self.rng.choice(tried)


@dataclass(eq=False)
class Need:
    """A card that someone laid open at a moment, and must have drawn unseen before."""

    seat: int
    card: str
    at: int
    drawn: Unseen | None = None


@dataclass(eq=False)
class Unseen:
    """A card that someone else drew: from which of the piles, the first being that of the set-up."""

    id: str
    at: int
    pile: int
    need: Need | None = None


class Deal:
    """A guess at who drew which cards, so that everyone held what they went on to lay open.

    A pile is used up before the next one is made of the cards that lay open, so everyone knows what was in each.
    """

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.rng = rng
        self.unseen: dict[int, list[Unseen]] = {seat: [] for seat in knowledge.others()}
        self.needs: list[Need] = []
        self.piles: list[Counter[str]] = []
        self._follow(knowledge)
        self.sure = self._piles_known(knowledge)
        for number in range(self.sure, len(self.piles)):
            self.piles[number] = Counter(dict.fromkeys(CARDS, DECK))
        for need in self.needs:
            if not self._meet(need, {need}):
                raise Unfit(need.card)

    def _follow(self, knowledge: Knowledge) -> None:
        """Note what was drawn and laid open, and from which pile."""
        shuffles = _told_at(knowledge, "shuffled")
        hands = {seat: Counter(knowledge.layout["first"]) for seat in self.unseen}
        laid = Counter(knowledge.layout["cards"])
        for card in knowledge.layout["first"]:
            laid[card] -= len(knowledge.seats)
        for at, event in enumerate(knowledge.events):
            if event.is_draw and event.id.startswith("draw@card"):
                pile = sum(shuffle < event.heard for shuffle in shuffles)
                if pile == len(self.piles):
                    self.piles.append(laid)
                    laid = Counter()
                if event.to in self.unseen:
                    self.unseen[event.to].append(Unseen(event.id, at, pile))
                else:
                    self.piles[pile][event.value] -= 1
            for card in laid_open(event):
                laid[card] += 1
                self._note(event.seat, card, at, hands)
        for seat, cards in cards_handed_in(knowledge).items():
            for card in cards:
                self._note(seat, card, len(knowledge.events), hands)

    def _note(self, seat: int, card: str, at: int, hands: Mapping[int, Counter[str]]) -> None:
        """Note a card that is laid open: one that its player began with while there are any, or one drawn unseen."""
        if seat in hands:
            if hands[seat][card]:
                hands[seat][card] -= 1
            else:
                self.needs.append(Need(seat, card, at))

    def _piles_known(self, knowledge: Knowledge) -> int:
        """Return how many piles are known: no longer all cards were, once the hand of a player who finished was
        shuffled in.
        """
        finished = min(_told_at(knowledge, "won", "finished"), default=len(knowledge.told))
        return min(len(self.piles), 1 + sum(shuffle < finished for shuffle in _told_at(knowledge, "shuffled")))

    def _meet(self, need: Need, moved: set[Need]) -> bool:
        """Find a card drawn unseen for this one; others that are in the way are moved, each of them once."""
        before = [one for one in self.unseen[need.seat] if one.at < need.at]
        self.rng.shuffle(before)
        for one in before:
            if one.need is None and self.piles[one.pile][need.card] > 0:
                self._give(one, need)
                return True
        for one in before:
            for other in self._in_the_way(one, need):
                if other not in moved and other.drawn is not None:
                    place = other.drawn
                    moved.add(other)
                    self._take_back(place, other)
                    self._give(one, need)
                    if self._meet(other, moved):
                        return True
                    self._take_back(one, need)
                    self._give(place, other)
        return False

    def _in_the_way(self, one: Unseen, need: Need) -> list[Need]:
        """Return those of which any must be moved so that this card drawn unseen can be the needed one."""
        if one.need is not None:
            return [one.need] if self.piles[one.pile][need.card] > 0 else []
        return [
            other
            for other in self.needs
            if other.card == need.card and other.drawn is not None and other.drawn.pile == one.pile
        ]

    def _give(self, one: Unseen, need: Need) -> None:
        one.need, need.drawn = need, one
        self.piles[one.pile][need.card] -= 1

    def _take_back(self, one: Unseen, need: Need) -> None:
        one.need = need.drawn = None
        self.piles[one.pile][need.card] += 1

    def drawn(self) -> dict[str, str]:
        """Return what each card drawn unseen was, as far as the piles are known: what nobody needed is left over."""
        found = {}
        left = {number: list(self.piles[number].elements()) for number in range(self.sure)}
        for cards in left.values():
            self.rng.shuffle(cards)
        for one in (one for drawn in self.unseen.values() for one in drawn):
            if one.need is not None:
                found[one.id] = one.need.card
            elif one.pile in left:
                found[one.id] = left[one.pile].pop()
        return found


def _told_at(knowledge: Knowledge, *keys: str) -> list[int]:
    """Return where among its tellings a seat was told one of these."""
    return [at for at, (key, *_) in enumerate(knowledge.told) if key in keys]


def laid_open(event: Event) -> list[str]:
    """Return the cards that leave a hand with an answer; jokers are never hidden."""
    if event.key == "play":
        return [event.value] if event.value in CARDS else []
    if event.key in ("swap", "swap-joker", "discard"):
        return [card for card in event.value if card in CARDS]
    return []


def cards_handed_in(knowledge: Knowledge) -> dict[int, list[str]]:
    """Return the cards that a player who has finished laid open, if they have not been shuffled since."""
    since = max(_told_at(knowledge, "shuffled"), default=-1)
    finished = [facts["seat"] for key, _, facts in knowledge.told[since + 1 :] if key in ("won", "finished")]
    if len(finished) != 1 or finished[0] == knowledge.seat:
        return {}
    played = [card for event in knowledge.events if event.heard > since for card in laid_open(event)]
    return {finished[0]: list((Counter(knowledge.view["played"]) - Counter(played)).elements())}


GUESSING = Guessing(openly, Guess)
