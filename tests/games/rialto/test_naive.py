"""Games of Rialto by simulated players, every step checked against the naive auditor.

Some players answer at random; others have habits that make rare situations likely: hoarding, spending, crowding the
map. A test makes sure that every rare situation did come up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Pick, Several, Sheet, Spread
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import seat_table
from companion.steps import Decision
from tests.games.auditing import Disagreement
from tests.games.rialto.naive import Auditor, counts_as, read

pytestmark = pytest.mark.xdist_group("audit of rialto")

NAMES = ["Anna", "Ben", "Cleo", "Dario", "Elena"]


class Habit:
    """Answers for all seats: plays a few cards in each stage, and otherwise at random."""

    most = 3

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def answer(self, decision: Decision) -> Any:
        choice = decision.choice
        if isinstance(choice, Sheet):
            cells = {row: list(cells["played"].legal()) for row, cells in choice.rows.items()}
            return {row: {"played": self.play(decision, options)} for row, options in cells.items()}
        if decision.key == "play":
            return self.play(decision, list(choice.legal()))
        if isinstance(choice, Pick):
            return self.pick(decision, choice.options)
        assert isinstance(choice, Several | Spread)
        return choice.sample(self.rng)

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        """Mostly play few cards and no building, to save some for later stages."""
        modest = [one for one in options if (counts_as(*read(one)) or 0) <= self.most]
        calm = [one for one in modest if "*" not in one]
        return self.rng.choice(calm if self.rng.random() < 0.7 else modest)

    def pick(self, decision: Decision, options: Sequence[Any]) -> Any:
        if decision.key == "convert" and "J" in options:
            return "J"
        return self.rng.choice(options)


class Hoarder(Habit):
    """Plays nothing and keeps every card allowed, so that the cards run out."""

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        return "0"


class Builder(Habit):
    """Saves cards for stage C and gold for buildings, which it uses whenever it can."""

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        if decision.facts["card"] in "BC":
            return max(options, key=lambda one: (counts_as(*read(one)) or 0, self.rng.random()))
        return self.rng.choice([one for one in options if (counts_as(*read(one)) or 0) <= 1])

    def pick(self, decision: Decision, options: Sequence[Any]) -> Any:
        some = [one for one in options if one != "none"]
        return super().pick(decision, some or options)


class Senator(Builder):
    """Gathers more councillors than there are, and crowds the map with them."""

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        if decision.facts["card"] in "EF":
            return max(options, key=lambda one: (counts_as(*read(one)) or 0, self.rng.random()))
        return "0"


class Miser(Habit):
    """Takes gold and keeps it, so that the supply runs short, and mostly passes, so that hands grow."""

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        if decision.facts["card"] == "B":
            return max(options, key=lambda one: (counts_as(*read(one)) or 0, self.rng.random()))
        return "0" if self.rng.random() < 0.8 else super().play(decision, options)

    def pick(self, decision: Decision, options: Sequence[Any]) -> Any:
        if decision.key == "activate" and self.rng.random() < 0.7:
            greens = [one for one in options if one in ("green-2", "green-3", "green-4")]
            return self.rng.choice(greens or ["none"])
        return super().pick(decision, options)


class Courtier(Habit):
    """Runs along the Doge track with everything available."""

    def play(self, decision: Decision, options: Sequence[str]) -> str:
        if decision.facts["card"] in "AC":
            return max(options, key=lambda one: (counts_as(*read(one)) or 0, self.rng.random()))
        return self.rng.choice(options)

    def pick(self, decision: Decision, options: Sequence[Any]) -> Any:
        wanted = [one for one in options if one in ("blue-3", "blue-1", "yellow-1", "later")]
        return self.rng.choice(wanted or options)


HABITS = {
    "random": Habit,
    "builder": Builder,
    "senator": Senator,
    "miser": Miser,
    "hoarder": Hoarder,
    "courtier": Courtier,
}
TABLES = [*product((2, 3, 4, 5), ("device", "table"), ("without",)), *product((2,), ("device", "table"), ("with",))]
GAMES = 2


def board(rng: Random) -> Layout:
    """Return our layout, or now and then an owner's with a shorter Doge track."""
    layout = games.find("rialto").layout()
    return layout.corrected("doge_track", 14) if rng.random() < 0.5 else layout


def new_game(players: int, cards: str, neutral: str, rng: Random) -> Referee:
    kit = games.find("rialto")
    options = {"cards": cards, "neutral": neutral, "score_floor": rng.choice(("zero", "none"))}
    options |= {f"draw.{one}": rng.choice(("device", "table")) for one in kit.game.randomisers}
    options["big_allowance"] = "free" if players == 3 else "four-first"
    seats = seat_table(NAMES[:players], kit.game.colours)
    return Referee(kit.game, kit.game.set_table(seats, options, board(rng)), random_urn(rng))


