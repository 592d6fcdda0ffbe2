"""The organiser's pages: draw the next round, and look after the names of people."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.club.book import KeptEvening, KeptRound
from companion.club.evening import (
    MOST_PEOPLE,
    MOST_TABLES,
    draw_round,
    played,
    sat_out,
    standing_now,
    write_evening,
)
from companion.club.people import likely_pairs
from companion.club.results import Result
from companion.club.rounds import Meeting, Round
from companion.club.standings import standings
from companion.players import BOX_NAMES
from companion.refusal import Forbidden, Malformed, NotFound, Refusal
from companion.seats import check_name, check_names
from web.hall.hall import called_out, guest, hall, require_organiser, shown_name
from web.language import page_words

blueprint = Blueprint("organising", __name__)

MANY = 6
"""With more tables than these in a round, people look for their names in a list of their own."""
LONGEST_SPELLING = 40
"""Letters of a name in a result, by the schema of messages: any of them can be merged, hidden or in a round."""


def here_now(evening: KeptEvening) -> list[str]:
    """Return who plays this evening: everyone of the last round, also those who sat out."""
    return sorted(evening.rounds[-1].round.people) if evening.rounds else []


def tables_now(evening: KeptEvening) -> Mapping[str, int]:
    """Return how many tables there are of each game this evening: as many as in the last round."""
    return Counter(game for game, _ in evening.rounds[-1].drawn.tables) if evening.rounds else {}


def shown_rounds(evening: KeptEvening) -> dict[str, Any]:
    """Return what pages show of an evening: its rounds with their results, and how people stand."""
    book = hall().book
    found = played(book, evening)
    return {
        "words": page_words(),
        "evening": evening,
        "taken_back": taken_back(evening),
        "played": found,
        "standings": standing_now(book, evening),
        "shown": shown_name(),
        "reasons": _reasons(evening, found),
        "places": places,
        "many": MANY,
    }


def places(drawn: Round) -> list[tuple[str, int]]:
    """Return everyone who has a table, as people look for their names, with its number; guests come last."""
    shown, nobody = shown_name(), guest()
    at = [(shown(name), number) for number, meeting in enumerate(drawn.meetings, start=1) for name in meeting.people]
    return sorted(at, key=lambda place: (place[0] == nobody, place[0].casefold(), place[1]))


@blueprint.get("/rounds")
def rounds() -> str:
    """Show the standings, every round with its results, and to the organiser how to draw the next."""
    evening = hall().book.evening()
    return render_template(
        "rounds.html",
        **shown_rounds(evening),
        people=here_now(evening),
        tables=tables_now(evening),
        earlier=[one.number for one in hall().book.evenings() if one.ended],
        kinds={name: games.players(name) for name in games.names()},
    )


@blueprint.get("/evenings/<int:number>")
def evening(number: int) -> str:
    """Show an evening that is over, with the secret of its urn."""
    return render_template("evening.html", **shown_rounds(_over(number)), is_public=_may_read(_over(number)))


@blueprint.get("/evenings/<int:number>.json")
def evening_file(number: int) -> Response:
    """Return an evening as a file with which anyone can draw its rounds again."""
    found = _over(number)
    if not _may_read(found):
        raise Forbidden("hidden-people")
    answer = Response(write_evening(hall().book, found), mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename=evening-{number}.json"
    return answer


def _over(number: int) -> KeptEvening:
    """Return an evening that is over; of one that goes on nobody may see the secret."""
    found = hall().book.evening(number or -1)
    if not found.ended:
        raise NotFound("no-such-evening")
    return found


def _may_read(evening: KeptEvening) -> bool:
    """Return whether the file of an evening may be given out: with other names in it nothing would be true."""
    return g.is_organiser or not evening.people & hall().book.people().hidden


def taken_back(evening: KeptEvening) -> list[tuple[int, int, int]]:
    """Return every round that was taken back: its number, when it was drawn, and when it was taken back."""
    found, standing = [], []
    for one in evening.log:
        if isinstance(one, KeptRound):
            standing.append(one)
        else:
            last = standing.pop()
            found.append((last.number, last.at, one))
    return found


def _reasons(
    evening: KeptEvening, known: Mapping[tuple[int, Meeting], Result]
) -> dict[tuple[int, Meeting], dict[str, int]]:
    """Return the facts that explain each table: which pairs had met, and the points when it was drawn."""
    met: set[frozenset[str]] = set()
    found: dict[tuple[int, Meeting], dict[str, int]] = {}
    for kept in evening.rounds:
        before = [result for (number, _), result in known.items() if number < kept.number and result.at <= kept.at]
        everyone = [name for meeting in kept.round.meetings for name in meeting.people]
        earlier = sat_out(evening.rounds[: kept.number - 1])
        points = {one.name: one.points for one in standings(everyone, before, earlier)}
        new: set[frozenset[str]] = set()
        for meeting in kept.round.meetings:
            pairs = {frozenset(pair) for pair in combinations(meeting.people, 2)}
            had = [points[name] for name in meeting.people]
            found[kept.number, meeting] = {"n": len(pairs & met), "low": min(had), "high": max(had)}
            new |= pairs
        met |= new
    return found


@blueprint.post("/rounds/stir")
def stir() -> ResponseReturnValue:
    """Stir in the words that people have called out, after they saw the seal."""
    require_organiser()
    hall().book.stir(called_out())
    return _changed()


@blueprint.post("/rounds")
def draw() -> ResponseReturnValue:
    """Draw the next round for the names and tables in the form."""
    require_organiser()
    people = read_names(request.form.get("people", ""))
    tables = [
        (name, games.players(name))
        for name in games.names()
        for _ in range(_number(request.form.get(f"tables.{name}", "0")))
    ]
    if not tables or len(tables) > MOST_TABLES:
        raise Malformed("no-tables", most=MOST_TABLES)
    evening = hall().book.evening()
    if not evening.stirred and not evening.log:
        raise Refusal("not-stirred")
    draw_round(hall().book, people, tables, int(time.time()))
    return _changed()


@blueprint.post("/rounds/take-back")
def take_back() -> ResponseReturnValue:
    """Take the last round back; pages go on saying that it was drawn."""
    require_organiser()
    hall().book.take_back(int(time.time()))
    return _changed()


def _changed() -> ResponseReturnValue:
    hall().listeners.publish()
    return redirect(url_for("organising.rounds"))


def read_names(text: str) -> list[str]:
    """Return the names in a text, one a line or with commas between them; refuse one that no box could take."""
    names = check_names((name for name in text.replace(",", "\n").splitlines() if name.strip()), LONGEST_SPELLING)
    if not 2 <= len(names) <= MOST_PEOPLE:
        raise Malformed("too-few-people", most=MOST_PEOPLE)
    return names


def _number(text: str) -> int:
    return min(int(text), MOST_TABLES + 1) if text.isdecimal() and len(text) < 5 else 0


@blueprint.post("/rounds/end")
def end() -> ResponseReturnValue:
    """End the evening: from then on its page shows the urn's secret, with which anyone can draw all rounds again."""
    require_organiser()
    number = hall().book.end_evening(int(time.time()))
    hall().listeners.publish()
    return redirect(url_for("organising.evening", number=number))


