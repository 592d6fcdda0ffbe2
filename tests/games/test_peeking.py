"""Whatever a player is given while the game goes on, nothing leads from there to what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from gc import get_referents
from itertools import islice
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest

from companion import games
from companion.game import Game
from companion.players import SHARP, Player
from companion.referee import Referee
from companion.referee.automatic import thought_for
from companion.referee.run import Run
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from companion.steps import TABLE, Decision
from tests.tables import table

EVERY, LOOKED_AT = 5, 15
HIDING = (Game, Referee, Run, Urn, Decision)


def reached(start: Any) -> Iterator[Any]:
    """Yield all that an object leads to, of a function what it closes over. Classes and modules are everyone's."""
    ahead, seen = [start], {id(start)}
    while ahead:
        one = ahead.pop()
        yield one
        onward = [one.__closure__, one.__defaults__] if isinstance(one, FunctionType) else get_referents(one)
        for other in onward:
            if id(other) not in seen and not isinstance(other, type | ModuleType):
                seen.add(id(other))
                ahead.append(other)


def thoughts(game: str, strength: str) -> Iterator[Callable[[], Any]]:
    """Yield what the box is about to think at some of the questions of a game."""
    kind = games.find(game).game
    player = Player.named(strength, kind.adviser)
    assert player is not None
    assert kind.adviser is not None
    judge = Referee(kind, table(game, min(kind.players), **kind.adviser.needs), random_urn(Random(6)))
    rng = Random(7)
    while judge.open:
        seat = min(judge.open)
        if seat != TABLE and len(judge.entries) % EVERY == 0:
            yield thought_for(judge, player, seat)
        judge.answer(seat, judge.open[seat].choice.sample(rng))


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("strength", [SHARP, "sharp:24"])
def test_nothing_that_hides_is_within_reach_of_a_player(game: str, strength: str) -> None:
    looked = 0
    for thought in islice(thoughts(game, strength), LOOKED_AT):
        found = {type(one).__name__ for one in reached(thought) if isinstance(one, HIDING)}
        assert not found
        looked += 1
    assert looked > 3
