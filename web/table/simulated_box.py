"""The simulated box in a browser, for those without a real one: the dots of its screen, and its keys."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response

from web.language import page_words
from web.site import site

blueprint = Blueprint("simulated_box", __name__)
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK", "SEAT1", "SEAT2", "SEAT3", "SEAT4", "SEAT5")


@blueprint.get("/box")
def box() -> str:
    """Show the box. A real box has no such page."""
    if site().door.host.dots() is None:
        abort(404)
    return render_template("box.html", words=page_words())


@blueprint.get("/box/dots")
def dots() -> Response:
    """Return the screen as 1024 bytes, one bit per dot, unless the browser has these dots already."""
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
    """Press or release a key, as a contact on its pin would."""
    name, way = request.form.get("key", ""), request.form.get("way", "")
    if name not in KEYS or way not in ("down", "up") or site().door.host.dots() is None:
        abort(404)
    site().door.host.touch(name, way == "down")
    return "", 204
