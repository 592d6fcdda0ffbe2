"""The words spoken about keys: which key, what happened to it, and the bare pin edge beneath.

>>> KeyEvent(Key.OK, "press", 12.5)
KeyEvent(key=<Key.OK: 'OK'>, kind='press', at=12.5)
"""

from enum import StrEnum
from typing import Literal, NamedTuple

Kind = Literal["press", "hold", "repeat", "release", "stuck"]


class Key(StrEnum):
    """A logical key. Which pin it sits on is the profile's business.

    >>> Key.seat(2)
    <Key.SEAT2: 'SEAT2'>
    """

    UP = "UP"
    DOWN = "DOWN"
    LEFT = "LEFT"
    RIGHT = "RIGHT"
    OK = "OK"
    BACK = "BACK"
    SEAT1 = "SEAT1"
    SEAT2 = "SEAT2"
    SEAT3 = "SEAT3"
    SEAT4 = "SEAT4"
    SEAT5 = "SEAT5"

    @classmethod
    def seat(cls, number: int) -> "Key":
        """The key of seat 1 to 5."""
        return cls(f"SEAT{number}")


ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)
NEEDED = (*ARROWS, Key.OK, Key.BACK)
SEATS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


class KeyEvent(NamedTuple):
    """What a key did, and when by the panel's clock.

    `press` comes first and `release` last; `hold` once in between when the key stays down, `repeat` while an
    arrow stays down, `stuck` once when it has been down for longer than any thumb means it.

    >>> KeyEvent(Key.UP, "repeat", 3.0).kind
    'repeat'
    """

    key: Key
    kind: Kind
    at: float


class Edge(NamedTuple):
    """A contact seen to close (`down`) or open, straight from the pin, bounces and all.

    >>> Edge(pin=17, down=True, at=3.0)
    Edge(pin=17, down=True, at=3.0)
    """

    pin: int
    down: bool
    at: float
