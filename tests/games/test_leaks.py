"""Nobody learns another's secret from the referee: two games that differ only in it look the same to everyone else.

Views and refusals are compared byte by byte, also after undoing, amending and correcting. Other faces are compared
in `tests/web/test_leaks.py`, `tests/firmware/scenes/match/test_box_secrets.py` and
`tests/firmware/box/test_log_secrets.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.counted import counted
from tests.games.harness import tables
from tests.nightly import NIGHTLY
from tests.twins import Twins, check_open, moments, says_its_secrets, secrets_of, seen

ALL = [pytest.param(game, table, id=name) for game in games.names() for name, table in tables(game).items()]

MOMENTS = 8 if NIGHTLY else 4
"""Number of moments of each game at which its twins are compared."""

Attempt = Callable[[Referee], object]


def attempts(judge: Referee, seat: int, rng: Random) -> list[Attempt]:
    """Everything a curious seat may try, with and without the others' consent."""
    everyone, last = judge.game.seats, len(judge.entries) - 1
    old = rng.randint(0, max(0, last))
    place, offer = rng.choice(list(judge.game.corrections().items()))
    return [
        lambda one: one.answer(seat, "no such thing"),
        lambda one: one.answer(seat, "no such thing", "no such question"),
        lambda one: one.undo(old, [seat]),
        lambda one: one.undo(old, everyone),
        lambda one: one.undo(last, [seat]),
        lambda one: one.amend(old, "no such thing", [seat]),
        lambda one: one.take_back(seat),
        lambda one: one.take_back(99),
        lambda one: one.correct("no such place", 1),
        lambda one: one.correct(place, offer.now),
    ]


def told(judge: Referee, attempt: Attempt, seats: list[int]) -> list[str]:
    """Return what an attempt leads to: a refusal, or what these seats see afterwards."""
    again = Referee(judge.kind, judge.table, judge.urn, judge.entries)
    try:
        attempt(again)
    except Refusal as refusal:
        return [json.dumps(refusal.to_json())]
    return [seen(again, seat) for seat in seats]


def check(pair: Twins) -> None:
    for seat in pair.others:
        assert seen(pair.judge, seat) == seen(pair.twin, seat), f"seat {seat} sees a secret of seat {pair.owner}"


def check_attempts(pair: Twins, rng: Random) -> None:
    seat = rng.choice(pair.others)
    for attempt in attempts(pair.judge, seat, rng):
        assert told(pair.judge, attempt, pair.others) == told(pair.twin, attempt, pair.others)


@pytest.mark.rule("DOG.B3", "RIA.I3", "RIA.I5", "RIA.P2", "VEN.B9", "VEN.D1", "VEN.R1")
@pytest.mark.rule("VEZ.P1", "VEZ.P2", "VEZ.X1", "VEZ.X5", "VEZ.Z1", "VSE.T1")
@pytest.mark.parametrize(("game", "table"), ALL)
def test_no_byte_depends_on_anothers_secret(game: str, table: Table) -> None:
    rng = Random(7)
    pairs = [pair for found in moments(game, table, rng, number=MOMENTS) for pair in found]
    for number, pair in enumerate(pairs):
        check(pair)
        counted(f"twin worlds of {game.capitalize()} compared")
        if number % 4 == 1 and pair.judge.entries:
            check_attempts(pair, rng)
        if not says_its_secrets(game):
            check_open(pair.judge)
    keeps_secrets = any(table.options[option] == "device" for option in secrets_of(game).secretive)
    owned = sum(pair.owner != TABLE for pair in pairs)
    assert owned >= MOMENTS * 3 // 4 if keeps_secrets else pairs and not owned
    noticed = [seen(pair.judge, pair.owner) != seen(pair.twin, pair.owner) for pair in pairs if pair.owner != TABLE]
    assert any(noticed) == keeps_secrets, "the owner does see a difference, so something is compared"
