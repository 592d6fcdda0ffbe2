"""Games of Doge by simulated players, every step checked against the naive auditor.

Some players answer at random; others have habits that make rare situations likely: ties, full districts, empty
reserves, the last ring. Some games start in the middle. A test makes sure that every rare situation did come up.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.games.doge.rules.scoring import rank
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import seat_table
from tests.games.auditing import Disagreement
from tests.games.doge.naive import Auditor
from tests.games.doge.players import (
    Collector,
    Crowder,
    Eager,
    Hoarder,
    Mirror,
    Player,
    Rival,
    Start,
    brink,
    empty,
    midway,
    nearly_full,
    photo_finish,
)

pytestmark = pytest.mark.xdist_group("audit of doge")


class Season(NamedTuple):
    """A number of games by players of one habit, each of at most this many answers."""

    habit: type[Player]
    start: Start
    games: int
    most: int


SEASONS = {
    "random": Season(Player, empty, 1, 400),
    "eager": Season(Eager, empty, 1, 400),
    "hoarding": Season(Hoarder, midway, 4, 120),
    "mirrored": Season(Mirror, empty, 1, 200),
    "rivals": Season(Rival, midway, 2, 150),
    "brink": Season(Crowder, brink, 10, 50),
    "collecting": Season(Collector, empty, 1, 300),
    "nearly-full": Season(Eager, nearly_full, 12, 60),
    "photo-finish": Season(Eager, photo_finish, 5, 60),
}
TABLES = list(product((3, 4), ("device", "table"), ("nobody", "seat-order")))
NAMES = ["Anna", "Ben", "Cleo", "Dan"]


def new_game(players: int, ballots: str, full_district: str, rng: Random) -> Referee:
    """Start a game. At every other kind of table the players draw the order themselves."""
    drawn = "table" if (players == 3) == (full_district == "nobody") else "device"
    options = {
        "ballots": ballots,
        "full_district": full_district,
        "draw.order": drawn,
        "draw.first": rng.choice(("device", "table")),
    }
    kit = games.find("doge")
    seats = seat_table(NAMES[:players], kit.game.colours)
    return Referee(kit.game, kit.game.set_table(seats, options, kit.layout()), random_urn(rng))


def play(auditor: Auditor, season: Season, rng: Random) -> None:
    """Play one game, every step of it audited."""
    referee, player = auditor.referee, season.habit(rng)
    while not auditor.naive.year:
        auditor.answer(0, player.answer(referee.open[0]))
    for place, value in season.start(rng, auditor.naive.seats):
        auditor.correct(place, value)
    begun = len(referee.entries)
    while referee.open and len(referee.entries) - begun < season.most:
        seat = rng.choice(list(referee.open))
        auditor.answer(seat, player.answer(referee.open[seat]))


@cache
def audited(name: str, players: int, ballots: str, full_district: str) -> tuple[Counter[str], list[str]]:
    """Play a season at such a table. Return the situations that came up, and all disagreements."""
    season = SEASONS[name]
    seen: Counter[str] = Counter()
    wrong = []
    for game in range(season.games):
        rng = Random(f"{name} {players} {ballots} {full_district} {game}")
        auditor = Auditor(new_game(players, ballots, full_district, rng))
        try:
            play(auditor, season, rng)
        except Disagreement as disagreement:
            wrong.append(f"game {game}: {disagreement}")
        seen += auditor.seen
    return seen, wrong


@pytest.mark.rule(
    *("DOG.K1", "DOG.K2", "DOG.K3", "DOG.K4", "DOG.K5", "DOG.S1", "DOG.S2", "DOG.B2", "DOG.B3", "DOG.B4"),
    *("DOG.V1", "DOG.V2", "DOG.V4", "DOG.D5", "DOG.A1", "DOG.A4", "DOG.Q6", "DOG.P2", "DOG.E4"),
)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
@pytest.mark.parametrize("name", SEASONS)
def test_every_step_follows_the_rules(name: str, table: tuple[int, str, str]) -> None:
    _, wrong = audited(name, *table)
    assert not wrong, "\n".join(wrong)


SITUATIONS = {
    "DOG.B1": ("B1 3 laps", "B1 4 laps"),
    "DOG.B5": ("B5 without ballots",),
    "DOG.B6": ("B6 dead ballots",),
    "DOG.V1": ("draw.order by the table",),
    "DOG.V2": ("V2 advisor votes",),
    "DOG.V3": ("V3 a bluff of 0", "V3 advisor without ballot"),
    "DOG.V5": ("V5 nobody",),
    "DOG.D1": ("D1 takes control", "D1 abstains"),
    "DOG.D2": ("D2 runner-up",),
    "DOG.D3": ("D3 tie for first", "D3 advisor lost"),
    "DOG.D4": ("D4 tie for second",),
    "DOG.D5": ("D5 a third gets nothing", "D5 places none"),
    "DOG.K4": ("K4 reserve empty", "K4 reserve short"),
    "DOG.A1": ("A1 taken from another",),
    "DOG.A2": ("A2 no ring", "A2 has it, no ring needed"),
    "DOG.A3": ("A3 stays where it stood", "A3 to the Quarantia", "A3 to an area counted already"),
    "DOG.A5": ("A5 in", "A5 out", "A5 no house"),
    "DOG.Q1": ("Q1 winner and runner-up", "Q1 chooses which"),
    "DOG.Q2": ("Q2 may move",),
    "DOG.Q3": ("Q3 tie for first", "Q3 moves two"),
    "DOG.Q4": ("Q4 tie for second", "Q4 left over and lost"),
    "DOG.Q5": ("Q5 no runner-up", "Q5 left over and lost"),
    "DOG.P1": ("P1 built", "P1 built in another district"),
    "DOG.P2": ("P2 surplus stays", "P2 no palace left", "P2 district full"),
    "DOG.P3": ("P3 build between", "P3 house paid is placed again", "P3 one palace for one house"),
    "DOG.P4": (
        "P4 built together",
        "P4 built together by moves",
        "P4 one player, two districts",
        "P4 two districts, the last palace",
    ),
    "DOG.P5": ("P5 nobody builds", "P5 in seat order", "P5 few enough want to", "P5 in the Quarantia"),
    "DOG.P6": ("P6 declines", "P6 right again"),
    "DOG.E1": ("E1 next year",),
    "DOG.E2": ("E2 six districts", "E2 seven over five", "E2 eight over four"),
    "DOG.E3": ("E3 by palaces", "E3 by houses", "E3 draw"),
    "DOG.E4": ("E4 not from the first chair", "draw.first by the table"),
    "DOG.E5": ("E5 nobody can end it", "E5 few sites left, it goes on"),
}
"""Situations that must have come up, by rule."""


@pytest.mark.parametrize(
    "situations",
    [pytest.param(each, marks=pytest.mark.rule(rule), id=rule) for rule, each in SITUATIONS.items()],
)
def test_rare_situations_came_up(situations: tuple[str, ...]) -> None:
    seen = sum((audited(name, *table)[0] for name in SEASONS for table in TABLES), Counter())
    assert not [situation for situation in situations if not seen[situation]]


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("companion.games.doge.rules.pieces.RINGS", 5),
        ("companion.games.doge.rules.pieces.HOUSES", 16),
        ("companion.games.doge.rules.scoring.PALACES", 9),
        ("companion.games.doge.rules.flow.rank", lambda votes: (rank(votes)[0], ())),
        ("companion.games.doge.rules.flow.reaches_end", lambda palaces, districts: districts >= 6 or palaces >= 7),
        ("companion.games.doge.rules.flow.reaches_end", lambda palaces, districts: districts >= 6 or palaces >= 8),
    ],
)
def test_auditor_notices_wrong_rule(where: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, wrong)
    seasons = ("eager", "collecting", "nearly-full", "photo-finish")
    assert any(is_noticed(name, game) for name in seasons for game in range(SEASONS[name].games))


def is_noticed(name: str, game: int) -> bool:
    rng = Random(f"{name} {game}")
    try:
        play(Auditor(new_game(*TABLES[game % len(TABLES)], rng)), SEASONS[name], rng)
    except Disagreement:
        return True
    return False


@pytest.mark.rule("DOG.P3")
def test_houses_share_one_question_without_palaces() -> None:
    """Seat 1 has two houses there at price 3, but has built all eight palaces, so none can come between."""
    rng = Random(1)
    auditor = Auditor(new_game(4, "table", "nobody", rng))
    while not auditor.naive.year:
        auditor.answer(0, Player(rng).answer(auditor.referee.open[0]))
    for place, number in {"palaces.1.castello": 5, "palaces.1.dorsoduro": 3, "houses.1.san-polo": 2}.items():
        auditor.correct(place, number)
    others = {2: "castello", 3: "dorsoduro", 4: "san-marco"}
    sheet = {str(seat): {"area": area, "ballots": 4} for seat, area in others.items()}
    auditor.answer(0, {"1": {"area": "san-polo", "ballots": 4}, **sheet})
    while auditor.naive.area != "san-polo" or auditor.open[min(auditor.open)].key != "houses":
        seat = min(auditor.referee.open)
        auditor.answer(seat, Player(rng).answer(auditor.referee.open[seat]))
    assert auditor.open[1].legal == frozenset({0, 1, 2})
