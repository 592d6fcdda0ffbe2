"""Tell newcomers from those who have played here. Practice makes nobody known: the box plays most of it."""

from __future__ import annotations

from collections.abc import Collection

from companion.ledger import Ledger
from companion.ledger.catalogue import Listed
from companion.players import BOX_NAMES
from companion.teaching.practice import is_practice


def games_of_people(ledger: Ledger) -> list[Listed]:
    """Return all games but those of practice, the one played last first."""
    return [kept for kept in ledger.games() if not is_practice(kept.game, kept.seal)]


def are_new_to(ledger: Ledger, game: str, names: Collection[str]) -> bool:
    """Return whether none of these people has played a game to its end here."""
    played = [kept for kept in games_of_people(ledger) if kept.game == game and kept.over]
    known = {name.casefold() for kept in played for name in kept.names}
    return known.isdisjoint(name.casefold() for name in names)


def people_of(ledger: Ledger) -> list[str]:
    """Return everyone who has played here, those of the last game first, each once however it was spelled."""
    known: dict[str, str] = {}
    for kept in games_of_people(ledger):
        for name in kept.names:
            if name not in BOX_NAMES:
                known.setdefault(name.casefold(), name)  # a table can't seat both anna and Anna
    return list(known.values())
