"""Create your board: a draft that travels with the page, changed by taps or by a form, and looked at each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.layout import Layout
from companion.layout.making import OWN, Detail, Finding, Maker
from companion.refusal import Refusal
from companion.words import Words
from web.boards import boards, sharing
from web.boards.gallery import catalogue, ours
from web.boards.shelf import kit_of, need_say, own_folder, sent_file
from web.language import page_words

blueprint = Blueprint("maker", __name__)


class Looked(NamedTuple):
    """A draft, what there is to say of it, and why it can't be played yet, if so."""

    draft: Layout
    findings: list[tuple[str, str]]
    unsound: str


def maker_of(game: str) -> tuple[Kit, Maker]:
    kit = kit_of(game)
    if kit.maker is None:
        abort(404)
    return kit, kit.maker


@blueprint.get("/layouts/<game>/make")
def make(game: str) -> str:
    """A new board, or one to begin with: of the catalogue (`board`), of one's own (`name`), or from a `link`."""
    kit, maker = maker_of(game)
    values: Mapping[str, Any] = {}
    name = request.args.get("name", "")
    if name:
        values = sharing.values_of(boards.load(game, name))
    elif link := request.args.get("link", "").strip():
        values = sharing.unpack(link.rpartition("/")[2], maker.typical)
    elif board := request.args.get("board", ""):
        values = sharing.values_of(ours(kit, board))
    return page(game, maker.read(values), name=name)


@blueprint.get("/layouts/<game>/make/<code>")
@blueprint.get("/B/<game>/<code>")  # a QR code in capitals is smaller
def open_code(game: str, code: str) -> str:
    """A board that somebody shares."""
    game = game.lower()
    _, maker = maker_of(game)
    return page(game, maker.read(sharing.unpack(code, maker.typical)))


@blueprint.post("/layouts/<game>/make")
def change(game: str) -> Response | str | tuple[str, int]:
    """What a form without script does, and what is done with a whole board: to open a file and to save."""
    kit, maker = maker_of(game)
    form = request.form
    name = form.get("name", "")
    draft = maker.read({})
    try:
        if form.get("do") == "open":
            return page(game, maker.read(sharing.values_of(sent_file())))
        draft = drafted(maker, form)
        if form.get("do") != "save":
            return page(game, worked(maker, draft, form), name=name)
        need_say()
        kit.check_layout(whole(kit, draft))
        boards.save_as(game, name, draft)
    except Refusal as refusal:
        return page(game, draft, refusal, name), 409
    return redirect(url_for("boards.board", game=game, name=name.strip()), 303)


@blueprint.post("/layouts/<game>/make.json")
def tap(game: str) -> dict[str, Any] | tuple[dict[str, Any], int]:
    """The same for a page with script: the draft as it is now, drawn and looked at."""
    kit, maker = maker_of(game)
    words = page_words(game)
    try:
        draft = worked(maker, drafted(maker, request.form), request.form)
    except Refusal as refusal:
        return {"refused": worded(refusal, words)}, 409
    seen = look(kit, maker, draft, words)
    return {
        "draft": sharing.write(draft),
        "board": maker.draw(draft, words),
        "detail": render_template("_detail.html", words=words, detail=picked(maker, draft, request.form)),
        "findings": [{"mark": mark, "text": text} for mark, text in seen.findings],
        "unsound": seen.unsound,
    }


def drafted(maker: Maker, form: Mapping[str, str]) -> Layout:
    """The draft that a page sends, with what its settings say."""
    values = sharing.read(form.get("draft", ""))
    chosen = {name: form[f"setting.{name}"] for name in maker.settings if f"setting.{name}" in form}
    return maker.read(values | chosen)


def worked(maker: Maker, draft: Layout, form: Mapping[str, str]) -> Layout:
    """The draft after what a page asks for: a tool put to a place, a way switched, a shuffle, or nothing."""
    do, _, way = form.get("do", "").partition(".")
    if do == "put":
        return maker.put(draft, form.get("tool", ""), form.get("place", ""))
    if do == "way":
        return maker.switch(draft, form.get("picked", ""), way)
    if do == "shuffle":
        return maker.shuffle(draft, SystemRandom())
    return draft


def picked(maker: Maker, draft: Layout, form: Mapping[str, str]) -> Detail | None:
    """The piece that is seen from near: the one touched last, if its ways can be changed."""
    return maker.detail(draft, form.get("place" if form.get("do") == "put" else "picked", ""))


def whole(kit: Kit, draft: Layout) -> Layout:
    """The board that a draft makes, with all that it doesn't set from the game's first board."""
    return Layout(draft.name, kit.layout(own_folder()).facts | draft.facts)


def look(kit: Kit, maker: Maker, draft: Layout, words: Words) -> Looked:
    """Of a draft on which nothing lies, only what to begin with: that all is missing is no fault of its maker."""
    found = maker.look(draft)
    if is_untouched(maker, draft):
        found, verdict = [one for one in found if one.good is not False], words.thing("make", "first")
    else:
        verdict = unsound(kit, draft, found, words)
    return Looked(draft, [(mark_of(one), words(f"make.{one.key}", **one.facts)) for one in found], verdict)


def is_untouched(maker: Maker, draft: Layout) -> bool:
    return draft.facts == maker.read({name: draft[name] for name in maker.settings}).facts


def unsound(kit: Kit, draft: Layout, found: Sequence[Finding], words: Words) -> str:
    """Why a draft can't be played yet: as what is found says, or else the game."""
    if any(one.good is False for one in found):
        return words("web.make-unready")
    try:
        kit.check_layout(whole(kit, draft))
    except Refusal as refusal:
        return worded(refusal, words)
    return ""


def worded(refusal: Refusal, words: Words) -> str:
    """A refusal of a draft, which has no name yet but the one that the box's list of boards gives it."""
    named = {"layout": words.option_value("board", OWN)} if "layout" in refusal.facts else {}
    return words.refusal(Refusal(refusal.key, refusal.rule, **refusal.facts | named))


def mark_of(finding: Finding) -> str:
    return {None: "so", True: "good", False: "bad"}[finding.good]


def page(game: str, draft: Layout, refusal: Refusal | None = None, name: str = "") -> str:
    kit, maker = maker_of(game)
    words = page_words(game)
    return render_template(
        "maker.html",
        words=words,
        game=game,
        maker=maker,
        looked=look(kit, maker, draft, words),
        draft=sharing.write(draft),
        drawn=maker.draw(draft, words),
        places=maker.places(draft),
        detail=picked(maker, draft, request.form),
        chosen=request.form.get("tool", ""),
        refused=worded(refusal, words) if refusal else "",
        name=name[: boards.LONGEST],
        longest=boards.LONGEST,
        mine=boards.names(game),
        catalogue=catalogue(kit),
    )
