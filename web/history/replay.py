"""Looking back at a finished game: its board at any step beside the course of the score, and a picture to keep.

It shows what everyone saw at the time, and only once the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import games
from companion.picture.picture import NO_PICTURE, Picture
from companion.words import Words
from web.history import keepsake
from web.history.curve import wide_curve
from web.history.history import date, finished
from web.history.replays import Moment, Replay
from web.language import label, page_words
from web.site import site

blueprint = Blueprint("replay", __name__)

NEAR = 6
"""The number of tellings listed before and after the step."""
STRIPS = 48
"""Into how many strips the curve is cut that can be tapped without a script."""


class Shown(NamedTuple):
    """A game at one of its steps, as it was found in one turn."""

    replay: Replay
    step: int
    moment: Moment
    words: Words

    def board(self, *, marked: bool = True) -> Picture:
        """Draw the board, with what the step has changed marked or not."""
        paint = games.painter_of(self.replay.kind.name)
        if paint is None:
            return NO_PICTURE
        return paint(
            self.moment.view, self.words, self.replay.table.seats, self.moment.before if marked else None, ()
        )

    @property
    def told(self) -> list[tuple[int, str]]:
        """The tellings around this step, in words, each with its own step."""
        return [(step, self.words.tell(tell)) for step, tell in self.replay.told_near(self.step, NEAR)]


def find_shown(game_id: str) -> Shown:
    """Find a finished game at the step that is asked for, or the nearest there is; its end without one."""
    here = site()
    with here.replays.turn():
        replay = here.replays.find(game_id, here.ledger.stamp(game_id), lambda: finished(game_id).referee)
        step = min(max(request.args.get("step", replay.steps, type=int), 0), replay.steps)
        moment = replay.at(step)
    return Shown(replay, step, moment, page_words(replay.kind.name, replay.table.seats))


def _context(game_id: str, shown: Shown) -> dict[str, Any]:
    replay = shown.replay
    return {
        "words": shown.words,
        "game_id": game_id,
        "table": replay.table,
        "step": shown.step,
        "steps": replay.steps,
        "board": shown.board().svg,
        "told": shown.told,
        "score": shown.moment.score,
        "game": replay.kind.name.partition(":")[0],
    }


@blueprint.get("/history/<game_id>/replay")
def look_back(game_id: str) -> str:
    """Show the board at a step, with everything to go to another: a slider, the curve, tellings, links."""
    shown = find_shown(game_id)
    return render_template(
        "replay.html",
        **_context(game_id, shown),
        label=label(shown.replay.kind.name),
        when=date(game_id),
        curve=_curve(shown),
        strips=_strips(shown.replay.steps),
    )


@blueprint.get("/history/<game_id>/replay/part")
def part(game_id: str) -> str:
    """Return what changes from step to step."""
    return render_template("_replay.html", **_context(game_id, find_shown(game_id)))


@blueprint.get("/history/<game_id>/picture.svg")
def picture(game_id: str) -> Response:
    """Return a picture of the board at a step, to keep: with `night`, a dark one."""
    shown = find_shown(game_id)
    replay = shown.replay
    is_end = shown.step == replay.steps and replay.outcome is not None
    return keepsake.send(
        f"{game_id}-{shown.step}.svg",
        shown.board(marked=False).svg,
        replay.kind.name,
        when=date(game_id),
        seats=replay.table.seats,
        score=shown.moment.score,
        winners=replay.outcome.winners if replay.outcome and is_end else (),
    )


def _curve(shown: Shown) -> Markup:
    replay, words = shown.replay, shown.words
    if not replay.kind.tallies or not replay.table.seats:
        return Markup("")
    title = words("web.curve", tally=words(f"tally.{replay.kind.tallies[0]}", n=2))
    return wide_curve(replay.table.seats, replay.lines, shown.step, title)


def _strips(steps: int) -> Sequence[int]:
    """Return the steps to which the strips of the curve lead."""
    number = min(STRIPS, steps)
    return [round(place * steps / number) for place in range(number + 1)] if number else []
