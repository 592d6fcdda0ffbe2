"""The view that a seat has of a game: everything it may know, and not a byte more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from companion.game import Outcome, Receipt, Tell, last_count
from companion.referee.entries import Answer, Entry
from companion.referee.referee import Referee
from companion.screen.hints import Reckoning
from companion.seats import Seat
from companion.steps import TABLE, Decision


@dataclass(frozen=True)
class SeatView:
    """A game as one seat may see it, or as `TABLE` everyone may. Nothing in it changes once it is taken.

    `asked` holds the open questions that this seat may read, `waiting` the seats of all of them. `sealing` says
    that several decide at once, each answer sealed until all are in; `sealed` is this seat's own last sealed
    answer, which it may take back; `given` counts all that it has given. `taken_back` is what was undone last and can
    still be redone, others' secrets left blank; `may_redo` says whether by this seat. `count` is the final count
    once the game has one.
    """

    game: str
    seats: list[Seat]
    seat: int
    options: Mapping[str, str]
    boxed: Mapping[int, str]
    """The seats that the box plays, each with its player's strength."""
    commitment: str
    second_seal: str
    stirred: list[str]
    round: int
    entries: int
    pieces: dict[str, Any]
    score: dict[int, dict[str, int]]
    asked: list[Decision]
    waiting: list[int]
    tells: list[Tell]
    receipts: list[Receipt]
    count: tuple[Reckoning, Tell] | None
    outcome: Outcome | None
    sealing: bool
    sealed: Answer | None
    given: int
    taken_back: Sequence[Entry]
    may_redo: bool
    halted: bool

    @classmethod
    def of(cls, referee: Referee, seat: int) -> SeatView:
        """Take the view of a seat, as the game stands now."""
        game, run = referee.game, referee.run
        tells = [tell for tell in game.tells if tell.to in (TABLE, seat)]
        return cls(
            game=referee.kind.name,
            seats=list(referee.table.seats),
            seat=seat,
            options=dict(referee.table.options),
            boxed={number: boxed.strength for number, boxed in game.boxed.items()},
            commitment=referee.urn.commitment,
            second_seal=referee.sealed,
            stirred=list(referee.urn.stirred),
            round=game.round,
            entries=len(referee.entries),
            pieces=game.view(seat),
            score={number: dict(tallies) for number, tallies in game.score.items()},
            asked=[_settled(one) for number, one in sorted(run.open.items()) if not one.secret or number == seat],
            waiting=sorted(run.open),
            tells=tells,
            receipts=list(game.receipts),
            count=last_count(referee.kind.shown, tells),
            outcome=run.outcome,
            sealing=len(run.open) > 1 or run.sealed_from < len(referee.entries),
            sealed=run.last_sealed(seat),
            given=referee.given[seat],
            taken_back=[_readable(entry, seat) for entry in referee.taken_back],
            may_redo=referee.may_redo(seat),
            halted=run.fault is not None,
        )

    @property
    def places(self) -> list[list[int]]:
        """The seats from first place to last once the game is over."""
        return self.outcome.places if self.outcome else []

    @property
    def winners(self) -> list[int]:
        return self.outcome.winners if self.outcome else []

    def to_json(self) -> dict[str, Any]:
        """Return the view as the API sends it: of others' secret questions only whose they are."""
        readable = {decision.seat: decision.to_json() for decision in self.asked}
        return {
            "game": self.game,
            "seats": [seat.to_json() for seat in self.seats],
            "options": dict(self.options),
            "commitment": self.commitment,
            "second_seal": self.second_seal,
            "stirred": list(self.stirred),
            "entries": self.entries,
            "pieces": self.pieces,
            "score": {str(number): dict(tallies) for number, tallies in self.score.items()},
            "asked": [readable.get(seat, {"seat": seat, "secret": True}) for seat in self.waiting],
            "tells": [tell.to_json() for tell in self.tells],
            "places": self.outcome.places if self.outcome else None,
            "winners": self.outcome.winners if self.outcome else None,
            "sealed": {"question": self.sealed.question, "given": self.given} if self.sealed else None,
            "halted": self.halted,
        }


def _readable(entry: Entry, seat: int) -> Entry:
    """Return an entry as this seat may see it: of another's secret answer only whose it was."""
    return (
        Answer(entry.seat, "", None) if isinstance(entry, Answer) and entry.secret and entry.seat != seat else entry
    )


def _settled(decision: Decision) -> Decision:
    """Return a copy of a question: a correction may change the game's own while a page is made of it."""
    copied = copy(decision)
    copied.facts = dict(decision.facts)
    copied.likely = decision.likely
    return copied
