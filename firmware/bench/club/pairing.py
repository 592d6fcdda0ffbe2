"""Rounds for 200 people, beside a random and a greedy pairing: who meets again, how far apart, who sits out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from statistics import fmean

from companion import games
from companion.club.results import Result
from companion.club.rounds import EveningSoFar, Meeting, Round, draw_order, next_round, table_sizes
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from firmware.bench.figures import Cell, FigureTable, ratio, share

PEOPLE, ROUNDS, SEEDS = 200, 8, 5
"""People, rounds of an evening, and evenings of which the figures are the average."""
TABLES_FOR_HUNDRED = 22
"""Tables for a hundred people: the games seat 97 of them, and the others sit out."""

Games = Sequence[tuple[str, Sequence[int]]]
Pairing = Callable[[EveningSoFar, Urn, int, Sequence[str], Games], Round]


def at_random(_: EveningSoFar, urn: Urn, number: int, people: Sequence[str], tables: Games) -> Round:
    """Return a round in an order that the urn draws, and no more."""
    return _seated(draw_order(urn, number, people), people, tables)


def greedy(evening: EveningSoFar, urn: Urn, number: int, people: Sequence[str], tables: Games) -> Round:
    """Return a round in which each table in turn takes those who are left and cost it least."""
    left = sorted(draw_order(urn, number, people), key=lambda name: -evening.points.get(name, 0))
    order: list[str] = []
    for size in table_sizes([counts for _, counts in tables], len(people)):
        table = [left.pop(0)]
        while len(table) < size:
            nearest = min(left, key=lambda name: sum(evening.cost_of_pair(name, other) for other in table))
            left.remove(nearest)
            table.append(nearest)
        order += table
    return _seated(order + left, people, tables)


def fair_greedy(evening: EveningSoFar, urn: Urn, number: int, people: Sequence[str], tables: Games) -> Round:
    """Return a greedy round among those whose turn it is to play: whoever has sat out least sits out, as in ours."""
    seats = sum(table_sizes([counts for _, counts in tables], len(people)))
    order = sorted(draw_order(urn, number, people), key=lambda name: evening.sat_out[name])
    playing, sitting_out = order[len(order) - seats :], order[: len(order) - seats]
    return Round(greedy(evening, urn, number, playing, tables).meetings, sitting_out)


def _seated(order: Sequence[str], people: Sequence[str], tables: Games) -> Round:
    meetings, rest = [], list(order)
    for (game, _), size in zip(tables, table_sizes([counts for _, counts in tables], len(people)), strict=True):
        meetings.append(Meeting(game, tuple(rest[:size])))
        rest = rest[size:]
    return Round(meetings, rest)


def measure(effort: float = 1) -> list[FigureTable]:
    people, rounds = share(PEOPLE, effort, least=20), share(ROUNDS, effort, least=2)
    seeds = share(SEEDS, effort, least=1)
    ways: dict[str, Pairing] = {
        "ours": next_round,
        "greedy": greedy,
        "greedy, fair": fair_greedy,
        "random": at_random,
    }
    rows: list[dict[str, Cell]] = [
        {"pairing": name, **_average([play_evening(way, people, rounds, seed) for seed in range(seeds)])}
        for name, way in ways.items()
    ]
    for row in rows:
        took, beside = row["ms a round"], rows[-1]["ms a round"]
        assert isinstance(took, float)
        assert isinstance(beside, float)
        row["time over random"] = ratio(took, beside)
    meaning = (
        f"{people} people play {rounds} rounds at tables of all games, and some sit out; "
        f"{seeds} such evenings on average. "
        "They have strengths of their own, and a game goes by them and by luck. Met again: pairs at a table that had "
        "met before. Game again: people at a game that they have played that evening. Gap: the points between the "
        "first and the last at a table when they sit down, on average; a game won is 24. Greedy lets the same people "
        "sit out again and again, the last ones; made fair, it has some meet again instead."
    )
    return [FigureTable("Rounds of an evening", meaning, rows)]


def _average(evenings: Sequence[dict[str, float]]) -> dict[str, Cell]:
    return {figure: round(fmean(one[figure] for one in evenings), 1) for figure in evenings[0]}


def play_evening(way: Pairing, people: int, rounds: int, seed: int) -> dict[str, float]:
    rng = Random(seed)
    names = [f"P{n}" for n in range(people)]
    strength = {name: rng.gauss(0, 1) for name in names}
    offered = [(name, games.find(name).game.players) for name in games.names()]
    tables = [offered[n % len(offered)] for n in range(max(2, people * TABLES_FOR_HUNDRED // 100))]
    points: Counter[str] = Counter()
    evening, urn = EveningSoFar(points), random_urn(rng)
    again, same_game, gaps, spent = 0, 0, [], 0.0
    for number in range(1, rounds + 1):
        start = time.perf_counter()
        drawn = way(evening, urn, number, names, tables)
        spent += time.perf_counter() - start
        for meeting in drawn.meetings:
            same_game += sum(evening.played[name, meeting.game] > 0 for name in meeting.people)
            again += sum(evening.met[frozenset(pair)] > 0 for pair in combinations(meeting.people, 2))
            before = [points[name] for name in meeting.people]
            gaps.append(max(before) - min(before))
        evening.note(drawn)
        for meeting in drawn.meetings:
            result = play(meeting, strength, rng)
            for seat in result.seats:
                points[result.in_seat(seat)] += result.points(seat)
    sat_out = [evening.sat_out[name] for name in names]
    return {
        "met again": again,
        "game again": same_game,
        "gap, points": fmean(gaps),
        "sat out, most": max(sat_out),
        "sat out, least": min(sat_out),
        "ms a round": 1000 * spent / rounds,
    }


def play(meeting: Meeting, strength: dict[str, float], rng: Random) -> Result:
    """Return how a game ended that went by strength and luck alike."""
    merit = {seat: strength[name] + rng.gauss(0, 1) for seat, name in enumerate(meeting.people, start=1)}
    places = [[seat] for seat in sorted(merit, key=lambda seat: -merit[seat])]
    return Result("", meeting.game, "", meeting.people, [0] * len(meeting.people), places, won=True)
