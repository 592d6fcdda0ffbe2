"""A number of draws at once, without a box: a referee of their own runs the drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.faults import brief
from companion.game import Table
from companion.jobs.draw import Drawing, asks_to_go_on
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE, Decision


def nobody(game: Drawing, decision: Decision) -> Any:
    """Refuse to guess what only the table knows."""
    raise LookupError(decision.id)


def draw_all(
    kind: type[Drawing],
    table: Table,
    urn: Urn,
    number: int,
    answer: Callable[[Drawing, Decision], Any] = nobody,
) -> Drawing:
    """Run a drawing until it has drawn at least `number` times, passing its other questions to `answer`."""
    referee = Referee(kind, table, urn)
    game = referee.game
    assert isinstance(game, Drawing)
    while referee.open:
        decision = referee.open[TABLE]
        goes_on = asks_to_go_on(decision)
        if goes_on and len(game.drawn) >= number:
            break
        referee.answer(TABLE, decision.likely if goes_on else answer(game, decision))
    if referee.fault is not None:
        raise Refusal("drawing-halted", fault=brief(referee.fault))
    return game
