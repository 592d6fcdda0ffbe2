"""The games that were played: who won, how the score went, and every draw to be verified.

A finished game lies in a file of its own, so it is read here and not in the table's loop. Only the game
on the table is touched where it lives: the box may still undo its last step.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from flask import Blueprint, render_template, request

from companion.game import last_count
from companion.ledger import Listed, begun_as
from companion.ledger.game_file import GameFile
from companion.ledger.record import END, FIRST, SECOND, end_of, write
from companion.referee import Referee
from companion.referee.entries import Drawn
from companion.refusal import Damaged, NotFound, Refusal
from companion.words import Words
from web.history.bgstats import began, play_link
from web.history.ending import Ending, ending
from web.language import label, page_words
from web.site import site

blueprint = Blueprint("history", __name__)

FAMOUS = 5
"""People whom the list of games shows; the hall of fame shows all."""

PER_PAGE = 50

GAME_ID = re.compile(r"[a-z0-9-]{1,80}")

Asked = ParamSpec("Asked")
Sent = TypeVar("Sent")


@dataclass(frozen=True)
class ListedGame:
    """A game as the list shows it."""

    id: str
    label: str
    when: str
    names: list[str]
    winners: list[str]


@dataclass(frozen=True)
class Finished:
    """A finished game, replayed, with the seal that its header showed before the first draw."""

    id: str
    referee: Referee
    published: bool
    commitment: str
    header: Mapping[str, Any] | None = None

    @cached_property
    def record(self) -> str:
        """Return the record, secret included: only for a game that has been published."""
        return write(self.referee, self.header)

    @cached_property
    def seals(self) -> dict[str, str]:
        """Return all seals that the players could see: at the beginning, once all had stirred, and at the end."""
        sealed = (self.header or {}).get("sealed") or self.referee.sealed
        return {FIRST: self.commitment, SECOND: str(sealed), END: end_of(self.record)}

    @property
    def places(self) -> list[tuple[int | None, int]]:
        """Return each seat with its place; ties share one. Without a winner there are no places."""
        outcome = self.referee.outcome
        assert outcome is not None, "a game that is over has one"
        return [(place if outcome.won else None, seat) for place, seats in outcome.ranked() for seat in seats]


def check_id(game_id: str) -> None:
    """Refuse what can't be the id of a game."""
    if not GAME_ID.fullmatch(game_id):
        raise NotFound("no-such-game", value=game_id[:40])


def finished(game_id: str) -> Finished:
    """Return a finished game from the ledger, its file closed again; refuse a running one.

    A game that was over, but goes on under rules corrected since, is refused too: it has no winner. So is one
    whose urn other tables still play from.
    """
    check_id(game_id)
    referee = site().ledger.peek(game_id)
    page = referee.keeper
    assert isinstance(page, GameFile)
    page.close()
    if not page.state.over or referee.outcome is None:
        raise Refusal("still-running")
    if page.state.held:
        raise Refusal("held-back")
    return Finished(game_id, referee, page.state.published, page.header["commitment"], page.header)


def in_turn(page: Callable[Asked, Sent]) -> Callable[Asked, Sent]:
    """Let a page play a whole game through in its turn: many phones at once take no more memory than one."""

    @wraps(page)
    def wait(*args: Asked.args, **facts: Asked.kwargs) -> Sent:
        with site().replays.turn():
            return page(*args, **facts)

    return wait


def date(game_id: str) -> str:
    when = began(game_id)
    return time.strftime("%Y-%m-%d %H:%M", when) if when else ""


@blueprint.get("/history")
def games() -> str:
    """Show a page of the finished games with their winners; on the first one, running games by name only."""
    kept = site().ledger.games()
    over = [game for game in kept if game.over]
    pages = max(1, -(-len(over) // PER_PAGE))
    page = min(max(request.args.get("page", 1, type=int), 1), pages)
    first = (page - 1) * PER_PAGE
    running = [game for game in kept if not game.over] if page == 1 else []
    return render_template(
        "history.html",
        words=page_words(),
        over=[_line(game) for game in over[first : first + PER_PAGE]],
        running=[_line(game) for game in running[:PER_PAGE]],
        deleted=_deleted() if page == 1 else [],
        here=page,
        pages=pages,
        famous=site().fame.fame()[:FAMOUS] if page == 1 else [],
    )


def _line(kept: Listed) -> ListedGame:
    return ListedGame(kept.id, label(kept.game), date(kept.id), kept.names, _winners(kept))


def _deleted() -> list[tuple[ListedGame, int]]:
    """Return the games that can be restored, each with the days it is still kept."""
    found = site().ledger.deleted().items()
    return [(ListedGame(game_id, label(begun_as(game_id)), date(game_id), [], []), days) for game_id, days in found]


def _winners(kept: Listed) -> list[str]:
    return [kept.names[seat - 1] for seat in site().ledger.winners(kept.id)] if kept.names else []


def ending_of(referee: Referee, words: Words) -> Ending:
    """Return the end of a game that is over."""
    assert referee.outcome is not None
    return ending(referee.table.seats, referee.outcome, referee.game.score, referee.game.receipts, words)


@blueprint.get("/history/<game_id>")
@in_turn
def game(game_id: str) -> str:
    """Show one finished game: its score, its receipts and, once its record is published, every draw verified."""
    found = finished(game_id)
    referee = found.referee
    words = page_words(referee.kind.name, referee.table.seats)
    return render_template(
        "game.html",
        words=words,
        found=found,
        table=referee.table,
        boxed={seat: one.strength for seat, one in referee.game.boxed.items()},
        label=label(referee.kind.name),
        when=date(game_id),
        tallies=referee.kind.tallies,
        score=referee.game.score,
        receipts=referee.game.receipts,
        ending=ending_of(referee, words) if referee.table.seats else None,
        count=last_count(referee.kind.shown, referee.game.tells),
        draws=verified(found) if found.published else [],
        urn=referee.urn if found.published else None,
        bgstats=play_link(game_id, label(referee.kind.name), referee) if referee.kind.tallies else "",
    )


def verified(found: Finished) -> list[Drawn]:
    """Return every draw of a game, recomputed from its secret; refuse a secret that does not fit the seal."""
    urn = found.referee.urn
    if urn.commitment != found.commitment:
        raise Damaged("false-commitment", said=found.commitment, true=urn.commitment)
    return found.referee.run.draws
