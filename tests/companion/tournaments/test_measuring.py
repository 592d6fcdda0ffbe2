"""Better numbers and other readings: only what is beyond luck counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.game import Outcome, Table
from companion.players import RANDOM, Player
from companion.referee import Referee
from companion.tournaments import rulings, tuning
from companion.tournaments import tournament as tournaments
from companion.tournaments.rulings import FIRST, PlayedGame, compare_readings, play_steadily, rulings_of
from companion.tournaments.tournament import Entrant, TournamentResult, tournament
from companion.tournaments.tuning import tune
from tests.tables import table

RIALTO = games.find("rialto").game


def test_a_number_is_changed_only_if_that_wins_beyond_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this world the first number should be as large as possible, and no other matters."""
    adviser = RIALTO.adviser
    assert adviser is not None
    first, second, *_ = adviser.numbers._fields
    played = []

    def judged(kind: Any, table: Table, players: Sequence[Player], *, games: int, seed: int) -> TournamentResult:
        tried, usual = (getattr(player.adviser.numbers, first) for player in players if player.adviser)
        played.append(games)
        return TournamentResult([Entrant("tried", games, games * (1.0 if tried > usual else 0.4))])

    monkeypatch.setattr(tuning, "tournament", judged)
    trials = tune(RIALTO, table("rialto", 2), adviser, games=100, seed=1)
    (larger, won), (still, lost), (same, other) = (next(trials) for _ in range(3))
    assert (won.name, won.better, won.share) == (first, True, 1.0)
    assert getattr(larger.numbers, first) == won.after > won.before
    assert (lost.name, lost.better, lost.before, still) == (first, False, won.after, larger)
    assert (other.name, other.better, same) == (second, False, larger)
    assert played == [25, 75, 25, 25], "what fails at first is given up"
    weighing = [worth for worth in adviser.numbers if worth]
    assert len(list(trials)) == 2 * len(weighing) - 3, "each number both ways, but for those that weigh nothing"


def test_readings_are_compared_over_the_same_urns(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this world the other reading makes every second game two answers longer, and never moves a point."""
    option = next(one for one in rulings_of(RIALTO) if one.name == "score_floor")
    tables = {value: table("rialto", 2, score_floor=value) for value in option.values}
    urns: dict[str, list[bytes]] = {value: [] for value in option.values}

    def judged(kind: Any, table: Table, secret: bytes) -> PlayedGame:
        reading = table.options[option.name]
        longer = 2 * (reading != option.default and len(urns[reading]) % 2)
        urns[reading].append(secret)
        return PlayedGame(range(9 + longer), {"length": 9.0 + longer, "points": 5.0})

    steps: list[None] = []
    monkeypatch.setattr(rulings, "play_steadily", judged)
    (found,) = compare_readings(RIALTO, option, tables, games=40, seed=1, progress=lambda: steps.append(None))
    usual, other = urns.values()
    assert usual == other
    assert len(set(usual)) == 40
    assert len(steps) == 80
    assert (found.reading, found.other) == (next(one for one in option.values if one != option.default), 20)
    length, points = found.effects
    assert (length.before, length.after, length.change, length.is_certain) == (9.0, 10.0, 1.0, True)
    assert (points.change, points.is_certain) == (0.0, False)
    assert replace(found, games=40).to_json()["other"]["games"] == 20


@pytest.mark.parametrize("name", games.names())
def test_the_starter_is_the_seat_that_began_and_not_the_first(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this world whoever begins, as everyone is told, always wins: tournaments and rulings measure that."""
    kind = games.find(name).game
    began = []

    def beginner_wins(judge: Referee, players: Any, chance: Any) -> dict[int, list[float]]:
        while not (told := [tell for tell in judge.game.tells if tell.key in ("first", "round")]):
            seat = next(iter(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(chance))
        began.append(told[0].facts["seat"])
        judge.run.outcome = Outcome([[began[-1]], [seat for seat in judge.game.seats if seat != began[-1]]], "")
        return {seat: [0.1] for seat in judge.game.seats}

    monkeypatch.setattr(tournaments, "play_to_end", beginner_wins)
    monkeypatch.setattr(rulings, "play_to_end", beginner_wins)
    setting = table(name, max(kind.players), **(kind.adviser.needs if kind.adviser else {}))
    players = [Player(None, RANDOM)] * len(setting.seats)
    standing = tournament(kind, setting, players, games=4 * len(players), seed=1)
    assert standing.first == 4 * len(players)
    assert len(set(began)) > 1
    assert {play_steadily(kind, setting, bytes([number] * 32)).figures[FIRST] for number in range(9)} == {1.0}
