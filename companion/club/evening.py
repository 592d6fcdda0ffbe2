"""An evening of rounds: who is there, what was played, how they stand, and who meets whom next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.club.book import Book, KeptRound
from companion.club.results import Result
from companion.club.rounds import Evening, Meeting, Round, next_round
from companion.club.standings import Standing, standings
from companion.refusal import Refusal


def played(book: Book) -> dict[tuple[int, Meeting], Result]:
    """Return the result of each meeting that has one: the first game of these people since its round was drawn."""
    rounds = book.rounds()
    results = book.results(since=rounds[0].at if rounds else 0)
    found: dict[tuple[int, Meeting], Result] = {}
    used: set[str] = set()
    for kept in rounds:
        for meeting in kept.round.meetings:
            result = _result_of(meeting, results, used)
            if result is not None:
                found[kept.number, meeting] = result
                used.add(result.id)
    return found


def _result_of(meeting: Meeting, results: Sequence[Result], used: set[str]) -> Result | None:
    """Return the first result of these people at this game that no earlier round has used."""
    for result in results:
        fits = result.game == meeting.game and set(result.people) == set(meeting.people)
        if fits and result.id not in used:
            return result
    return None


def standing_now(book: Book, people: Sequence[str]) -> list[Standing]:
    """Return how everyone stands after the rounds of this evening."""
    return standings(people, played(book).values(), sat_out(book.rounds()))


def sat_out(rounds: Sequence[KeptRound]) -> list[str]:
    """Return who sat out, once for each of these rounds."""
    return [name for kept in rounds for name in kept.round.sitting_out]


def draw_round(book: Book, people: Sequence[str], games: Sequence[tuple[str, Sequence[int]]], at: int) -> Round:
    """Draw the next round for those who are there, and keep it; refuse two names of the same person."""
    people = [*map(book.people().name_of, people)]
    if len(set(people)) < len(people):
        raise Refusal("same-name", names=people)
    rounds = book.rounds()
    evening = Evening({one.name: one.points for one in standing_now(book, people)})
    for kept in rounds:
        evening.note(kept.round)
    drawn = next_round(evening, book.urn, len(rounds) + 1, people, games)
    book.add_round(drawn, at)
    return drawn
