"""The box's own face in a browser, for those without a box: the very dots of its screen, and its keys."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response

from web.language import page_words
from web.table.actions import site

blueprint = Blueprint("face", __name__)
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK", "SEAT1", "SEAT2", "SEAT3", "SEAT4", "SEAT5")


@blueprint.get("/box")
def box() -> str:
    """Off on a real box, unless it was asked for."""
    if site().door.host.dots() is None:
        abort(404)
    return render_template("box.html", words=page_words())


@blueprint.get("/box/dots")
def dots() -> Response:
    """The screen as 1024 bytes, a bit a dot; nothing if it is what the browser has."""
    shown = site().door.host.dots()
    if shown is None:
        abort(404)
    response = Response(shown, mimetype="application/octet-stream")
    response.add_etag()
    if request.headers.get("If-None-Match") == quote_etag(response.get_etag()[0] or ""):
        return Response(status=304)
    return response


@blueprint.post("/box/key")
def key() -> tuple[str, int]:
    """A key goes down or up, as a contact on its pin."""
    name, way = request.form.get("key", ""), request.form.get("way", "")
    if name not in KEYS or way not in ("down", "up") or site().door.host.dots() is None:
        abort(404)
    site().door.host.touch(name, way == "down")
    return "", 204
