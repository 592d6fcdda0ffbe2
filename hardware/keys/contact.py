"""Debouncing of one contact."""

QUIET = 0.020
"""Seconds after a change in which further edges count as bounces. A thumb needs three times as long."""
CALM = 0.005
"""Seconds without an edge before the contact counts as settled: worn contacts keep chattering."""


class Contact:
    """A contact that acts on the first edge, ignores its bounces, and checks its level again once it has settled.

    Acting at once keeps keys quick and loses no press, however short. Checking again finds a release that came among
    the bounces.

        >>> contact = Contact()
        >>> [contact.edge(at, down=down) for at, down in ((1.000, True), (1.001, False), (1.002, True))]
        [True, False, False]
        >>> contact.due()
        1.02
        >>> contact.settle(1.02), contact.down
        (False, True)
    """

    def __init__(self, *, down: bool = False) -> None:
        self.down = down
        self.seen = down
        self._deaf_until: float | None = None

    def edge(self, at: float, *, down: bool) -> bool:
        """Take an edge; return whether it is a change rather than a bounce."""
        moved, self.seen = down != self.seen, down
        if self._deaf_until is not None:
            if moved:
                self._deaf_until = max(self._deaf_until, at + CALM)
            return False
        return self._accept(at)

    def due(self) -> float | None:
        """Return when `settle` should be called, or None."""
        return self._deaf_until

    def settle(self, now: float) -> bool:
        """Check the level once the contact has settled; return whether that is a change."""
        if self._deaf_until is None or now < self._deaf_until:
            return False
        at, self._deaf_until = self._deaf_until, None
        return self._accept(at)

    def _accept(self, at: float) -> bool:
        if self.seen == self.down:
            return False
        self.down = self.seen
        self._deaf_until = at + QUIET
        return True
