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
    """To take back or change what was entered from `start` on, waiting for the word of those it concerns.

    It lapses as soon as the game moves on or its past is changed otherwise: whoever agreed, agreed to this
    and to nothing else.
    """

    run: Run
    start: int
    by: int
    needs: frozenset[int]
    entries: int = field(init=False)
    agreed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.entries = len(self.run.entries)

    @classmethod
    def to_undo(cls, run: Run, by: int) -> Proposal:
        """Propose to take back the last entry. A seat that proposes it agrees."""
        return cls._of(run, len(run.entries) - 1, run.entries[-1:], by)

    @classmethod
    def to_amend(cls, run: Run, index: int, by: int) -> Proposal:
        """Propose to change one old answer."""
        return cls._of(run, index, run.entries[index : index + 1], by)

    @classmethod
    def _of(cls, run: Run, start: int, touched: Sequence[Entry], by: int) -> Proposal:
        return cls(run, start, by, needed(run, start, touched), {by} & set(run.game.seats))

    @property
    def missing(self) -> list[int]:
        """The seats whose word is still wanted."""
        return sorted(self.needs - self.agreed)

    def holds(self, run: Run) -> bool:
        """Whether nothing has happened since it was made."""
        return run is self.run and len(run.entries) == self.entries

    def agree(self, run: Run, seats: Collection[int]) -> None:
        """These seats agree; refused if the game has moved on meanwhile."""
        if not self.holds(run):
            raise Stale("moved-on")
        self.agreed |= set(seats)
