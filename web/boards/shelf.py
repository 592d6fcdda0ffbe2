"""Where boards are kept, who may change them, and how they come and go as files: for all pages about boards."""

from __future__ import annotations

import threading
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote

from flask import abort, request
from werkzeug.wrappers import Response

from companion import games
from companion.games import Kit
from companion.layout import Layout, dump, parse
from web.table.actions import holder, site, speaker

one_at_a_time = threading.Lock()
"""Held by whoever writes boards: two phones that set two things right at once must not lose one of them."""


def own_folder() -> Path:
    return site().ledger.folder / "layouts"


def own_file(game: str) -> Path:
    return own_folder() / f"{game}.toml"


def kit_of(game: str) -> Kit:
    if game not in games.names():
        abort(404)
    return games.find(game)


def need_say() -> None:
    """While a game is on the table, only its players may say what a board is like."""
    whose = holder()
    site().door.ask_if_any(lambda referee: speaker(referee, whose))


def sent_file() -> Layout:
    """The board in the file that a form sends; an empty one if it sends none."""
    file = request.files.get("file")
    return parse(file.read(), (file.filename or "")[:40]) if file else Layout("", {})


def as_file(text: str, name: str, kind: str) -> Response:
    """Text as a file to keep or to give away. A header is ASCII: a name with other letters is sent in two ways."""
    response = Response(text, content_type=f"{kind}; charset=utf-8")
    names = {"filename": normalize("NFKD", name).encode("ascii", "ignore").decode()}
    if not name.isascii():
        names["filename*"] = f"UTF-8''{quote(name, safe='')}"
    response.headers.set("Content-Disposition", "attachment", **names)
    return response


def as_board_file(board: Layout, name: str) -> Response:
    """A board as a file that another box can open."""
    return as_file(dump(board), name, "application/toml")
