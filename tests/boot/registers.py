"""The pin registers of a Pi 3, as a debugger would write them: how keys are pressed from outside the machine.

The machine has no pull-ups, so each pin is first set to the level that it has while nobody presses a key.
"""

from __future__ import annotations

from collections.abc import Iterable

PINS = 0x3F20_0000
SET, CLEAR = PINS + 0x1C, PINS + 0x28
HEADER = range(28)
"""The pins on the header."""


def written(register: int, pins: Iterable[int]) -> str:
    """Return the line of QEMU's qtest protocol that writes a one for each of these pins.

    >>> written(CLEAR, [4])
    'writel 0x3f200028 0x10'
    """
    mask = 0
    for pin in pins:
        if pin not in HEADER:
            raise ValueError(f"GPIO {pin} is not on the header")
        mask |= 1 << pin
    return f"writel {register:#x} {mask:#x}"


def idle() -> str:
    """Return the line that opens every contact, as pull-ups would.

    >>> idle()
    'writel 0x3f20001c 0xfffffff'
    """
    return written(SET, HEADER)


def closed(pin: int) -> str:
    """Return the line that closes the contact of a pin to ground."""
    return written(CLEAR, [pin])


def opened(pin: int) -> str:
    """Return the line that opens it again."""
    return written(SET, [pin])
