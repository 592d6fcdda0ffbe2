"""Rialto: guess the cards that others have drawn from the pile, and which of them they have put away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.choices import Several
from companion.games.rialto.rules.cards import CARDS, JOKER, OF_EACH
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.scoring import play_from
from companion.players.hands import Hand, Pile, Stock
from companion.players.knowledge import HIDDEN, Act, Event, Guessing, Knowledge, Unfit
from companion.steps import Decision, TableDraw

PAIR = 2
"""Jokers that stand for a card which their player must lack (RIA.J1)."""


def openly(acts: Sequence[Act], index: int) -> Any:
    """Return what everyone sees: cards that are played, and of those put away only how many, which is told."""
    answer = acts[index]
    assert answer.decision is not None
    return HIDDEN if answer.decision.key == "discard" else answer.value


class Guess:
    """A guess at the others' cards."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.rng = rng
        self.kept: dict[tuple[int, str], Counter[Any]] = {}
        self.gone: dict[tuple[int, str], list[Any]] = {}
        drawn: dict[str, Any] = {}
        ruled_out: dict[str, set[Any]] = {}
        stock = Stock(knowledge, "shuffled", dict.fromkeys(CARDS, OF_EACH))
        others = knowledge.others()
        for seat in rng.sample(others, len(others)):
            hand = Hand(rng, stock)
            moments = {
                event.id: moment
                for event in knowledge.events
                if (moment := follow(hand, seat, event, put_away(knowledge, seat, event)))
            }
            drawn |= hand.drawn()
            ruled_out |= hand.ruled_out()
            self.kept |= {(seat, question): hand.kept_after(moment) for question, moment in moments.items()}
            self.gone |= {(seat, question): hand.put_away_at(moment) for question, moment in moments.items()}
        self.pile = Pile(knowledge, drawn, "shuffled", ruled_out)

    def answer(self, decision: Decision, heard: int) -> Any:
        if isinstance(decision, TableDraw):
            return self.pile.draw(decision.id, decision.draw.outcomes, self.rng)
        assert isinstance(decision.choice, Several)
        kept = self.kept.get((decision.seat, decision.id), Counter())
        gone = self.gone.get((decision.seat, decision.id), [])
        hand = Counter(decision.choice.items)
        spare = list((hand - kept - Counter(gone)).elements())
        number = decision.choice.low - len(gone)
        if kept - hand or not 0 <= number <= len(spare):
            raise Unfit(decision.id)
        return [*gone, *self.rng.sample(spare, number)]


def put_away(knowledge: Knowledge, seat: int, event: Event) -> int | None:
    """Return how many cards a player put away, if the event is that and it has been told."""
    if event.key != "discard" or event.seat != seat:
        return None
    ahead = knowledge.told[event.heard :]
    return next((facts["n"] for key, _, facts in ahead if key == "discards" and facts["seat"] == seat), None)


def follow(hand: Hand, seat: int, event: Event, number: int | None) -> int | None:
    """Follow a player's hand through an event. Return the moment at which cards were put away, if they were."""
    if event.is_draw and event.to == seat:
        hand.draws(event.id)
    elif event.is_draw or event.seat != seat:
        return None
    elif event.key == "row":
        hand.gains(card for card in event.value if card in CARDS)
    elif event.key == "more-cards" and event.value != FROM_PILE:
        hand.gains([event.value])
    elif event.key == "convert":
        hand.loses([event.value])
    elif event.key == "discard":
        return hand.puts_away(number)
    elif event.key == "play":
        play = play_from(event.value)
        hand.loses([*[event.card] * play.cards, *[JOKER] * play.jokers])
        if play.jokers >= PAIR and not play.of_type:
            hand.lacks(event.card)
    return None


GUESSING = Guessing(openly, Guess)
