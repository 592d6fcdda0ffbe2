"""Venedig: guess the others' cards, and what their gold is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.choices import Sheet
from companion.games.venedig.rules.hand import LAY, UP
from companion.games.venedig.rules.kinds import SWAMP, TREASURE
from companion.games.venedig.rules.pieces import token_of
from companion.players.hands import Hand, Pile
from companion.players.knowledge import Act, Event, Guessing, Knowledge, Unfit
from companion.steps import Decision, TableDraw

TRIES = 400
"""Guesses at the values of a payment's tokens before it is given up."""


def openly(acts: Sequence[Act], index: int) -> Any:
    """Return what everyone sees: of cards those that are laid, of gold how many tokens of each kind and their sum."""
    answer = acts[index]
    assert answer.decision is not None
    if answer.decision.key == "cards":
        return {kind: row["cards"] for kind, row in answer.value.items() if row["cards"]}
    if answer.decision.key == "pay":
        paid = Counter({int(value): number for value, number in answer.value.items() if number})
        tokens = Counter(token_of(value) for value in paid.elements())
        return tokens[TREASURE], tokens[SWAMP], sum(paid.elements())
    return answer.value


class Guess:
    """A guess at the others' cards and gold."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.rng = rng
        self.laid: dict[tuple[int, str], dict[str, int]] = {}
        self.paid: dict[tuple[int, str], Counter[int]] = {}
        self.values = {
            token: [int(value) for value, number in knowledge.layout[token].items() for _ in range(number)]
            for token in (TREASURE, SWAMP)
        }
        drawn: dict[str, Any] = {}
        for seat in knowledge.others():
            own = [event for event in knowledge.events if (event.to if event.is_draw else event.seat) == seat]
            drawn |= self.hand_of(own)
            drawn |= self.purse_of(own)
        self.pile = Pile(knowledge, drawn, "reshuffled")

    def hand_of(self, events: Sequence[Event]) -> dict[str, Any]:
        """Follow a player's hand; return the cards that must have been drawn."""
        hand = Hand(self.rng)
        for event in events:
            if event.is_draw and event.id.startswith("draw@card"):
                hand.draws(event.id)
            elif event.key == "cards":
                self.laid[event.seat, event.id] = event.value
                hand.loses(Counter(event.value).elements())
            elif event.key == "take":
                how, _, kind = event.value.partition(".")
                if how == LAY:
                    hand.loses([kind])
                elif how == UP:
                    hand.gains([kind])
            elif event.key == "three":
                hand.gains(kind for kind, number in event.value.items() if number)
        return hand.drawn()

    def purse_of(self, events: Sequence[Event]) -> dict[str, Any]:
        """Follow a player's tokens; return what those that were paid must have been worth."""
        purse: dict[str, list[str]] = {TREASURE: [], SWAMP: []}
        worth: dict[str, Any] = {}
        for event in events:
            for token, drawn in purse.items():
                if event.is_draw and event.id.startswith(f"draw@{token}"):
                    drawn.append(event.id)
            if event.key == "pay":
                paid = self.payment(event, purse)
                worth |= paid
                self.paid[event.seat, event.id] = Counter(paid.values())
                purse = {token: [one for one in drawn if one not in paid] for token, drawn in purse.items()}
        return worth

    def payment(self, event: Event, purse: dict[str, list[str]]) -> dict[str, int]:
        """Guess which tokens were paid, and their values, so that they come to what everyone saw."""
        treasures, swamps, total = event.value
        if treasures > len(purse[TREASURE]) or swamps > len(purse[SWAMP]):
            raise Unfit(event.id)
        spent = [(TREASURE, one) for one in self.rng.sample(purse[TREASURE], treasures)]
        spent += [(SWAMP, one) for one in self.rng.sample(purse[SWAMP], swamps)]
        for _ in range(TRIES):
            values = {one: self.rng.choice(self.values[token]) for token, one in spent}
            if sum(values.values()) == total:
                return values
        raise Unfit(event.id)

    def answer(self, decision: Decision, heard: int) -> Any:
        if isinstance(decision, TableDraw):
            return self.pile.draw(decision.id, decision.draw.outcomes, self.rng)
        at = decision.seat, decision.id
        if isinstance(decision.choice, Sheet):
            laid = self.laid.get(at, {})
            if any(kind not in decision.choice.rows for kind in laid):
                raise Unfit(decision.id)
            return {kind: {"cards": laid.get(kind, 0)} for kind in decision.choice.rows}
        return {str(value): number for value, number in self.paid.get(at, Counter()).items()}


GUESSING = Guessing(openly, Guess, partly_seen=frozenset({"cards", "pay"}))
