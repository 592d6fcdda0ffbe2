"""One key from press to release: held, repeating, stuck."""

from typing import Literal

from hardware.keys import ARROWS, Key, KeyEvent, Kind

HOLD = 0.6
"""Seconds after which a key counts as held."""
FIRST_REPEAT, LAST_REPEAT, QUICKEN = 0.20, 0.06, 0.92
"""Seconds before the second repeat, the least there are, and the factor from one pause to the next."""
STUCK = 20.0
"""Seconds after which a key counts as stuck."""

State = Literal["up", "waiting", "down", "held", "turned", "mute", "stuck"]


class Hold:
    """Turn a contact's closing and opening, with their times, into key events.

    A `patient` key reports its press only on release or when held: pushing a knob may be the beginning of turning it,
    and then nothing was confirmed.

        >>> hold = Hold(Key.UP)
        >>> [event.kind for event in hold.press(0.0)]
        ['press']
        >>> hold.due()
        0.6
        >>> [event.kind for event in hold.tick(0.6)]
        ['hold', 'repeat']
    """

    def __init__(self, key: Key, *, patient: bool = False) -> None:
        self.key = key
        self.state: State = "up"
        self._patient = patient
        self._stuck_at = 0.0
        self._next = 0.0
        self._pause = FIRST_REPEAT

    @property
    def pushed(self) -> bool:
        """Return whether the key is down on purpose: neither since switching on nor stuck."""
        return self.state in ("waiting", "down", "held", "turned")

    def press(self, at: float) -> list[KeyEvent]:
        """Take the closing of the contact."""
        self.state = "waiting" if self._patient else "down"
        self._stuck_at, self._next, self._pause = at + STUCK, at + HOLD, FIRST_REPEAT
        return [] if self._patient else self._events(at, "press")

    def found_down(self, at: float) -> None:
        """Note that the contact was closed from the start: that is no press, but may be a fault."""
        self.state, self._stuck_at = "mute", at + STUCK

    def turn(self, at: float) -> None:
        """Note that the knob was turned while pushed: the push was part of turning it."""
        self._stuck_at = at + STUCK
        if self.state == "waiting":
            self.state = "turned"

    def release(self, at: float) -> list[KeyEvent]:
        """Take the opening of the contact."""
        before, self.state = self.state, "up"
        if before == "waiting":
            return self._events(at, "press", "release")
        return self._events(at, "release") if before in ("down", "held", "stuck") else []

    def due(self) -> float | None:
        """Return when `tick` next has something to do, or None."""
        if self.state in ("up", "stuck"):
            return None
        if self.state in ("waiting", "down") or (self.state == "held" and self.key in ARROWS):
            return min(self._next, self._stuck_at)
        return self._stuck_at

    def tick(self, now: float) -> list[KeyEvent]:
        """Return the events that are due; a late call does not make up for missed repeats."""
        due = self.due()
        if due is None or now < due:
            return []
        events: list[KeyEvent] = []
        if self.state in ("waiting", "down") and now >= self._next:
            events += self._events(now, *(("press",) if self.state == "waiting" else ()), "hold")
            self.state = "held"
        if self.state == "held" and self.key in ARROWS and self._next <= now < self._stuck_at:
            events += self._events(now, "repeat")
            self._next = now + self._pause
            self._pause = max(LAST_REPEAT, self._pause * QUICKEN)
        if now >= self._stuck_at:
            events += self._events(now, "stuck")
            self.state = "stuck"
        return events

    def _events(self, at: float, *kinds: Kind) -> list[KeyEvent]:
        return [KeyEvent(self.key, kind, at) for kind in kinds]
