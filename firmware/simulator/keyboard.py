"""A keyboard for the simulated box: the typed keys, and the fingers that press the box's keys."""

from __future__ import annotations

import contextlib
import re
from collections import deque
from types import MappingProxyType
from typing import NamedTuple

from hardware.keys import Key
from hardware.keys.contact import QUIET
from hardware.simulator.simulated import Simulated

LONE_ESC = 0.05  # seconds; an arrow's bytes come together, an Esc that stays alone longer was meant
TAP = QUIET + 0.003  # each way: anything faster counts as bouncing
HOLD = 0.8
ESC = b"\x1b"

# One whole key. Unknown sequences, and those cut short by another key, are matched in order to skip them.
_KEY = re.compile(
    rb"""
      \x1b\[\[ (?: [^\x1b] | (?=\x1b) )                 # a function key of the Linux console
    | \x1b (?: O | \[(?!\[) ) [ -?]* ( [@-~] | (?=[^ -~]) )  # arrows and their like, in both modes
    | \x1b (?= [^\[O] )
    | [^\x1b]
    """,
    re.VERBOSE | re.DOTALL,
)


class Stroke(NamedTuple):
    """A key and how long it is held down; without a key, the wish to leave.

    >>> STROKES[b"o"]
    Stroke(key=<Key.OK: 'OK'>, seconds=0.8)
    """

    key: Key | None
    seconds: float = TAP


STROKES = MappingProxyType(
    {
        **dict.fromkeys((b"\r", b"\n"), Stroke(Key.OK)),
        **dict.fromkeys((ESC, b"\x7f", b"\b"), Stroke(Key.BACK)),
        **{b"%d" % seat: Stroke(Key.seat(seat)) for seat in range(1, 6)},
        b"o": Stroke(Key.OK, HOLD),
        b"b": Stroke(Key.BACK, HOLD),
        b"q": Stroke(None),
    }
)
FINALS = MappingProxyType(
    {b"A": Stroke(Key.UP), b"B": Stroke(Key.DOWN), b"C": Stroke(Key.RIGHT), b"D": Stroke(Key.LEFT)}
)


class Typed:
    """Makes strokes of a terminal's bytes, however they are cut into pieces.

    It has no clock: when `due` says so and nothing more can be read, call `expire`.

        >>> typed = Typed()
        >>> typed.feed(b"\\x1b[", now=10.0), typed.feed(b"A", now=10.01)
        ([], [Stroke(key=<Key.UP: 'UP'>, seconds=0.023)])
        >>> typed.feed(b"\\x1b", now=11.0), typed.expire(now=11.06)
        ([], [Stroke(key=<Key.BACK: 'BACK'>, seconds=0.023)])
    """

    def __init__(self) -> None:
        self._rest = b""
        self._fed_at = 0.0

    def due(self) -> float | None:
        """Return when to give up on a sequence that has begun."""
        return self._fed_at + LONE_ESC if self._rest else None

    def feed(self, typed: bytes, now: float) -> list[Stroke]:
        """Take in what was read."""
        typed = self._rest + typed
        strokes: list[Stroke] = []
        place = 0
        while (key := _KEY.match(typed, place)) is not None:
            strokes += _stroke(key[0], key[1])
            place = key.end()
        self._rest, self._fed_at = typed[place:], now
        return strokes

    def expire(self, now: float) -> list[Stroke]:
        """Stop waiting for more: Esc alone is a key, the beginning of anything longer is dropped."""
        due = self.due()
        if due is None or now < due:
            return []
        rest, self._rest = self._rest, b""
        return [STROKES[ESC]] if rest == ESC else []


def _stroke(key: bytes, final: bytes | None) -> list[Stroke]:
    stroke = FINALS.get(final) if final is not None else STROKES.get(key)
    return [] if stroke is None else [stroke]


class Fingers:
    """Plays strokes on a simulated panel one after the other, slow enough for its keys to notice each.

    It has no clock and never waits: call `move` when `due` says so.

        >>> fingers = Fingers(panel.simulated)
        >>> fingers.take(Stroke(Key.OK))
        >>> fingers.move(now=10.0)
        >>> fingers.due()
        10.023
    """

    def __init__(self, hand: Simulated) -> None:
        self._hand = hand
        self._strokes: deque[Stroke] = deque()
        self._down: Key | None = None
        self._next = 0.0

    def take(self, stroke: Stroke) -> None:
        """Put a stroke behind those that wait."""
        self._strokes.append(stroke)

    def due(self) -> float | None:
        """Return when `move` is wanted next."""
        return self._next if self._strokes or self._down is not None else None

    def move(self, now: float) -> None:
        """Do what is due."""
        if self._next > now:
            return
        if self._down is not None:
            self.let_go()
            self._next = now + TAP
        elif self._strokes:
            stroke = self._strokes.popleft()
            if self._press(stroke.key):
                self._down, self._next = stroke.key, now + stroke.seconds

    def let_go(self) -> None:
        """Release what is pressed."""
        if self._down is not None:
            self._hand.release(self._down)
            self._down = None

    def _press(self, key: Key | None) -> bool:
        """Press a key and return whether there is one: not before the pins are open, and not on every build."""
        if key is not None and self._hand.factory is not None:
            with contextlib.suppress(ValueError):
                self._hand.press(key)
                return True
        return False
