"""Venise's secrets: the cards in a hand, and what a player considers until it is done (VSE.T1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from companion.referee import Referee
from companion.referee.entries import Answer, Entry
from tests.twins import Change, other_draws

BACK = "back"

MODES: list[tuple[int, dict[str, str]]] = [(2, {"help": "ways"}), (3, {"board": "night-2"})]
SECRETIVE = ("cards",)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    yield from other_draws([one for one in judge.run.draws if one.draw.startswith("card@")], rng)
    yield from considered(judge, rng)


def considered(judge: Referee, rng: Random) -> Iterator[Change]:
    """Yield other choices for each card that was considered and put back, and for the one being considered."""
    for index, entry in enumerate(judge.entries):
        after = judge.entries[index + 1 : index + 2]
        if isinstance(entry, Answer) and entry.decision is not None and is_considered(entry, after):
            put_back = {index + 1: BACK} if after else {}
            for value in entry.decision.choice.legal():
                if value != entry.value:
                    yield Change(entry.seat, {index: value, **put_back}, shown=partial(table_of, seat=entry.seat))


def is_considered(entry: Answer, after: Sequence[Entry]) -> bool:
    """Return whether this answer chose a card that was put back at once, or is not played yet."""
    if not entry.secret or not entry.question.startswith("play@"):
        return False
    return not after or (isinstance(after[0], Answer) and after[0].seat == entry.seat and after[0].value == BACK)


def table_of(judge: Referee, seat: int) -> tuple[Any, ...]:
    """Return what lies on the table and in this hand, and who is asked: considering a card changes none of it."""
    seen = judge.game.view(seat)
    seen.pop("lifting", None)
    return seen, list(judge.open), judge.game.score
