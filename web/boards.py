"""The boards that an owner has made, by name: shown, shared, and laid on the table as his own."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion import layout as layouts
from companion.layout import Layout, dump
from companion.making import OWN
from companion.refusal import Refusal
from web import sharing
from web.language import page_words
from web.layouts import drawn, kit_of, need_say, own_folder

blueprint = Blueprint("boards", __name__)

LONGEST = 24
NAME = re.compile(rf"\w[\w '’-]{{0,{LONGEST - 1}}}")


def folder(game: str) -> Path:
    return own_folder() / game


def file_of(game: str, name: str) -> Path:
    """Where a board of this name is kept; refuses what is no name."""
    name = name.strip()
    if not NAME.fullmatch(name):
        raise Refusal("bad-board-name", value=name[:LONGEST], most=LONGEST)
    return folder(game) / f"{name}.toml"


def names(game: str) -> list[str]:
    kept = folder(game)
    return sorted((path.stem for path in kept.glob("*.toml")), key=str.casefold) if kept.is_dir() else []


def load(game: str, name: str) -> Layout:
    path = file_of(game, name)
    if not path.is_file():
        raise Refusal("no-such-board", value=name)
    return layouts.load(path, lambda _: None)


def on_table(game: str) -> Path:
    """The board that a game takes when it is played on the owner's own."""
    return own_folder() / f"{game}-{OWN}.toml"


def save_as(game: str, name: str, draft: Layout) -> None:
    """Keep a board under a name, and lay it on the table as one's own."""
    path = file_of(game, name)
    layouts.save(draft, path)
    layouts.save(draft, on_table(game))


@blueprint.get("/layouts/<game>/mine/<name>")
def board(game: str, name: str) -> str:
    """A board of one's own: how it looks, and how to hand it on."""
    kit = kit_of(game)
    words = page_words(game)
    found = load(game, name)
    link = f"{request.host_url}B/{game}/{sharing.pack(found)}".upper()
    whole = Layout(found.name, kit.layout(own_folder()).facts | found.facts)
    return render_template(
        "board.html",
        words=words,
        game=game,
        name=name,
        drawn=drawn(kit, whole, words),
        qr=sharing.qr(link),
        laid=on_table(game).is_file() and on_table(game).read_bytes() == file_of(game, name).read_bytes(),
    )


@blueprint.post("/layouts/<game>/mine/<name>")
def manage(game: str, name: str) -> Answer:
    """Lay a board on the table, or forget it."""
    kit_of(game)
    need_say()
    found = load(game, name)
    if request.form.get("do") == "forget":
        layouts.forget(file_of(game, name))
        return redirect(url_for("maker.make", game=game), 303)
    layouts.save(found, on_table(game))
    return redirect(url_for("boards.board", game=game, name=name), 303)


@blueprint.get("/layouts/<game>/mine/<name>.toml")
def download(game: str, name: str) -> Response:
    """A board as a file that another box can open."""
    kit_of(game)
    answer = Response(dump(load(game, name)), mimetype="application/toml")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{game}-{name}.toml")
    return answer
