"""The club that this box is in, if it is in one: joined and left while the evening goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.referee import Referee
from companion.refusal import NotFound
from companion.words import Words

if TYPE_CHECKING:
    from companion.club.shared import SharedUrn
    from firmware.club.publisher import Publisher


class Membership:
    """Tells a club's broker of this table, and has the urns that the club shares.

    `words` returns those of the box, `game` the one on the table; `changed` is called from any thread when there is
    something new to show.
    """

    def __init__(
        self,
        ledger: Ledger,
        words: Callable[[], Words],
        game: Callable[[], Referee | None],
        changed: Callable[[], None],
    ) -> None:
        self._ledger = ledger
        self._words = words
        self._game = game
        self._changed = changed
        self.publisher: Publisher | None = None
        self.refusal = ""
        """The reason why the club that is set up can't be joined, in words."""

    def join(self, address: str) -> None:
        """Tell of this table at another broker from now on, or with an empty address at none."""
        from firmware.club import require_packages

        joined, before = None, self.publisher
        if address:
            require_packages()
            from firmware.club.address import Address
            from firmware.club.publisher import Publisher

            joined = Publisher(Address.parse(address), self._ledger, lambda: self._words().language)
        Thread(target=leave_clubs, args=(self._ledger.folder, before, joined), name="leaving", daemon=True).start()
        self.publisher, self.refusal = joined, ""
        if joined is not None:
            joined.urns_changed = self._changed
            joined.start()
            joined.follow(self._game())
            self._changed()

    def stop(self) -> None:
        """Say goodbye, because the box is being shut down."""
        if self.publisher is not None:
            self.publisher.stop()

    def shared_urns(self) -> list[SharedUrn]:
        """Return the urns from which this table may play, and other tables of the club too."""
        return [] if self.publisher is None else self.publisher.shared_urns()

    def begin_shared(self, beginning: Beginning) -> Referee:
        """Begin a game from an urn that other tables share: never again at this table."""
        if self.publisher is None:
            raise NotFound("no-shared-urn")
        return self.publisher.urns.play(beginning, self._ledger)

    def state(self) -> str:
        """Return how we stand with the club, in words; nothing if there is none."""
        if self.publisher is None:
            return self.refusal
        words = self._words()
        return self.publisher.refusal or words("setup.club-up" if self.publisher.is_up else "setup.club-away")


def leave_clubs(folder: Path, before: Publisher | None, joined: Publisher | None) -> None:
    """Say goodbye to a club, and take this box off the walls of those that it is not in any more."""
    from firmware.club import BOX, are_installed
    from firmware.club.address import KNOWN

    if before is not None:
        before.stop()
    if (folder / KNOWN).exists() and are_installed(BOX):
        from firmware.club.leaving import leave_others

        leave_others(folder, None if joined is None else joined.address)
