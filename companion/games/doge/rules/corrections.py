"""Corrections that a Doge table may make. Each takes from, or gives to, the owner's supply."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.doge.rules.pieces import AREAS, DISTRICTS, Advisor
from companion.games.doge.rules.state import State
from companion.vocabulary import named

(HOME,) = named("seat", "home")
HOUSES, PALACES, BALLOTS, ADVISOR = named("thing", "houses", "palaces", "ballots", "advisor")


def offered(game: State) -> dict[str, Correction]:
    places: dict[str, Correction] = {}
    for seat in game.seats:
        for area in DISTRICTS:
            places |= buildings_of(game, seat, area)
        places |= cardboard_ballots(game, seat)
    for advisor in game.pieces.advisors.values():
        places[f"{ADVISOR}.{advisor.name}"] = advisor_place(game, advisor)
    return places


def buildings_of(game: State, seat: int, area: str) -> dict[str, Correction]:
    """Offer a player's houses and palaces in a district."""
    pieces, facts = game.pieces, {"seat": seat, "area": area}
    houses, palaces = pieces.houses[area][seat], pieces.palaces[area][seat]
    most_houses = houses + pieces.reserve[seat]
    most_palaces = palaces + min(pieces.unbuilt[seat], pieces.free_sites[area])
    return {
        f"{HOUSES}.{seat}.{area}": Correction("houses", facts, Count("houses", 0, most_houses), houses),
        f"{PALACES}.{seat}.{area}": Correction("palaces", facts, Count("palaces", 0, most_palaces), palaces),
    }


def cardboard_ballots(game: State, seat: int) -> dict[str, Correction]:
    """Offer how many cardboard ballots lie face down in each area; those in the box can't go astray."""
    if game.options["ballots"] == "device":
        return {}
    pieces = game.pieces
    here = {area: len(pieces.stacks[area][seat]) for area in AREAS if None in pieces.stacks[area].get(seat, [])}
    return {
        f"{BALLOTS}.{seat}.{area}": Correction(
            "ballots",
            {"seat": seat, "area": area},
            Count("ballots", 1, min(4, number + len(pieces.hand[seat]))),
            number,
        )
        for area, number in here.items()
    }


def advisor_place(game: State, advisor: Advisor) -> Correction:
    """Offer an advisor's home, and each area under the ring of each player who has one to spare."""
    now = HOME if advisor.controller is None else f"{advisor.controller}.{advisor.place}"
    posts = [
        f"{seat}.{area}"
        for seat in game.seats
        for area in AREAS
        if area != advisor.home and (game.pieces.rings[seat] or advisor.controller == seat)
    ]
    return Correction("advisor", {"advisor": advisor.name}, Pick("seat.area", (HOME, *posts)), now)


def apply(game: State, place: str, value: Any) -> None:
    kind, *where = place.split(".")
    if kind == ADVISOR:
        set_advisor(game, game.pieces.advisors[where[0]], value)
        return
    seat, area = int(where[0]), where[1]
    pieces = game.pieces
    if kind == BALLOTS:
        stack, hand = pieces.stacks[area][seat], pieces.hand[seat]
        everything = [*stack, *hand]
        pieces.stacks[area][seat], pieces.hand[seat] = everything[:value], everything[value:]
    else:
        now = pieces.houses if kind == HOUSES else pieces.palaces
        change = value - now[area][seat]
        (pieces.add_houses if kind == HOUSES else pieces.add_palaces)(seat, area, change)
        game.gain(seat, kind, change, "", "corrected", area=area)
    game.tell("corrected", "", seat=seat, area=area, what=kind, number=value)


def set_advisor(game: State, advisor: Advisor, value: str) -> None:
    controller, area = (None, None) if value == HOME else value.split(".")
    new = int(controller) if controller else None
    if new != advisor.controller:
        for seat, change in ((advisor.controller, -1), (new, 1)):
            if seat is not None:
                game.gain(seat, "advisors", change, "", "corrected-advisor", advisor=advisor.name)
    game.pieces.post(advisor, new, area)
    game.tell("corrected-advisor", "", advisor=advisor.name, value=value)
