"""Activating a building with a coin, and what blue 1 can upgrade (RIA.X1-X3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.games.rialto.rules.pieces import BEST, KINDS, NONE, Building, value_of
from companion.refusal import Refusal
from companion.steps import Decision, Flow

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto


def choose_to_activate(game: Rialto, seat: int, colour: str, at: str, rule: str) -> Flow[Building | None]:
    """One of his idle buildings of a colour, with a coin put on it; or none."""
    pieces = game.pieces

    def offer() -> Pick:
        idle = sorted({building.kind for building in pieces.idle(seat, colour)})
        if not pieces.purse[seat]:
            return Pick("building", (NONE,), dict.fromkeys(idle, Refusal("no-coin", rule)))
        barred = {kind: why for kind in idle if (why := useless(game, seat, kind))}
        return Pick("building", (NONE, *(kind for kind in idle if kind not in barred)), barred)

    kind: str = yield Decision("activate", seat, at, offer, rule, {"coins": pieces.purse[seat]})
    if kind == NONE:
        return None
    building = next(building for building in pieces.idle(seat, colour) if building.kind == kind)
    pieces.activate(seat, building)
    game.tell("activates", rule, seat=seat, building=kind)
    return building


def useless(game: Rialto, seat: int, kind: str) -> Refusal | None:
    """Why a building can't be activated now though it is idle: blue 1 needs something to upgrade (RIA.X3)."""
    if kind == "blue-1" and not upgradable(game, seat):
        return Refusal("no-upgrade", "RIA.X3")
    return None


def upgradable(game: Rialto, seat: int) -> list[str]:
    """RIA.X3: the labels of his buildings of which one worth one more is left; a value 4 has none."""
    return [
        label
        for label, building in game.pieces.labels(seat).items()
        if value_of(building.kind) < BEST and game.pieces.supply[next_kind(building.kind)]
    ]


def next_kind(kind: str) -> str:
    """The same colour, worth one more."""
    return KINDS[KINDS.index(kind) + 1]
