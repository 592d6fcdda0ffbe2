"""Rounds seat people of like score with new people, fairly, and as the urn draws them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from companion.club.book import Book
from companion.club.evening import draw_round
from companion.club.results import Result
from companion.club.rounds import (
    EXACT,
    FIRST_PAIRING,
    GAP,
    MET,
    PAIRING,
    PLAYED_EXACT,
    EveningSoFar,
    Meeting,
    Round,
    next_round,
    table_sizes,
)
from companion.club.standings import standings
from companion.referee.simulation import random_urn

GAMES = [("doge", (3, 4)), ("doge", (3, 4)), ("rialto", (2, 3, 4, 5))]


def cost(evening: EveningSoFar, drawn: Round) -> float:
    """Add up what a round costs, in another way than the program does."""
    total = 0.0
    for meeting in drawn.meetings:
        for one, other in combinations(meeting.people, 2):
            gap = abs(evening.points[one] - evening.points[other]) / GAP
            total += gap**2 + MET * evening.met[frozenset((one, other))] ** 2
        total += PLAYED_EXACT / EXACT * sum(evening.played[name, meeting.game] for name in meeting.people)
    return total


def swapped(drawn: Round) -> list[Round]:
    """Return every round that differs from this one by one swap of two people."""
    found = []
    for (here, one), (there, other) in combinations(enumerate(drawn.meetings), 2):
        for name in one.people:
            for partner in other.people:
                meetings = list(drawn.meetings)
                meetings[here] = Meeting(one.game, tuple(partner if who == name else who for who in one.people))
                meetings[there] = Meeting(other.game, tuple(name if who == partner else who for who in other.people))
                found.append(Round(meetings, drawn.sitting_out))
    return found


def evening_of(people: list[str], rounds: int, seed: int) -> tuple[EveningSoFar, list[Round]]:
    """Play an evening at random."""
    rng, urn = Random(seed), random_urn(Random(seed))
    points = dict.fromkeys(people, 0)
    evening, drawn = EveningSoFar(points), []
    for number in range(1, rounds + 1):
        drawn.append(next_round(evening, urn, number, people, GAMES))
        evening.note(drawn[-1])
        for meeting in drawn[-1].meetings:
            for name in meeting.people:
                points[name] += rng.choice((0, 12, 24))
    return evening, drawn


@pytest.mark.parametrize("seed", range(5))
def test_no_single_swap_would_make_a_round_better(seed: int) -> None:
    people = [f"P{number}" for number in range(12)]
    evening, _ = evening_of(people, 3, seed)
    drawn = next_round(evening, random_urn(Random(seed)), 4, people, GAMES)
    assert cost(evening, drawn) <= min(cost(evening, other) for other in swapped(drawn)) + 1e-6


def test_shaken_tables_are_better_than_the_first_that_were_found() -> None:
    people, costs = [f"P{number}" for number in range(30)], []
    for seed in range(4):
        evening, _ = evening_of(people, 4, seed)
        urn, games = random_urn(Random(seed)), GAMES * 3
        ways = [next_round(evening, urn, 5, people, games, pairing=way) for way in (FIRST_PAIRING, PAIRING)]
        assert ways[0].sitting_out == ways[1].sitting_out
        costs.append([cost(evening, drawn) for drawn in ways])
    first, shaken = zip(*costs, strict=True)
    assert sum(shaken) < 0.9 * sum(first), costs


def test_everyone_plays_at_a_table_of_an_allowed_size_or_sits_out() -> None:
    for number in range(2, 20):
        people = [f"P{n}" for n in range(number)]
        drawn = next_round(EveningSoFar(dict.fromkeys(people, 0)), random_urn(Random(number)), 1, people, GAMES)
        seated = [name for meeting in drawn.meetings for name in meeting.people]
        assert sorted([*seated, *drawn.sitting_out]) == sorted(people)
        assert all(len(meeting.people) in dict(GAMES)[meeting.game] for meeting in drawn.meetings)


def test_nobody_sits_out_twice_before_everyone_has_once() -> None:
    people = [f"P{number}" for number in range(15)]
    _, rounds = evening_of(people, 8, seed=3)
    sat_out: Counter[str] = Counter()
    for drawn in rounds:
        assert drawn.sitting_out
        sat_out.update(drawn.sitting_out)
        assert max(sat_out.values()) - min(sat_out[name] for name in people) <= 1


def test_people_meet_new_people_while_there_are_any() -> None:
    people, urn, rounds = [f"P{number}" for number in range(24)], random_urn(Random(1)), list[Round]()
    evening = EveningSoFar(dict.fromkeys(people, 0))
    for number in range(1, 5):
        rounds.append(next_round(evening, urn, number, people, [("doge", (3,))] * 8))
        evening.note(rounds[-1])
    met = Counter(frozenset(pair) for drawn in rounds for m in drawn.meetings for pair in combinations(m.people, 2))
    assert max(met.values()) == 1


def test_a_round_follows_from_its_urn_alone() -> None:
    people = [f"P{number}" for number in range(12)]
    fresh = EveningSoFar(dict.fromkeys(people, 0))
    drawn = [
        next_round(fresh, random_urn(Random(seed)), 1, order, GAMES)
        for seed, order in ((1, people), (1, people[::-1]))
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0] != next_round(fresh, random_urn(Random(2)), 1, people, GAMES)


def test_tables_are_filled_evenly_and_none_with_too_few() -> None:
    assert table_sizes([(2, 3, 4), (2, 3, 4), (2, 3, 4)], 8) == [3, 3, 2]
    assert table_sizes([(3, 4), (3, 4)], 2) == [0, 0]
    assert table_sizes([(2, 4)], 3) == [2]


def test_sitting_out_counts_as_beating_half_of_a_table() -> None:
    result = Result("1", "rialto", "", ("Anna", "Ben"), (9, 5), ([1], [2]), won=True)
    found = {
        one.name: (one.place, one.points, one.games) for one in standings(["Anna", "Ben", "Cleo"], [result], ["Cleo"])
    }
    assert found == {"Anna": (1, 24, 1), "Cleo": (2, 12, 0), "Ben": (3, 0, 1)}
    late = standings(["Anna", "Ben", "Dora"], [result], ["Cleo"])
    assert late[-1].points == 0, "whoever comes late has sat out nothing"


def won(number: int, *people: str) -> Result:
    """Return a game in which people came in in this order."""
    places = [[seat] for seat in range(1, len(people) + 1)]
    return Result(f"{number}", "rialto", "", people, [0] * len(people), places, won=True, at=number)


@pytest.mark.parametrize(
    ("results", "ranked"),
    [
        (
            [won(1, "Ben", "Cleo"), won(2, "Dario", "Anna", "Elena"), won(3, "Elena", "Anna", "Dario")],
            ["Ben", "Anna"],
        ),
        ([won(1, "Anna", "Dario"), won(2, "Ben", "Cleo"), won(3, "Cleo", "Elena")], ["Ben", "Anna"]),
        ([won(1, "Anna", "Ben"), won(2, "Ben", "Anna")], ["Ben", "Anna"]),
    ],
    ids=["wins", "opponents", "latest"],
)
def test_ties_are_broken_by_wins_opponents_and_the_last_game(results: list[Result], ranked: list[str]) -> None:
    found = {one.name: one for one in standings(["Anna", "Ben", "Cleo", "Dario", "Elena"], results)}
    assert found["Anna"].points == found["Ben"].points
    assert sorted(["Anna", "Ben"], key=lambda name: found[name].place) == ranked
    assert found["Anna"].place != found["Ben"].place


def test_late_comers_are_seated_and_whoever_left_is_not(tmp_path: Path) -> None:
    book = Book(tmp_path / "hall.sqlite")
    first = draw_round(book, ["Anna", "Ben", "Cleo", "Dario"], [("doge", (3,))], at=1)
    (sat_out,) = first.sitting_out
    stay = [name for name in ("Anna", "Ben", "Cleo", "Dario") if name != sat_out][:2]
    second = draw_round(book, [*stay, sat_out, "Elena"], [("doge", (3,))], at=2)
    seated = {name for meeting in second.meetings for name in meeting.people}
    assert seated | set(second.sitting_out) == {*stay, sat_out, "Elena"}
    assert sat_out in seated, "nobody sits out twice before everyone has once"
    book.close()


def test_tables_of_one_size_change_games_before_anyone_plays_one_again() -> None:
    people = ["Anna", "Ben", "Cleo", "Dario"]
    evening = EveningSoFar({"Anna": 48, "Ben": 48, "Cleo": 0, "Dario": 0})
    evening.played.update({("Anna", "doge"): 1, ("Ben", "doge"): 1, ("Cleo", "rialto"): 1, ("Dario", "rialto"): 1})
    drawn = next_round(evening, random_urn(Random(1)), 2, people, [("doge", (2,)), ("rialto", (2,))])
    assert {(meeting.game, *sorted(meeting.people)) for meeting in drawn.meetings} == {
        ("rialto", "Anna", "Ben"),
        ("doge", "Cleo", "Dario"),
    }
