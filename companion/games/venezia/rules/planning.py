"""Phase 1 of Venezia: everyone plans at once, in secret."""

from __future__ import annotations

from companion.choices import Pick, Several, Spread
from companion.games.venezia.rules.pieces import FEINT, NONE, PIAZZA, PIAZZA_MOST, ZONES, Plate
from companion.games.venezia.rules.state import State
from companion.steps import Decision, Flow, Together
from companion.vocabulary import named

PIAZZA_OR_FEINT = Pick("zone", (PIAZZA, FEINT))
THREE_ZONES = Several("zone", ZONES, 3, 3)
FIRST, *CARDS = named("card", "first", "left", "middle", "right")


def plan(game: State) -> Flow[None]:
    game.phase = "planning"
    secret = game.options["plates"] == "device"
    fill = plan_in_secret if secret else count_plate
    plates = yield from Together({seat: fill(game, seat) for seat in game.seats})
    for seat in game.clockwise:
        plate = plates[seat]
        game.pieces.lay(seat, plate)
        if plate.total:
            game.tell("planned", "VEZ.P2", seat=seat, n=plate.on_first, numbers=shown(plate))


def shown(plate: Plate) -> list[int]:
    """VEZ.P2: the numbers on the zone cards are public, but not which card has which: largest first."""
    return sorted(plate.numbers, reverse=True)


def pigeons_at_hand(game: State, seat: int) -> int:
    """VEZ.P2: return the reserve; in later rounds the stock too, if the table agreed so."""
    pieces = game.pieces
    return pieces.reserve[seat] + (pieces.stock[seat] if game.plans_from_stock else 0)


def plan_in_secret(game: State, seat: int) -> Flow[Plate]:
    """VEZ.P1-P3: a plan made on the box or a phone. Without a pigeon to lay, a player can only play an action."""
    at = str(game.round_number)
    at_hand, hand = pigeons_at_hand(game, seat), game.pieces.hand[seat]
    plate = Plate()
    if game.round_number > 1:
        action = yield from Decision(
            "action", seat, at, lambda: Pick("action", (NONE, *hand)), "VEZ.P1", {}, secret=True
        )
        plate.action = None if action == NONE else action
    if not at_hand:
        return plate
    facts = {"n": game.pieces.reserve[seat]}
    plate.first = yield from Decision("first", seat, at, PIAZZA_OR_FEINT, "VEZ.P1", facts, secret=True)
    zones = yield from Decision("zones", seat, at, THREE_ZONES, "VEZ.P1", {}, secret=True)
    plate.zones = [*zones]
    room = PIAZZA_MOST - game.pieces.on_piazza[seat] if plate.first == PIAZZA else at_hand
    most = {str(plate.first): min(room, at_hand)} | dict.fromkeys(map(str, plate.zones), at_hand)
    numbers = yield from Decision(
        "spread", seat, at, lambda: Spread("zone", most, 0, at_hand), "VEZ.P2", {"n": at_hand}, secret=True
    )
    plate.on_first, *plate.numbers = numbers.values()
    return plate


def count_plate(game: State, seat: int) -> Flow[Plate]:
    """VEZ.P2: with real plates the table enters how many lie on each card, for all to see."""
    at_hand = pigeons_at_hand(game, seat)
    most = dict.fromkeys((FIRST, *CARDS), at_hand)
    numbers = yield from Decision(
        "plate", seat, str(game.round_number), lambda: Spread("card", most, 0, at_hand), "VEZ.P2", {"n": at_hand}
    )
    return Plate(on_first=numbers[FIRST], numbers=[numbers[card] for card in CARDS])
