"""Results as they come in, the hall of fame, and both as files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, g, jsonify, render_template, request

from companion.club.fame import Fame, by_game, hall_of_fame, ratings
from companion.club.results import Result, of_kind
from companion.refusal import Forbidden, NotFound, quoted
from web import spreadsheet
from web.hall.hall import hall, shown_name
from web.language import game_title, page_words
from web.spreadsheet import Cell

blueprint = Blueprint("fame", __name__, template_folder="../templates")
blueprint.add_app_template_filter(game_title)

NEWEST = 100


@blueprint.app_template_filter("clock")
def _clock(at: int) -> str:
    return time.strftime("%H:%M", time.localtime(at))


@blueprint.app_template_filter("day")
def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def public_results() -> list[Result]:
    """Return the results with a dash for the names of those who wish to be left out, in every language."""
    shown = partial(hall().book.people().shown, to_all=not g.is_organiser)
    return [result.renamed(shown) for result in hall().book.results()]


def fame_shown(results: Sequence[Result], *, with_boxes: bool = False) -> list[Fame]:
    """Return everybody's fame but that of people who are left out, who count all the same in the others' figures."""
    hidden = set() if g.is_organiser else hall().book.people().hidden
    found = [one for one in hall_of_fame(results, with_boxes=with_boxes) if one.name not in hidden]
    return [
        replace(one, against={name: met for name, met in one.against.items() if name not in hidden}) for one in found
    ]


def chosen(results: Sequence[Result]) -> list[Result]:
    """Return the results that the address asks for: of one game, for a number of players."""
    return of_kind(results, request.args.get("game", ""), request.args.get("players", 0, type=int))


@blueprint.get("/results")
def results() -> str:
    """Show the last results, and whose records anyone may have."""
    book = hall().book
    newest = book.results()[: -NEWEST - 1 : -1]
    hidden = book.people().hidden
    recorded = {one.id for one in newest if g.is_organiser or hidden.isdisjoint(one.people)} & book.recorded()
    return render_template(
        "results.html",
        words=page_words(),
        results=[one.renamed(shown_name()) for one in newest],
        recorded=recorded,
    )


@blueprint.get("/results/<game>.jsonl")
def record(game: str) -> Response:
    """Return the record of a game that its table has given out, as it is: with other names it would not be true."""
    book = hall().book
    text = book.record(game)
    hidden = book.people().hidden
    if not g.is_organiser and any(not hidden.isdisjoint(one.people) for one in book.results() if one.id == game):
        raise Forbidden("hidden-people")
    answer = Response(text, mimetype="application/jsonl")
    answer.headers["Content-Disposition"] = f"attachment; filename=game-{game[:12]}.jsonl"
    return answer


@blueprint.get("/fame")
def fame() -> str:
    """Show who has won how often, of all games or of one; with how many players; among people or with boxes."""
    everything = hall().book.results()
    found = chosen(everything)
    return render_template(
        "fame.html",
        words=page_words(),
        people=fame_shown(found),
        with_boxes=fame_shown(found, with_boxes=True),
        ratings=ratings(found),
        games=sorted(by_game(everything)),
        players=sorted({len(result.people) for result in everything}),
    )


@blueprint.get("/person/<path:name>")
def person(name: str) -> str:
    """Show one person: every game, and how often they came in before whom."""
    everything = hall().book.results()
    found = {one.name: one for one in fame_shown(everything)}
    if name not in found:
        raise NotFound("no-such-person", value=quoted(name))
    per_game = [
        (game, next(one for one in hall_of_fame(results) if one.name == name))
        for game, results in by_game(everything).items()
        if any(name in result.people and not result.played_by_box for result in results)
    ]
    return render_template(
        "person.html", words=page_words(), one=found[name], per_game=per_game, rating=ratings(everything).get(name)
    )


@blueprint.get("/results.json")
def as_json() -> Response:
    return jsonify([_row(result) | {"people": list(result.people)} for result in public_results()])


@blueprint.get("/results.csv")
def as_csv() -> Response:
    """Return a row for every seat of every game, as spreadsheets like it."""
    head = ["id", "game", "table", "time", "name", "score", "place", "won", "box"]
    rows = [_cells(result, seat) for result in public_results() for seat in result.seats]
    return Response(spreadsheet.as_csv([head, *rows]), mimetype="text/csv")


def _cells(result: Result, seat: int) -> list[Cell]:
    about = [result.id, result.game, result.box, _when(result), result.people[seat - 1]]
    place, has_won = result.rank(seat) + 1, int(seat in result.winners)
    return [*about, result.scores[seat - 1], place, has_won, int(seat in result.played_by_box)]


def _when(result: Result) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(result.at))


def _row(result: Result) -> dict[str, object]:
    return {
        "id": result.id,
        "game": result.game,
        "table": result.box,
        "time": _when(result),
        "scores": list(result.scores),
        "places": [list(seats) for seats in result.places],
    }
