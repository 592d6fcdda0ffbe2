"""The pages as a Flask application. `create_app` puts the parts together; the parts are beside it."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from companion.ledger import Ledger
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from web import face, library, pages
from web.desk import Desk, House
from web.language import page_words
from web.listeners import Listeners
from web.seats import Codes, Seats
from web.wishes import Wish

LARGEST = 32 * 1024
"""Bytes a phone may send at once."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class Site:
    """What all pages share."""

    def __init__(self, house: House, ledger: Ledger) -> None:
        self.desk = Desk(house)
        self.ledger = ledger
        self.listeners = Listeners()
        self.codes = Codes()
        self.seats = Seats(ledger.folder / "seats.json")
        self.wish: Wish | None = None
        self.before: dict[str, Any] | None = None
        self._now: dict[str, Any] | None = None

    def changed(self, referee: Referee | None) -> None:
        """The game on the table has changed. Called in the loop; it never waits."""
        now = referee.game.view(TABLE) if referee else None
        if now != self._now:
            self.before, self._now = self._now, now
        self.listeners.publish()


def create_app(site: Site) -> Flask:
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST, MAX_FORM_PARTS=500)
    app.extensions["site"] = site
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(library.blueprint)
    app.register_blueprint(face.blueprint)
    app.before_request(refuse_strangers)
    app.after_request(guard)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    return app


def refuse_strangers() -> None:
    """Only hosts that can be this box, and changes only from our own pages."""
    if not is_ours(request.host):
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
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


STATUS = {"too-many-tries": 429, "wrong-code": 403, "not-your-seat": 403, "no-game": 404, "table-busy": 503}


def refused(refusal: Refusal) -> tuple[str, int]:
    """A refusal as a page: what is wrong, and the way back."""
    words = page_words()
    status = STATUS.get(refusal.key, 409)
    return render_template("refused.html", words=words, text=words.refusal(refusal)), status


def failed(error: HTTPException) -> tuple[str, int]:
    """An error of HTTP, in words and without details."""
    words = page_words()
    text = words("web.not-found") if error.code == 404 else words("web.bad-request")
    return render_template("refused.html", words=words, text=text), error.code or 500
