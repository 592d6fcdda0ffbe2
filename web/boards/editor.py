"""Make a board: tools, places to tap, choose or type, what is still wrong, and files to keep it in.

The draft travels with the page, so that every phone has its own and a change can be undone. The box keeps the last
one beside the owner's boards, so that it survives a closed page. Every change goes to one address, with script and
without; a script takes the changed parts out of the page that comes back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.layout import Fact, Layout, forget, load, save
from companion.layout.editor import OWN, Editor
from companion.refusal import Refusal
from companion.words import Words
from web.boards import boards, sharing
from web.boards.boards import catalogue, in_use, ours
from web.boards.shelf import (
    as_board_file,
    board_lock,
    editor_of,
    own_file,
    own_folder,
    sent_file,
)
from web.language import page_words

blueprint = Blueprint("editor", __name__)

LONGEST = 2000
"""Most letters of typed places."""

STARTS = {"board", "name", "link", "start"}
"""Parameters that say what a page begins with."""

SPLIT = re.compile(r"[\s,;]+")


class Work(NamedTuple):
    """The state of a page: the draft, the tool, places that wait for more, and the piece in close-up."""

    draft: Layout
    tool: str
    waiting: list[str]
    picked: str = ""


class Verdict(NamedTuple):
    """The verdict on a draft: each finding with its mark, and whether it makes a board."""

    findings: list[tuple[str, str]]
    text: str
    sound: bool


# Drafts


def draft_file(game: str) -> Path:
    return own_folder() / f"{game}.draft.toml"


def started(kit: Kit, editor: Editor, wanted: Mapping[str, str]) -> Layout:
    """Return the draft to begin with: the one that was requested, or else the last one."""
    game = kit.game.name
    if name := wanted.get("name"):
        return editor.read(sharing.values_of(boards.load(game, name)))
    if link := wanted.get("link", "").strip():
        return editor.read(sharing.unpack(link.rpartition("/")[2], editor.typical))
    if board := wanted.get("board"):
        return editor.read(sharing.values_of(ours(kit, board)))
    start = wanted.get("start")
    if start == "blank":
        return editor.blank(kit.layout())
    if start in ("ours", "used"):
        return editor.read(sharing.values_of(kit.layout() if start == "ours" else in_use(kit)))
    return last_draft(kit, editor)


def last_draft(kit: Kit, editor: Editor) -> Layout:
    """Return the draft that the box keeps. Without one, begin with the board in use, or with nothing if there are
    many boards."""
    path = draft_file(kit.game.name)
    if path.exists():
        try:
            return editor.read(sharing.values_of(load(path, lambda _: None)))
        except Refusal:  # damaged, or of another version: it is replaced by the next draft
            pass
    return editor.blank(kit.layout()) if catalogue(kit) else editor.read(sharing.values_of(in_use(kit)))


def sent_draft(editor: Editor, form: Mapping[str, str]) -> Layout:
    """Return the draft that a page sends, with what its settings say."""
    values = sharing.read(form.get("draft", ""))
    chosen = {name: form[f"setting.{name}"] for name in editor.settings if f"setting.{name}" in form}
    return editor.read(values | chosen)


def keep(kit: Kit, editor: Editor, draft: Layout) -> None:
    """Keep a changed draft on the box."""
    sharing.check_size(draft)
    if sharing.values_of(last_draft(kit, editor)) == sharing.values_of(draft):
        return
    with board_lock:
        save(draft, draft_file(kit.game.name))


def whole(kit: Kit, draft: Layout) -> Layout:
    """Return the board that a draft makes. What it doesn't set is as on the board in use; a value that this board or
    ours has already keeps its source, any other is the owner's."""
    used, shipped = in_use(kit), kit.layout()
    facts = dict(used.facts)
    for name, fact in draft.facts.items():
        known = [board.facts[name] for board in (used, shipped) if name in board.facts]
        own = Fact(fact.value, "owner", known[0].note if known else "")
        facts[name] = next((one for one in known if one.value == fact.value), own)
    return Layout(draft.name, facts)


# Pages


@blueprint.get("/layouts/<game>/edit")
def edit(game: str) -> str:
    """Show the last draft, or begin with a board: `board`, `name`, `link` or `start` say which."""
    kit, editor = editor_of(game)
    draft = started(kit, editor, request.args)
    return _page(kit, editor, Work(draft, request.args.get("tool", ""), []), name=request.args.get("name", ""))


@blueprint.get("/layouts/<game>/edit/<code>")
@blueprint.get("/B/<game>/<code>")  # a QR code in capitals is smaller
def open_code(game: str, code: str) -> str:
    """Open a board that somebody shares."""
    kit, editor = editor_of(game.lower())
    return _page(kit, editor, Work(started(kit, editor, {"link": code}), "", []))


@blueprint.post("/layouts/<game>/edit")
def change(game: str) -> Response | str | tuple[str, int]:
    """Change the draft that the page sends, or do something with it as a whole. If it is refused, nothing changes."""
    kit, editor = editor_of(game)
    form = request.form
    name, deed = form.get("name", ""), form.get("do", "")
    work = Work(last_draft(kit, editor), form.get("tool", ""), [])
    try:
        if deed == "discard":
            return discard(kit)
        if deed == "open":
            draft = editor.read(sharing.values_of(sent_file()))
            keep(kit, editor, draft)
            return _page(kit, editor, Work(draft, "", []))
        work = work._replace(draft=sent_draft(editor, form), picked=form.get("picked", ""))
        if deed == "export":
            return export(kit, work.draft)
        if deed == "save":
            return save_board(kit, work.draft, name)
        done = worked(editor, work, form)
        if deed == "undo" or sharing.values_of(done.draft) != sharing.read(form.get("draft", "")):
            keep(kit, editor, done.draft)
    except Refusal as refusal:
        return _page(kit, editor, work, refusal, name), 409
    return _page(kit, editor, done, name=name)


