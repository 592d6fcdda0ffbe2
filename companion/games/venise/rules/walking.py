"""Walking over planks and piles, and picking up gems on the way (VSE.C1, G1, G2)."""

from __future__ import annotations

from typing import NamedTuple

from companion.choices import Pick
from companion.games.venise.rules.planks import BACK
from companion.games.venise.rules.plays import STEPS, goals
from companion.games.venise.rules.routes import Gems
from companion.games.venise.rules.state import State
from companion.steps import Decision, Flow


class Walk(NamedTuple):
    """A pawn's walk: where it goes, and what it picks up."""

    goal: str
    gems: Gems


def choose_walk(game: State, seat: int, card: str, at: str) -> Flow[Walk | None]:
    """VSE.C1: ask where to, within the card's steps, by the way that picks up most gems; `None` to go back."""
    pieces, steps = game.pieces, STEPS[card]

    def offer() -> Pick[str]:
        return Pick("cell.part", (*goals(pieces, seat, steps), BACK))

    def best() -> str | None:
        ways = goals(pieces, seat, steps)
        return max(ways, key=lambda goal: len(ways[goal][0]), default=None)

    facts = {"n": steps}
    goal = yield from Decision("walk", seat, at, offer, "VSE.C1", facts, secret=game.hides, likely=best)
    if goal == BACK:
        return None
    gems = yield from choose_gems(game, seat, goal, steps, at=at)
    return None if gems is None else Walk(goal, gems)


def choose_gems(game: State, seat: int, goal: str, steps: int, *, at: str) -> Flow[Gems | None]:
    """VSE.G1: where ways lead past different gems, the player says which to take; `None` to go back."""
    chosen: list[str] = []

    def ways() -> list[Gems]:
        found = goals(game.pieces, seat, steps).get(goal, [])
        return [gems for gems in found if gems.issuperset(chosen)]

    def offer() -> Pick[str]:
        left = ways()
        either = sorted(set().union(*left) - set(left[0]).intersection(*left)) if left else []
        return Pick("cell.part", (*either, BACK))

    while len(found := ways()) > 1:
        gem = yield from Decision(
            "which-gem", seat, f"{at}.{len(chosen) + 1}", offer, "VSE.G1", {}, secret=game.hides
        )
        if gem == BACK:
            return None
        chosen.append(gem)
    return found[0] if found else None


def walk(game: State, seat: int, chosen: Walk) -> None:
    """VSE.C1, W8: the pawn walks; other pawns are never in the way."""
    game.pieces.pawn[seat] = chosen.goal
    game.tell("walked", "VSE.C1", seat=seat, place=chosen.goal)
    for gem in sorted(chosen.gems):
        pick_up(game, seat, gem)


def pick_up(game: State, seat: int, gem: str) -> None:
    """VSE.G1, G2: a gem is taken; all but the last bring an hourglass tile."""
    pieces = game.pieces
    pieces.gems[seat].remove(gem)
    game.gain(seat, "gems", 1, "VSE.G1", "gem", place=gem)
    left = len(pieces.gems[seat])
    game.tell("gem", "VSE.G1", seat=seat, place=gem, n=left)
    if left and pieces.tiles_left():
        pieces.tiles[seat] += 1
        game.gain(seat, "tiles", 1, "VSE.G2", "tile", place=gem)
