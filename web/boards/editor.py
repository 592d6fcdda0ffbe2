"""The owner draws his board: tools, places to tap or to type, all that is still wrong, and files to keep it in.

What is drawn is a draft until it is saved, kept beside the owner's board so that it survives a closed page. A
game brings its tools and its drawing with its kit; here is nothing of any game.
"""

from __future__ import annotations

import re
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.layout import Layout, forget, load, save
from companion.layout.editing import Editor
from companion.refusal import Refusal
from web.boards.shelf import as_board_file, kit_of, need_say, one_at_a_time, own_file, own_folder, sent_file
from web.language import page_words

blueprint = Blueprint("editor", __name__)

PART = "X-Part"
"""A page's own script asks for the changing part alone."""
LONGEST = 2000
"""Letters of typed places."""


def editor_of(game: str) -> tuple[Kit, Editor]:
    kit = kit_of(game)
    if kit.editor is None:
        abort(404)
    return kit, kit.editor


def draft_file(game: str) -> Path:
    return own_folder() / f"{game}.draft.toml"


def draft_of(game: str) -> Layout:
    """What is being drawn: the draft, or without one the board in use; ours, if neither can be read."""
    kit, editor = editor_of(game)
    try:
        if draft_file(game).exists():
            return Layout(game, load(draft_file(game), editor.accept).facts)
        return kit.layout(own_folder())
    except Refusal:
        return kit.layout()


@blueprint.get("/layouts/<game>/edit")
def edit(game: str) -> str:
    _, editor = editor_of(game)
    return _page(game, tool_in(editor, request.args.get("tool", "")), places_in(request.args.get("waiting", "")))


@blueprint.post("/layouts/<game>/edit")
def mark(game: str) -> Response | str | tuple[str, int]:
    """Use a tool on places. Those that wait from before come first, if the tool is still the same."""
    _, editor = editor_of(game)
    tool = tool_in(editor, request.form.get("tool", ""))
    same = request.form.get("before", "") == tool
    waiting = places_in(request.form.get("waiting", "")) if same else []
    new = places_in(request.form.get("places", ""))
    try:
        need_say()
        if new:
            with one_at_a_time:
                layout, waiting = editor.mark(draft_of(game), tool, [*waiting, *new])
                save(layout, draft_file(game))
    except Refusal as refusal:
        return _page(game, tool, [], refusal), 409
    if PART in request.headers:
        return _page(game, tool, waiting)
    return redirect(url_for("editor.edit", game=game, tool=tool, waiting=" ".join(waiting)), 303)


@blueprint.post("/layouts/<game>/edit/save")
def keep(game: str) -> Response | tuple[str, int]:
    """The draft becomes the owner's board, if it is one."""
    kit, editor = editor_of(game)
    need_say()
    try:
        with one_at_a_time:
            layout = draft_of(game)
            kit.check_layout(layout)
            save(kit.own_part(layout), own_file(game))
            forget(draft_file(game))
    except Refusal as refusal:
        return _page(game, tool_in(editor, request.form.get("tool", "")), [], refusal), 409
    return redirect(url_for("layouts.layout", game=game), 303)


@blueprint.post("/layouts/<game>/edit/begin")
def begin(game: str) -> Response:
    """Begin anew: with nothing, with our board, or with the board in use."""
    kit, editor = editor_of(game)
    need_say()
    start = request.form.get("start", "")
    with one_at_a_time:
        if start == "blank":
            save(editor.blank(kit.layout()), draft_file(game))
        elif start == "ours":
            save(kit.layout(), draft_file(game))
        else:
            forget(draft_file(game))
    return redirect(url_for("editor.edit", game=game), 303)


@blueprint.get("/layouts/<game>/edit.toml")
def export(game: str) -> Response:
    """What is drawn, as a file to keep or to give away, finished or not."""
    return as_board_file(draft_of(game), f"{game}.toml")


@blueprint.post("/layouts/<game>/edit/bring")
def bring(game: str) -> Response | tuple[str, int]:
    """A file that was kept or given becomes the draft."""
    _, editor = editor_of(game)
    need_say()
    try:
        layout = Layout(game, sent_file().facts)
        editor.accept(layout)
        with one_at_a_time:
            save(layout, draft_file(game))
    except Refusal as refusal:
        return _page(game, tool_in(editor, ""), [], refusal), 409
    return redirect(url_for("editor.edit", game=game), 303)


def tool_in(editor: Editor, wanted: str) -> str:
    tools = [tool for group in editor.tools.values() for tool in group]
    return wanted if wanted in tools else tools[0]


def places_in(text: str) -> list[str]:
    """Typed places, apart.

    >>> places_in(" C7, D7;E7 ")
    ['C7', 'D7', 'E7']
    """
    return [place[:20] for place in re.split(r"[\s,;]+", text[:LONGEST]) if place]


def _page(game: str, tool: str, waiting: list[str], refusal: Refusal | None = None) -> str:
    """The page or, for its script, its changing part."""
    _, editor = editor_of(game)
    words = page_words(game)
    layout = draft_of(game)
    return render_template(
        "_editor.html" if PART in request.headers else "editor.html",
        words=words,
        game=game,
        tool=tool,
        tools={group: [(one, *editor.worded(words, one)) for one in tools] for group, tools in editor.tools.items()},
        waiting=waiting,
        drawn=editor.draw(layout, words, tool, waiting),
        problems=[words.refusal(problem) for problem in editor.problems(layout)],
        refused=words.refusal(refusal) if refusal else "",
        is_draft=draft_file(game).exists(),
        longest=LONGEST,
    )
