"""The hall of fame of one ledger: a box alone is a club of one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeVar

from companion.club.fame import Fame, Rating, hall_of_fame, ratings
from companion.club.results import Result, of_kind
from companion.ledger import Ended, Ledger

Counted = TypeVar("Counted")


def results_of(games: Sequence[Ended]) -> list[Result]:
    """Return how the games of a ledger ended, the oldest first; each person under the spelling used last."""
    spelled = {name.casefold(): name for game in games for name in game.names}
    return [
        Result(
            id=game.id,
            game=game.game,
            box="",
            people=[spelled[name.casefold()] for name in game.names],
            scores=game.final.scores,
            places=game.final.places,
            won=game.final.won,
            played_by_box=frozenset(game.final.boxed),
        )
        for game in games
    ]


class OwnFame:
    """The hall of fame of one ledger, counted again only once a game has been played. Any thread may ask."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._counted: tuple[Sequence[Ended], dict[Any, Any]] = [], {}

    def _once(self, key: Any, count: Callable[[], Counted]) -> Counted:
        """Return what was counted since the last game, or count it now."""
        ended = self._ledger.ended()
        if ended is not self._counted[0]:
            self._counted = ended, {}
        known = self._counted[1]
        if key not in known:
            known[key] = count()
        found: Counted = known[key]
        return found

    def results(self) -> list[Result]:
        """Return how all games ended, the oldest first."""
        return self._once("results", lambda: results_of(self._ledger.ended()))

    def fame(self, game: str = "", players: int = 0, *, with_boxes: bool = False) -> list[Fame]:
        """Return everybody's fame in all games; or in one, or with this many players, if they are given."""
        chosen = (game, players, with_boxes)
        return self._once(chosen, lambda: hall_of_fame(of_kind(self.results(), game, players), with_boxes=with_boxes))

    def ratings(self, game: str = "", players: int = 0) -> dict[str, Rating]:
        """Return everybody's rating; none if the package for it, which comes with a club, is not installed."""
        if find_spec("openskill") is None:
            return {}
        return self._once(("ratings", game, players), lambda: ratings(of_kind(self.results(), game, players)))
