"""One contact without its bounces."""

QUIET = 0.020  # from a change that counts, nothing counts for so long; a thumb needs three times as much
CALM = 0.005  # and not until the contact has kept still for so long: worn contacts chatter on


class Contact:
    """Acts on the first sign of a change, then looks away until the contact has settled, then looks again.

    Acting at once keeps keys quick and loses no press however short; looking again when things are calm finds
    the release that came while nobody was looking.

        >>> contact = Contact()
        >>> contact.edge(True, at=1.000), contact.edge(False, at=1.001), contact.edge(True, at=1.002)
        (True, False, False)
        >>> contact.due()
        1.02
        >>> contact.settle(1.02), contact.down
        (False, True)
    """

    def __init__(self, down: bool = False) -> None:
        self.down = down
        self.seen = down
        self._deaf_until: float | None = None

    def edge(self, down: bool, at: float) -> bool:
        """Take in what the pin shows; true when that is a change which counts."""
        moved, self.seen = down != self.seen, down
        if self._deaf_until is not None:
            if moved:
                self._deaf_until = max(self._deaf_until, at + CALM)
            return False
        return self._accept(at)

    def due(self) -> float | None:
        """When `settle` is owed."""
        return self._deaf_until

    def settle(self, now: float) -> bool:
        """Look again once the contact is calm; true when it is not where it was."""
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
