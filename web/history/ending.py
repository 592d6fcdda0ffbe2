"""The end of a game as pages show it: the podium, the course of the score, and what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from companion.game import Outcome, Receipt, running_scores
from companion.seats import Seat
from companion.words import Words
from companion.words.ending import points_text, reasons, telling_tallies
from web.history.curve import curve
from web.history.podium import Stand, podium

REASONS = 5
"""The number of reasons that are shown, the largest first."""


class Ending(NamedTuple):
    """The end of a game, in words."""

    podium: Markup
    curve: Markup
    reasons: Sequence[tuple[str, int]]
    rule: str
    """The reason why nobody has won; empty if somebody has."""


def ending(
    seats: Sequence[Seat],
    outcome: Outcome,
    score: Mapping[int, Mapping[str, int]],
    receipts: Sequence[Receipt],
    words: Words,
) -> Ending:
    """Return the end of a game at which somebody sat."""
    tallies = list(score[seats[0].number])
    return Ending(
        podium=_podium(seats, outcome, score, words),
        curve=score_curve(seats, receipts, tallies[0], words) if tallies else Markup(""),
        reasons=reasons(outcome, receipts, tallies[0], words)[:REASONS] if tallies and outcome.won else (),
        rule="" if outcome.won else outcome.rule,
    )


def score_curve(seats: Sequence[Seat], receipts: Sequence[Receipt], tally: str, words: Words) -> Markup:
    """Draw the course of a tally, receipt by receipt."""
    title = words("web.curve", tally=words(f"tally.{tally}", n=2))
    return curve(seats, running_scores([seat.number for seat in seats], receipts, tally), title)


def _podium(seats: Sequence[Seat], outcome: Outcome, score: Mapping[int, Mapping[str, int]], words: Words) -> Markup:
    tallies = list(score[seats[0].number])
    telling = telling_tallies(outcome, score, tallies)
    by_number = {seat.number: seat for seat in seats}
    stands, spoken = [], []
    for place, numbers in outcome.ranked():
        for number in numbers:
            seat, own = by_number[number], score[number]
            points = str(own[tallies[0]]) if tallies else ""
            stands.append(Stand(place, seat.name, seat.colour, points, points_text(own, telling[1:], words)))
            spoken.append(f"{place}. {seat.name} {points_text(own, telling, words)}".strip())
    return podium(stands, words.joined(spoken), won=outcome.won)
