"""The parts of a game's record: answers, corrections, and the draws between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.choices import Item
from companion.players import PEOPLE, seat_of
from companion.refusal import Damaged
from companion.steps import Decision, TableDraw


@dataclass(slots=True)
class Answer:
    """A seat's answer to the question with this id. `decision` is that question, once it has been asked."""

    seat: int
    question: str
    value: Any
    decision: Decision | None = None

    @property
    def secret(self) -> bool:
        return self.decision is not None and self.decision.secret

    def line(self) -> dict[str, Any]:
        return {"seat": self.seat, "question": self.question, "value": self.value}


@dataclass(slots=True)
class Corrected:
    """A correction by the table."""

    place: str
    value: Any

    @property
    def secret(self) -> bool:
        return False

    def line(self) -> dict[str, Any]:
        return {"correct": self.place, "value": self.value}


Entry = Answer | Corrected


@dataclass(slots=True)
class Drawn:
    """A draw made `after` this many entries, with all it takes to compute it again.

    `by` is who drew: `urn` or `table`.
    """

    after: int
    draw: str
    outcomes: Sequence[Item]
    value: Item
    by: str

    def line(self) -> dict[str, Any]:
        return {"draw": self.draw, "of": list(self.outcomes), "value": self.value, "by": self.by}


def entry_from_line(line: Any) -> Entry:
    """Return the entry that `line()` wrote; refuse anything else.

    >>> entry_from_line({"seat": 1, "question": "area@1.1", "value": "castello"}).seat
    1
    """
    match line:
        case {"seat": int(seat), "question": str(question), "value": value, **rest} if not rest:
            return Answer(seat, question, value)
        case {"correct": str(place), "value": value, **rest} if not rest:
            return Corrected(place, value)
    raise Damaged("not-an-entry", line=str(line)[:80])


def answers_of_box(entries: Sequence[Entry]) -> dict[int, Answer]:
    """Return the answers that the box gave for seats it played, by their number among the entries."""
    boxed: set[int] = set()
    found: dict[int, Answer] = {}
    for number, entry in enumerate(entries):
        if isinstance(entry, Answer):
            if entry.seat in boxed and not isinstance(entry.decision, TableDraw):
                found[number] = entry
        elif (handed := seat_of(entry.place)) is not None:
            (boxed.discard if entry.value == PEOPLE else boxed.add)(handed.seat)
    return found
