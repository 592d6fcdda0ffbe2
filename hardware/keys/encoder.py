"""Decoding of a rotary encoder's two contacts."""

from typing import Literal

# Clockwise, contact A closes first: the pair (A, B) goes 00, 10, 11, 01 and back to 00, a quarter at a time.
_QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Quadrature:
    """Count how often the pair of contacts has gone round its cycle, and in which direction.

    An edge moves one contact, so each edge is a quarter forward or a quarter back, and a bouncing contact takes away
    what it added. A step is reported only on arrival at rest, when the count of quarters is exactly the number of
    cycles: noise on one contact can neither make a step nor reverse one. A lost edge costs its step, never the
    direction, and leaves no error behind: the position is read from the contacts, not from the count.

    `steps_per_cycle` is the number of clicks felt per cycle: 1 for most encoders, 2 for those that also rest with
    both contacts closed.

        >>> knob = Quadrature()
        >>> [knob.edge(*edge) for edge in [("a", True), ("b", True), ("a", False), ("b", False)]]
        [0, 0, 0, 1]
    """

    def __init__(self, *, a: bool = False, b: bool = False, steps_per_cycle: int = 1) -> None:
        self._a, self._b = a, b
        self._per_step = 4 // steps_per_cycle
        beyond_rest = _QUARTER[a, b] % self._per_step
        self._quarters = beyond_rest if beyond_rest * 2 <= self._per_step else beyond_rest - self._per_step

    def edge(self, contact: Literal["a", "b"], closed: bool) -> int:
        """Take an edge; return 1 for a step clockwise, -1 for one back, 0 for anything less."""
        before = _QUARTER[self._a, self._b]
        if contact == "a":
            self._a = closed
        else:
            self._b = closed
        moved = (_QUARTER[self._a, self._b] - before) % 4
        self._quarters += -1 if moved == 3 else moved
        if self._quarters % self._per_step:
            return 0
        steps = self._quarters // self._per_step
        self._quarters = 0
        return steps
