"""The pages as a Flask application: `create_app` puts the rooms together."""

from __future__ import annotations

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.referee.seals import seal_words
from companion.refusal import NoSeat, Refusal
from web import library, owner
from web.access import check_access
from web.api import api
from web.application import STATUS, Pages
from web.boards import editor, gallery, layouts
from web.care import backup, captive, first_start, health, update
from web.history import deletion, downloads, fair, fame, history, replay
from web.language import page_words
from web.origin import page_before, return_here, this_page
from web.site import Site
from web.table import big_screen, pages, simulated_box, starting, teaching
from web.table.actions import refusal_text

ROOMS = (
    pages,
    big_screen,
    library,
    history,
    fame,
    downloads,
    replay,
    deletion,
    backup,
    health,
    update,
    first_start,
    captive,
    fair,
    layouts,
    editor,
    gallery,
    owner,
    simulated_box,
    starting,
    teaching,
    api,
)


def create_app(site: Site) -> Flask:
    app = Pages(__name__)
    app.extensions["site"] = site
    app.jinja_env.globals.update(return_here=return_here, page_before=page_before, this_page=this_page)
    app.jinja_env.globals.update(all_games=library.all_games, games_to_start=library.games_to_start)
    app.jinja_env.globals.update(shared_urns=starting.shared_urns)
    app.jinja_env.globals.update(seal_words=seal_words)
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    app.before_request(check_access)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    return app


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
