"""The health of the box: room, wear, heat, power and clock, each with its advice, and the last lines of its log."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from web.language import page_words
from web.site import site
from web.wire import as_file

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def show() -> str:
    words = page_words()
    return render_template("health.html", words=words, found=site().door.host.upkeep.health(words.language))


@blueprint.get("/health/log")
def download_log() -> Response:
    return as_file(site().door.host.upkeep.log() + "\n", "ballottino-log.txt", "text/plain")
