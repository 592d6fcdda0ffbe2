"""A wish to undo that needs the others' word: asked by one phone, granted when all have agreed."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.referee import Referee
from companion.referee.run import Run
from companion.refusal import Refusal


@dataclass
class Wish:
    """To go back to so many entries. It lapses when the game moves on."""

    by: int
    to: int
    run: Run
    entries: int
    agreed: set[int] = field(default_factory=set)

    def holds(self, referee: Referee) -> bool:
        """Whether nothing has happened since: with as many entries, the past may still be another."""
        return referee.run is self.run and len(referee.entries) == self.entries


def ask_undo(referee: Referee, seat: int, entries: int | str) -> Wish | None:
    """Undo the last step if nobody need be asked; else the wish that waits for the others.

    `entries` says how many there are on the page that asks: two who see the same slip undo one step, not two.
    """
    if entries != len(referee.entries):
        raise Refusal("moved-on")
    to = len(referee.entries) - 1
    try:
        referee.undo(to, {seat})
    except Refusal as refusal:
        if refusal.key != "needs-consent":
            raise
        return Wish(seat, to, referee.run, len(referee.entries), {seat})
    return None


def standing(referee: Referee, wish: Wish | None, entries: int | str) -> Wish:
    """The wish that a page shows, made at so many entries; refused if another stands there now, or none."""
    if wish is None or wish.entries != entries or not wish.holds(referee):
        raise Refusal("no-wish")
    return wish


def agree(referee: Referee, wish: Wish, seat: int) -> Wish | None:
    """A seat agrees; with the last word needed, the step is undone. The wish, if it still waits."""
    wish.agreed.add(seat)
    try:
        referee.undo(wish.to, wish.agreed)
    except Refusal as refusal:
        if refusal.key != "needs-consent":
            raise
        return wish
    return None
