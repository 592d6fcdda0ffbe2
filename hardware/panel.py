"""A profile switched on: screen, keys, lamps and buzzer together."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from hardware.buzzer import Buzzer
from hardware.glass import Glass, switch_on
from hardware.keys import Edge, KeyEvent
from hardware.keys.keypad import Keypad, soonest
from hardware.keys.pins import PinLevel, Pins, pin_factory
from hardware.lamps import Lamps
from hardware.profile import Profile


class Panel:
    """All parts of a box, driven by the one loop that owns it.

    `post` is called in gpiozero's thread with each `Edge` and should put it into the loop's queue. The loop passes it
    to `feed`, and calls `tick` when `next_due` says so; both return key events::

        with Panel.open(load("breadboard"), inbox.put) as panel:
            while True:
                try:
                    events = panel.feed(inbox.get(timeout=panel.wait()))
                except queue.Empty:
                    events = panel.tick(time.monotonic())

    To show a picture before anything else is imported, open in steps::

        glass = switch_on(profile)
        glass.screen.show(picture)
        panel = Panel(glass)
        panel.open_keys(inbox.put)

    A part that fails is reported in `faults` and never keeps the others from working. A simulated profile gets mock
    pins and a model of the screen's chip instead of wires, and `simulated` to handle them.
    """

    def __init__(self, glass: Glass, clock: Callable[[], float] = time.monotonic) -> None:
        self.profile, self.screen, self.simulated = glass
        self.keys = Keypad()
        self.lamps = Lamps()
        self.buzzer = Buzzer()
        self._pins: Pins | None = None
        self._no_pins = ""
        self._clock = clock

    @classmethod
    def open(
        cls, profile: Profile, post: Callable[[Edge], object], clock: Callable[[], float] = time.monotonic
    ) -> Panel:
        """Switch on everything."""
        panel = cls.open_screen(profile, clock)
        panel.open_keys(post)
        return panel

    @classmethod
    def open_screen(cls, profile: Profile, clock: Callable[[], float] = time.monotonic) -> Panel:
        """Switch on the screen alone; keys, lamps and buzzer exist but do nothing yet."""
        return cls(switch_on(profile, clock), clock)

    def open_keys(self, post: Callable[[Edge], object]) -> None:
        """Switch on keys, lamps and buzzer; if there are no pins, they do nothing and `faults` says why."""
        try:
            factory = pin_factory(self.profile)
        except Exception as fault:  # a missing library, or what one of them raised
            self._no_pins = f"pins: {type(fault).__name__}: {fault}"
            return
        if self.simulated is not None:
            self.simulated.factory = factory
        self._pins = Pins(self.profile, post, self._clock, factory)
        down = [reading.pin for reading in self._pins.readings() if reading.down]
        self.keys = Keypad(self.profile, now=self._clock(), down=down, read=self._pins.read)
        if self.simulated is None:  # simulated pins report every edge
            self._pins.watch.start()
        self.lamps = Lamps(self.profile, factory)
        self.buzzer = Buzzer(self.profile, factory, self._clock)

    def feed(self, edge: Edge) -> list[KeyEvent]:
        """Return the key events of an edge."""
        return self.keys.feed(edge)

    def tick(self, now: float) -> list[KeyEvent]:
        """Do what is due in every part and return key events; call it when no edge is waiting."""
        self.screen.tick(now)
        self.buzzer.tick(now)
        return self.keys.tick(now)

    def next_due(self) -> float | None:
        """Return when `tick` should next be called, or None while nothing is going on."""
        return soonest((self.keys.next_due(), self.screen.next_due(), self.buzzer.next_due()))

    def wait(self) -> float | None:
        """Return the seconds until `tick` should be called, as a timeout for a queue."""
        due = self.next_due()
        return None if due is None else max(0.0, due - self._clock())

    @property
    def faults(self) -> list[str]:
        """Return what is wrong with the panel, in words; empty when all is well."""
        screen = [f"screen: {self.screen.fault}"] if self.screen.fault else []
        pins = self._pins.faults if self._pins is not None else [self._no_pins] if self._no_pins else []
        return [*screen, *pins, *self.lamps.faults, *self.buzzer.faults]

    @property
    def is_usable(self) -> bool:
        """Return whether somebody can read its screen and press its keys, whatever else is broken."""
        return not self.screen.fault and not self._no_pins

    def readings(self) -> list[PinLevel]:
        """Return the levels of all input pins right now."""
        return self._pins.readings() if self._pins is not None else []

    def close(self) -> None:
        """Switch everything off; calling it twice is harmless."""
        if self._pins is not None:
            self._pins.close()
        self.lamps.close()
        self.buzzer.close()
        self.screen.close()

    def __enter__(self) -> Panel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
