"""The rulebook of Venezia from set-up to the end. The four phases and the action cards have modules of their own."""

from __future__ import annotations

from companion.choices import Pick
from companion.game import Outcome
from companion.games.venezia.rules.count import clean_up, count
from companion.games.venezia.rules.piazza import piazza
from companion.games.venezia.rules.pieces import DISTRICTS
from companion.games.venezia.rules.planning import plan
from companion.games.venezia.rules.state import State
from companion.games.venezia.rules.zones import zones
from companion.refusal import Refusal
from companion.seats import clockwise_from
from companion.steps import TABLE, Decision, Flow


def play(game: State) -> Flow[Outcome]:
    yield from set_up(game)
    while True:
        game.round_number += 1
        rule = "VEZ.S2" if game.round_number == 1 else "VEZ.Y6"
        game.tell("round", rule, n=game.round_number, seat=game.clockwise[0])
        yield from plan(game)
        yield from piazza(game)
        yield from zones(game)
        outcome = yield from count(game)
        if outcome:
            game.tell("won" if len(outcome.winners) == 1 else "shared", outcome.rule, seats=outcome.winners)
            return outcome
        clean_up(game)


def set_up(game: State) -> Flow[None]:
    """VEZ.S1, S2: the youngest is first; from there, clockwise, each player picks a home."""
    first = game.starter = yield from Decision("youngest", TABLE, "0", lambda: Pick("seat", game.seats), "VEZ.S2", {})
    game.clockwise = clockwise_from(first, game.seats)
    for seat in game.clockwise:
        home = yield from Decision("home", seat, "0", lambda: free_districts(game), "VEZ.S2", {})
        game.homes[seat] = home
        game.tell("home", "VEZ.S2", seat=seat, zone=home)


def free_districts(game: State) -> Pick[str]:
    """VEZ.S2: no two players share a home."""
    taken = {zone: Refusal("home-taken", "VEZ.S2", zone=zone, seat=seat) for seat, zone in game.homes.items()}
    return Pick("zone", [zone for zone in DISTRICTS if zone not in taken], taken)
