"""All boards of a game that has many, to be looked at and handed on: those we bring, and the owner's own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.layout import Layout
from companion.layout.making import OWN
from companion.picture.board import at_the_start
from companion.picture.shapes import with_style
from companion.refusal import Refusal
from companion.words import Words
from web.boards import boards, sharing
from web.boards.shelf import as_board_file, kit_of, need_say, own_folder
from web.language import page_words

blueprint = Blueprint("boards", __name__)

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture brings its own style, and nothing else."""


class ShownBoard(NamedTuple):
    """A board as the list of all shows it."""

    name: str
    about: str
    page: str
    picture: str


def gallery(kit: Kit, words: Words) -> list[ShownBoard]:
    """All boards: ours first, then the owner's. One that can't be read or played is left out."""
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
    for name in boards.names(game) if kit.maker else ():
        with suppress(Refusal):
            kind = about(kit, mine(kit, name), words)
            page, picture = (url_for(one, game=game, name=name) for one in ("boards.board", "boards.board_picture"))
            found.append(ShownBoard(name, kind, page, picture))
    return found


def catalogue(kit: Kit) -> list[str]:
    """The boards that we bring, by the names that the option `board` has for them; none where owners make none."""
    if kit.maker is None:
        return []
    options = (option.values for option in kit.game.all_options() if option.name == "board")
    return [board for values in options for board in values if board != OWN]


def ours(kit: Kit, board: str) -> Layout:
    """A board that we bring, with what its owner has set right; as we bring it, if his file can't be read."""
    if board not in catalogue(kit):
        raise Refusal("no-such-board", value=board[: boards.LONGEST])
    try:
        return kit.layout(own_folder(), {"board": board})
    except Refusal:
        return kit.layout(None, {"board": board})


def mine(kit: Kit, name: str) -> Layout:
    """A board of the owner's, with all that it doesn't set from the game's first board."""
    own = boards.load(kit.game.name, name)
    whole = Layout(own.name, kit.layout(own_folder()).facts | own.facts)
    kit.check_layout(whole)
    return whole


def about(kit: Kit, board: Layout, words: Words) -> str:
    """What kind of board it is: "day, easy"."""
    settings = kit.maker.settings if kit.maker else ()
    return ", ".join(words.thing(setting, board[setting]) for setting in settings)


@blueprint.get("/layouts/<game>/ours/<board>")
def shipped(game: str, board: str) -> str:
    kit, words = kit_of(game), page_words(game)
    change = url_for("maker.make", game=game, board=board)
    return _page(kit, words, ours(kit, board), words.option_value("board", board), change=change)


@blueprint.get("/layouts/<game>/mine/<name>")
def board(game: str, name: str) -> str:
    """A board of one's own: how it looks, and how to hand it on."""
    kit = kit_of(game)
    found, laid = mine(kit, name), boards.is_laid(game, name)
    change = url_for("maker.make", game=game, name=name)
    return _page(kit, page_words(game), found, name, change=change, is_mine=True, laid=laid)


def _page(kit: Kit, words: Words, board: Layout, name: str, **more: Any) -> str:
    game = kit.game.name
    assert kit.maker is not None, "no other game has boards of this kind"
    shared = kit.maker.read(sharing.values_of(board))
    return render_template(
        "board.html",
        words=words,
        game=game,
        name=name,
        about=about(kit, board, words),
        drawn=at_the_start(kit, board, words).svg,
        qr=sharing.qr(f"{request.host_url}B/{game}/{sharing.pack(shared, kit.maker.typical)}".upper()),
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
    """A board as a file of its own, to be shown small."""
    assert kit.maker is not None, "no other game has boards of this kind"
    draft = kit.maker.read(sharing.values_of(board))
    svg = with_style(kit.maker.portray(draft), kit.board_style)
    return Response(svg, mimetype="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


@blueprint.post("/layouts/<game>/mine/<name>")
def manage(game: str, name: str) -> Response:
    """Lay a board on the table, or forget it."""
    kit_of(game)
    need_say()
    if request.form.get("do") == "forget":
        boards.forget(game, name)
        return redirect(url_for("maker.make", game=game), 303)
    boards.lay(game, name)
    return redirect(url_for("boards.board", game=game, name=name), 303)


@blueprint.get("/layouts/<game>/mine/<name>.toml")
def download(game: str, name: str) -> Response:
    """A board as a file that another box can open."""
    kit_of(game)
    return as_board_file(boards.load(game, name), f"{game}-{name}.toml")