def worked(editor: Editor, work: Work, form: Mapping[str, str]) -> Work:
    """Do what a page asks for: use a tool, switch a passage, shuffle, or only look at the draft again."""
    deed, _, passage = form.get("do", "").partition(".")
    draft, tool, _, picked = work
    waiting = places_in(form.get("waiting", "")) if form.get("before") == tool else []
    if deed == "use":
        if tool not in tools_of(editor):
            raise Refusal("no-such-tool", value=tool[:20])
        places = places_in(form.get("places", ""))
        if not places and waiting:
            return work._replace(waiting=waiting)
        edited = editor.use(draft, tool, [*waiting, *places])
        return Work(edited.draft, tool, list(edited.waiting), places[-1] if places else picked)
    if deed == "passage":
        draft = editor.switch(draft, picked, passage)
    elif deed == "shuffle":
        draft = editor.shuffle(draft, SystemRandom())
    return work._replace(draft=draft, waiting=waiting)


def save_board(kit: Kit, draft: Layout, name: str) -> Response:
    """Make a draft the owner's board: under its name, if a game has many."""
    game = kit.game.name
    board = whole(kit, draft)
    kit.check_layout(board)
    if catalogue(kit):
        boards.save_as(game, name, draft)
        page = url_for("boards.board", game=game, name=name.strip())
    else:
        with board_lock:
            save(kit.own_part(board), own_file(game))
        page = url_for("layouts.layout", game=game)
    with board_lock:
        forget(draft_file(game))
    return redirect(page, 303)


def discard(kit: Kit) -> Response:
    """Delete the draft."""
    with board_lock:
        forget(draft_file(kit.game.name))
    return redirect(url_for("editor.edit", game=kit.game.name), 303)


def export(kit: Kit, draft: Layout) -> Response:
    """Send a draft as a file to keep or to give away, finished or not."""
    facts = whole(kit, draft).facts
    return as_board_file(Layout(draft.name, {name: facts[name] for name in draft.facts}), f"{kit.game.name}.toml")


def tools_of(editor: Editor) -> list[str]:
    return [tool for group in editor.tools.values() for tool in group]


def places_in(text: str) -> list[str]:
    """Split typed places.

    >>> places_in(" C7, D7;E7 ")
    ['C7', 'D7', 'E7']
    """
    return [place[:20] for place in SPLIT.split(text[:LONGEST]) if place]


def judge(kit: Kit, editor: Editor, draft: Layout, words: Words) -> Verdict:
    """Word the verdict on a draft. A blank one lacks everything, so only say how to begin."""
    found = editor.findings(draft)
    first = words.template("make.first")
    if first and is_blank(kit, editor, draft):
        return Verdict(
            [(mark_of(one.good), one.text(words)) for one in found if one.good is not False], first, sound=False
        )
    lines = [(mark_of(one.good), one.text(words)) for one in found]
    if bad := sum(one.good is False for one in found):
        return Verdict(lines, words("web.editor-problems", n=bad), sound=False)
    try:
        kit.check_layout(whole(kit, draft))
    except Refusal as refusal:
        return Verdict(lines, worded(refusal, words), sound=False)
    return Verdict(lines, words("web.editor-sound"), sound=True)


def is_blank(kit: Kit, editor: Editor, draft: Layout) -> bool:
    blank = sharing.values_of(editor.blank(kit.layout()))
    return sharing.values_of(draft) == blank | {name: draft[name] for name in editor.settings}


def mark_of(good: bool | None) -> str:
    return "so" if good is None else "good" if good else "bad"


def worded(refusal: Refusal, words: Words) -> str:
    """Word a refusal of a draft, which has no name yet except the one that the box's list of boards gives it."""
    named = {"layout": words.option_value("board", OWN)} if "layout" in refusal.facts else {}
    return words.refusal(Refusal(refusal.key, refusal.rule, **refusal.facts | named))


def _page(kit: Kit, editor: Editor, work: Work, refusal: Refusal | None = None, name: str = "") -> str:
    game, draft = kit.game.name, work.draft
    words = page_words(game)
    tools = tools_of(editor)
    tool = work.tool if work.tool in tools else tools[0]
    is_kept = draft_file(game).exists() and sharing.values_of(last_draft(kit, editor)) == sharing.values_of(draft)
    return render_template(
        "editor.html",
        words=words,
        game=game,
        editor=editor,
        work=work._replace(tool=tool),
        text=sharing.write(draft),
        drawn=editor.draw(draft, words, tool, work.waiting).svg,
        verdict=judge(kit, editor, draft, words),
        places=editor.places(draft),
        detail=editor.detail(draft, work.picked),
        refused=worded(refusal, words) if refusal else "",
        name=name[: boards.LONGEST],
        longest=LONGEST,
        longest_name=boards.LONGEST,
        mine=boards.names(game),
        catalogue=catalogue(kit),
        is_kept=is_kept,
        can_reload=request.endpoint == "editor.edit" and not request.args.keys() & STARTS,
    )
