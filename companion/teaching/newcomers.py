"""Tell newcomers from those who have played a game to its end here."""

from __future__ import annotations

from collections.abc import Collection

from companion.ledger import Ledger


def are_new_to(ledger: Ledger, game: str, names: Collection[str]) -> bool:
    """Return whether none of these people has played a game to its end here."""
    known = {name.casefold() for kept in ledger.games() if kept.game == game and kept.over for name in kept.names}
    return known.isdisjoint(name.casefold() for name in names)
