"""Venise: guess the cards that others have drawn. All they play, swap or discard lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.venise.layout import CARDS
from companion.games.venise.rules.cards import BACK, DONE, SWAP, TAKE
from companion.games.venise.rules.planks import KEEP
from companion.players.hands import Hand, Pile
from companion.players.knowledge import UNNOTICED, Act, Event, Guessing, Knowledge, Unfit
from companion.steps import Decision, TableDraw

BEGIN = ("play", "after-joker", "over", "discard", "swap", "swap-joker")
"""The questions that begin a deed, or are one by themselves."""


def openly(acts: Sequence[Act], index: int) -> Any:
    """Everything that was carried out is seen; a card that was put back is not."""
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
        drawn: dict[str, Any] = {}
        handed_in = cards_handed_in(knowledge)
        for seat in knowledge.others():
            hand = Hand(rng)
            hand.gains(knowledge.layout["first"])
            for event in knowledge.events:
                if event.to == seat:
                    hand.draws(event.id)
                elif event.seat == seat:
                    hand.loses(laid_open(event))
            hand.loses(handed_in.get(seat, ()))
            drawn |= hand.drawn()
        self.pile = Pile(knowledge, drawn, "shuffled")

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


def laid_open(event: Event) -> list[str]:
    """Return the cards that leave a hand with an answer; jokers are never hidden."""
    if event.key == "play":
        return [event.value] if event.value in CARDS else []
    if event.key in ("swap", "swap-joker", "discard"):
        return [card for card in event.value if card in CARDS]
    return []


def cards_handed_in(knowledge: Knowledge) -> dict[int, list[str]]:
    """Return the cards that a player who has finished laid open, if they have not been shuffled since."""
    shuffles = [at for at, (key, *_) in enumerate(knowledge.told) if key == "shuffled"]
    since = shuffles[-1] if shuffles else -1
    finished = [facts["seat"] for key, _, facts in knowledge.told[since + 1 :] if key in ("won", "finished")]
    if len(finished) != 1 or finished[0] == knowledge.seat:
        return {}
    played = [card for event in knowledge.events if event.heard > since for card in laid_open(event)]
    return {finished[0]: list((Counter(knowledge.view["played"]) - Counter(played)).elements())}


GUESSING = Guessing(openly, Guess)
