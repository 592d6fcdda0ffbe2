"""The hall's pages as a Flask application. They show what boxes said; only the organiser changes anything."""

from __future__ import annotations

import hmac

from flask import Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.referee.seals import seal_words
from companion.refusal import Refusal
from companion.words import LANGUAGES
from web.application import STATUS, Pages
from web.hall import fame, organising, sharing, wall
from web.hall.hall import Hall, hall, trouble
from web.language import COOKIE as LANGUAGE_COOKIE
from web.language import page_words

KEY_COOKIE = "hall"
A_YEAR = 365 * 24 * 3600


def create_hall(shared: Hall) -> Flask:
    app = Pages(__name__)
    app.extensions["hall"] = shared
    for blueprint in (wall.blueprint, fame.blueprint, organising.blueprint, sharing.blueprint):
        app.register_blueprint(blueprint)
    app.add_url_rule("/language", view_func=set_language, methods=["POST"])
    app.before_request(recognise)
    app.jinja_env.filters["seal_words"] = seal_words
    app.jinja_env.globals.update(trouble=trouble, refused_messages=shared.tables.refused)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    return app


def recognise() -> ResponseReturnValue | None:
    """Find out whether the organiser asks. The key in the first address becomes a cookie."""
    given = request.args.get("key")
    key = given or request.cookies.get(KEY_COOKIE) or ""
    g.is_organiser = hmac.compare_digest(key.encode(), hall().key.encode())
    if not given or request.method != "GET":
        return None
    answer = redirect(request.path)
    if g.is_organiser:
        answer.set_cookie(KEY_COOKIE, key, max_age=A_YEAR, httponly=True, samesite="Strict")
    return answer


def set_language() -> ResponseReturnValue:
    answer = redirect(url_for("wall.wall"))
    if (chosen := request.form.get("language", "")) in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=A_YEAR, samesite="Lax")
    return answer


def refused(refusal: Refusal) -> ResponseReturnValue:
    words = page_words()
    return render_template("hall-refused.html", words=words, text=words.refusal(refusal)), refusal.by_class(STATUS)


def failed(error: HTTPException) -> ResponseReturnValue:
    words = page_words()
    text = words("web.not-found") if error.code == 404 else words("web.bad-request")
    return render_template("hall-refused.html", words=words, text=text), error.code or 500
