"""Random games for invariants and speed: every one is counted, and one that breaks is handed over as it was."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.venise.game import Venise
from companion.referee import Referee
from companion.referee.run import Run
from companion.referee.simulation import Unsound, play_out, play_random, random_urn, simulate
from tests.games.harness import fingerprint
from tests.tables import referee, table

TABLE = table("venise", 2)


def test_simulated_games_are_counted() -> None:
    steps: list[None] = []
    tally = simulate(Venise, TABLE, 2, seed=1, every=0, progress=lambda: steps.append(None))
    assert (tally.games, len(steps)) == (2, 2)
    assert tally.last is not None
    assert tally.last.outcome is not None
    assert tally.answers > len(tally.last.entries), "of both games"
    again = simulate(Venise, TABLE, 2, seed=1, every=0)
    assert again.last is not None
    assert fingerprint(again.last) == fingerprint(tally.last), "a seed plays the same games"


def test_a_game_that_faults_is_handed_over() -> None:
    judge = referee("venise", 2)
    play_random(judge, Random(1), most=9)
    judge.run.halt(LookupError("a plank"))
    with pytest.raises(Unsound, match="LookupError: a plank") as unsound:
        play_random(judge, Random(1))
    assert unsound.value.referee is judge
    assert len(judge.entries) == 9


def test_a_failed_check_stops_at_the_answer_after_which_it_failed() -> None:
    def check(judge: Referee) -> None:
        assert len(judge.entries) < 6

    judge = referee("venise", 2)
    with pytest.raises(Unsound):
        play_random(judge, Random(1), every=3, check=check)
    assert len(judge.entries) == 6


def test_a_bare_run_is_played_to_its_end() -> None:
    run = Run(Venise, TABLE, random_urn(Random(1)))
    play_out(run, Random(1))
    assert run.outcome is not None
    broken = Run(Venise, TABLE, random_urn(Random(1)))
    broken.halt(LookupError("a plank"))
    with pytest.raises(LookupError):
        play_out(broken, Random(1))