def play(auditor: Auditor, player: Habit) -> None:
    """Play a whole game, every step of it audited."""
    while auditor.referee.open:
        seat = player.rng.choice(list(auditor.referee.open))
        auditor.answer(seat, player.answer(auditor.referee.open[seat]))


@cache
def audited(habit: str, players: int, cards: str, neutral: str) -> tuple[Counter[str], list[str]]:
    """Play whole games at such a table. Return the situations that came up, and all disagreements."""
    seen: Counter[str] = Counter()
    wrong = []
    for game in range(GAMES):
        rng = Random(f"{habit} {players} {cards} {neutral} {game}")
        auditor = None
        try:
            auditor = Auditor(new_game(players, cards, neutral, rng))
            play(auditor, HABITS[habit](rng))
        except Disagreement as disagreement:
            wrong.append(f"game {game}: {disagreement}")
        seen += auditor.naive.seen if auditor else Counter()
    return seen, wrong


@pytest.mark.rule(
    *("RIA.K1", "RIA.K2", "RIA.K3", "RIA.S1", "RIA.S7", "RIA.T1", "RIA.T2", "RIA.I2", "RIA.I3", "RIA.I5", "RIA.P1"),
    *("RIA.P2", "RIA.P3", "RIA.P4", "RIA.P5", "RIA.P6", "RIA.J1", "RIA.X1", "RIA.X2", "RIA.X3", "RIA.Z1", "RIA.Z2"),
    *("RIA.Z3", "RIA.Z4", "RIA.N1", "RIA.N3", "RIA.N5"),
)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
@pytest.mark.parametrize("habit", HABITS)
def test_every_step_follows_the_rules(habit: str, table: tuple[int, str, str]) -> None:
    _, wrong = audited(habit, *table)
    assert not wrong, "\n".join(wrong)


SITUATIONS = {
    "RIA.K7": ("K7 already at the end",),
    "RIA.S1": ("draw.turn by the table",),
    "RIA.S2": ("draw.bridge by the table",),
    "RIA.S3": ("draw.first by the table",),
    "RIA.I2": ("I2 shuffled", "I2 all empty"),
    "RIA.P1": ("P1 another is first",),
    "RIA.P4": ("P4 nobody played", "P4 tie"),
    "RIA.J1": ("J1 a pair",),
    "RIA.J2": ("J2 a joker converted", "J2 yellow 3 in the pair"),
    "RIA.B1": ("B1 coins short",),
    "RIA.C2": ("C2 above four", "C2 a single lower one"),
    "RIA.C3": ("C3 made room",),
    "RIA.D1": ("D1 not below 0",),
    "RIA.E1": ("E1 lacking",),
    "RIA.E2": ("E2 none in the general supply", "E2 moved one"),
    "RIA.F1": ("F1 brought",),
    "RIA.G1": ("G1 in E", "G1 in F"),
    "RIA.X1": ("used green-1", "used green-2", "used green-3", "used green-4"),
    "RIA.X2": ("used yellow-1", "used yellow-2", "used yellow-3", "used yellow-4", "X2 plays late"),
    "RIA.X3": ("used blue-1", "used blue-2", "used blue-3", "used blue-4", "X3 upgrades itself"),
    "RIA.N5": ("N5 bridge", "N5 gondola"),
    "RIA.N6": ("N6 turned for nobody",),
}
"""Situations that must have come up, by rule."""


@pytest.mark.parametrize(
    "situations",
    [pytest.param(each, marks=pytest.mark.rule(rule), id=rule) for rule, each in SITUATIONS.items()],
)
def test_rare_situations_came_up(situations: tuple[str, ...]) -> None:
    seen = sum((audited(habit, *table)[0] for habit in HABITS for table in TABLES), Counter())
    assert not [situation for situation in situations if not seen[situation]]


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("companion.games.rialto.rules.tiles.BANK", 4),
        ("companion.games.rialto.rules.hands.FROM_THE_PILE", 3),
        ("companion.games.rialto.rules.hands.INSTEAD", 2),
        ("companion.games.rialto.rules.hands.KEEP_MORE", {1: 0, 2: 1, 3: 1, 4: 1}),
        ("companion.games.rialto.rules.buildings.PLACES", 6),
        ("companion.games.rialto.rules.buildings.BEST", 3),
    ],
)
def test_auditor_notices_wrong_number(where: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, wrong)
    assert any(is_noticed(habit, players) for habit in ("builder", "random", "senator") for players in (2, 3, 5))


def is_noticed(habit: str, players: int) -> bool:
    rng = Random(f"{habit} {players}")
    try:
        play(Auditor(new_game(players, "device", "without", rng)), HABITS[habit](rng))
    except Disagreement:
        return True
    return False
