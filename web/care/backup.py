"""Backups: all games, boards and settings in one file, downloaded or brought back, only by the owner's word.

Bringing one back adds to what is here and reveals nothing, so that whoever may set the box up may do it.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from tempfile import TemporaryFile

from flask import Blueprint, render_template, request, send_file
from flask.typing import ResponseReturnValue

from companion.backup.archive import file_name, write
from companion.refusal import Busy, NotSaved
from web.care.pieces import kept_piece
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


@blueprint.post("/backup/restore")
def allow_restoring() -> str:
    """Show the form for the file, once the owner has allowed it."""
    host = site().door.host
    return render_template(
        "restore.html",
        words=page_words(),
        is_first=site().door.do(host.setting_up.is_first),
        address=f"{host.address}/backup",
    )


@blueprint.post("/backup/piece")
def take_piece() -> dict[str, int]:
    """Keep a piece of the file."""
    return kept_piece(site().door.host.upkeep.restoring)


@blueprint.post("/backup/begin")
def restore() -> dict[str, str]:
    """Have the box add what was sent to what is here."""
    host = site().door.host
    site().door.do(host.setting_up.expect_games)
    return host.upkeep.restoring.use(page_words().language)._asdict()


@blueprint.get("/backup/state")
def state() -> dict[str, str]:
    """Say what has become of it, for a page that waits."""
    return site().door.host.upkeep.restoring.state(page_words().language)._asdict()


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
        raise NotSaved.because(error) from error
    finally:
        writing.release()
    sent = send_file(file, "application/octet-stream", as_attachment=True, download_name=file_name())
    sent.headers["Cache-Control"] = "no-store"  # no copy of it stays in a browser
    return sent
