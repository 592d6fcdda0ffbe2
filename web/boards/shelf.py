"""Storage of boards, and boards as files: for all pages about boards."""

from __future__ import annotations

import threading
from pathlib import Path

from flask import abort, request
from werkzeug.wrappers import Response

from companion import games
from companion.games import Kit
from companion.input.bounds import BOARD
from companion.input.confined import read_toml
from companion.layout import Layout, dump, parse
from companion.layout.editor import Editor
from companion.refusal import Busy
from web.site import site
from web.wire import as_file

board_lock = threading.Lock()
"""Held while boards are written: when two phones make corrections at once, neither is lost."""

upload_lock = threading.Lock()
"""Held while a file is parsed: many at once would multiply the memory it needs."""

PATIENCE = 2.0
"""Seconds that a file waits for its turn."""


def own_folder() -> Path:
    return site().ledger.folder / "layouts"


def own_file(game: str) -> Path:
    return own_folder() / f"{game}.toml"


def kit_of(game: str) -> Kit:
    """Return the kit of a game that is played on a board; there are no pages about any other."""
    if game not in games.names() or not games.find(game).has_board:
        abort(404)
    return games.find(game)


def editor_of(game: str) -> tuple[Kit, Editor]:
    kit = kit_of(game)
    if kit.editor is None:
        abort(404)
    return kit, kit.editor


def sent_file() -> Layout:
    """Return the board in the file that a form sends, or in its text if it is sent again; else an empty one."""
    file, text = request.files.get("file"), request.form.get("file", "")
    if not file and not text:
        return Layout("", {})
    data, name = (file.read(BOARD.size + 1), file.filename or "") if file else (text.encode(), "")
    if not upload_lock.acquire(timeout=PATIENCE):
        raise Busy("upload-busy")
    try:
        return parse(data, name[:40], read_toml)
    finally:
        upload_lock.release()


def as_board_file(board: Layout, name: str) -> Response:
    """Send a board as a file that another box can open."""
    return as_file(dump(board), name, "application/toml")