def known_people(results: Sequence[Result]) -> set[str]:
    """Return everyone who plays or has played, but no name that only seats of a box have had.

    Whoever handed a seat to the box for a while is still somebody, who may wish to be left out of public lists.
    """
    tables, name_of = hall().tables.all(), hall().book.people().name_of
    everyone = {name_of(name) for table in tables for name in table.names}.union(*(one.people for one in results))
    persons = {name_of(name) for table in tables for name in table.persons}.union(*(one.persons for one in results))
    return everyone - (set(BOX_NAMES) - persons)


@blueprint.get("/people")
def people() -> str:
    require_organiser()
    book = hall().book
    results = book.results()
    known = sorted(known_people(results), key=str.casefold)
    together = {frozenset(pair) for result in results for pair in combinations(result.people, 2)}
    names, pairs = book.people(), likely_pairs(known, together)
    return render_template(
        "people.html",
        words=page_words(),
        people=known,
        same=names.same_as,
        hidden=names.hidden,
        pairs=pairs,
    )


@blueprint.get("/refused")
def refused() -> str:
    """Show the last messages that were refused: unsound ones, or those of a box that claims another's game."""
    require_organiser()
    return render_template("refused-messages.html", words=page_words(), refused=list(hall().tables.refused))


@blueprint.post("/people/merge")
def merge() -> ResponseReturnValue:
    """Take two spellings for one person."""
    require_organiser()
    name, into = (check_name(request.form.get(field, ""), LONGEST_SPELLING) for field in ("name", "into"))
    hall().book.merge(name, into)
    return _renamed()


@blueprint.post("/people/hide")
def hide() -> ResponseReturnValue:
    """Leave somebody out of public lists, or bring them back."""
    require_organiser()
    hall().book.hide(
        check_name(request.form.get("name", ""), LONGEST_SPELLING), hidden=request.form.get("hidden") == "1"
    )
    return _renamed()


def _renamed() -> ResponseReturnValue:
    """Have every page that is open show people as they are called now."""
    hall().tables.show_again()
    hall().listeners.publish()
    return redirect(url_for("organising.people"))
