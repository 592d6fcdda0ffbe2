"""The pages as a Flask application: `create_app` puts the rooms together."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.faults import trail
from companion.referee.seals import seal_words
from companion.refusal import (
    Busy,
    Forbidden,
    Malformed,
    NoSeat,
    NotFound,
    Refusal,
    TooManyTries,
    WrongMediaType,
)
from companion.words import LANGUAGES, language_name
from web import library, owner
from web.access import check_access
from web.api import api
from web.boards import editor, gallery, layouts
from web.history import deletion, downloads, fair, history, replay
from web.language import page_words
from web.return_links import page_before, return_here
from web.site import Site
from web.table import big_screen, pages, simulated_box, starting, teaching
from web.table.actions import refusal_text
from web.wire import compress, keep_for_good, name_by_digest

LARGEST = 32 * 1024
"""Bytes a phone may send at once."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class Pages(Flask):
    """The application, whose log reveals no secret."""

    def log_exception(self, exc_info: Any) -> None:
        """Log which page failed and where, but neither the error's text nor the address, which may hold a code."""
        self.logger.error("%s failed: %s", request.endpoint, trail(exc_info[1]))


def create_app(site: Site) -> Flask:
    app = Pages(__name__)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST, MAX_FORM_PARTS=500)
    app.extensions["site"] = site
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    names = {language: language_name(language) for language in LANGUAGES}
    app.jinja_env.globals.update(languages=names, return_here=return_here, page_before=page_before)
    app.jinja_env.globals.update(all_games=library.all_games, games_to_start=library.games_to_start)
    app.jinja_env.globals.update(seal_words=seal_words)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(big_screen.blueprint)
    app.register_blueprint(library.blueprint)
    app.register_blueprint(history.blueprint)
    app.register_blueprint(downloads.blueprint)
    app.register_blueprint(replay.blueprint)
    app.register_blueprint(deletion.blueprint)
    app.register_blueprint(fair.blueprint)
    app.register_blueprint(layouts.blueprint)
    app.register_blueprint(editor.blueprint)
    app.register_blueprint(gallery.blueprint)
    app.register_blueprint(owner.blueprint)
    app.register_blueprint(simulated_box.blueprint)
    app.register_blueprint(starting.blueprint)
    app.register_blueprint(teaching.blueprint)
    app.register_blueprint(api.blueprint)
    app.before_request(refuse_strangers)
    app.before_request(check_access)
    app.url_defaults(name_by_digest)
    app.after_request(compress)
    app.after_request(guard)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    return app


def refuse_strangers() -> None:
    """Serve only names that can be this box, and accept changes only from our own pages."""
    if not is_ours(request.host) or not request.query_string.isascii():
        abort(400)
    if request.method == "POST":
        origin = request.headers.get("Origin")
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            abort(403)
        if origin and origin.partition("//")[2] != request.host:
            abort(403)


def is_ours(host: str) -> bool:
    """Return whether a Host header can mean this box: an address, localhost, its own or a .local name.

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
    keep_for_good(response)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


STATUS: Mapping[type[Refusal], int] = {
    Refusal: 409,
    Malformed: 400,
    Forbidden: 403,
    NotFound: 404,
    WrongMediaType: 415,
    TooManyTries: 429,
    Busy: 503,
}
"""The HTTP status of a refusal, by its nearest class."""


def refused(refusal: Refusal) -> ResponseReturnValue:
    """Show a refusal as a page: what is wrong, and a link back."""
    text, status = refusal_text(refusal), refusal.by_class(STATUS)
    if api.is_asked():
        return api.refused(refusal, text, status)
    if request.endpoint == "starting.start":
        return starting.refused(text, status)
    return render_template("refused.html", words=page_words(), text=text, join=isinstance(refusal, NoSeat)), status


def failed(error: HTTPException) -> ResponseReturnValue:
    """Show an HTTP error in words, without details."""
    words = page_words()
    text = words("web.not-found") if error.code == 404 else words("web.bad-request")
    if error.code == 413:
        text = words("web.too-large")
    if api.is_asked():
        return api.failed(error, text)
    return render_template("refused.html", words=words, text=text), error.code or 500
