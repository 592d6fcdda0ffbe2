"""The simulated box in a browser, for those without a real one: the dots of its screen, and its keys."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response

from web.host import SimulatedBox
from web.language import page_words
from web.site import site

blueprint = Blueprint("simulated_box", __name__)
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK", "SEAT1", "SEAT2", "SEAT3", "SEAT4", "SEAT5")
WAYS = DOWN, UP = "down", "up"


@blueprint.get("/box")
def box() -> str:
    """Show the box. A real box has no such page."""
    _simulated()
    return render_template("box.html", words=page_words())


@blueprint.get("/box/dots")
def dots() -> Response:
    """Return the screen as 1024 bytes, one bit per dot, unless the browser has these dots already."""
    response = Response(_simulated().dots(), mimetype="application/octet-stream")
    response.add_etag()
    if request.headers.get("If-None-Match") == quote_etag(response.get_etag()[0] or ""):
        return Response(status=304)
    return response


@blueprint.post("/box/key")
def key() -> tuple[str, int]:
    """Press or release a key, as a contact on its pin would."""
    name, way = request.form.get("key", ""), request.form.get("way", "")
    simulated = _simulated()
    if name not in KEYS or way not in WAYS:
        abort(404)
    (simulated.press if way == DOWN else simulated.release)(name)
    return "", 204


def _simulated() -> SimulatedBox:
    """Return the simulated parts of the box; a real one has none, nor this page."""
    simulated = site().door.host.simulated_box
    if simulated is None:
        abort(404)
    return simulated
