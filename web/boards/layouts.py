"""The facts we believe are printed on a game's board, their sources, and a form for owners to correct them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import Kit
from companion.input.bounds import BOARD, check_json
from companion.layout import Layout, dump, forget, save
from companion.picture.board import at_the_start
from companion.refusal import Refusal
from companion.words import Words
from companion.words.boards import stated
from web.boards import facts
from web.boards.facts import Row
from web.boards.gallery import gallery
from web.boards.shelf import board_lock, kit_of, own_file, own_folder
from web.language import page_words

blueprint = Blueprint("layouts", __name__)

LONGEST = 4000
"""Most letters of a value."""


class ShownFact(NamedTuple):
    """A fact as the page shows it, and as it can be corrected there."""

    name: str
    label: str
    lines: list[str]
    source: str
    note: str
    rows: list[Row]
    """Its parts to choose. Without any, there is a line to type, or text as in the file."""
    line: str | None
    text: str


class Sent(NamedTuple):
    """A fact as somebody corrects it: its value if it could be parsed, and its text if it was typed."""

    fact: str
    value: Any
    text: str


NOTHING = Sent("", None, "")


@blueprint.get("/layouts/<game>")
def layout(game: str) -> str:
    kit_of(game)
    return _page(game)


@blueprint.post("/layouts/<game>")
def correct(game: str) -> Response | tuple[str, int]:
    """Correct one fact. The whole board is checked; if it is refused, nothing is written."""
    kit = kit_of(game)
    fact, text = request.form.get("fact", "")[:40], request.form.get("value")
    sent: Any = None
    try:
        with board_lock:
            board = kit.layout(own_folder())
            if text is None and fact in board.facts and fact in kit.parts:
                sent = facts.sent(request.form, board[fact], kit.parts[fact], page_words(game))
            else:
                sent = value_in(text or "")
            corrected = board.corrected(fact, sent)
            dump(corrected)  # refuse what can't be written before the game checks it
            kit.check_layout(corrected)
            save(kit.own_part(corrected), own_file(game))
    except Refusal as refusal:
        return _page(game, refusal, Sent(fact, sent, (text or "")[:LONGEST])), 409
    return redirect(url_for("layouts.layout", game=game), 303)


@blueprint.post("/layouts/<game>/ours")
def back_to_ours(game: str) -> Response:
    """Delete the owner's corrections."""
    kit_of(game)
    with board_lock:
        forget(own_file(game))
    return redirect(url_for("layouts.layout", game=game), 303)


def value_in(text: str) -> Any:
    """Return the value that JSON text stands for.

    >>> value_in("[3, 4]")
    [3, 4]
    """
    if len(text) > LONGEST:
        raise Refusal("value-too-long", most=LONGEST)
    check_json(text, BOARD)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("not-a-value", value=text[:40]) from error


def _page(game: str, refusal: Refusal | None = None, sent: Sent = NOTHING) -> str:
    """Show the facts; after a refusal with its reason, and with the values that were sent."""
    kit = kit_of(game)
    words = page_words(game)
    ours, listed = kit.layout(), gallery(kit, words)
    try:
        board = kit.layout(own_folder())
    except Refusal as damaged:  # the owner's file was edited by hand: say so and offer to discard it
        board, refusal = ours, refusal or damaged
    return render_template(
        "layouts.html",
        words=words,
        game=game,
        facts=list(_shown(kit, board, ours, words, sent)),
        refused=words.refusal(refusal) if refusal else "",
        why=words(refusal.rule) if refusal and refusal.rule else "",
        fact=sent.fact,
        own=own_file(game).exists(),
        longest=LONGEST,
        boards=listed,
        drawn="" if listed else at_the_start(kit, board, words).svg,
        editor=kit.editor is not None,
    )


def _shown(kit: Kit, board: Layout, ours: Layout, words: Words, sent: Sent) -> Iterator[ShownFact]:
    for name, fact in board.facts.items():
        shipped = ours.facts.get(name)
        worded = words.template(f"fact-note.{name}") if shipped and shipped.note == fact.note else None
        is_sent = name == sent.fact
        said = sent.value if is_sent and not sent.text and sent.value is not None else fact.value
        part = kit.parts.get(name)
        is_line = part is not None and facts.is_line(fact.value, part, words)
        yield ShownFact(
            name,
            words.template(f"fact.{name}") or name,
            stated(words, kit.printed, board, name),
            words.thing("source", fact.source),
            worded or fact.note,
            [] if part is None or is_line else list(facts.rows_of(said, part, kit, words)),
            " ".join(map(str, said)) if is_line else None,
            sent.text if is_sent and sent.text else json.dumps(fact.value, ensure_ascii=False),
        )
