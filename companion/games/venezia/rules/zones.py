"""Phase 3 of Venezia: action cards, homing from the nest, and the pigeons on the zone cards."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick, Sheet
from companion.games.venezia.rules.actions import act
from companion.games.venezia.rules.pieces import DISTRICTS, NONE, REUNION, ZONES, Plate
from companion.games.venezia.rules.state import State
from companion.steps import TABLE, Decision, Flow


def zones(game: State) -> Flow[None]:
    game.phase = "zones"
    acting = yield from reveal_actions(game)
    for seat, action in acting.items():
        if action == REUNION:  # VEZ.X2
            yield from reunite(game, seat)
    for seat in game.clockwise:
        yield from fly_home(game, seat)
    for seat, action in acting.items():
        if action != REUNION:  # VEZ.X4
            yield from act(game, seat, action)
    yield from reveal_zones(game)


def reveal_actions(game: State) -> Flow[dict[int, str]]:
    """VEZ.P1, X1: return who acts with what. Among equal cards only the lowest score acts, unless it is tied."""
    if game.round_number == 1:
        return {}
    if game.options["plates"] == "table":
        yield from read_actions(game)
    played = {seat: action for seat in game.clockwise if (action := game.pieces.plates[seat].action)}
    points = game.points
    acting = {}
    for seat, action in played.items():
        rivals = [other for other, card in played.items() if card == action and other != seat]
        if all(points[seat] < points[other] for other in rivals):
            acting[seat] = action
            game.tell("plays", "VEZ.X4", seat=seat, action=action)
            game.pieces.play_card(seat, action)
        else:
            game.tell("takes-back", "VEZ.X1", seat=seat, action=action, seats=rivals)
    return acting


def read_actions(game: State) -> Flow[None]:
    """VEZ.X1: the table enters the real cards, everyone's at once."""

    def offer() -> Sheet:
        rows = {str(seat): {"action": Pick("action", (NONE, *game.pieces.hand[seat]))} for seat in game.seats}
        return Sheet("seat", rows)

    told = yield from Decision("actions", TABLE, str(game.round_number), offer, "VEZ.X1", {})
    for seat, row in told.items():
        game.pieces.plates[int(seat)].action = None if row["action"] == NONE else row["action"]


def reunite(game: State, seat: int) -> Flow[None]:
    """VEZ.X2, A2: the pigeons of all nests fly to one district."""
    at = f"{game.round_number}"
    zone = yield from Decision("reunion", seat, at, lambda: Pick("zone", DISTRICTS), "VEZ.A2", {})
    nests = {owner: number for owner, number in game.pieces.nest.items() if number}
    for owner, number in nests.items():
        game.pieces.fly_from_nest(owner, zone, number)
    game.tell("reunited" if nests else "reunited-nobody", "VEZ.A2", seat=seat, zone=zone, flown=nests)


def fly_home(game: State, seat: int) -> Flow[None]:
    """VEZ.X3: any number of pigeons fly from the nest to the home district."""
    if not game.pieces.nest[seat]:
        return
    facts: dict[str, Any] = {}

    def offer() -> Count:
        facts["zone"] = game.homes[seat]
        return Count("pigeons", 0, game.pieces.nest[seat])

    number = yield from Decision("homing", seat, f"{game.round_number}", offer, "VEZ.X3", facts, likely=0)
    if number:
        home = game.homes[seat]
        game.pieces.fly_from_nest(seat, home, number)
        game.tell("homed", "VEZ.X3", seat=seat, n=number, zone=home)


def reveal_zones(game: State) -> Flow[None]:
    """VEZ.X5: zone cards are turned up and their pigeons fly there; the cards return to hand (VEZ.P1)."""
    for seat in game.clockwise:
        plate = game.pieces.plates[seat]
        flown: dict[str, int] = {}
        for card, number in enumerate(plate.numbers):
            if number:
                zone = plate.zones[card] or (yield from read_zone(game, seat, card, list(flown)))
                game.pieces.settle(seat, zone, card)
                flown[zone] = number
        if flown:
            game.tell("settled", "VEZ.X5", seat=seat, flown=flown)
        game.pieces.plates[seat] = Plate()


def read_zone(game: State, seat: int, card: int, used: list[str]) -> Flow[str]:
    """VEZ.X5, P1: the table reads out a real card; the three differ."""
    left = [zone for zone in ZONES if zone not in used]
    facts = {"n": game.pieces.plates[seat].numbers[card]}
    zone = yield from Decision(
        "zone", seat, f"{game.round_number}.{card}", lambda: Pick("zone", left), "VEZ.X5", facts
    )
    return zone
