"""What the organiser does: draw the next round, and look after the names of people."""

from __future__ import annotations

import time
from itertools import combinations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.club.evening import draw_round, played, sat_out, standing_now
from companion.club.rounds import Meeting
from companion.club.standings import standings
from companion.refusal import Malformed
from companion.seats import check_name, check_names
from web.hall.app import hall, require_organiser, shown_name
from web.language import page_words

blueprint = Blueprint("organising", __name__)

MOST_PEOPLE = 1_000
MOST_TABLES = 250
LONGEST_SPELLING = 40
"""Letters of a name in a result, by the schema of messages: any of them can be merged, hidden or in a round."""


def here_now() -> list[str]:
    """Return who plays this evening: everyone of the last round, also those who sat out."""
    rounds = hall().book.rounds()
    if not rounds:
        return []
    return sorted(rounds[-1].round.people)


@blueprint.get("/rounds")
def rounds() -> str:
    """Show the standings, every round with its results, and to the organiser how to draw the next."""
    book = hall().book
    kept = book.rounds()
    everyone = {name for one in kept for name in one.round.people}
    return render_template(
        "rounds.html",
        words=page_words(),
        rounds=kept[::-1],
        played=played(book),
        standings=standing_now(book, sorted(everyone)),
        people=here_now(),
        shown=shown_name(),
        seal=book.urn.commitment,
        kinds={name: games.find(name).game.players for name in games.names()},
        reasons=_reasons(),
    )


def _reasons() -> dict[tuple[int, Meeting], dict[str, int]]:
    """Return the facts that explain each table: which pairs had met, and the points when it was drawn."""
    met: set[frozenset[str]] = set()
    found: dict[tuple[int, Meeting], dict[str, int]] = {}
    known = played(hall().book)
    rounds = hall().book.rounds()
    for kept in rounds:
        before = [result for (number, _), result in known.items() if number < kept.number and result.at <= kept.at]
        everyone = [name for meeting in kept.round.meetings for name in meeting.people]
        points = {one.name: one.points for one in standings(everyone, before, sat_out(rounds[: kept.number - 1]))}
        new: set[frozenset[str]] = set()
        for meeting in kept.round.meetings:
            pairs = {frozenset(pair) for pair in combinations(meeting.people, 2)}
            had = [points[name] for name in meeting.people]
            found[kept.number, meeting] = {"n": len(pairs & met), "low": min(had), "high": max(had)}
            new |= pairs
        met |= new
    return found


@blueprint.post("/rounds")
def draw() -> ResponseReturnValue:
    """Draw the next round for the names and tables in the form."""
    require_organiser()
    people = read_names(request.form.get("people", ""))
    tables = [
        (name, games.find(name).game.players)
        for name in games.names()
        for _ in range(_number(request.form.get(f"tables.{name}", "0")))
    ]
    if not tables or len(tables) > MOST_TABLES:
        raise Malformed("no-tables", most=MOST_TABLES)
    draw_round(hall().book, people, tables, int(time.time()))
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
def end() -> str:
    """End the evening: show the urn's secret, with which anyone can draw all rounds again."""
    require_organiser()
    shown = hall().book.end_evening()
    return render_template("evening-over.html", words=page_words(), urn=shown)


@blueprint.get("/people")
def people() -> str:
    require_organiser()
    book = hall().book
    known = sorted({name for result in book.results() for name in result.people}, key=str.casefold)
    names = book.people()
    return render_template("people.html", words=page_words(), people=known, same=names.same_as, hidden=names.hidden)


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
    return redirect(url_for("organising.people"))


@blueprint.post("/people/hide")
def hide() -> ResponseReturnValue:
    """Leave somebody out of public lists, or bring them back."""
    require_organiser()
    hall().book.hide(
        check_name(request.form.get("name", ""), LONGEST_SPELLING), hidden=request.form.get("hidden") == "1"
    )
    return redirect(url_for("organising.people"))
