"""The table's pages: the mirror, joining, a seat's own page, and the line they listen on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion import games
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.words import LANGUAGES, Words
from web.forms import answer_in, number
from web.language import COOKIE as LANGUAGE_COOKIE
from web.language import page_words
from web.snapshot import Snapshot, snapshot

if TYPE_CHECKING:
    from web.app import Site

blueprint = Blueprint("pages", __name__)
SEAT_COOKIE = "seat"
WEEK = 7 * 24 * 3600


def site() -> Site:
    found: Site = current_app.extensions["site"]
    return found


def own_seat() -> int:
    """The seat this phone holds in the game on the table, or `TABLE` for none."""
    here = site()
    game_id = here.desk.ask(lambda _: here.desk.house.game_id())
    return here.seats.seat_of(game_id, request.cookies.get(SEAT_COOKIE)) or TABLE


def look(seat: int) -> Snapshot:
    return site().desk.ask(lambda referee: snapshot(referee, seat))


def board_of(seen: Snapshot, words: Words) -> str:
    """The board as SVG, with the places that may be tapped."""
    kit = games.find(seen.game.partition(":")[0])
    own = [decision for decision in seen.asked if decision.seat in (seen.seat, TABLE) and seen.seat != TABLE]
    offered = {str(option) for decision in own for option in getattr(decision.choice, "options", ())}
    if kit.board is None or ":" in seen.game:
        return ""
    return kit.board(seen.view["pieces"], words, seen.seats, site().before, offered)


@blueprint.get("/")
def mirror() -> str:
    return render_template("mirror.html", **_table(TABLE), page="mirror")


@blueprint.get("/seat")
def seat_page() -> Answer | str:
    seat = own_seat()
    if seat == TABLE:
        return redirect(url_for("pages.join"))
    return render_template("seat.html", **_table(seat), page="seat")


@blueprint.get("/part/<page>")
def part(page: str) -> str:
    """The changing part of a page, for phones that listen."""
    if page not in ("mirror", "seat"):
        raise Refusal("no-game")
    seat = own_seat() if page == "seat" else TABLE
    return render_template(f"_{page}.html", **_table(seat))


def _table(seat: int) -> dict[str, Any]:
    here = site()
    try:
        seen = look(seat)
    except Refusal as refusal:
        if refusal.key != "no-game":
            raise
        return {"words": page_words(), "seen": None, "version": here.listeners.version}
    words = page_words(seen.game, seen.seats)
    return {
        "words": words,
        "seen": seen,
        "board": board_of(seen, words),
        "version": here.listeners.version,
        "TABLE": TABLE,
    }


@blueprint.get("/events")
def events() -> Answer:
    """The line: one event for every change. Past the cap a phone is told to ask again later."""
    here = site()
    last = number(request.headers.get("Last-Event-ID", "") or request.args.get("since", "0"))
    line = here.listeners.join(last if isinstance(last, int) else 0)
    if line is None:
        return Response("", status=204)
    return Response(here.listeners.events(line), mimetype="text/event-stream")


@blueprint.get("/version")
def version() -> dict[str, int]:
    """For phones that have no line: which version of the game is on the table."""
    return {"version": site().listeners.version}


@blueprint.route("/join", methods=["GET", "POST"])
def join() -> Answer | str:
    """Type the code from the box."""
    if request.method == "POST":
        return redirect(url_for("pages.take_seat", code=request.form.get("code", "").strip().upper()[:8] or "-"))
    return render_template("join.html", words=page_words())


@blueprint.route("/j/<code>", methods=["GET", "POST"])
@blueprint.route("/J/<code>", methods=["GET", "POST"])  # a QR code in capitals is smaller
def take_seat(code: str) -> Answer | str:
    """Choose a free seat; with the right code it is yours, by a secret cookie."""
    here = site()

    def present(referee: Referee) -> tuple[str, Any]:
        return here.desk.house.game_id(), list(referee.table.seats)

    game_id, seats = here.desk.ask(present)
    words = page_words(None, seats)
    if request.method == "GET":
        taken = here.seats.taken(game_id)
        return render_template("seats.html", words=words, seats=seats, taken=taken, code=code)
    seat = number(request.form.get("seat", ""))
    if seat not in [one.number for one in seats]:
        raise Refusal("no-such-seat", seat=seat)
    here.codes.use(code)
    response = make_response(redirect(url_for("pages.seat_page")))
    token = here.seats.take(game_id, int(seat))
    response.set_cookie(SEAT_COOKIE, token, max_age=WEEK, httponly=True, samesite="Strict", path="/")
    return response


@blueprint.post("/leave")
def leave() -> Answer:
    """A player gives his seat back."""
    here = site()
    seat = own_seat()
    if seat != TABLE:
        here.seats.free(here.desk.ask(lambda _: here.desk.house.game_id()), seat)
    response = make_response(redirect(url_for("pages.mirror")))
    response.delete_cookie(SEAT_COOKIE)
    return response


@blueprint.post("/answer")
def answer() -> Answer:
    """A seat's answer to its open question. Sent twice, it counts once: the question is named."""
    seat = own_seat()
    if seat == TABLE:
        raise Refusal("not-your-seat")
    question = request.form.get("question", "")
    asked = number(request.form.get("asked", ""))
    if asked not in (seat, TABLE):
        raise Refusal("not-your-seat")

    def act(referee: Referee) -> None:
        if any(line.get("question") == question and line.get("seat") == asked for line in lines(referee)):
            return  # it is in already: the same answer, sent again
        decision = referee.run.asked(int(asked), question)
        referee.answer(int(asked), answer_in(decision.choice, request.form), question)

    site().desk.change(act)
    return redirect(url_for("pages.seat_page"))


def lines(referee: Referee) -> list[dict[str, Any]]:
    return [entry.line() for entry in referee.entries[-20:]]


@blueprint.post("/take-back")
def take_back() -> Answer:
    """A seat takes back its own sealed answer."""
    seat = own_seat()
    if seat == TABLE:
        raise Refusal("not-your-seat")
    site().desk.change(lambda referee: referee.take_back(seat))
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/language")
def set_language() -> Answer:
    chosen = request.form.get("language", "")
    response = make_response(redirect(request.form.get("back", "/") if _is_local(request.form.get("back")) else "/"))
    if chosen in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=52 * WEEK, samesite="Strict", httponly=True)
    return response


def _is_local(path: str | None) -> bool:
    return bool(path) and str(path).startswith("/") and not str(path).startswith("//") and "\\" not in str(path)
