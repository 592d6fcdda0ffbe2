"""The pages as a Flask application. `create_app` puts the parts together; the parts are beside it."""

from __future__ import annotations

import ipaddress
import socket
from functools import partial
from typing import Any

from flask import Flask, Response, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.faults import trail
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.changes import Change
from companion.referee.consent import Proposal
from companion.refusal import Refusal
from companion.words import LANGUAGE_NAMES
from web import library
from web.api import api
from web.boards import editor, gallery, layouts
from web.history import downloads as takeaway
from web.history import fair, history
from web.host import Door, Host
from web.language import page_words
from web.return_links import page_before, to_come_back_to
from web.table import pages
from web.table import simulated_box as face
from web.table.actions import refusal_text
from web.table.listeners import Listeners
from web.table.seats import Codes, Seats

LARGEST = 32 * 1024
"""Bytes a phone may send at once."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class Site:
    """What all pages share: the game they follow, its listeners and seats, and a proposal to undo that waits."""

    def __init__(self, host: Host, ledger: Ledger) -> None:
        self.door = Door(host)
        self.ledger = ledger
        self.listeners = Listeners()
        self.codes = Codes()
        self.seats = Seats(ledger.folder / "seats.json")
        self.proposal: Proposal | None = None
        self._followed: Referee | None = None
        self._before: dict[str, Any] | None = None

    def follow(self, referee: Referee | None) -> None:
        """Mirror another game, or none. Only to be called in the loop."""
        self._followed, self._before, self.proposal = referee, None, None
        if referee is not None:
            referee.listen(partial(self._note, referee))

    def _note(self, referee: Referee, change: Change) -> None:
        if referee is self._followed and change.moved:
            self._before = change.was

    def publish(self) -> None:
        """Tell every phone that there is something new. It never waits."""
        self.listeners.publish()

    def before(self, referee: Referee) -> dict[str, Any] | None:
        """Return what everyone saw of this game before its last change. Only to be called in the loop."""
        return self._before if referee is self._followed else None

    def standing_proposal(self, referee: Referee) -> Proposal | None:
        """Return the proposal that waits for an answer, unless it has lapsed."""
        return self.proposal if self.proposal is not None and self.proposal.holds(referee.run) else None


class Pages(Flask):
    """The application, whose log tells nobody's secret."""

    def log_exception(self, exc_info: Any) -> None:
        """Which page failed and where; neither what the fault says nor an address, which may be a seat's code."""
        self.logger.error("%s failed: %s", request.endpoint, trail(exc_info[1]))


def create_app(site: Site) -> Flask:
    app = Pages(__name__)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST, MAX_FORM_PARTS=500)
    app.extensions["site"] = site
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(languages=LANGUAGE_NAMES, to_come_back_to=to_come_back_to, page_before=page_before)
    app.jinja_env.globals.update(all_games=library.all_games)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(library.blueprint)
    app.register_blueprint(history.blueprint)
    app.register_blueprint(takeaway.blueprint)
    app.register_blueprint(fair.blueprint)
    app.register_blueprint(layouts.blueprint)
    app.register_blueprint(editor.blueprint)
    app.register_blueprint(gallery.blueprint)
    app.register_blueprint(face.blueprint)
    app.register_blueprint(api.blueprint)
    app.before_request(refuse_strangers)
    app.after_request(guard)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    return app


def refuse_strangers() -> None:
    """Only hosts that can be this box, and changes only from our own pages."""
    if not is_ours(request.host) or not request.query_string.isascii():
        abort(400)
    if request.method == "POST":
        origin = request.headers.get("Origin")
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            abort(403)
        if origin and origin.partition("//")[2] != request.host:
            abort(403)


def is_ours(host: str) -> bool:
    """Whether a Host header can mean this box: an address, localhost, or its own or a .local name.

    >>> is_ours("10.42.0.1:8080"), is_ours("ballottino.local"), is_ours("evil.example")
    (True, True, False)
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost" or name.endswith(".local") or name == socket.gethostname()
    return True


def guard(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


STATUS = {
    "not-json": 400,
    "not-json-type": 415,
    "no-game": 404,
    "no-seat": 403,
    "no-such-board": 404,
    "no-such-game": 404,
    "not-your-seat": 403,
    "table-busy": 503,
    "too-deep": 400,
    "too-long": 400,
    "too-many-tries": 429,
    "unknown-game": 404,
    "unknown-language": 400,
    "wrong-code": 403,
    "wrong-keys": 400,
    "wrong-type": 400,
}


def refused(refusal: Refusal) -> ResponseReturnValue:
    """A refusal as a page: what is wrong, and the way back."""
    text, status = refusal_text(refusal), STATUS.get(refusal.key, 409)
    if api.is_asked():
        return api.refused(refusal, text, status)
    return render_template("refused.html", words=page_words(), text=text, join=refusal.key == "no-seat"), status


def failed(error: HTTPException) -> ResponseReturnValue:
    """An error of HTTP, in words and without details."""
    words = page_words()
    text = words("web.not-found") if error.code == 404 else words("web.bad-request")
    if error.code == 413:
        text = words("web.too-large")
    if api.is_asked():
        return api.failed(error, text)
    return render_template("refused.html", words=words, text=text), error.code or 500
