"""Phase III: the blue buildings (RIA.X3, X4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.games.rialto.rules.activation import choose_to_activate, next_kind, upgradable
from companion.games.rialto.rules.pieces import BLUE, FRESH, KEEP, value_of
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto

TAKE, LEAVE = named("councillor", "take", "leave")


def phase_three(game: Rialto) -> Flow[None]:
    """RIA.X4: in the Doge order at the start of the phase, each all of his in one go."""
    game.phase = 3
    for seat in game.doge_seats():
        part = 0
        while True:
            part += 1
            at = f"{game.number}.3.{part}"
            building = yield from choose_to_activate(game, seat, BLUE, at, "RIA.X3")
            if building is None:
                break
            value = value_of(building.kind)
            if value == 1:
                yield from upgrade(game, seat, at)
            elif value == 2:
                yield from invite(game, seat, at)
            elif value == 3:
                advance(game, seat)
            else:
                receive(game, seat)


def upgrade(game: Rialto, seat: int, at: str) -> Flow[None]:
    """Blue 1: a building back, and one of its colour worth one more, not to be activated this round."""
    pieces = game.pieces

    def offer() -> Pick:
        return Pick("building.tile", tuple(upgradable(game, seat)) or (KEEP,))

    label: str = yield Decision("upgrade", seat, at, offer, "RIA.X3", {})
    if label == KEEP:  # the table has set right what there was to upgrade
        return
    building = pieces.labels(seat)[label]
    better = next_kind(building.kind)
    pieces.return_building(seat, building)
    pieces.take_building(seat, better, FRESH)
    game.tell("upgrades", "RIA.X3", seat=seat, building=building.kind, better=better)


def invite(game: Rialto, seat: int, at: str) -> Flow[None]:
    """Blue 2: a point, and a councillor from the general to the personal supply; or another point."""
    pieces = game.pieces
    game.gain(seat, "points", 1, "RIA.X3", "blue", building="blue-2")
    game.tell("blue-points", "RIA.X3", seat=seat, n=1)

    def offer() -> Pick:
        return Pick("councillor", (TAKE, LEAVE) if pieces.general[seat] else (LEAVE,))

    if not pieces.general[seat]:
        game.gain(seat, "points", 1, "RIA.X3", "lacking", n=1)
        game.tell("lacking", "RIA.X3", seat=seat, n=1)
    elif (yield Decision("councillor", seat, at, offer, "RIA.X3", {})) == TAKE:
        pieces.take_councillors(seat, 1)
        game.tell("gathers", "RIA.X3", seat=seat, n=1)


def advance(game: Rialto, seat: int) -> None:
    """Blue 3: ahead on the Doge track by the number of the space he is on."""
    track = game.pieces.track
    steps = track.move(seat, track.space(seat))
    game.tell("moves", "RIA.X3", seat=seat, n=steps, space=track.space(seat))


def receive(game: Rialto, seat: int) -> None:
    """Blue 4: three points."""
    game.gain(seat, "points", 3, "RIA.X3", "blue", building="blue-4")
    game.tell("blue-points", "RIA.X3", seat=seat, n=3)
