"""The state that all pages share, and how a page finds it."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import current_app

from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.changes import Change
from web.host import Door, Host
from web.table.listeners import Listeners
from web.table.seats import Codes, Seats


class Site:
    """The state that all pages share: the game they follow, its listeners and seats."""

    def __init__(self, host: Host, ledger: Ledger, *, share_box: bool = False) -> None:
        self.door = Door(host)
        self.ledger = ledger
        self.share_box = share_box
        self.listeners = Listeners()
        self.codes = Codes()
        self.seats = Seats(ledger.folder / "seats.json")
        self._followed: Referee | None = None
        self._before: dict[str, Any] | None = None

    def follow(self, referee: Referee | None) -> None:
        """Mirror another game, or none. Only to be called in the loop."""
        self._followed, self._before = referee, None
        if referee is not None:
            referee.listen(partial(self._note, referee), views=True)

    def _note(self, referee: Referee, change: Change) -> None:
        if referee is self._followed and change.moved:
            self._before = change.was

    def publish(self) -> None:
        """Tell every phone that there is something new, without ever waiting."""
        self.listeners.publish()

    def before(self, referee: Referee) -> dict[str, Any] | None:
        """Return what everyone saw of this game before its last change. Only to be called in the loop."""
        return self._before if referee is self._followed else None


def site() -> Site:
    """Return the site that this request is for."""
    found: Site = current_app.extensions["site"]
    return found
