"""The five kinds of building: what each takes, what it is worth and how its builders share that (VEN.K1-K3, B10)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.vocabulary import named

CASA, PALAZZO, CAMPO, BASILICA, PONTE = KINDS = named("building", "casa", "palazzo", "campo", "basilica", "ponte")
named("card", "casa", "palazzo", "campo", "basilica", "ponte")  # short names, where space is tight
SHARED = (PALAZZO, CAMPO, BASILICA, PONTE)
"""The kinds that have a master builder's pawn (VEN.K1)."""

DECK = {CASA: 8, PALAZZO: 8, CAMPO: 8, BASILICA: 10, PONTE: 8}  # VEN.K1
BOX = {CASA: 19, PALAZZO: 6, CAMPO: 6, BASILICA: 5, PONTE: 6}  # VEN.K2
CARDS = {CASA: 1, PALAZZO: 3, CAMPO: 3, BASILICA: 4, PONTE: 3}  # VEN.K3
HEXES = {CASA: 1, PALAZZO: 2, CAMPO: 1, BASILICA: 3, PONTE: 2}  # VEN.K3
FIXED = {CASA: 1, BASILICA: 7}
"""The kinds whose points are always the same; those of the others depend on what is around them (VEN.K3)."""
MOST_AROUND = {PALAZZO: 8, CAMPO: 6}
"""The most hexes that can touch a building on two hexes, or on one."""

TREASURE, SWAMP = TOKENS = named("token", "treasure", "swamp")
IN_BOX = {TREASURE: 18, SWAMP: 86}  # VEN.K2
WORTH = {TREASURE: range(3, 7), SWAMP: range(3)}
"""The gold that a token may be worth (VEN.K2). The ranges don't overlap, so a value tells which token it is."""
MOST_WORTH = {token: values[-1] for token, values in WORTH.items()}

ISLANDS = named("island", "cannaregio", "castello", "dorsoduro", "san-marco", "giudecca")  # VEN.K4

(THIRD,) = named("seat", "third")
"""The imaginary third player in a game for two (VEN.T1)."""

Holder = int | str
"""Anyone who may have cards in front of them and hold a pawn: a seat, or the imaginary third player."""


def points(kind: str, seen: int) -> int:
    """Return what a building is worth (VEN.K3); `seen` is the number of hexes or casas that count for it.

    >>> points("basilica", 0), points("campo", 4)
    (7, 4)
    """
    return FIXED.get(kind, seen)


def shares(worth: int, master: Holder, builders: Iterable[Holder]) -> dict[Holder, int]:
    """Give all points to the master builder and half, rounded down, to every other builder (VEN.B10).

    >>> shares(5, 2, [1, 2])
    {1: 2, 2: 5}
    """
    return {builder: worth if builder == master else worth // 2 for builder in builders}
