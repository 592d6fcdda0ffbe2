"""All keys of a panel: pin edges and the time go in, key events come out."""

from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Literal

from hardware.keys import Edge, Key, KeyEvent
from hardware.keys.contact import Contact
from hardware.keys.encoder import Quadrature
from hardware.keys.hold import Hold
from hardware.profile import Profile

DOUBT = 0.1
"""Seconds after which an edge that a pin's level calls for counts as lost."""


class Button:
    """A contact and the key it belongs to.

    A key wired to two pins is two buttons: if one fails, the other still works.

        >>> button = Button(Key.BACK)
        >>> [event.kind for event in button.edge(1.0, down=True)]
        ['press']
    """

    def __init__(self, key: Key, *, down: bool = False, at: float = 0.0, patient: bool = False) -> None:
        self.contact = Contact(down=down)
        self.hold = Hold(key, patient=patient)
        self._doubt: float | None = None
        if down:
            self.hold.found_down(at)

    def edge(self, at: float, *, down: bool) -> list[KeyEvent]:
        """Take an edge of the pin."""
        self._doubt = None
        return self._changed(at) if self.contact.edge(at, down=down) else []

    def tick(self, now: float) -> list[KeyEvent]:
        """Return the events that are due, in the order of their times: a contact may have settled before a hold."""
        events: list[KeyEvent] = []
        settled = self.contact.due()
        if settled is not None and settled <= now:
            events += self.hold.tick(settled)
            if self.contact.settle(settled):
                events += self._changed(settled)
        return events if self._doubt is not None else events + self.hold.tick(now)

    def check(self, down: bool | None, now: float) -> list[KeyEvent]:
        """Compare with the level of the pin; where it keeps contradicting the edges, believe the pin.

        Not at once, since the edge may still be waiting in the queue; but until then nothing counts as held.
        """
        if down is None or down == self.contact.seen:
            self._doubt = None
        elif self._doubt is None:
            self._doubt = now
        elif now >= self._doubt + DOUBT:
            return self.edge(now, down=down)
        return []

    def due(self) -> float | None:
        """Return when `tick` next has something to do, or None."""
        later = self.hold.due() if self._doubt is None else self._doubt + DOUBT
        return soonest((self.contact.due(), later))

    def _changed(self, at: float) -> list[KeyEvent]:
        return self.hold.press(at) if self.contact.down else self.hold.release(at)


class Keypad:
    """The keys of one profile, without a clock, a thread or a pin of its own.

    The loop that owns it feeds every waiting edge, then passes the time::

        wait(until=keypad.next_due())
        events = [event for edge in waiting_edges for event in keypad.feed(edge)]
        events += keypad.tick(now)

    `read`, if given, returns the level of a pin and is called for each pin at every tick. It reveals edges that were
    lost (a full queue in the kernel, a failing callback), so that no key stays down that nobody holds.
    """

    def __init__(
        self,
        profile: Profile | None = None,
        *,
        now: float = 0.0,
        down: Collection[int] = (),
        read: Callable[[int], bool | None] | None = None,
    ) -> None:
        self._buttons: dict[int, Button] = {}
        self._knob: Quadrature | None = None
        self._knob_pins: dict[int, Literal["a", "b"]] = {}
        self._push: Button | None = None
        self._read = read
        if profile is not None:
            self._wire(profile, down, now)

    def _wire(self, profile: Profile, down: Collection[int], now: float) -> None:
        for key, pins in profile.keys.items():
            for pin in pins:
                self._buttons[pin] = Button(key, down=pin in down, at=now)
        if (knob := profile.encoder) is not None:
            self._knob = Quadrature(a=knob.a in down, b=knob.b in down, steps_per_cycle=knob.steps_per_cycle)
            self._knob_pins = {knob.a: "a", knob.b: "b"}
            if knob.push is not None:
                self._push = Button(Key.OK, down=knob.push in down, at=now, patient=True)
                self._buttons[knob.push] = self._push

    @property
    def down(self) -> frozenset[Key]:
        """Return the keys that are down now, stuck ones included."""
        return frozenset(button.hold.key for button in self._buttons.values() if button.contact.down)

    def feed(self, edge: Edge) -> list[KeyEvent]:
        """Return the events of an edge, after those that were due before it."""
        events = self._pass(edge.at)
        if edge.pin in self._buttons:
            events += self._buttons[edge.pin].edge(edge.at, down=edge.down)
        elif self._knob is not None and edge.pin in self._knob_pins:
            events += self._turned(self._knob.edge(self._knob_pins[edge.pin], edge.down), edge.at)
        return events

    def tick(self, now: float) -> list[KeyEvent]:
        """Return the events that are due; call it when no edge is waiting."""
        found: list[KeyEvent] = []
        if self._read is not None:
            for pin, button in self._buttons.items():
                found += button.check(self._read(pin), now)
        return found + self._pass(now)

    def next_due(self) -> float | None:
        """Return when `tick` should next be called, or None while nothing is going on."""
        return soonest(button.due() for button in self._buttons.values())

    def _pass(self, now: float) -> list[KeyEvent]:
        events = [event for button in self._buttons.values() for event in button.tick(now)]
        return sorted(events, key=attrgetter("at"))

    def _turned(self, step: int, at: float) -> list[KeyEvent]:
        if not step:
            return []
        pushed = self._push is not None and self._push.hold.pushed
        if self._push is not None and pushed:
            self._push.hold.turn(at)
        back, forth = (Key.LEFT, Key.RIGHT) if pushed else (Key.UP, Key.DOWN)
        key = forth if step > 0 else back
        return [KeyEvent(key, "press", at), KeyEvent(key, "release", at)]


def soonest(times: Iterable[float | None]) -> float | None:
    """Return the earliest of some times, any of which may be None.

    >>> soonest([None, 3.0, 2.0])
    2.0
    """
    return min((time for time in times if time is not None), default=None)
