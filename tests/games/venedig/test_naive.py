"""Whole games of Venedig, every step checked by the naive auditor.

Some players answer at random; others have habits that bring about what is rare: shared buildings, leaps, handfuls of
gold, an empty pile. The tests assert that each rare situation did come up.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.choices import Pick, Sheet, Spread
from companion.steps import Decision
from tests.games.auditing import Disagreement
from tests.games.venedig.naive import Auditor, every_table
from tests.tables import referee

pytestmark = pytest.mark.xdist_group("audit of venedig")


class Player:
    """Answers at random for all seats. The classes below have habits."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def answer(self, decision: Decision) -> Any:
        return decision.choice.sample(self.rng)


class Eager(Player):
    """Lays what it can, finds room, drains two hexes of one island, takes treasure and hardly pays."""

    def answer(self, decision: Decision) -> Any:
        choice = decision.choice
        if isinstance(choice, Sheet):
            return {
                row: {column: max(cell.legal(), key=self.merit) for column, cell in cells.items()}
                for row, cells in choice.rows.items()
            }
        if isinstance(choice, Spread) and decision.key != "three" and self.rng.random() < 0.8:
            return {}
        if isinstance(choice, Pick):
            return self.pick(decision.key, [*choice.options])
        return super().answer(decision)

    def merit(self, value: Any) -> Any:
        return (value == "yes", 0) if isinstance(value, str) else (False, value)

    def pick(self, key: str, options: list[Any]) -> Any:
        if key == "room":
            return "yes"
        if key == "card":
            return self.rng.choice([one for one in options if one != "done"] or options)
        if key == "drain":
            return options[1 + self.rng.randrange(min(4, len(options) - 1))] if len(options) > 1 else options[0]
        if key == "take" and self.rng.random() < 0.7:
            return self.rng.choice([one for one in options if one.startswith("lay")] or options)
        return self.rng.choice(options)


class Thrifty(Eager):
    """Lays at most one card a turn, so that many join; saves gold for the end."""

    def answer(self, decision: Decision) -> Any:
        choice = decision.choice
        if decision.key == "cards":
            assert isinstance(choice, Sheet)
            laid = self.rng.choice(list(choice.rows))
            return {
                row: {"cards": int(row == laid and 1 in cells["cards"].legal())} for row, cells in choice.rows.items()
            }
        if decision.key == "card":
            return self.rng.choice([one for one in choice.legal() if one == "done" or one.endswith(".1")])
        if isinstance(choice, Spread) and decision.at == "end":
            return dict(choice.most)
        return super().answer(decision)


HABITS = {"random": Player, "eager": Eager, "thrifty": Thrifty}
TABLES = every_table((2, 3, 4, 5))


def play(auditor: Auditor, player: Player) -> None:
    """Play a whole game, auditing every step."""
    while auditor.referee.open:
        (seat,) = auditor.referee.open
        auditor.answer(seat, player.answer(auditor.referee.open[seat]))


@cache
def audited(habit: str, table: int) -> tuple[Counter[str], list[str]]:
    """Play two games at a table; return the situations that came up, and all disagreements."""
    players, options = TABLES[table]
    seen: Counter[str] = Counter()
    wrong = []
    for game in range(2):
        rng = Random(f"{habit} {table} {game}")
        drawn = "table" if game else "device"
        auditor = Auditor(referee("venedig", players, seed=game, draw_first=drawn, **options))
        try:
            play(auditor, HABITS[habit](rng))
        except Disagreement as disagreement:
            wrong.append(f"game {game}: {disagreement}")
        seen += auditor.naive.seen
    return seen, wrong


@pytest.mark.rule(
    *("VEN.K1", "VEN.K2", "VEN.K3", "VEN.K5", "VEN.K7", "VEN.K8", "VEN.S1", "VEN.S2", "VEN.B1", "VEN.B4", "VEN.B7"),
    *("VEN.B8", "VEN.B9", "VEN.B10", "VEN.B12", "VEN.D1", "VEN.G1", "VEN.R1", "VEN.R2", "VEN.E1", "VEN.E2"),
)
@pytest.mark.parametrize(
    "table", range(len(TABLES)), ids=lambda n: "-".join([str(TABLES[n][0]), *TABLES[n][1].values()])
)
@pytest.mark.parametrize("habit", HABITS)
def test_every_step_follows_the_rules(habit: str, table: int) -> None:
    _, wrong = audited(habit, table)
    assert not wrong, "\n".join(wrong)


SITUATIONS = {
    "VEN.K3": ("K3 chooses an island",),
    "VEN.B2": ("B2 starts",),
    "VEN.B3": ("B3 joins", "B3 takes over"),
    "VEN.B5": ("B5 alone beside True", "B5 alone beside False"),
    "VEN.B6": ("B6 casa", "B6 several casas"),
    "VEN.B7": ("B7 has a choice",),
    "VEN.B8": ("B8 no place",),
    "VEN.B9": ("B9 treasure",),
    "VEN.B10": ("B10 together",),
    "VEN.B11": ("B11 leaps", "B11 leaps at 10/45"),
    "VEN.B13": ("B13 discards", "B13 hands on"),
    "VEN.D1": ("D1 0", "D1 1", "D1 2"),
    "VEN.G1": ("G1 pays", "G1 change is lost", "G1 between moves", "G1 place is known"),
    "VEN.R2": ("R2 three for one",),
    "VEN.R3": ("R3 five in hand",),
    "VEN.R4": ("R4 reshuffled", "R4 four open"),
    "VEN.E1": ("E1 last building", "E1 sixty"),
    "VEN.T1": ("T1 third kind",),
    "VEN.T2": ("T2 third is master",),
    "VEN.T3": ("T3 casa", "T3 completes", "T3 gold at the very end"),
}
"""The situations that must have come up, by rule."""


@pytest.mark.parametrize(
    "situations",
    [pytest.param(each, marks=pytest.mark.rule(rule), id=rule) for rule, each in SITUATIONS.items()],
)
def test_rare_situations_came_up(situations: tuple[str, ...]) -> None:
    seen = sum((audited(habit, table)[0] for habit in HABITS for table in range(len(TABLES))), Counter())
    assert not [situation for situation in situations if not seen[situation]]


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("companion.games.venedig.rules.track.PRICE", 4),
        ("companion.games.venedig.rules.kinds.FIXED", {"casa": 1, "basilica": 6}),
        ("companion.games.venedig.rules.gold.MOST_DRAINED", 3),
        ("companion.games.venedig.rules.hand.MOST_KINDS", 3),
        ("companion.games.venedig.rules.hand.HAND", 4),
        ("companion.games.venedig.rules.flow.DEALT", 4),
    ],
)
def test_the_auditor_notices_a_wrong_number(where: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, wrong)
    assert any(is_noticed(habit, table) for table in reversed(range(len(TABLES))) for habit in HABITS)


def is_noticed(habit: str, table: int) -> bool:
    players, options = TABLES[table]
    rng = Random(f"{habit} {table}")
    try:
        play(Auditor(referee("venedig", players, seed=table, **options)), HABITS[habit](rng))
    except Disagreement:
        return True
    return False
