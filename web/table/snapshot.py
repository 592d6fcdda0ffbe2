"""The game as one audience may see it, taken in the loop and carried to a page."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any

from companion.game import Receipt, Tell
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.screen.hints import Reckoning, last_count
from companion.seats import Seat
from companion.steps import TABLE, Decision

LATEST = 30
"""How many tellings a page shows."""


@dataclass(frozen=True)
class Snapshot:
    """What a page is made of. `asked` holds questions in full; of others' secrets only the seat is known.

    `pieces` is what lies on the table, `count` the final count once the game has one, `places` the seats from first
    to last once it is over, `winners` those who have won. `sealing` says whether several decide at once, each sealed
    until all are in: what is secret otherwise is so because of what it offers, and its answer is public at once.
    `sealed` is the last answer that this seat has sealed and may take back.
    """

    game: str
    seats: list[Seat]
    seat: int
    commitment: str
    pieces: dict[str, Any]
    score: dict[int, dict[str, int]]
    places: list[list[int]]
    winners: list[int]
    halted: bool
    asked: list[Decision]
    waiting: list[int]
    tells: list[Tell]
    receipts: list[Receipt]
    count: tuple[Reckoning, Tell] | None
    sealing: bool
    sealed: Answer | None
    entries: int


def still(decision: Decision) -> Decision:
    """A question as it stands: a correction changes the game's own, maybe while a page is made of it."""
    copied = copy(decision)
    copied.facts = dict(decision.facts)
    return copied


def last_sealed(referee: Referee, seat: int) -> Answer | None:
    """The last answer that a seat has sealed while others still decide."""
    sealed = reversed(referee.entries[referee.run.sealed_from :])
    return next((one for one in sealed if isinstance(one, Answer) and one.seat == seat), None)


def snapshot(referee: Referee, seat: int) -> Snapshot:
    """Called in the loop: nothing of it changes afterwards."""
    tells = [tell for tell in referee.game.tells if tell.to in (TABLE, seat)]
    return Snapshot(
        game=referee.kind.name,
        seats=list(referee.table.seats),
        seat=seat,
        commitment=referee.urn.commitment,
        pieces=referee.game.view(seat),
        score={number: dict(tallies) for number, tallies in referee.game.score.items()},
        places=referee.outcome.places if referee.outcome else [],
        winners=referee.outcome.winners if referee.outcome else [],
        halted=referee.fault is not None,
        asked=[still(one) for number, one in referee.open.items() if not one.secret or number == seat],
        waiting=sorted(referee.open),
        tells=tells[-LATEST:][::-1],
        receipts=list(referee.game.receipts),
        count=last_count(referee.kind.shown, tells),
        sealing=len(referee.open) > 1 or referee.run.sealed_from < len(referee.entries),
        sealed=last_sealed(referee, seat),
        entries=len(referee.entries),
    )
