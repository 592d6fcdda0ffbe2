"""The table's pages: the mirror, joining, a seat's own page, and the events they listen to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion import games
from companion.ledger.beginning import Beginning
from companion.players import PLAYERS
from companion.referee import Referee
from companion.referee.automatic import Explained, explain
from companion.referee.consent import Proposal
from companion.referee.views import SeatView
from companion.refusal import Forbidden, NotFound, Refusal
from companion.seats import Seat
from companion.steps import TABLE
from companion.teaching.explaining import new_to
from companion.teaching.practice import may_have_hint
from companion.vocabulary import named
from companion.words import LANGUAGES, Words
from companion.words.answers import reason_text, step_text
from companion.words.set_up import Placed
from web.history import keepsake
from web.history.ending import Ending, ending
from web.history.history import date
from web.language import COOKIE as LANGUAGE_COOKIE
from web.language import label, language, page_words
from web.origin import is_from_elsewhere, is_local
from web.site import site
from web.table import actions
from web.table.actions import SEAT_COOKIE, WEEK, Holder, holder, require_seat
from web.table.big_screen import beside
from web.table.drawn import board_of, own_left, sealed_text, sealed_things, things_for
from web.table.forms import answer_in, number
from web.table.listeners import stream
from web.table.questions import question
from web.table.teaching import explained, to_lay_out
from web.table.updates import Moment, Part, Updates, Viewer

blueprint = Blueprint("pages", __name__)

VOICES = named("aloud", "off", "turns", "news", "all")
"""The measures of what a phone says: nothing, whose turn it is, also what happens and is asked, or everything."""
REASONS = 5
"""Moves of the box that are explained at once: each is found by running the game again up to it."""


@blueprint.get("/")
def mirror() -> str:
    return render_template("mirror.html", **_shown(_look("mirror", nobody)), page="mirror")


@blueprint.get("/seat")
def seat_page() -> Response | str:
    looked = _look("seat", holder())
    if looked.view is None and site().seats.is_expected(request.cookies.get(SEAT_COOKIE)):
        return render_template("seat.html", **_shown(looked), page="seat")
    if looked.view is None or looked.view.seat == TABLE:
        return redirect(url_for("pages.join"))
    return render_template("seat.html", **_shown(looked), page="seat")


@blueprint.get("/tv")
def big_screen() -> str:
    """Show the table on a television: what everyone may see, as wide as it is."""
    return render_template("tv.html", **_shown(_look("tv", nobody)), page="tv", beside=beside())


@blueprint.get("/picture.svg")
def picture() -> Response:
    """Return a picture of the board as everyone sees it now, to keep and to send."""
    host = site().door.host

    def look(referee: Referee) -> tuple[str, SeatView]:
        return host.game_id(), SeatView.of(referee, TABLE)

    game_id, seen = site().door.ask(look)
    board = board_of(seen, None, page_words(seen.game, seen.seats)).svg
    return keepsake.send(
        f"{seen.game.replace(':', '-')}.svg",
        board,
        seen.game,
        when=date(game_id),
        seats=seen.seats,
        score=seen.score,
        winners=seen.winners,
    )


@blueprint.get("/why")
def why() -> str:
    """Show why the box played its last moves as it did, as far as everyone may know."""
    seats, words, found = reasons()
    return render_template("why.html", words=words, seats=seats, reasons=found)


def reasons() -> tuple[list[Seat], Words, list[tuple[int, str]]]:
    """Return the last moves of the box, each with its seat and why, in the words of the game on the table."""

    def look(referee: Referee) -> tuple[str, list[Seat], list[Explained]]:
        return referee.kind.name, list(referee.table.seats), list(explain(referee, most=REASONS))

    game, seats, found = site().door.ask(look)
    words = page_words(game, seats)
    return seats, words, [(one.answer.seat, reason_text(words, one)) for one in found]


@blueprint.get("/part/<page>")
def part(page: str) -> Response:
    """Return the changing part of a page, for phones that listen; what changed in it since the one they `have`."""
    if page not in ("mirror", "seat", "tv"):
        raise NotFound("no-game")
    updates = site().updates
    looked = _look(page, holder() if page == "seat" else nobody, updates)
    viewer, made = looked.viewer, looked.made
    if page == "seat" and looked.has_game:
        require_seat(viewer.seat)
    with updates.making:
        if made is None:
            made = updates.find(viewer, looked.moment)
        if made is None:
            made = updates.keep(viewer, looked.moment, render_template(f"_{page}.html", **_shown(looked)))
        changed = updates.since(viewer, request.args.get("have", ""), made)
    is_whole = changed is None
    response = Response(made.page if is_whole else changed, mimetype="text/html" if is_whole else "application/json")
    response.set_etag(made.digest)
    response.headers["Table-Version"] = str(looked.version)
    return response


def nobody() -> int:
    """Return no seat: the mirror shows what everyone may see."""
    return TABLE


class Look(NamedTuple):
    """Everything found on the table for one phone, in one trip to the loop."""

    viewer: Viewer
    moment: Moment
    has_game: bool = False
    made: Part | None = None
    """The part of its page, if it was made for another phone that sees the same; there is no view then."""
    view: SeatView | None = None
    before: dict[str, Any] | None = None
    proposal: Proposal | None = None
    may_undo: bool = False
    set_up: Sequence[Placed] = ()
    """The steps of laying out the game, for newcomers."""
    new_rules: Sequence[str] = ()
    """The rules that matter to them for the first time."""
    has_hint: bool = False
    """Whether a player of the box can be asked what it would do."""
    beginning: Beginning | None = None
    """A game whose seals are shown, while none is on the table."""

    @property
    def version(self) -> int:
        """The version of the table that the phone will not be told of again."""
        return self.moment[0]


def _look(page: str, whose: Holder, updates: Updates | None = None) -> Look:
    """Look at the table for a page, unless these `updates` hold what it shows."""
    here, spoken = site(), language()
    version = here.listeners.version  # read first, so that a change in the meantime is announced later

    def look(referee: Referee) -> Look:
        seat = whose()
        viewer = Viewer(page, seat, here.door.host.game_id(), spoken)
        moment = (version, len(referee.entries), id(referee.run))
        if updates and (made := updates.find(viewer, moment)):
            return Look(viewer, moment, has_game=True, made=made)
        return Look(
            viewer,
            moment,
            has_game=True,
            view=SeatView.of(referee, seat),
            before=here.before(referee),
            proposal=referee.proposal,
            may_undo=_may_undo(referee, seat),
            set_up=to_lay_out(referee),
            new_rules=[] if seat == TABLE else new_to(referee, seat),
            has_hint=may_have_hint(referee, seat),
        )

    def look_ahead() -> Look:
        ahead = here.door.host.about_to_begin()
        return Look(Viewer(page, TABLE, "", spoken), (version, 0, 0), beginning=ahead)

    return here.door.ask_if_any(look) or here.door.do(look_ahead)


def _may_undo(referee: Referee, seat: int) -> bool:
    """Return whether a seat may take back the last step without asking anyone."""
    try:
        return seat != TABLE and not referee.propose_undo(seat).needs
    except Refusal:
        return False


def _shown(looked: Look) -> dict[str, Any]:
    """Return what a page shows."""
    seen, proposal = looked.view, looked.proposal
    if seen is None:
        ahead = looked.beginning
        return {
            "words": page_words(),
            "seen": None,
            "version": looked.version,
            "beginning": ahead,
            "title": label(ahead.kind.name) if ahead else "",
        }
    words = page_words(seen.game, seen.seats)
    board = board_of(seen, looked.before, words)
    draw = things_for(seen)
    return {
        "words": words,
        "seen": seen,
        "title": label(seen.game),
        "game_id": looked.viewer.game_id,
        "ending": _ending(seen, words),
        "board": board.svg,
        "questions": [question(decision, words, board.places, draw) for decision in seen.asked],
        "sealed": sealed_text(seen, words),
        "sealed_things": sealed_things(seen, draw),
        "own": own_left(seen),
        "thing": draw,
        "players": PLAYERS,
        "voices": VOICES,
        "own_words": games.find_kind(seen.game).own_words,
        "version": looked.version,
        "proposal": proposal,
        "may_undo": looked.may_undo,
        "has_hint": looked.has_hint,
        "new_rules": explained(looked.new_rules, seen, words),
        "set_up": [one.text(words) for one in looked.set_up],
        "proposed": step_text(words, proposal.touched) if proposal else "",
        "taken_back": words.joined(step_text(words, entry) for entry in seen.taken_back),
    }


def _ending(seen: SeatView, words: Words) -> Ending | None:
    """Return what a page shows of a game that is over, if anybody sat at it."""
    if seen.outcome is None or not seen.seats:
        return None
    return ending(seen.seats, seen.outcome, seen.score, seen.receipts, words)


@blueprint.get("/events")
def events() -> Response:
    """Stream one event for every change. Past the cap a phone is asked to poll."""
    here = site()
    if request.method == "HEAD":  # nobody would listen to it
        return Response("", mimetype="text/event-stream")
    last = number(request.headers.get("Last-Event-ID", "") or request.args.get("since", "0"))
    token = request.cookies.get(SEAT_COOKIE)
    has_seat = here.seats.is_held_by(token)
    line = here.listeners.join(last if isinstance(last, int) else 0, has_seat=has_seat, token=token)
    if line is None:
        return Response("", status=204)
    here.greet(line)

    def leave() -> None:
        here.listeners.leave(line)
        here.greet()

    return stream(here.listeners, line, leave)


@blueprint.get("/version")
def version() -> dict[str, int]:
    """Return the version of the table, for phones that poll."""
    return {"version": site().listeners.version}


def has_game() -> bool:
    """Return whether a game is on the table: while none is, the box shows no code, and there is no seat to take."""
    return site().door.ask_if_any(lambda referee: referee) is not None


def has_seat() -> bool:
    """Return whether this phone has a seat in the game on the table."""
    whose = holder()
    return site().door.ask(lambda _: whose()) != TABLE


@blueprint.route("/join", methods=["GET", "POST"])
def join() -> Response | str:
    """Type the code from the box; while no game is on, see what can be started."""
    if not has_game():
        return redirect(url_for("pages.mirror"))
    if request.method == "POST":
        return redirect(url_for("pages.take_seat", code=request.form.get("code", "").strip().upper()[:8] or "-"))
    return render_template("join.html", words=page_words())


@blueprint.route("/j/<code>", methods=["GET", "POST"])
@blueprint.route("/J/<code>", methods=["GET", "POST"])  # a QR code in capitals is smaller
def take_seat(code: str) -> ResponseReturnValue:
    """Take a free seat by the right code; after a wrong one, ask for the code again.

    Who has a seat comes back to it by any code: scanned once more, or an old one by the browser's Back. While no game
    is on, a code leads to what can be started. Another site can make a phone request this address: that does not
    count as a guess by its owner.
    """
    if not has_game():
        return redirect(url_for("pages.mirror"))
    if has_seat():
        return redirect(url_for("pages.seat_page"))
    try:
        if request.method == "GET":
            return render_template("join.html", words=page_words()) if is_from_elsewhere() else _free_seats(code)
        token = actions.take_seat(code, number(request.form.get("seat", "")))
    except Forbidden as refusal:
        return render_template("join.html", words=page_words(), refused=actions.refusal_text(refusal)), 403
    return actions.hand_over(token, redirect(url_for("pages.seat_page")))


def _free_seats(code: str) -> str:
    """Show the seats to a phone that knows the code."""
    here = site()

    def present(referee: Referee) -> tuple[str, Any]:
        return here.door.host.game_id(), list(referee.table.seats)

    game_id, seats = here.door.ask(present)
    here.codes.check(code, request.remote_addr or "")
    taken = here.seats.taken(game_id)
    return render_template("seats.html", words=page_words(None, seats), seats=seats, taken=taken, code=code)


@blueprint.post("/leave")
def leave() -> Response:
    """Give a seat back."""
    return actions.leave(redirect(url_for("pages.mirror")))


@blueprint.post("/answer")
def answer() -> Response:
    """Take an answer to an open question. Sent twice, it counts once, because it names its question."""
    form = request.form  # read here, because there is no request in the loop
    asked = number(form.get("asked", ""))
    seat = actions.give_answer(form.get("question", ""), asked, lambda choice: answer_in(choice, form))
    return redirect(url_for("pages.mirror" if seat == TABLE else "pages.seat_page"))


@blueprint.post("/take-back")
def take_back() -> Response:
    """Take back the sealed answer that the page shows."""
    actions.take_back(request.form.get("question", ""), number(request.form.get("given", "")))
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/player")
def hand_seat() -> Response:
    """Hand a seat to the box, or back to a person."""
    actions.hand_seat(number(request.form.get("seat", "")), request.form.get("player", ""))
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/undo")
def undo() -> Response:
    """Undo the step that the page shows as the last, or propose it where others must agree."""
    actions.undo(number(request.form.get("entries", "")))
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/again")
def play_again() -> Response:
    """Play another game with the same people, once this one is over."""
    actions.play_again(request.form.get("game", ""))
    return redirect(url_for("pages.mirror"))


@blueprint.post("/redo")
def redo() -> Response:
    """Enter again what the page says was taken back."""
    actions.redo(number(request.form.get("entries", "")))
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/agree")
def answer_proposal() -> Response:
    """Agree to the proposal that the page shows, or say no, which ends it."""
    agrees = request.form.get("say") == "yes"
    actions.answer_proposal(number(request.form.get("entries", "")), agrees=agrees)
    return redirect(url_for("pages.seat_page"))


@blueprint.post("/language")
def set_language() -> Response:
    chosen, back = request.form.get("language", ""), request.form.get("back", "")
    response = make_response(redirect(back if is_local(back) else "/"))
    if chosen in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=52 * WEEK, samesite="Strict", httponly=True)
    return response
