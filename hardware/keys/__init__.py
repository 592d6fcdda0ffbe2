"""Keys: from pin edges to key events.

Here are the words for them: which key, what happened to it, and the pin edge that it came from.

>>> KeyEvent(Key.OK, "press", 12.5)
KeyEvent(key=<Key.OK: 'OK'>, kind='press', at=12.5)
"""

from enum import StrEnum
from typing import Literal, NamedTuple

Kind = Literal["press", "hold", "repeat", "release", "stuck"]


class Key(StrEnum):
    """A logical key; the profile says which pins it is wired to.

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
        """Return the key of a seat, 1 to 5."""
        return cls(f"SEAT{number}")


ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)
NEEDED = (*ARROWS, Key.OK, Key.BACK)
SEATS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


class KeyEvent(NamedTuple):
    """A key's event, and its time by the panel's clock.

    `press` comes first and `release` last. In between come `hold`, once, if the key stays down, `repeat` while an
    arrow stays down, and `stuck`, once, if it stays down for longer than anyone would press it.

    >>> KeyEvent(Key.UP, "repeat", 3.0).kind
    'repeat'
    """

    key: Key
    kind: Kind
    at: float


class Edge(NamedTuple):
    """A contact that closed (`down`) or opened, straight from the pin and with all its bounces.

    >>> Edge(pin=17, down=True, at=3.0)
    Edge(pin=17, down=True, at=3.0)
    """

    pin: int
    down: bool
    at: float
