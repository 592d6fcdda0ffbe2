"""The wall: every table live, large and calm, and a page for each of them."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.club.tables import LiveTable
from companion.refusal import NotFound, quoted
from web.hall.hall import guest, hall, require_organiser, trouble
from web.language import page_words
from web.table.listeners import stream

blueprint = Blueprint("wall", __name__)

MOST = 100
"""Tables at a glance. With more, those that are played come first."""
BIG = 8
"""One table in this number is shown bigger: the most interesting ones."""
MOST_BIG = 4
"""With more of them the others would be too small to read."""
MOMENT = 0.4
"""Seconds for a picture of a board to come from the broker."""
PICTURE_ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
MANY = 40
"""With more tables than these, small tiles show people and scores only."""


def in_order(tables: list[LiveTable]) -> tuple[list[LiveTable], set[str]]:
    """Return the tables of the wall, each in its place by name, and the names of those to be shown bigger.

    What only goes on is no reason for either, or the wall would be another one with every answer.
    """
    now = hall().tables.clock()
    by_interest = sorted(tables, key=lambda table: table.interest(now), reverse=True)
    shown = {table.box for table in by_interest[:MOST]}
    most = min(MOST_BIG, max(1, len(shown) // BIG))
    bigger = [table.box for table in by_interest[:most] if table.stands_out(now)]
    return [table for table in tables if table.box in shown], set(bigger) if len(shown) > 2 else set()


def veiled(tables: list[LiveTable]) -> list[LiveTable]:
    """Return tables as a wall shows them, whose browser may be the organiser's though everyone looks at it."""
    people, word = hall().book.people(), guest()
    return [table.veiled(people, word) for table in tables]


@blueprint.get("/")
def wall() -> str:
    version = hall().tables.version
    tables, bigger = in_order(hall().tables.all())
    return render_template(
        "wall.html",
        words=page_words(),
        tables=veiled(tables),
        bigger=bigger,
        version=version,
        all=len(hall().tables.all()),
        many=MANY,
    )


@blueprint.get("/tiles")
def tiles() -> Response:
    """Return the tiles that have changed since a version, as HTML by box, and how all of them are ordered now."""
    since = request.args.get("since", 0, type=int)
    version = hall().tables.version
    tables, bigger = in_order(hall().tables.all())
    words = page_words()
    changed: dict[str, Any] = {
        table.box: render_template("_tile.html", words=words, table=table, bigger=bigger)
        for table in veiled([table for table in tables if table.version > since])
    }
    order = [table.box for table in tables]
    answer = jsonify(version=version, order=order, big=sorted(bigger), tiles=changed, trouble=trouble())
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/events")
def events() -> ResponseReturnValue:
    listeners = hall().listeners
    line = listeners.join(request.args.get("version", 0, type=int))
    if line is None:
        abort(503)
    return stream(listeners, line, lambda: listeners.leave(line))


@blueprint.get("/table/<box>")
def table(box: str) -> str:
    """Show one table: scores, whose turn it is, and what was told last."""
    found = hall().tables.find(box)
    if found is None:
        raise NotFound("no-such-table", value=quoted(box))
    hall().watch(box)
    (shown,) = veiled([found])
    return render_template("table.html", words=page_words(), table=shown, board=_version(_board(box)))


@blueprint.get("/table/<box>/board.svg")
def board(box: str) -> Response:
    """Return the board of a table as everyone there sees it. It comes from outside: nothing in it may run."""
    hall().watch(box)
    picture = hall().tables.board(box, guest())
    if not picture:
        raise NotFound("no-such-table", value=quoted(box))
    answer = Response(picture, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = PICTURE_ALONE
    return answer


def _version(picture: bytes) -> str:
    """Return what tells a picture from another, so that pages fetch it only once; nothing without one."""
    return hashlib.sha256(picture).hexdigest()[:8] if picture else ""


def _board(box: str) -> bytes:
    """Return the board of a table; the first time it comes a moment after we have asked for it."""
    table, end = hall().tables.find(box), time.monotonic() + MOMENT
    is_shown = table is not None and table.online and table.now is not None and not table.now.get("shared")
    while not (found := hall().tables.board(box, guest())) and is_shown and time.monotonic() < end:
        time.sleep(MOMENT / 20)
    return found


@blueprint.post("/table/<box>/off")
def take_off(box: str) -> ResponseReturnValue:
    """Take a table that is away off the wall: it may never come back."""
    require_organiser()
    hall().tables.take_off(box)
    hall().listeners.publish()
    return redirect(url_for("wall.wall"))
