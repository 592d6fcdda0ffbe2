"""Pages for a table that plays a game for the first time: what to lay out, with the board as it begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for

from companion import games
from companion.picture.cases import ShownCase, draw_cases
from companion.picture.picture import marked
from companion.referee import Referee
from companion.referee.run import Run
from companion.referee.views import SeatView
from companion.seats import Seat
from companion.steps import TABLE
from companion.teaching.practice import Hint, hint_for
from companion.words import Words
from companion.words.answers import hint_text
from companion.words.set_up import Placed, set_up_of
from web.language import label, page_words
from web.site import site
from web.table.actions import holder
from web.table.forms import number

blueprint = Blueprint("teaching", __name__)


def to_lay_out(referee: Referee) -> list[Placed]:
    """Return what a table of newcomers has to lay out now: nothing once they have begun to play."""
    has_begun = referee.game.round > 0 and any(referee.given.values())
    return [] if has_begun or not referee.taught else set_up_of(referee.game)


class NewRule(NamedTuple):
    """A rule that matters to a phone's seat for the first time, with a drawing of a case if it has one."""

    id: str
    text: str
    case: ShownCase | None


def explained(rules: Sequence[str], seen: SeatView, words: Words) -> list[NewRule]:
    """Return rules in words and drawings. The drawings need the board beside them."""
    kit = games.find(seen.game.partition(":")[0])
    cases = draw_cases(kit.game.name, kit.cases, rules, words, seen.seats, seen.seat)
    return [NewRule(rule, words(rule), cases.get(rule)) for rule in rules]


class GameAtStart(NamedTuple):
    """A game as it begins: what to lay out, and its board; and which seat looks at it."""

    game: str
    placed: list[Placed]
    run: Run
    seat: int

    def board(self, words: Words, places: Collection[str] = ()) -> str:
        """Draw the board with these places marked; nothing if the game has none."""
        paint = games.painter_of(self.game)
        if paint is None:
            return ""
        return marked(paint(self.run.game.view(TABLE), words, self.run.game.table.seats, None, ()).svg, places)


@blueprint.get("/set-up")
def set_up() -> str:
    """Show how the game on the table is set up, at any time of the game: as a whole, or one `step` of it."""
    whose = holder()

    def look(referee: Referee) -> GameAtStart:
        return GameAtStart(referee.kind.name, set_up_of(referee.game), referee.run.fork(0), whose())

    start = site().door.ask(look)
    words = page_words(start.game, start.run.game.table.seats)
    step = number(request.args.get("step", ""))
    chosen = start.placed[step - 1] if isinstance(step, int) and 0 < step <= len(start.placed) else None
    return render_template(
        "set_up.html",
        words=words,
        game=start.game.partition(":")[0],
        title=label(start.game),
        steps=[one.text(words) for one in start.placed],
        step=step,
        said=chosen.said(words) if chosen else None,
        board=start.board(words, chosen.instruction.places if chosen else ()),
        onward=url_for("pages.seat_page" if start.seat else "pages.mirror"),
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
