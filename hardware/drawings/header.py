"""The Pi's header of 40 pins: the GPIO, supply or ground at each physical pin."""

from typing import NamedTuple

POWER = {1: "3V3", 2: "5V", 4: "5V", 17: "3V3"}
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
GPIO_AT = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
PIN_OF = {gpio: pin for pin, gpio in GPIO_AT.items()}


class PinPlace(NamedTuple):
    """The place of a pin on the header seen from above, pin 1 at the top left.

    >>> PinPlace.of(11), PinPlace.of(12)
    (PinPlace(side=-1, row=5), PinPlace(side=1, row=5))
    """

    side: int  # -1 the odd pins on the left, 1 the even pins on the right
    row: int  # from the top, 0 to 19

    @classmethod
    def of(cls, pin: int) -> "PinPlace":
        """Return the place of a physical pin, 1 to 40."""
        return cls(-1 if pin % 2 else 1, (pin - 1) // 2)


def name(pin: int) -> str:
    """Return the name of a physical pin: `GPIO 17`, `3V3`, `GND`."""
    if pin in POWER:
        return POWER[pin]
    return "GND" if pin in GROUND else f"GPIO {GPIO_AT[pin]}"
