"""The second action: swamp becomes land to build on (VEN.D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Count, Pick
from companion.games.venedig.rules.kinds import SWAMP
from companion.games.venedig.rules.pieces import EMPTY
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

(ENOUGH,) = named("hex", "enough")
MOST = 2


def drain(game: Venedig, seat: int, at: str) -> Flow[None]:
    """VEN.D1: none, one or two tokens from anywhere; what they are worth is their taker's secret."""
    if game.pieces.mapped:
        number = yield from drain_hexes(game, seat, at)
    else:
        number = yield from drain_counted(game, seat, at)
    if not number:
        return
    gold = game.pieces.gold
    values: list[int] = []
    for part in range(1, number + 1):
        value: int | None = None
        if gold.known:
            value = yield Draw("swamp", f"{at}.{part}", "gold", gold.values(SWAMP), "VEN.D1")
            values.append(value)
        gold.take(seat, SWAMP, value)
    if values:
        game.tell("found", "VEN.D1", to=seat, gold=values)


def drain_hexes(game: Venedig, seat: int, at: str) -> Flow[int]:
    """Hex by hex. The hexes are free from now on; their tokens are taken when both are chosen.

    One that is no swamp any more, because the table has set it right, is not drained.
    """
    pieces = game.pieces
    drained = game.chosen
    asked = 0
    while len(drained) < MOST:
        asked += 1
        facts: dict[str, Any] = {}

        def offer(facts: dict[str, Any] = facts) -> Pick:
            swamps = pieces.swamps()
            drained[:] = [name for name in drained if name in swamps]
            facts["chosen"] = list(drained)
            return Pick("hex", (ENOUGH, *(name for name in swamps if name not in drained)))

        name: str = yield Decision("drain", seat, f"{at}.{asked}", offer, "VEN.D1", facts)
        if name == ENOUGH:
            break
        drained.append(name)
    game.chosen = []
    pieces.lies |= dict.fromkeys(drained, EMPTY)
    if drained:
        game.tell("drains-hexes", "VEN.D1", seat=seat, hexes=drained)
    return len(drained)


def drain_counted(game: Venedig, seat: int, at: str) -> Flow[int]:
    left = game.pieces.gold.left

    def offer() -> Count:
        return Count("tokens", 0, min(MOST, left[SWAMP]))

    number: int = yield Decision("drain-number", seat, at, offer, "VEN.D1", {}, likely=MOST)
    if number:
        game.tell("drains", "VEN.D1", seat=seat, n=number)
    return number
