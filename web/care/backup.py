"""Downloading a backup: all games, boards and settings in one file, only by the owner's word."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from tempfile import TemporaryFile

from flask import Blueprint, render_template, request, send_file
from flask.typing import ResponseReturnValue

from companion.backup.archive import SUFFIX, write
from companion.refusal import Busy, NotSaved
from web.language import page_words
from web.site import site

blueprint = Blueprint("backup", __name__)

writing = threading.Lock()
"""Held while a backup is made: several at once would only slow each other down."""


@blueprint.get("/backup")
def explain() -> str:
    return _page(is_allowed=False)


@blueprint.post("/backup")
def download() -> ResponseReturnValue:
    """Offer the file once the owner has allowed it, and make it when it is taken."""
    return _file() if "take" in request.form else _page(is_allowed=True)


def _page(*, is_allowed: bool) -> str:
    unfinished = len(site().ledger.left_open())
    return render_template("backup.html", words=page_words(), unfinished=unfinished, is_allowed=is_allowed)


def _file() -> ResponseReturnValue:
    if not writing.acquire(blocking=False):
        raise Busy("backup-busy")
    try:
        with ExitStack() as until_made:
            file = until_made.enter_context(TemporaryFile(dir=site().ledger.folder))
            write(site().ledger, file)
            file.seek(0)
            until_made.pop_all()  # it is closed once it has been sent
    except OSError as error:
        raise NotSaved("not-saved", why=error.strerror or str(error)) from error
    finally:
        writing.release()
    name = f"ballottino-{time.strftime('%Y-%m-%d')}{SUFFIX}"
    sent = send_file(file, "application/octet-stream", as_attachment=True, download_name=name)
    sent.headers["Cache-Control"] = "no-store"  # no copy of it stays in a browser
    return sent
