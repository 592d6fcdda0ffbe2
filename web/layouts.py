"""What we believe is printed on a game's board, how we know, and a form for owners to set it right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.layout import Layout, dump, forget, save
from companion.picture.board import at_the_start
from companion.refusal import Refusal
from companion.words import Words
from web.gallery import gallery
from web.language import page_words
from web.shelf import kit_of, need_say, one_at_a_time, own_file, own_folder

blueprint = Blueprint("layouts", __name__)

LONGEST = 4000
"""Letters of a value."""


class ShownFact(NamedTuple):
    """A fact as the page shows it."""

    name: str
    label: str
    value: str
    source: str
    note: str


@blueprint.get("/layouts/<game>")
def layout(game: str) -> str:
    kit_of(game)
    return _page(game)


@blueprint.post("/layouts/<game>")
def correct(game: str) -> Response | tuple[str, int]:
    """One fact as the owner's board has it. Checked as a whole board; refused, nothing is written."""
    kit = kit_of(game)
    need_say()
    fact, text = request.form.get("fact", "")[:40], request.form.get("value", "")
    try:
        with one_at_a_time:
            corrected = kit.layout(own_folder()).corrected(fact, value_in(text))
            dump(corrected)  # refuses what can't be written before the game looks at it
            kit.check_layout(corrected)
            save(kit.own_part(corrected), own_file(game))
    except Refusal as refusal:
        return _page(game, refusal, fact, text[:LONGEST]), 409
    return redirect(url_for("layouts.layout", game=game), 303)


@blueprint.post("/layouts/<game>/ours")
def back_to_ours(game: str) -> Response:
    """Take the owner's corrections away."""
    kit_of(game)
    need_say()
    with one_at_a_time:
        forget(own_file(game))
    return redirect(url_for("layouts.layout", game=game), 303)


def value_in(text: str) -> Any:
    """The value that JSON text stands for.

    >>> value_in("[3, 4]")
    [3, 4]
    """
    if len(text) > LONGEST:
        raise Refusal("value-too-long", most=LONGEST)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("not-a-value", value=text[:40]) from error


def _page(game: str, refusal: Refusal | None = None, fact: str = "", typed: str = "") -> str:
    """The page; after a refusal with its reason, and what was typed still there."""
    kit = kit_of(game)
    words = page_words(game)
    ours = kit.layout()
    try:
        board = kit.layout(own_folder())
    except Refusal as damaged:  # the owner's file, edited by hand: say so and offer the way back
        board, refusal = ours, refusal or damaged
    return render_template(
        "layouts.html",
        words=words,
        game=game,
        facts=list(_shown(board, ours, words)),
        refused=words.refusal(refusal) if refusal else "",
        fact=fact,
        typed=typed,
        own=own_file(game).exists(),
        longest=LONGEST,
        maker=kit.maker,
        boards=gallery(kit, words),
        drawn="" if kit.maker else at_the_start(kit, board, words),
        editor=kit.editor is not None,
    )


def _shown(board: Layout, ours: Layout, words: Words) -> Iterator[ShownFact]:
    for name, fact in board.facts.items():
        shipped = ours.facts.get(name)
        worded = words.template(f"fact-note.{name}") if shipped and shipped.note == fact.note else None
        label = words.template(f"fact.{name}") or name
        value = json.dumps(fact.value, ensure_ascii=False)
        yield ShownFact(name, label, value, words.thing("source", fact.source), worded or fact.note)
