"""Whose word it takes to change the past of a game, and collecting it.

Going back is free as long as nobody can have learned anything by going on. After that it is a matter for those who
have: everyone at the table. Box, phones and terminal only show a proposal and say who agreed; the rule is here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.referee.entries import Answer, Entry
from companion.referee.run import Run
from companion.refusal import NeedsConsent, Stale
from companion.steps import TABLE


def needed(run: Run, furthest: Run, touched: Sequence[int], by: int) -> frozenset[int]:
    """Return the seats that must agree before `by` takes back, or changes, the entries with these numbers.

    `furthest` is how far the game has gone: a step that was taken back has still been seen. `by` is `TABLE` for
    whoever has the box: there the last step is taken back by the one who took it.
    """
    everyone = frozenset(run.game.seats).difference(run.game.boxed)  # the box has no say of its own
    if not touched:
        return frozenset()
    start = touched[0]
    if start >= run.sealed_from:
        return _owners_of_sealed(run, touched, by, everyone)
    later = furthest.entries[start:]
    owners = {_owner(entry) for entry in later}
    was_shown = any(entry.secret for entry in later) or furthest.shown_to(TABLE) > start
    is_own = len(owners) == 1 and (by == TABLE or owners <= {by, TABLE})
    return frozenset() if is_own and not was_shown else everyone


def _owners_of_sealed(run: Run, touched: Sequence[int], by: int, everyone: frozenset[int]) -> frozenset[int]:
    """Return whose word it takes while these answers are sealed: their owners', if they have drawn nothing since.

    Whoever has the box may take back what is no secret.
    """
    owners = set()
    for number in touched:
        entry = run.entries[number]
        if run.shown_to(_owner(entry)) > number:
            return everyone
        if entry.secret or by != TABLE:
            owners.add(_owner(entry))
    return everyone & owners


def _owner(entry: Entry) -> int:
    return entry.seat if isinstance(entry, Answer) else TABLE


@dataclass
class Proposal:
    """To take back what was entered from `start` on, or to change the answer there, once those concerned agree.

    A seat that proposes it agrees. It lapses as soon as the past is changed otherwise: whoever agreed, agreed to this
    and to nothing else. One to take back the last step lapses when the game moves on, too.
    """

    run: Run
    start: int
    by: int
    needs: frozenset[int]
    takes_back: bool
    agreed: set[int] = field(init=False)
    entries: int = field(init=False)

    def __post_init__(self) -> None:
        self.agreed = {self.by} & set(self.run.game.seats)
        self.entries = len(self.run.entries)

    @property
    def missing(self) -> list[int]:
        """The seats whose word is still wanted."""
        return sorted(self.needs - self.agreed)

    @property
    def touched(self) -> Entry:
        """The entry that would be taken back or changed."""
        return self.run.entries[self.start]

    def holds(self, run: Run) -> bool:
        """Return whether it still means what it meant when it was made."""
        return run is self.run and (len(run.entries) == self.entries or not self.takes_back)

    def agree(self, run: Run, seats: Collection[int]) -> None:
        """Note that these seats agree; refuse if the game has moved on meanwhile."""
        if not self.holds(run):
            raise Stale("moved-on")
        self.agreed |= set(seats)

    def require(self, consent: Collection[int]) -> None:
        """Refuse unless everyone whose word is needed has given it."""
        if missing := self.needs - self.agreed - set(consent):
            raise NeedsConsent(sorted(missing))
