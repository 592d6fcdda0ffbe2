"""What a phone may do at the table, whichever way it asks: by a page's form or by the API.

Whose phone it is gets settled in the loop, together with what is done: between two trips to the loop
another game could have been put on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flask import current_app, request
from werkzeug.wrappers import Response

from companion.choices import Choice
from companion.referee import Referee
from companion.referee.consent import Proposal
from companion.referee.entries import Answer
from companion.refusal import Refusal
from companion.steps import TABLE
from web.language import page_words

if TYPE_CHECKING:
    from web.app import Site

SEAT_COOKIE = "seat"
WEEK = 7 * 24 * 3600
REMEMBERED = 20
"""Among how many of the last entries an answer that comes again is looked for."""

Holder = Callable[[], int]
"""Which seat a phone holds in the game on the table, or `TABLE` for none. Only to be asked in the loop."""


def site() -> Site:
    found: Site = current_app.extensions["site"]
    return found


def holder() -> Holder:
    """Carries this phone's cookie to the loop: there is no request to ask there."""
    here = site()
    token = request.cookies.get(SEAT_COOKIE)
    return lambda: here.seats.seat_of(here.door.host.game_id(), token) or TABLE


def require_seat(seat: int) -> int:
    """Return the phone's seat, or refuse if it has none."""
    if seat == TABLE:
        raise Refusal("no-seat")
    return seat


def speaker(referee: Referee, whose: Holder) -> int:
    """Who has a say in the game on the table: a seat, or at a drawing, which has no seats, whoever is there."""
    return require_seat(whose()) if referee.game.seats else TABLE


def take_seat(code: str, seat: Any) -> str:
    """A free seat for a phone that knows the code on the box; its secret cookie."""
    here = site()

    def present(referee: Referee) -> tuple[str, list[int]]:
        return here.door.host.game_id(), list(referee.game.seats)

    game_id, seats = here.door.ask(present)
    if type(seat) is not int or seat not in seats:
        raise Refusal("no-such-seat", seat=seat)
    if seat in here.seats.taken(game_id):  # before the code is spent on it
        raise Refusal("seat-taken", seat=seat)
    here.codes.use(code)
    return here.seats.take(game_id, seat)


def hand_over(token: str, response: Response) -> Response:
    """The cookie that is a seat: no script reads it and no other site can send it."""
    response.set_cookie(SEAT_COOKIE, token, max_age=WEEK, httponly=True, samesite="Strict", path="/")
    return response


def give_answer(question: str, asked: Any, value_for: Callable[[Choice], Any]) -> int:
    """A seat's answer to a question of its own or of the table's. Sent twice, it counts once. Whose it was.

    A drawing has no seats and no secrets: whoever is at the table may spin the dials.
    """
    whose = holder()

    def act(referee: Referee) -> int:
        seat = speaker(referee, whose)
        if type(asked) is not int or asked not in (seat, TABLE):
            raise Refusal("not-your-seat")
        if not _is_in(referee, asked, question, value_for):
            decision = referee.run.asked(asked, question)
            referee.answer(asked, value_for(decision.choice), question)
        return seat

    return site().door.change(act)


def _is_in(referee: Referee, seat: int, question: str, value_for: Callable[[Choice], Any]) -> bool:
    """Whether this very answer has been taken already. Another answer to the same question has not."""
    for entry in referee.entries[-REMEMBERED:]:
        if isinstance(entry, Answer) and (entry.seat, entry.question) == (seat, question) and entry.decision:
            choice = entry.decision.choice
            return bool(choice.check(value_for(choice)) == entry.value)
    return False


def take_back(question: str) -> None:
    """A seat takes back its own sealed answer to this question, its last. Sent twice, it does not take back two."""
    whose = holder()

    def act(referee: Referee) -> None:
        seat = require_seat(whose())
        last = referee.run.last_sealed(seat)
        if last is not None and last.question != question:
            raise Refusal("moved-on")
        referee.take_back(seat)

    site().door.change(act)


def undo(entries: int | str) -> None:
    """Undo the last entry, or propose that to those who must agree.

    `entries` is how many the page shows: two people who see the same slip undo one step, not two.
    """
    here, whose = site(), holder()

    def act(referee: Referee) -> None:
        seat = require_seat(whose())
        if entries != len(referee.entries):
            raise Refusal("moved-on")
        _undo_or_wait(here, referee, Proposal.to_undo(referee.run, seat))

    here.door.change(act)


def answer_proposal(entries: int | str, *, agrees: bool) -> None:
    """Agree to the proposal that a page shows, made at so many entries, or end it by saying no."""
    here, whose = site(), holder()

    def act(referee: Referee) -> None:
        seat = require_seat(whose())
        proposal = here.standing_proposal(referee)
        if proposal is None or proposal.entries != entries:
            raise Refusal("no-wish")
        if agrees:
            proposal.agree(referee.run, [seat])
            _undo_or_wait(here, referee, proposal)
        else:
            here.proposal = None

    here.door.change(act)


def _undo_or_wait(here: Site, referee: Referee, proposal: Proposal) -> None:
    """Undo if nobody's word is missing; else let the proposal wait for it."""
    if proposal.missing:
        here.proposal = proposal
    else:
        here.proposal = None
        referee.undo(proposal.start, proposal.agreed)


def refusal_text(refusal: Refusal) -> str:
    """A refusal in the words of the game on the table, with its players' names.

    A fault of ours may quote anything, secrets too: of that only the fact is told.
    """
    if refusal.key == "halted":
        words = page_words()
        return words("web.halted")
    if refusal.key in ("no-game", "table-busy"):
        return page_words().refusal(refusal)
    try:
        game, seats = site().door.ask(lambda referee: (referee.kind.name, list(referee.table.seats)))
    except Refusal:
        return page_words().refusal(refusal)
    return page_words(game, seats).refusal(refusal)
