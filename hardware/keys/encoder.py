"""A rotary encoder's two contacts, decoded."""

from typing import Literal

# Clockwise, contact A closes first: the pair (A, B) goes 00, 10, 11, 01 and back to 00, a quarter at a time.
_QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Quadrature:
    """Counts how often the pair of contacts has gone round its circle, and which way.

    An edge moves one contact, so each edge is a quarter forth or a quarter back, and what a bouncing
    contact adds it takes away again. A step is told only on arriving at rest, when the count of quarters is
    exactly the number of turns round the circle: noise on one contact can neither make a step nor turn one
    round. An edge that is lost altogether costs its step, never the direction, and leaves no error behind:
    where we are is read from the contacts, not from the count.

    `steps_per_cycle` is the number of clicks felt per full circle: 1 for most encoders, 2 for those that also
    rest with both contacts closed.

        >>> knob = Quadrature()
        >>> [knob.edge(*edge) for edge in [("a", True), ("b", True), ("a", False), ("b", False)]]
        [0, 0, 0, 1]
    """

    def __init__(self, a: bool = False, b: bool = False, steps_per_cycle: int = 1) -> None:
        self._a, self._b = a, b
        self._per_step = 4 // steps_per_cycle
        beyond_rest = _QUARTER[a, b] % self._per_step
        self._quarters = beyond_rest if beyond_rest * 2 <= self._per_step else beyond_rest - self._per_step

    def edge(self, contact: Literal["a", "b"], closed: bool) -> int:
        """Take in one edge; 1 for a step clockwise, -1 for one back, 0 for anything less."""
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
