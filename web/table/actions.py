"""Actions of a phone at the table, by a page's form or by the API.

A phone's seat is looked up in the loop, in the same trip as the action itself: between two trips another game could
have been put on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from companion.choices import Choice
from companion.players import PEOPLE
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.refusal import Busy, Forbidden, Halted, NoSeat, Refusal, Stale
from companion.steps import TABLE
from web.language import page_words
from web.site import site

SEAT_COOKIE = "seat"
WEEK = 7 * 24 * 3600
REMEMBERED = 20
"""Number of recent entries that are searched for an answer that was sent twice."""

Holder = Callable[[], int]
"""Returns the seat that a phone holds in the game on the table, or `TABLE`. Only to be called in the loop."""


def holder() -> Holder:
    """Carry this phone's cookie to the loop, where there is no request to read it from."""
    here = site()
    token = request.cookies.get(SEAT_COOKIE)
    return lambda: here.seats.seat_of(here.door.host.game_id(), token) or TABLE


def require_seat(seat: int) -> int:
    """Return the phone's seat, or refuse if it has none."""
    if seat == TABLE:
        raise NoSeat()
    return seat


def speaker(referee: Referee, whose: Holder) -> int:
    """Return the seat that acts: the phone's own, or `TABLE` in the job Draw, which has no seats."""
    return require_seat(whose()) if referee.game.seats else TABLE


def take_seat(code: str, seat: Any) -> str:
    """Give a free seat to a phone that knows the code on the box; return its secret cookie."""
    here = site()

    def present(referee: Referee) -> tuple[str, list[int]]:
        return here.door.host.game_id(), list(referee.game.seats)

    game_id, seats = here.door.ask(present)
    if type(seat) is not int or seat not in seats:
        raise Refusal("no-such-seat", seat=seat)
    here.codes.check(code, request.remote_addr or "")
    return here.seats.take(game_id, seat)


def hand_over(token: str, response: Response) -> Response:
    """Set the cookie that is a seat: no script can read it and no other site can send it."""
    response.set_cookie(SEAT_COOKIE, token, max_age=WEEK, httponly=True, samesite="Strict", path="/")
    return response


def leave(response: Response) -> Response:
    """Give up this phone's seat, and have it forget the cookie."""
    here, whose = site(), holder()

    def act(_: Referee) -> None:
        if (seat := whose()) != TABLE:
            here.seats.free(here.door.host.game_id(), seat)

    here.door.ask(act)
    response.delete_cookie(SEAT_COOKIE)
    return response


def give_answer(question: str, asked: Any, value_for: Callable[[Choice], Any]) -> int:
    """Answer a question of the phone's seat or of the table; return the seat. Sent twice, it counts once.

    The job Draw has no seats and no secrets: anyone at the table may spin the dials.
    """
    whose = holder()

    def act(referee: Referee) -> int:
        seat = speaker(referee, whose)
        if type(asked) is not int or asked not in (seat, TABLE):
            raise Forbidden("not-your-seat")
        if not _is_in(referee, asked, question, value_for):
            decision = referee.run.asked(asked, question)
            referee.answer(asked, value_for(decision.choice), question)
        return seat

    return site().door.change(act)


def _is_in(referee: Referee, seat: int, question: str, value_for: Callable[[Choice], Any]) -> bool:
    """Return whether this very answer was taken before; another answer to the same question does not count."""
    for entry in referee.entries[-REMEMBERED:]:
        if isinstance(entry, Answer) and (entry.seat, entry.question) == (seat, question) and entry.decision:
            choice = entry.decision.choice
            return bool(choice.check(value_for(choice)) == entry.value)
    return False


def act_for_seat(act: Callable[[Referee, int], object]) -> None:
    """Act on the game for the seat of this phone; refuse a phone that has none."""
    whose = holder()
    site().door.change(lambda referee: act(referee, require_seat(whose())))


def refuse_late(referee: Referee, entries: int | str) -> None:
    """Refuse what a page asks for that shows another number of entries: two people who see one slip undo one step."""
    if entries != len(referee.entries):
        raise Stale("moved-on")


def take_back(question: str, given: int | str) -> None:
    """Take back the seat's own last sealed answer to this question, if it is the one that the page shows.

    `given` is how many answers the seat had given by then. Sent twice, it takes back one; sent late, when the
    question has been answered again, none.
    """

    def act(referee: Referee, seat: int) -> None:
        last = referee.run.last_sealed(seat)
        if last is not None and (last.question, referee.given[seat]) != (question, given):
            raise Stale("moved-on")
        referee.take_back(seat)

    act_for_seat(act)


def hand_seat(seat: Any, player: str) -> None:
    """Hand a seat to the box or back to a person: this phone's own, or one that no other phone holds.

    So whoever is missing is played for, and nobody else's seat is given away behind their back. Sent twice, it is
    done once.
    """
    here = site()

    def act(referee: Referee, own: int) -> None:
        if type(seat) is not int or seat not in referee.game.seats:
            raise Refusal("no-such-seat", seat=seat)
        if seat != own and seat in here.seats.taken(here.door.host.game_id()):
            raise Forbidden("not-your-seat")
        boxed = referee.game.boxed
        if player != (boxed[seat].strength if seat in boxed else PEOPLE):
            referee.hand_seat(seat, player)

    act_for_seat(act)


def undo(entries: int | str) -> None:
    """Undo the last of the `entries` that the page shows, or propose that to those who must agree."""

    def act(referee: Referee, seat: int) -> None:
        refuse_late(referee, entries)
        referee.pursue(referee.propose_undo(seat))

    act_for_seat(act)


def redo(entries: int | str) -> None:
    """Enter again what was taken back, according to a page that shows this number of entries."""

    def act(referee: Referee, seat: int) -> None:
        refuse_late(referee, entries)
        referee.redo(seat)

    act_for_seat(act)


def answer_proposal(entries: int | str, *, agrees: bool) -> None:
    """Agree to the proposal that a page shows, made at this number of entries, or end it by saying no."""

    def act(referee: Referee, seat: int) -> None:
        proposal = referee.proposal
        if proposal is None or proposal.entries != entries:
            raise Stale("no-wish")
        if agrees:
            proposal.agree(referee.run, [seat])
            referee.pursue(proposal)
        else:
            referee.put(None)

    act_for_seat(act)


def play_again(game_id: str) -> None:
    """Have the box set the table for the same people again, after the game that the page shows.

    When another game is on the table already, it does nothing.
    """
    here, whose = site(), holder()

    def act(referee: Referee) -> None:
        require_seat(whose())
        if here.door.host.game_id() != game_id:
            return
        if referee.outcome is None:
            raise Refusal("still-running")
        here.door.host.play_again()

    here.door.ask(act)


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal in the words of the game on the table, with its players' names.

    An error in a flow may quote anything, secrets too, so only the fact of it is shown.
    """
    if isinstance(refusal, Halted):
        words = page_words()
        return words("web.halted")
    if isinstance(refusal, Busy):  # the loop would not answer this request either
        return page_words().refusal(refusal)
    try:
        game, seats = site().door.ask(lambda referee: (referee.kind.name, list(referee.table.seats)))
    except Refusal:
        return page_words().refusal(refusal)
    return page_words(game, seats).refusal(refusal)
