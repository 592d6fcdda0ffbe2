"""An evening of rounds: what was played, how people stand, who meets whom next, and proof that nobody chose it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.club.book import LATEST, Book, KeptEvening, KeptRound
from companion.club.results import Result
from companion.club.rounds import DrawnRound, EveningSoFar, Meeting, Round, Tables, next_round, second_seal
from companion.club.standings import Standing, standings
from companion.input.bounds import RECORD, check_json
from companion.ledger.record import FIRST, SECOND
from companion.referee.urn import Urn
from companion.refusal import Damaged, OfOtherVersion, Refusal, quoted

KEY = "ballottino-evening"
"""The first key of an evening that was written down, with the number of its format."""
FORMAT = 2
"""What is written. Format 1 had no number of how a round was made, and was made the first way; it is still read."""
MOST_PEOPLE = 1_000
MOST_TABLES = 250


def played(book: Book, evening: KeptEvening) -> dict[tuple[int, Meeting], Result]:
    """Return the result of each meeting that has one: the first game of these people since its round was drawn."""
    rounds = evening.rounds
    results = book.results(since=rounds[0].at if rounds else 0, until=evening.ended or LATEST)
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


def standing_now(book: Book, evening: KeptEvening, people: Sequence[str] = ()) -> list[Standing]:
    """Return how people stand after the rounds of an evening; without names, all who were in one that stands."""
    everyone = people or sorted({name for kept in evening.rounds for name in kept.round.people})
    return standings(everyone, played(book, evening).values(), sat_out(evening.rounds))


def sat_out(rounds: Sequence[KeptRound]) -> list[str]:
    """Return who sat out, once for each of these rounds."""
    return [name for kept in rounds for name in kept.round.sitting_out]


def draw_round(book: Book, people: Sequence[str], tables: Tables, at: int) -> Round:
    """Draw the next round for those who are there, and keep it; refuse two names of the same person."""
    name_of = book.people().name_of
    people = [*map(name_of, people)]
    if len(set(people)) < len(people):
        raise Refusal("same-name", names=people)
    evening = book.evening()
    points = {one.name: one.points for one in standing_now(book, evening, people)}
    counted = EveningSoFar(points)
    for kept in evening.rounds:
        counted.note(kept.round)
    found = next_round(counted, evening.urn, len(evening.rounds) + 1, people, tables)
    before = {name for kept in evening.rounds for name in kept.drawn.round.people}
    names = {name: name_of(name) for name in sorted(before) if name_of(name) != name}
    book.add_round(DrawnRound(found, people, tables, points, names), at)
    return found


# An evening that is written down, for anyone to verify


def write_evening(book: Book, evening: KeptEvening) -> str:
    """Return an evening as text: its urn, all that was drawn with what it was drawn from, results and standings."""
    assert evening.ended, "the secret of an evening that goes on is shown to nobody"
    name_of = book.people().name_of
    names = {
        name: name_of(name)
        for one in evening.log
        if isinstance(one, KeptRound)
        for name in one.drawn.round.people
        if name_of(name) != name
    }
    facts = {
        KEY: FORMAT,
        "commitment": evening.urn.commitment,
        "stirred": list(evening.stirred),
        "sealed": evening.sealed,
        "secret": evening.secret,
        "log": [
            {"at": one.at, **one.drawn.to_line()} if isinstance(one, KeptRound) else {"at": one, "taken_back": True}
            for one in evening.log
        ],
        "names": names,
        "results": [
            asdict(one) | {"played_by_box": sorted(one.played_by_box)} for one in played(book, evening).values()
        ],
        "standings": [_standing(one) for one in standing_now(book, evening)],
    }
    return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"


def _standing(one: Standing) -> dict[str, Any]:
    return {"name": one.name, "place": one.place, "points": one.points, "wins": one.wins}


@dataclass(frozen=True)
class Verified:
    """An evening that was found to be true."""

    seals: Mapping[str, str]
    rounds: int
    """The number of rounds that were drawn again."""
    unknown: int
    """Rounds of an older version, which did not keep what they were drawn from."""
    taken_back: int


def is_evening(text: str) -> bool:
    """Return whether a text claims to be an evening that was written down."""
    return text.lstrip("{ \n\r\t").startswith(f'"{KEY}"')


def verify_evening(text: str) -> Verified:
    """Draw every round of an evening again, and count its standings; refuse one that is not true."""
    check_json(text, RECORD)
    try:
        facts = json.loads(text)
        if facts[KEY] not in range(1, FORMAT + 1):
            raise OfOtherVersion("other-version", value=quoted(facts[KEY]), known=FORMAT)
        urn = Urn(bytes.fromhex(facts["secret"]), [str(word) for word in facts["stirred"]])
        if urn.commitment != facts["commitment"]:
            raise Damaged("false-commitment", said=quoted(facts["commitment"]), true=urn.commitment)
        if (sealed := second_seal(urn)) != facts["sealed"]:
            raise Damaged("false-second-seal", said=quoted(facts["sealed"]), true=sealed)
        standing, unknown, drawn = _drawn_again(facts["log"], urn)
        _check_standings(facts, standing)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Damaged("not-an-evening") from error
    return Verified({FIRST: urn.commitment, SECOND: sealed}, drawn, unknown, len(facts["log"]) - drawn - unknown)


def _drawn_again(log: Sequence[Mapping[str, Any]], urn: Urn) -> tuple[list[Round], int, int]:
    """Return the rounds that stand, how many could not be drawn again, and how many could; refuse a false one."""
    standing: list[Round] = []
    unknown = drawn = 0
    for line in log:
        if "taken_back" in line:
            standing.pop()
            continue
        said = DrawnRound.from_line(line)
        if len(said.people) > MOST_PEOPLE or len(said.tables) > MOST_TABLES:
            raise ValueError("more than any hall draws")
        if not said.people:
            unknown += 1
        elif said.again(standing, urn) == said.round:
            drawn += 1
        else:
            raise Damaged("false-round", number=len(standing) + 1)
        standing.append(said.round)
    return standing, unknown, drawn


def _check_standings(facts: Mapping[str, Any], rounds: Sequence[Round]) -> None:
    """Refuse standings that do not follow from the results and from who sat out."""
    names = facts["names"]
    renamed = [one.renamed(lambda name: names.get(name, name)) for one in rounds]
    results = [Result(**one) for one in facts["results"]]
    everyone = sorted({name for one in renamed for name in one.people})
    true = standings(everyone, results, [name for one in renamed for name in one.sitting_out])
    if [_standing(one) for one in true] != facts["standings"]:
        raise Damaged("false-standings")
