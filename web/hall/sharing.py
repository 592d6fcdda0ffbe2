"""One urn at several tables: the organiser makes it and hands it out; when all are done, everyone may compare."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.club.comparing import Comparison, SameQuestion, compare, most_alike
from companion.club.messages import NAME
from companion.club.shared import Shared
from companion.club.tables import as_counted
from companion.ledger import record
from companion.refusal import Malformed, Refusal, quoted
from companion.words import Words
from companion.words.answers import answer_text
from web.hall.hall import called_out, hall, require_organiser, shown_name
from web.language import page_words

blueprint = Blueprint("sharing", __name__)

SHOWN = 200
"""Questions that the page of a comparison shows."""


@blueprint.get("/shared")
def all_urns() -> str:
    """Show every urn that tables share, and to the organiser how to make the next."""
    return render_template(
        "shared.html",
        words=page_words(),
        urns=hall().book.shared(),
        states=hall().tables.urns(),
        tables=[table.box for table in hall().tables.all()],
        kinds={name: games.players(name) for name in games.names()},
        can_share=hall().can_share,
    )


@blueprint.post("/shared")
def make() -> ResponseReturnValue:
    """Make an urn for the game and the tables in the form; nobody is handed it yet."""
    require_organiser()
    if not hall().can_share:
        raise Refusal("open-broker")
    game, _, players = request.form.get("kind", "").partition(".")
    if game not in games.names() or players not in map(str, games.players(game)):
        raise Malformed("unknown-game", value=quoted(game), known=games.names())
    boxes = sorted(set(request.form.getlist("table")), key=as_counted)
    known = {table.box for table in hall().tables.all()}
    if len(boxes) < 2 or not all(NAME.fullmatch(box) and box in known for box in boxes):
        raise Malformed("too-few-tables")
    hall().book.share(game, int(players), boxes, int(time.time()))
    return _changed()


@blueprint.post("/shared/<int:number>/hand-out")
def hand_out(number: int) -> ResponseReturnValue:
    """Stir in the words that people have called out, after they saw the seal, and hand the urn to its boxes."""
    require_organiser()
    stirred = called_out()
    if not hall().can_share:
        raise Refusal("open-broker")

    def hand_out_once(one: Shared) -> Shared:
        if one.handed_out:
            raise Refusal("handed-out")
        return replace(one, stirred=tuple(stirred), handed_out=True)

    return _change(number, hand_out_once)


@blueprint.post("/shared/<int:number>/give-up")
def give_up(number: int) -> ResponseReturnValue:
    """Wait for a table no longer: it has broken off, or never began."""
    require_organiser()
    box = request.form.get("table", "")

    def without_box(one: Shared) -> Shared:
        if box not in one.playing:
            raise Malformed("no-such-table", value=quoted(box))
        return replace(one, given_up=(*one.given_up, box))

    return _change(number, without_box)


@blueprint.post("/shared/<int:number>/open")
def open_records(number: int) -> ResponseReturnValue:
    """Have every box give its record out; refuse while a table still plays."""
    require_organiser()
    states = hall().tables.urns()

    def opened(one: Shared) -> Shared:
        waiting = one.unfinished(states)
        if waiting or not one.handed_out:
            raise Refusal("still-played", names=waiting)
        return replace(one, opened=True, secret="")

    return _change(number, opened)


def _change(number: int, change: Callable[[Shared], Shared]) -> ResponseReturnValue:
    """Change an urn, and tell its boxes and everyone who looks."""
    hall().book.change_shared(number, change)
    hall().hand_out()
    return _changed()


def _changed() -> ResponseReturnValue:
    hall().listeners.publish()
    return redirect(url_for("sharing.all_urns"))


@blueprint.get("/shared/<int:number>")
def compared(number: int) -> str:
    """Show what the tables made of the same luck: seat by seat, and question by question."""
    one = hall().book.find_shared(number)
    if not one.opened:
        raise Refusal("still-played", names=list(one.playing))
    texts = hall().book.records_of(one.seal, one.boxes)
    alike, found = _compared(tuple(texts.values()))
    boxes = list(texts)
    words = page_words(one.game)
    shown = found.different[:SHOWN]
    return render_template(
        "compared.html",
        words=words,
        shared=one,
        boxes=[boxes[number] for number in alike],
        left_out=[box for number, box in enumerate(boxes) if number not in alike],
        found=found,
        shown=shown_name(),
        questions=[(same.decision.seat, words.brief(same.decision), _said(words, same, found)) for same in shown],
        more=max(0, len(found.different) - SHOWN),
    )


@lru_cache(maxsize=8)
def _compared(texts: tuple[str, ...]) -> tuple[list[int], Comparison]:
    """Compare those records that can be, once for everyone who looks: each has to be verified and replayed.

    Return which ones they are, too.
    """
    records = [record.read(text) for text in texts]
    alike = most_alike(records)
    return alike, compare([records[number] for number in alike])


def _said(words: Words, question: SameQuestion, found: Comparison) -> list[str]:
    """Return what each table answered, in the order of the tables; nothing for one that was not asked the same."""
    choice = question.decision.choice
    return [
        answer_text(words, choice, question.answers[table]) if table in question.answers else ""
        for table in range(len(found.names))
    ]
