"""Every choice, split into picks, gives every legal answer exactly once and none else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.research.picks import picks

CHOICES: list[Choice] = [
    Pick("area", ("castello", "quarantia")),
    Count("houses", 2, 5),
    Several("ballot", (0, 1, 1, 3), 1, 3),
    Several("card", ("A", "A", "B", "C", "A"), 2, 2),
    Several("cell", ("A1", "B2", "C3", "D4"), 0, 4),
    Several("card", ("A", "A"), 2, 2),
    Spread("zone", {"a": 2, "b": 3, "c": 1}, 2, 4),
    Spread("zone", {"a": 4, "b": 4}, 0, 4),
    Spread("zone", {"a": 1, "b": 0}, 1, 1),
    Sheet("seat", {"1": {"area": Pick("area", ("x", "y")), "n": Count("n", 1, 3)}, "2": {"n": Count("n", 0, 0)}}),
    Sheet("seat", {"1": {"some": Several("card", (1, 2, 3), 1, 2)}}),
]


def answers(choice: Choice, chosen: list[int]) -> Iterator[Any]:
    """Yield every answer that begins with these picks."""
    going = picks(choice)
    try:
        options = next(going)
        for index in chosen:
            options = going.send(index)
    except StopIteration as end:
        yield end.value
        return
    assert len(options) > 1
    for index in range(len(options)):
        yield from answers(choice, [*chosen, index])


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.kind}-{choice.size()}")
def test_picks_make_every_answer_once(choice: Choice) -> None:
    made = [json.dumps(choice.check(answer)) for answer in answers(choice, [])]
    assert sorted(made) == sorted(map(json.dumps, choice.legal()))
