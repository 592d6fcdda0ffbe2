"""Games of Venezia by simulated players, every step checked against the naive game."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from companion import games
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import NAMES, seat_table
from tests.games.auditing import Disagreement
from tests.games.venezia.audit import Auditor
from tests.games.venezia.naive import ACTIONS
from tests.games.venezia.players import (
    Actor,
    Breeder,
    Catcher,
    Idler,
    Player,
    Settler,
    Start,
    brink,
    dying,
    empty,
    midway,
    short,
)

pytestmark = pytest.mark.xdist_group("audit of venezia")


class Season(NamedTuple):
    """A number of games by players with a habit, each of at most this many answers."""

    habit: type[Player]
    start: Start
    games: int
    most: int
    drifts: bool = False
    """Whether the table keeps making corrections as it plays."""


SEASONS = {
    "random": Season(Player, empty, 8, 120),
    "breeding": Season(Breeder, short, 6, 110),
    "catching": Season(Catcher, midway, 8, 90),
    "acting": Season(Actor, midway, 16, 120),
    "settling": Season(Settler, midway, 12, 120),
    "brink": Season(Settler, brink, 24, 60),
    "dying": Season(Idler, dying, 40, 60),
    "drifting": Season(Actor, midway, 10, 100, drifts=True),
}


def new_game(name: str, number: int, rng: Random) -> Referee:
    """Set a table; over a season, all its variations come up."""
    kit = games.find("venezia")
    drawn = [option for option in kit.game.all_options() if option.name != "supply"]
    options = {option.name: rng.choice(option.values) for option in drawn}
    options["supply"] = "common" if number % 6 == 5 else "births"
    options["plates"] = ("device", "table")[number % 2]
    options["piazza"] = "mapped" if number % 4 < 3 or name == "catching" else "counted"
    blocked = rng.choice(([], ["F3"], ["A1", "D5", "D6"]))
    seats = seat_table(NAMES[: 2 + number % 3], kit.game.colours)
    layout = kit.layout().corrected("blocked", blocked)
    return Referee(kit.game, kit.game.set_table(seats, options, layout), random_urn(rng))


def play(auditor: Auditor, season: Season, rng: Random) -> None:
    """Play one game, every step of it audited."""
    referee, player = auditor.referee, season.habit(rng, auditor.referee)
    for place, value in season.start(rng, auditor.naive.seats, auditor.naive.mapped):
        blocked = referee.table.layout["blocked"]
        fitting = [one for one in value if one not in blocked] if isinstance(value, list) else value
        auditor.correct(place, fitting)
    begun = len(referee.entries)
    while referee.open and len(referee.entries) - begun < season.most:
        if season.drifts and rng.random() < 0.2:
            place, correction = rng.choice(list(referee.game.corrections().items()))
            auditor.correct(place, correction.choice.sample(rng))
            continue
        seat = rng.choice(list(referee.open))
        auditor.answer(seat, player.answer(referee.open[seat]))


@cache
def audited(name: str) -> tuple[Counter[str], list[str]]:
    """Play a season; return the situations that came up, and the disagreements."""
    season = SEASONS[name]
    seen: Counter[str] = Counter()
    wrong = []
    for number in range(season.games):
        rng = Random(f"{name} {number}")
        auditor = Auditor(new_game(name, number, rng))
        try:
            play(auditor, season, rng)
        except Disagreement as disagreement:
            wrong.append(f"game {number}: {disagreement}")
        seen += auditor.seen
    return seen, wrong


@pytest.mark.rule(
    *("VEZ.K1", "VEZ.K2", "VEZ.K4", "VEZ.K5", "VEZ.K6", "VEZ.S1", "VEZ.S2", "VEZ.P1", "VEZ.P2", "VEZ.Z1", "VEZ.Z4"),
    *("VEZ.M1", "VEZ.M2", "VEZ.M3", "VEZ.M4", "VEZ.C1", "VEZ.C2", "VEZ.C3", "VEZ.X4", "VEZ.X5", "VEZ.Y6"),
)
@pytest.mark.parametrize("name", SEASONS)
def test_every_step_follows_the_rules(name: str) -> None:
    _, wrong = audited(name)
    assert not wrong, "\n".join(wrong)


SITUATIONS = {
    "VEZ.P1": ("P1 action planned",),
    "VEZ.P2": ("P2 nothing laid", "P2 from the stock"),
    "VEZ.P3": ("P3 limits", "P3 a plate too full for the Piazza"),
    "VEZ.Z1": ("Z1 piazza", "Z1 feint"),
    "VEZ.Z2": ("Z2 a pigeon stands on the tourist", "Z2-Z3 tourist spun again"),
    "VEZ.Z3": ("Z3 hunter on a tourist", "Z2-Z3 hunter spun again"),
    "VEZ.Z4": ("Z4 swept",),
    "VEZ.M1": ("M1 moved", "M1 jumped"),
    "VEZ.C1": ("C1 caught", "C1 two at once", "C1 spared on a diagonal"),
    "VEZ.C3": ("C3 on a tourist", "C3 fewer by the pigeon"),
    "VEZ.C4": ("C4 born", "C4 the stock runs out"),
    "VEZ.X1": ("X1 the lowest of several acts", "X1 tied, none acts"),
    "VEZ.X2": ("X2 reunion",),
    "VEZ.X3": ("X3 homed",),
    "VEZ.X4": tuple(f"X4 {card}" for card in ACTIONS if card != "reunion"),
    "VEZ.A1": ("A1 moved",),
    "VEZ.A3": ("A3 in a district",),
    "VEZ.A4": ("A4 poisoned",),
    "VEZ.A6": ("A6 a district unscored", "A6 San Giorgio unscored"),
    "VEZ.A7": ("A7 purged a colour", "A7 purged grey"),
    "VEZ.A8": ("A8 all replaced", "A8 too few"),
    "VEZ.Y1": ("Y1 three points", "Y1 foreign home"),
    "VEZ.Y2": ("Y2 took back",),
    "VEZ.Y3": ("Y3 recovered 1", "Y3 recovered 2"),
    "VEZ.Y4": ("Y4 grey decides",),
    "VEZ.Y5": ("Y5 a tie", "Y5 San Giorgio hunted", "Y5 grey hunted", "Y5 the bird's zone too"),
    "VEZ.E1": ("VEZ.E1 won", "VEZ.E1 shared"),
    "VEZ.E2": ("VEZ.E2 won", "E2 beats E1"),
    "VEZ.E3": (
        "VEZ.E3 won",
        "VEZ.E3 shared",
        "E3 only a card can bring one back",
        "E3 only San Michele can give one back",
    ),
    "VEZ.V3": ("A3 in San Giorgio",),
}
"""The situations that must have come up, by rule."""


@pytest.mark.parametrize(
    "situations",
    [pytest.param(each, marks=pytest.mark.rule(rule), id=rule) for rule, each in SITUATIONS.items()],
)
def test_rare_situations_came_up(situations: tuple[str, ...]) -> None:
    seen = sum((audited(name)[0] for name in SEASONS), Counter())
    assert not [situation for situation in situations if not seen[situation]]


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("companion.games.venezia.rules.count.RECOVERED", 3),
        ("companion.games.venezia.rules.scoring.FOREIGN", 5),
        ("companion.games.venezia.rules.scoring.DISTRICTS_TO_WIN", 6),
        ("companion.games.venezia.rules.actions.MOST_GREY", 2),
        ("companion.games.venezia.rules.piazza.PIAZZA_MOST", 9),
        ("companion.games.venezia.rules.planning.PIAZZA_MOST", 11),
    ],
)
def test_the_auditor_notices_a_wrong_number(where: str, wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, wrong)
    assert any(is_noticed(name, number) for name in ("acting", "brink", "settling") for number in range(8))


def is_noticed(name: str, number: int) -> bool:
    rng = Random(f"{name} {number}")
    try:
        play(Auditor(new_game(name, number, rng)), SEASONS[name], rng)
    except Disagreement:
        return True
    return False
