"""Tables that played from the same urn, compared: seat by seat, and question by question where that is possible."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from companion.game import Final
from companion.ledger.record import Record, verify
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.refusal import Refusal
from companion.steps import Decision

LUCK = ("commitment", "stirred", "secret")
SAME_TABLE = ("game", "options", "layout")
"""Fields of the header that are equal in all records of the same luck at a like table."""


@dataclass(frozen=True)
class Placing:
    """One person: the score, and by how much it is above the average of that seat at all tables."""

    table: int
    seat: int
    name: str
    score: int
    above: Fraction


@dataclass(frozen=True)
class SameQuestion:
    """A question that was put to the same seat with the same legal answers at several tables, and what they said."""

    decision: Decision
    answers: Mapping[int, Any]
    """By table."""

    @property
    def differs(self) -> bool:
        return len({json.dumps(value, sort_keys=True) for value in self.answers.values()}) > 1


@dataclass(frozen=True)
class Comparison:
    """Tables that had the same luck."""

    game: str
    names: Sequence[Sequence[str]]
    """The names at each table."""
    placings: Sequence[Placing]
    """Everyone, the best with the same luck first."""
    questions: Sequence[SameQuestion]
    """Questions that can be compared, in the order of the game."""
    draws_alike: int
    """Draws of several tables that came out the same."""
    draws_apart: int
    """Draws of several tables out of other outcomes, because they had gone different ways before."""

    @property
    def different(self) -> list[SameQuestion]:
        """Return the questions that were answered differently."""
        return [question for question in self.questions if question.differs]

    def by_seat(self) -> dict[int, list[Placing]]:
        """Return the people of each seat, table by table."""
        seats = sorted({placing.seat for placing in self.placings})
        in_order = sorted(self.placings, key=lambda placing: placing.table)
        return {seat: [placing for placing in in_order if placing.seat == seat] for seat in seats}


def compare(records: Sequence[Record]) -> Comparison:
    """Compare finished games from the same urn; refuse any other. Every record is verified first."""
    if len(records) < 2:
        raise Refusal("too-few-records")
    for one, other in combinations(records, 2):
        _check_alike(one, other)
    played = [_replayed(record) for record in records]
    alike, apart = _count_draws(played)
    return Comparison(
        game=records[0].kind.name,
        names=[[seat.name for seat in record.table.seats] for record in records],
        placings=_placings(played),
        questions=_questions(played),
        draws_alike=alike,
        draws_apart=apart,
    )


def most_alike(records: Sequence[Record]) -> list[int]:
    """Return which records are of the same luck and table: the largest such group, all of them if none has two."""
    groups: dict[str, list[int]] = {}
    for number, record in enumerate(records):
        facts = [*(record.header[key] for key in (*LUCK, *SAME_TABLE)), len(record.table.seats)]
        groups.setdefault(json.dumps(facts, sort_keys=True), []).append(number)
    largest = max(groups.values(), key=len, default=[])
    return largest if len(largest) > 1 else [*range(len(records))]


def _check_alike(one: Record, other: Record) -> None:
    """Refuse two records of different luck or rules, and the same game twice."""
    if any(one.header[key] != other.header[key] for key in LUCK):
        raise Refusal("other-luck")
    if any(one.header[key] != other.header[key] for key in SAME_TABLE):
        raise Refusal("other-table")
    if len(one.table.seats) != len(other.table.seats):
        raise Refusal("other-table")
    if one.sealed == other.sealed and one.end == other.end:
        raise Refusal("same-record")


def _replayed(record: Record) -> Referee:
    verify(record)
    referee = record.replay()
    if referee.outcome is None:
        raise Refusal("still-running")
    return referee


def _final(referee: Referee) -> Final:
    final = referee.run.final
    assert final is not None, "only games that are over are compared"
    return final


def _placings(played: Sequence[Referee]) -> list[Placing]:
    """Return everyone, the furthest above the average of their seat first."""
    scores = [_final(referee).scores for referee in played]
    averages = [Fraction(sum(column), len(column)) for column in zip(*scores, strict=True)]
    placings = [
        Placing(table, seat.number, seat.name, scores[table][place], scores[table][place] - averages[place])
        for table, referee in enumerate(played)
        for place, seat in enumerate(referee.table.seats)
    ]
    return sorted(placings, key=lambda placing: (-placing.above, placing.name.casefold()))


def _questions(played: Sequence[Referee]) -> list[SameQuestion]:
    """Return what at least two tables were asked with the same legal answers, in the order of the first of them."""
    found: dict[tuple[int, str, str], tuple[Decision, dict[int, Any]]] = {}
    for table, referee in enumerate(played):
        for entry in referee.entries:
            if isinstance(entry, Answer) and entry.decision is not None:
                offered = json.dumps(entry.decision.choice.to_json(), sort_keys=True)
                key = (entry.seat, entry.question, offered)
                found.setdefault(key, (entry.decision, {}))[1][table] = entry.value
    return [SameQuestion(decision, answers) for decision, answers in found.values() if len(answers) > 1]


def _count_draws(played: Sequence[Referee]) -> tuple[int, int]:
    """Return how many of the draws that several tables made were the same, and how many were not."""
    made: dict[str, list[str]] = {}
    for referee in played:
        for drawn in referee.run.draws:
            made.setdefault(drawn.draw, []).append(json.dumps([list(drawn.outcomes), drawn.value]))
    common = [outcomes for outcomes in made.values() if len(outcomes) > 1]
    alike = sum(len(set(outcomes)) == 1 for outcomes in common)
    return alike, len(common) - alike
