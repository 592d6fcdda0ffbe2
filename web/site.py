"""The state that all pages share, and how a page finds it."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from flask import current_app

from companion.club.own import OwnFame
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.changes import Change
from companion.referee.urn import Urn
from companion.refusal import Refusal
from web.history.replays import Replays
from web.host import Door, Host
from web.petitions import Petitions
from web.table.listeners import Listener, Listeners
from web.table.seats import Codes, Seats
from web.table.updates import Updates


class Site:
    """The state that all pages share: the game they follow, its listeners and seats."""

    def __init__(
        self, host: Host, ledger: Ledger, *, share_box: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.door = Door(host)
        self.ledger = ledger
        self.fame = OwnFame(ledger)
        self.share_box = share_box
        self.listeners = Listeners()
        self.updates = Updates()
        self.replays = Replays()
        self.codes = Codes()
        self.petitions = Petitions()
        self.seats = Seats(ledger.folder / "seats.json")
        self.urn = Urn.fresh()
        """The urn of the next game that a phone starts: its seal is shown before anyone stirs."""
        self._followed: Referee | None = None
        self._before: dict[str, Any] | None = None
        self._clock = clock
        self._waited: dict[int, float] = {}
        self._here: list[int] = []
        self._sat_down = clock()
        self.screen_token = secrets.token_urlsafe(24)
        """The cookie of big screens that were opened from the box. It holds until the box is switched off."""

    def follow(self, referee: Referee | None) -> None:
        """Mirror another game, or none. Only to be called in the loop."""
        self._followed, self._before, self._waited = referee, None, {}
        self._sat_down = self._clock()
        if referee is not None:
            referee.listen(partial(self._note, referee), views=True)
            with suppress(Refusal):  # a full disk: the phone joins as any other
                self.seats.welcome(referee.urn.commitment, self.door.host.game_id())

    def _note(self, referee: Referee, change: Change) -> None:
        if referee is self._followed and change.moved:
            self._before = change.was

    def playing_for(self) -> float:
        """Return for how many seconds the game on the table has been played this evening."""
        return self._clock() - self._sat_down

    def publish(self) -> None:
        """Tell every phone that there is something new, without ever waiting. Only to be called in the loop."""
        waiting = self._followed.open if self._followed is not None else ()
        now = self._clock()
        self._waited = {seat: self._waited.get(seat, now) for seat in waiting}
        self._look_round()
        self.listeners.publish(self._table_now())

    def greet(self, line: Listener | None = None) -> None:
        """Tell a new phone who is at the table, and everyone if a phone has come or gone. Runs in the loop, later."""

        def tell() -> None:
            here = self._here
            self._look_round()
            self.listeners.tell(self._table_now(), None if self._here != here or line is None else [line])

        self.door.host.post(tell)

    def _look_round(self) -> None:
        """Note whose phones are listening now."""
        game_id = self.door.host.game_id()
        seats = {self.seats.seat_of(game_id, token) for token in self.listeners.tokens()}
        self._here = sorted(seat for seat in seats if seat is not None)

    def _table_now(self) -> str:
        """Return whose phones are listening, which seats have phones, and who has been waited for how long."""
        now, game_id = self._clock(), self.door.host.game_id()
        waits = {seat: int(now - since) for seat, since in self._waited.items()}
        return json.dumps({"here": self._here, "held": sorted(self.seats.taken(game_id)), "waits": waits})

    def before(self, referee: Referee) -> dict[str, Any] | None:
        """Return what everyone saw of this game before its last change. Only to be called in the loop."""
        return self._before if referee is self._followed else None


def site() -> Site:
    """Return the site that this request is for."""
    found: Site = current_app.extensions["site"]
    return found
