"""Buildings: taken in stage C, activated with a coin; the blue ones in phase III (RIA.C1-C4, X1-X4)."""

from __future__ import annotations

from companion.choices import Pick
from companion.games.rialto.rules.pieces import (
    BEST,
    BLUE,
    FRESH,
    KEEP,
    KINDS,
    NONE,
    PLACES,
    Building,
    next_kind,
    value_of,
)
from companion.games.rialto.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

NOTHING_IDLE = Pick("building", (NONE,))
TAKE, LEAVE = named("councillor", "take", "leave")


# Stage C: taking buildings


def take_buildings(game: State, seat: int, allowance: int, at: str) -> Flow[None]:
    """RIA.C1, C2: one building within the allowance; above 4 first one worth 4, then another within the rest."""
    part = 0
    while allowance > 0:
        part += 1
        may_take_more = yield from take_one(game, seat, allowance, f"{at}.{part}")
        if not may_take_more:
            return
        allowance -= BEST


def on_offer(game: State, allowance: int) -> Pick[str]:
    """RIA.C1, C2, C4: offer the kinds that may be taken now, or none. If no 4 is left, a lower one stands in."""
    kinds = [kind for kind in KINDS if value_of(kind) <= allowance]
    left = [kind for kind in kinds if game.pieces.supply[kind]]
    barred = {kind: Refusal("none-left", "RIA.C4", building=kind) for kind in kinds if kind not in left}
    fours = fours_left(game)
    if allowance > BEST and fours and game.options["big_allowance"] == "four-first":
        barred |= {kind: Refusal("first-a-four", "RIA.C2") for kind in left if kind not in fours}
        left = fours
    return Pick("building", (NONE, *left), barred)


def fours_left(game: State) -> list[str]:
    return [kind for kind in KINDS if value_of(kind) == BEST and game.pieces.supply[kind]]


def take_one(game: State, seat: int, allowance: int, at: str) -> Flow[bool]:
    """Take a building or none; return whether the rest of the allowance may be used.

    If the table agreed so (RIA.C2), a player may take a lower building though there are some worth 4: only that one.
    """

    def dearest() -> str:
        return max(on_offer(game, allowance).options[1:], key=value_of, default=NONE)

    more = allowance > BEST
    rule = "RIA.C2" if more else "RIA.C1"
    kind = yield from Decision(
        "building-and-more" if more else "building",
        seat,
        at,
        lambda: on_offer(game, allowance),
        rule,
        {"n": allowance - BEST if more else allowance},
        likely=dearest,
    )
    if kind == NONE:
        return False
    only_one = more and value_of(kind) < BEST and bool(fours_left(game))
    yield from make_room(game, seat, at)
    # A correction may have filled the board or emptied the supply meanwhile.
    if len(game.pieces.boards[seat]) < PLACES and game.pieces.supply[kind]:
        game.pieces.take_building(seat, kind)
        game.tell("takes-building", rule, seat=seat, building=kind)
    return not only_one


def make_room(game: State, seat: int, at: str) -> Flow[None]:
    """RIA.C3: if the board is full, return one building to the supply for its value in points."""
    pieces = game.pieces
    if len(pieces.boards[seat]) < PLACES:
        return

    def offer() -> Pick[str]:
        full = len(pieces.boards[seat]) >= PLACES
        return Pick("building.tile", tuple(pieces.labels(seat)) if full else (KEEP,))

    label = yield from Decision("return", seat, at, offer, "RIA.C3", {})
    if label == KEEP:  # a correction has made room
        return
    building = pieces.labels(seat)[label]
    pieces.return_building(seat, building)
    game.gain(seat, "points", building.value, "RIA.C3", "returned", building=building.kind)
    game.tell("returns", "RIA.C3", seat=seat, building=building.kind, n=building.value)


# Activation


