"""A gondola moves (VEN.B11, E1, E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.venedig.track import LAST, walk
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
    game.gain(seat, SPACES, steps, rule, why, **facts)
    if landing.leapt:
        game.gain(seat, SPACES, len(landing.leapt), "VEN.B11", "leapt", n=len(landing.leapt))
        game.tell("leaps", "VEN.B11", seat=seat, n=steps, space=landing.space, over=landing.leapt)
    else:
        game.tell("moves", "VEN.B11", seat=seat, n=steps, space=landing.space)
    if landing.space >= LAST and not game.over:
        game.over = True
        game.tell("reached", "VEN.E1", seat=seat, space=landing.space)
