"""Venedig's secrets: the cards of a hand, the values of tokens (VEN.R1, D1, B9), and which were paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from companion.games.venedig.rules.pieces import token_of
from companion.referee import Referee
from companion.referee.entries import Answer
from tests.twins import Change, other_draws

TRIED = 20
"""The number of payments tried, to find one that the others can't tell apart."""

MODES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"cards": "table"}),
    (4, {"gold": "table", "board": "counted"}),
]
SECRETIVE = (
    "cards",
    "gold",
)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    """Yield changes of one secret each, which nobody else may notice."""
    cards = into_hands(judge)
    tokens = ("swamp@", "treasure@")
    yield from other_draws([one for one in judge.run.draws if one.draw in cards or one.draw.startswith(tokens)], rng)
    for index, entry in enumerate(judge.entries):
        if isinstance(entry, Answer) and entry.secret and entry.question.startswith("pay@") and entry.decision:
            payments = [entry.decision.choice.sample(rng) for _ in range(TRIED)]
            alike = [paid for paid in payments if paid != entry.value and seen(paid) == seen(entry.value)]
            if alike:
                yield Change(None, {index: alike[0]})


def into_hands(judge: Referee) -> set[str]:
    """Return the draws of cards that went into a hand; the third player's cards are public (VEN.T1)."""
    found: set[str] = set()
    drawn = 0
    for tell in judge.game.tells:
        if tell.key == "third-card":
            drawn += 1
        elif tell.key == "drew":
            found |= {f"card@{drawn + n}" for n in range(1, len(tell.facts["cards"]) + 1)}
            drawn += len(tell.facts["cards"])
    return found


def seen(paid: Mapping[str, int]) -> tuple[int, list[str]]:
    """Return what others see of a payment: its worth, and how many tokens of which kind."""
    tokens = [token_of(int(value)) for value, number in paid.items() for _ in range(number)]
    return sum(int(value) * number for value, number in paid.items()), sorted(tokens)