def choose_to_activate(game: State, seat: int, colour: str, *, at: str, rule: str) -> Flow[Building | None]:
    """Let a player put a coin on an idle building of this colour. Return the building, or None."""
    pieces = game.pieces
    if not pieces.idle(seat, colour):
        return None

    def offer() -> Pick[str]:
        idle = sorted({building.kind for building in pieces.idle(seat, colour)})
        if not idle:
            return NOTHING_IDLE
        if not pieces.purse[seat]:
            return Pick("building", (NONE,), dict.fromkeys(idle, Refusal("no-coin", rule)))
        barred = {kind: why for kind in idle if (why := useless(game, seat, kind))}
        return Pick("building", (NONE, *(kind for kind in idle if kind not in barred)), barred)

    kind = yield from Decision("activate", seat, at, offer, rule, {"coins": pieces.purse[seat]})
    if kind == NONE:
        return None
    building = next(building for building in pieces.idle(seat, colour) if building.kind == kind)
    pieces.activate(seat, building)
    game.tell("activates", rule, seat=seat, building=kind)
    return building


def useless(game: State, seat: int, kind: str) -> Refusal | None:
    """RIA.X3: return why an idle building can't be activated now. Blue 1 needs something to upgrade."""
    if kind == "blue-1" and not upgradable(game, seat):
        return Refusal("no-upgrade", "RIA.X3")
    return None


def upgradable(game: State, seat: int) -> list[str]:
    """RIA.X3: return the labels of the buildings for which one worth 1 more is left. Nothing is above 4."""
    return [
        label
        for label, building in game.pieces.labels(seat).items()
        if building.value < BEST and game.pieces.supply[next_kind(building.kind)]
    ]


# Phase III: blue buildings


def phase_three(game: State) -> Flow[None]:
    """RIA.X4: in the Doge order at the start of the phase, everyone activates all their blue buildings in one go."""
    game.phase = 3
    for seat in game.doge_seats():
        yield from activate_blues(game, seat)


def activate_blues(game: State, seat: int) -> Flow[None]:
    part = 0
    while True:
        part += 1
        at = f"{game.number}.3.{part}"
        building = yield from choose_to_activate(game, seat, BLUE, at=at, rule="RIA.X3")
        if building is None:
            return
        value = building.value
        if value == 1:
            yield from upgrade(game, seat, at)
        elif value == 2:
            yield from invite(game, seat, at)
        elif value == 3:
            advance(game, seat)
        else:
            receive(game, seat)


def upgrade(game: State, seat: int, at: str) -> Flow[None]:
    """Blue 1: swap a building for one of its colour worth 1 more, which can't be activated this round."""
    pieces = game.pieces

    def offer() -> Pick[str]:
        return Pick("building.tile", tuple(upgradable(game, seat)) or (KEEP,))

    label = yield from Decision("upgrade", seat, at, offer, "RIA.X3", {})
    if label == KEEP:  # a correction has left nothing to upgrade
        return
    building = pieces.labels(seat)[label]
    better = next_kind(building.kind)
    pieces.return_building(seat, building)
    pieces.take_building(seat, better, FRESH)
    game.tell("upgrades", "RIA.X3", seat=seat, building=building.kind, better=better)


def invite(game: State, seat: int, at: str) -> Flow[None]:
    """Blue 2: score a point, and take a councillor from the general supply, or another point if it is empty."""
    pieces = game.pieces
    game.gain(seat, "points", 1, "RIA.X3", "blue", building="blue-2")
    game.tell("blue-points", "RIA.X3", seat=seat, n=1)

    def offer() -> Pick[str]:
        return Pick("councillor", (TAKE, LEAVE) if pieces.general[seat] else (LEAVE,))

    if not pieces.general[seat]:
        game.gain(seat, "points", 1, "RIA.X3", "lacking", n=1)
        game.tell("lacking", "RIA.X3", seat=seat, n=1)
    elif (yield from Decision("councillor", seat, at, offer, "RIA.X3", {})) == TAKE:
        pieces.take_councillors(seat, 1)
        game.tell("gathers", "RIA.X3", seat=seat, n=1)


def advance(game: State, seat: int) -> None:
    """Blue 3: move ahead on the Doge track by the number of the space the marker is on."""
    track = game.pieces.track
    steps = track.move(seat, track.space(seat))
    game.tell("moves", "RIA.X3", seat=seat, n=steps, space=track.space(seat))


def receive(game: State, seat: int) -> None:
    """Blue 4: score three points."""
    game.gain(seat, "points", 3, "RIA.X3", "blue", building="blue-4")
    game.tell("blue-points", "RIA.X3", seat=seat, n=3)
