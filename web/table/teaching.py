"""Pages for a table that plays a game for the first time: what to lay out, with the board as it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template

from companion import games
from companion.referee import Referee
from companion.referee.run import Run
from companion.seats import Seat
from companion.steps import TABLE
from companion.teaching.practice import Hint, hint_for
from companion.words.answers import hint_text
from companion.words.set_up import Placed, set_up_of
from web.language import label, page_words
from web.site import site
from web.table.actions import holder

blueprint = Blueprint("teaching", __name__)


def to_lay_out(referee: Referee) -> list[Placed]:
    """Return what a table of newcomers has to lay out now: nothing once they have begun to play."""
    has_begun = referee.game.round > 0 and any(referee.given.values())
    return [] if has_begun or not referee.taught else set_up_of(referee.game)


class Start(NamedTuple):
    """A game as it begins: what to lay out, and its board."""

    game: str
    placed: list[Placed]
    run: Run


@blueprint.get("/set-up")
def set_up() -> str:
    """Show how the game on the table is set up, at any time of the game."""

    def look(referee: Referee) -> Start:
        return Start(referee.kind.name, set_up_of(referee.game), referee.run.fork(0))

    start = site().door.ask(look)
    seats = start.run.game.table.seats
    words = page_words(start.game, seats)
    paint = games.painter_of(start.game)
    board = paint(start.run.game.view(TABLE), words, seats, None, ()).svg if paint else ""
    return render_template(
        "set_up.html",
        words=words,
        game=start.game.partition(":")[0],
        title=label(start.game),
        steps=[one.text(words) for one in start.placed],
        board=board,
    )


class Asked(NamedTuple):
    """Whose hint was asked for, and what finds it."""

    game: str
    seats: Sequence[Seat]
    think: Callable[[], Hint]


@blueprint.get("/hint")
def hint() -> str:
    """Show what a player of the box would do. It is asked for in the loop and thought out here."""
    whose = holder()

    def look(referee: Referee) -> Asked:
        return Asked(referee.kind.name, referee.table.seats, hint_for(referee, whose()))

    found = site().door.ask(look)
    words = page_words(found.game, found.seats)
    hint = found.think()
    return render_template("hint.html", words=words, question=words.ask(hint.decision), hint=hint_text(words, hint))
