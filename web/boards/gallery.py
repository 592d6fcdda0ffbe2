"""All boards of a game that has many, to look at and to share: those we ship, and the owner's own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.layout import Layout
from companion.picture.board import at_the_start
from companion.picture.shapes import with_style
from companion.refusal import Refusal
from companion.words import Words
from web.boards import boards, sharing
from web.boards.boards import catalogue, mine, ours
from web.boards.shelf import as_board_file, editor_of, kit_of
from web.language import page_words

blueprint = Blueprint("boards", __name__)

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture may use its own style, and nothing else."""


class ShownBoard(NamedTuple):
    """A board in the list of all boards."""

    name: str
    about: str
    page: str
    picture: str


def gallery(kit: Kit, words: Words) -> list[ShownBoard]:
    """Return all boards of a game that has many, ours first. One that can't be read or played is left out."""
    game = kit.game.name
    found = [
        ShownBoard(
            words.option_value("board", board),
            about(kit, ours(kit, board), words),
            url_for("boards.shipped", game=game, board=board),
            url_for("boards.shipped_picture", game=game, board=board),
        )
        for board in catalogue(kit)
    ]
    for name in boards.names(game) if found else ():
        with suppress(Refusal):
            kind = about(kit, mine(kit, name), words)
            page, picture = (url_for(one, game=game, name=name) for one in ("boards.board", "boards.board_picture"))
            found.append(ShownBoard(name, kind, page, picture))
    return found


def about(kit: Kit, board: Layout, words: Words) -> str:
    """Return a short description of a board: "day, easy"."""
    settings = kit.editor.settings if kit.editor else ()
    return ", ".join(words.thing(setting, board[setting]) for setting in settings)


@blueprint.get("/layouts/<game>/ours/<board>")
def shipped(game: str, board: str) -> str:
    kit, words = kit_of(game), page_words(game)
    change = url_for("editor.edit", game=game, board=board)
    return _page(kit, words, ours(kit, board), words.option_value("board", board), change=change)


@blueprint.get("/layouts/<game>/mine/<name>")
def board(game: str, name: str) -> str:
    """Show one of the owner's boards, and how to share it."""
    kit = kit_of(game)
    found, laid = mine(kit, name), boards.is_laid(game, name)
    change = url_for("editor.edit", game=game, name=name)
    return _page(kit, page_words(game), found, name, change=change, is_mine=True, laid=laid)


def _page(kit: Kit, words: Words, board: Layout, name: str, **more: Any) -> str:
    game = kit.game.name
    _, editor = editor_of(game)
    shared = editor.read(sharing.values_of(board))
    return render_template(
        "board.html",
        words=words,
        game=game,
        name=name,
        about=about(kit, board, words),
        drawn=at_the_start(kit, board, words).svg,
        qr=sharing.qr(f"{request.host_url}B/{game}/{sharing.pack(shared, editor.typical)}".upper()),
        **more,
    )


@blueprint.get("/layouts/<game>/ours/<board>.svg")
def shipped_picture(game: str, board: str) -> Response:
    kit = kit_of(game)
    return _picture(kit, ours(kit, board))


@blueprint.get("/layouts/<game>/mine/<name>.svg")
def board_picture(game: str, name: str) -> Response:
    kit = kit_of(game)
    return _picture(kit, mine(kit, name))


def _picture(kit: Kit, board: Layout) -> Response:
    """Send a board as a picture file, to be shown small."""
    _, editor = editor_of(kit.game.name)
    drawn = editor.portray(editor.read(sharing.values_of(board)), page_words(kit.game.name))
    svg = with_style(drawn.svg, kit.board_style)
    return Response(svg, mimetype="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


@blueprint.post("/layouts/<game>/mine/<name>")
def manage(game: str, name: str) -> Response:
    """Put a board on the table, or delete it."""
    kit_of(game)
    if request.form.get("do") == "forget":
        boards.forget(game, name)
        return redirect(url_for("editor.edit", game=game), 303)
    boards.lay(game, name)
    return redirect(url_for("boards.board", game=game, name=name), 303)


@blueprint.get("/layouts/<game>/mine/<name>.toml")
def download(game: str, name: str) -> Response:
    """Send a board as a file that another box can open."""
    kit_of(game)
    return as_board_file(boards.load(game, name), f"{game}-{name}.toml")
