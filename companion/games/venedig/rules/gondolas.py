"""A gondola moves (VEN.B11, E1, E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Receipt
from companion.games.venedig.rules.track import LAST, Landing, walk
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

(SPACES,) = named("tally", "spaces")
BUILT, PAID = named("why", "built", "paid")


def move(game: Venedig, seat: int, steps: int, rule: str, why: str, **facts: Any) -> None:
    """VEN.B11: so many spaces ahead, leaping over others. Reaching 60 ends the game at once (VEN.E1)."""
    if not steps:
        return
    gondolas = game.pieces.gondolas
    landing = walk(gondolas[seat], steps, game.pieces.others_than(seat))
    gondolas[seat] = landing.space
    for one in receipts(seat, steps, landing, rule, why, facts):
        game.gain(one.seat, one.tally, one.amount, one.rule, one.why, **one.facts)
    tell_of(game.tell, seat, steps, landing)
    if landing.space >= LAST and not game.over:
        game.over = True
        game.tell("reached", "VEN.E1", seat=seat, space=landing.space)


def receipts(
    seat: int, steps: int, landing: Landing, rule: str, why: str, facts: Mapping[str, Any]
) -> Iterator[Receipt]:
    """Why a gondola lies where it does: so many spaces by right, and those that it leapt (VEN.B11)."""
    yield Receipt(seat, SPACES, steps, rule, why, facts)
    if leaps := len(landing.leapt):
        yield Receipt(seat, SPACES, leaps, "VEN.B11", "leapt", {"n": leaps})


def tell_of(tell: Callable[..., None], seat: int, steps: int, landing: Landing) -> None:
    """Say where a gondola has landed, and over whom."""
    if landing.leapt:
        tell("leaps", "VEN.B11", seat=seat, n=steps, space=landing.space, over=landing.leapt)
    else:
        tell("moves", "VEN.B11", seat=seat, n=steps, space=landing.space)
