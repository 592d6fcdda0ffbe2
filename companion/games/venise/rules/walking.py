"""Steps over planks and piles, and the gems on the way (VSE.C1, G1, G2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.choices import Pick
from companion.games.venise.rules.planks import BACK
from companion.games.venise.rules.plays import STEPS, goals
from companion.games.venise.rules.routes import Gems
from companion.steps import Decision, Flow

if TYPE_CHECKING:
    from companion.games.venise.game import Venise


class Walk(NamedTuple):
    """Where a pawn goes, and what it picks up."""

    goal: str
    gems: Gems


def choose_walk(game: Venise, seat: int, card: str, at: str) -> Flow[Walk | None]:
    """VSE.C1: where to, in at most so many steps. The way is the one that picks up most gems."""
    pieces, steps = game.pieces, STEPS[card]

    def offer() -> Pick:
        return Pick("cell.part", (*goals(pieces, seat, steps), BACK))

    ways = goals(pieces, seat, steps)
    best = max(ways, key=lambda goal: len(ways[goal][0]), default=None)
    facts = {"n": steps}
    goal: str = yield Decision("walk", seat, at, offer, "VSE.C1", facts, game.hides, likely=best)
    if goal == BACK:
        return None
    gems = yield from choose_gems(game, seat, goal, steps, at)
    return None if gems is None else Walk(goal, gems)


def choose_gems(game: Venise, seat: int, goal: str, steps: int, at: str) -> Flow[Gems | None]:
    """VSE.G1: where two ways lead past different gems, the player says which he takes."""
    chosen: list[str] = []

    def ways() -> list[Gems]:
        found = goals(game.pieces, seat, steps).get(goal, [])
        return [gems for gems in found if gems.issuperset(chosen)]

    def offer() -> Pick:
        left = ways()
        either = sorted(set().union(*left) - set(left[0]).intersection(*left)) if left else []
        return Pick("cell.part", (*either, BACK))

    while len(found := ways()) > 1:
        gem: str = yield Decision("which-gem", seat, f"{at}.{len(chosen) + 1}", offer, "VSE.G1", {}, game.hides)
        if gem == BACK:
            return None
        chosen.append(gem)
    return found[0] if found else None


def walk(game: Venise, seat: int, chosen: Walk) -> None:
    """VSE.W8: other pawns are never in the way."""
    game.pieces.pawn[seat] = chosen.goal
    game.tell("walked", "VSE.C1", seat=seat, place=chosen.goal)
    for gem in sorted(chosen.gems):
        pick_up(game, seat, gem)


def pick_up(game: Venise, seat: int, gem: str) -> None:
    """VSE.G1, G2: the gem is taken; each but the last brings an hourglass tile."""
    pieces = game.pieces
    pieces.gems[seat].remove(gem)
    game.gain(seat, "gems", 1, "VSE.G1", "gem", place=gem)
    left = len(pieces.gems[seat])
    game.tell("gem", "VSE.G1", seat=seat, place=gem, n=left)
    if left and pieces.tiles_left():
        pieces.tiles[seat] += 1
        game.gain(seat, "tiles", 1, "VSE.G2", "tile", place=gem)
