"""Games of Venise by simulated players, every step checked against the naive game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.game import Game
from companion.games.venise.game import Venise
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.seats import NAMES, seat_table
from companion.steps import Decision
from tests.games.auditing import Disagreement
from tests.games.venise.naive import Auditor
from tests.games.venise.play import KIT, grid, layout
from tests.tables import referee

pytestmark = pytest.mark.xdist_group("audit of venise")

GAMES: list[tuple[int, int, dict[str, Any]]] = [
    (2, 1, {}),
    (2, 2, {"cards": "table", "board": "night-1"}),
    (3, 3, {"board": "night-3", "draw_first": "table"}),
    (3, 4, {"cards": "table", "board": "day-2"}),
    (4, 5, {"board": "day-4"}),
    (4, 6, {"cards": "table", "board": "night-4", "draw_first": "table"}),
    (4, 7, {"board": "own", "help": "ways"}),
    (3, 100, {"board": "day-1"}),
    (4, 134, {"cards": "table", "board": "night-1"}),
]
POOR = {str(players): {"small": 1, "large": 1} for players in (2, 3, 4)}
ANSWERS = 260


class Builder:
    """Prefers planks to gems: lays planks on others, then takes away those below."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def answer(self, game: Game, decision: Decision) -> Any:
        options = list(decision.choice.legal())
        liked = {
            "play": ["small", "large", "remove", "move", "joker", "advance-2", "advance-1"],
            "lay": [option for option in options if str(option).endswith(("tee", "aitch"))],
            "falls": ["drop"],
            "play-on": ["on"],
        }.get(decision.key, [])
        wanted = [option for option in liked if option in options]
        if wanted and self.rng.random() < 0.8:
            return self.rng.choice(wanted)
        if decision.key in ("walk", "remove", "lift"):
            above = [option for option in options if "-" in str(option) and "." not in str(option)]
            if above and self.rng.random() < 0.7:
                return self.rng.choice(above)
        return some_answer(game, decision, self.rng)


@cache
def audited(number: int, builds: bool) -> Counter[str]:
    """Play one game against the auditor; return the situations that came up."""
    players, seed, options = GAMES[number]
    judge = referee("venise", players, seed=seed, **options)
    auditor = Auditor(judge)
    rng = Random(seed)
    builder = Builder(rng)
    while judge.open and len(judge.entries) < ANSWERS:
        (decision,) = judge.open.values()
        auditor.answer(
            decision.seat, builder.answer(judge.game, decision) if builds else some_answer(judge.game, decision, rng)
        )
    return auditor.seen


@pytest.mark.rule("VSE.E2")
@pytest.mark.parametrize("seed", [10, 16, 20, 28, 59])
def test_games_with_few_planks(seed: int) -> None:
    """Planks run out, and nobody can win."""
    seats = seat_table(NAMES[:2], KIT.game.colours)
    table = KIT.game.set_table(seats, {}, layout(grid(), planks=POOR))
    judge = Referee(KIT.game, table, random_urn(Random(seed)))
    auditor = Auditor(judge)
    rng = Random(seed)
    builder = Builder(rng)
    while judge.open and len(judge.entries) < ANSWERS:
        (decision,) = judge.open.values()
        auditor.answer(decision.seat, builder.answer(judge.game, decision))
    assert judge.outcome is not None
    assert auditor.seen["E2 undecided"] == (judge.outcome.rule == "VSE.E2") == 1


@pytest.mark.parametrize("builds", [False, True], ids=["racing", "building"])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_games_follow_the_rules(number: int, builds: bool) -> None:
    audited(number, builds)


def test_rare_situations_came_up() -> None:
    """Otherwise the games above would prove little."""
    seen: Counter[str] = Counter()
    for number in range(len(GAMES)):
        for builds in (False, True):
            seen += audited(number, builds)
    for what in (
        "laid tee",
        "laid aitch",
        "laid diagonal",
        "fell tee",
        "fell aitch",
        "W6 confirmed",
        "W6 barred by a pawn",
        "W7 moved",
        "W8 shared a cell",
        "G1 in passing",
        "T2 tiles given",
        "T3 swapped",
        "T4 with two jokers",
        "T3 to come down",
        "T5 shuffled",
    ):
        assert seen[what], what


def spoil_falls(judge: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing fall with a plank."""
    game = judge.game
    assert isinstance(game, Venise)
    lying = game.pieces.lying

    def take_away(plank: str) -> list[str]:
        lying.discard(plank)
        return []

    monkeypatch.setattr(game.pieces, "take_away", take_away)


def spoil_tiles(judge: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no gem bring a tile."""
    game = judge.game
    assert isinstance(game, Venise)
    monkeypatch.setattr(game.pieces, "tiles_left", lambda: 0)


@pytest.mark.parametrize("spoil", [spoil_falls, spoil_tiles])
def test_the_auditor_notices_a_wrong_rule(
    spoil: Callable[[Referee, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Disagreement):
        for seed in range(8):
            judge = referee("venise", 2, seed=seed, cards="table")
            auditor = Auditor(judge)
            spoil(judge, monkeypatch)
            rng = Random(seed)
            builder = Builder(rng)
            while judge.open and len(judge.entries) < ANSWERS:
                (decision,) = judge.open.values()
                auditor.answer(decision.seat, builder.answer(judge.game, decision))
