"""A game about to begin: its table is set and its urn stirred. Everyone may note its seals before the first draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.game import Game, Table
from companion.ledger.ledger import Ledger
from companion.ledger.record import FIRST, SECOND
from companion.referee import Referee
from companion.referee.seals import facts_before_play, second_seal
from companion.referee.urn import Urn


@dataclass(frozen=True)
class Beginning:
    """A table, the urn that was stirred for it, and the seats that the box plays, each with its strength.

    `taught` says that its people are led through their first game, `shared` that other tables play from the same urn.
    """

    kind: type[Game]
    table: Table
    urn: Urn
    boxed: Mapping[int, str] = field(default_factory=dict)
    taught: bool = False
    shared: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.table.seats)

    @cached_property
    def seals(self) -> dict[str, str]:
        """Return the first seal, over the urn's secret, and the second, over all that was agreed since."""
        return {FIRST: self.urn.commitment, SECOND: second_seal(facts_before_play(self.kind, self.table, self.urn))}

    def begin(self, ledger: Ledger) -> Referee:
        """Begin the game in a ledger, and hand the box the seats that it plays."""
        referee = ledger.begin(self.kind, self.table, self.urn, shared=self.shared)
        for seat, strength in sorted(self.boxed.items()):
            referee.hand_seat(seat, strength)
        if self.taught:
            referee.teach(taught=True)
        return referee
