"""Whose word it takes to change the past of a game, and collecting it.

Box, phones and terminal only show a proposal and say who agreed; the rule is here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.referee.entries import Answer, Entry
from companion.referee.run import Run
from companion.refusal import NeedsConsent, Stale


def needed(run: Run, start: int, touched: Sequence[Entry]) -> frozenset[int]:
    """Return the seats that must agree before these entries, from `start` on, are taken back or changed.

    A secret that was opened is everyone's to protect; while it is sealed, its owner's alone.
    """
    owners = frozenset(entry.seat for entry in touched if isinstance(entry, Answer) and entry.secret)
    return owners if start >= run.sealed_from or not owners else frozenset(run.game.seats)


def require_consent(run: Run, start: int, touched: Sequence[Entry], consent: Collection[int]) -> None:
    """Refuse unless everyone whose word is needed has given it."""
    if missing := needed(run, start, touched) - set(consent):
        raise NeedsConsent(sorted(missing))


@dataclass
class Proposal:
    """To take back what was entered from `start` on, or to change the answer there, once those concerned agree.

    It lapses as soon as the past is changed otherwise: whoever agreed, agreed to this and to nothing else. To take
    back the last step lapses when the game moves on, too.
    """

    run: Run
    start: int
    by: int
    needs: frozenset[int]
    agreed: set[int]
    takes_back: bool
    entries: int = field(init=False)

    def __post_init__(self) -> None:
        self.entries = len(self.run.entries)

    @classmethod
    def to_undo(cls, run: Run, by: int) -> Proposal:
        """Propose to take back the last entry. A seat that proposes it agrees."""
        return cls._of(run, len(run.entries) - 1, run.entries[-1:], by, takes_back=True)

    @classmethod
    def to_amend(cls, run: Run, index: int, by: int) -> Proposal:
        """Propose to change one old answer."""
        return cls._of(run, index, run.entries[index : index + 1], by, takes_back=False)

    @classmethod
    def _of(cls, run: Run, start: int, touched: Sequence[Entry], by: int, *, takes_back: bool) -> Proposal:
        return cls(run, start, by, needed(run, start, touched), {by} & set(run.game.seats), takes_back)

    @property
    def missing(self) -> list[int]:
        """The seats whose word is still wanted."""
        return sorted(self.needs - self.agreed)

    def holds(self, run: Run) -> bool:
        """Return whether it still means what it meant when it was made."""
        return run is self.run and (len(run.entries) == self.entries or not self.takes_back)

    def agree(self, run: Run, seats: Collection[int]) -> None:
        """These seats agree; refused if the game has moved on meanwhile."""
        if not self.holds(run):
            raise Stale("moved-on")
        self.agreed |= set(seats)
