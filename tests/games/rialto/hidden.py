"""Rialto's secrets: cards from the pile in a hand (RIA.I3), and cards discarded this round (RIA.I5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.neutral import CARDS_A_ROUND
from companion.referee import Referee
from companion.referee.entries import Answer, Drawn
from tests.twins import Change, other_draws

MODES: list[tuple[int, dict[str, str]]] = [(2, {"neutral": "with"}), (4, {})]
SECRETIVE = ("cards",)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    yield from other_draws(from_the_pile(judge), rng)
    for index, entry in enumerate(judge.entries):
        if isinstance(entry, Answer) and entry.question == f"discard@{judge.game.round}" and entry.decision:
            value = entry.decision.choice.sample(rng)
            if value != entry.value:
                yield Change(entry.seat, {index: value})


def from_the_pile(judge: Referee) -> list[Drawn]:
    """Return this round's cards for hands, drawn after the rows (RIA.I2) and before the neutral player's (RIA.N4)."""
    assert isinstance(judge.game, Rialto)
    starts = [number for number, tell in enumerate(judge.game.tells) if tell.key == "round"]
    told = judge.game.tells[starts[-1] :] if starts else []
    last = judge.game.cards.drawn - sum(CARDS_A_ROUND for tell in told if tell.key == "neutral-cards")
    number = sum(len(tell.facts["cards"]) for tell in told if tell.key == "drawn")
    ids = {f"card@{judge.game.number}.{n}" for n in range(last - number + 1, last + 1)}
    return [one for one in judge.run.draws if one.draw in ids]
