"""Doge's secrets: sealed choices, and the ballots that lie face down in an area not counted yet (DOG.B3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.doge.game import Doge
from companion.referee import Referee
from companion.referee.entries import Answer
from tests.twins import Change, sealed

MODES: list[tuple[int, dict[str, str]]] = [(3, {}), (4, {"draw_order": "table"})]
SECRETIVE = ("ballots",)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    yield from sealed(judge, rng)
    game = judge.game
    assert isinstance(game, Doge)
    for index, entry in enumerate(judge.entries[: judge.run.sealed_from]):
        if isinstance(entry, Answer) and is_face_down(game, entry) and entry.decision is not None:
            value = entry.decision.choice.sample(rng)
            if value != entry.value and len(value) == len(entry.value):
                yield Change(entry.seat, {index: value}, shown=turned_up)


def is_face_down(game: Doge, entry: Answer) -> bool:
    """Return whether these are ballots of this year in an area not counted yet."""
    key, _, at = entry.question.partition("@")
    if key != "ballots" or not entry.secret or entry.decision is None or not at.startswith(f"{game.year}."):
        return False
    area = entry.decision.facts["area"]
    return area not in game.counted and area != game.area


def turned_up(judge: Referee) -> Any:
    """Return the ballots counted so far. The last one of a hand, laid without asking, may be among them."""
    assert isinstance(judge.game, Doge)
    return judge.game.pieces.turned
