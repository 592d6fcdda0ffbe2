"""What a Doge table may set right. Every correction takes from, or gives to, the owner's supply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.doge.rules.pieces import AREAS, DISTRICTS, Advisor
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.doge.game import Doge

(HOME,) = named("seat", "home")
HOUSES, PALACES, BALLOTS, ADVISOR = named("thing", "houses", "palaces", "ballots", "advisor")


def offered(game: Doge) -> dict[str, Correction]:
    pieces = game.pieces
    places: dict[str, Correction] = {}
    for seat in game.seats:
        for area in DISTRICTS:
            facts = {"seat": seat, "area": area}
            houses, palaces = pieces.houses[area][seat], pieces.palaces[area][seat]
            most = min(palaces + pieces.unbuilt[seat], palaces + pieces.free_sites[area])
            places[f"{HOUSES}.{seat}.{area}"] = Correction(
                "houses", facts, Count("houses", 0, houses + pieces.reserve[seat]), houses
            )
            places[f"{PALACES}.{seat}.{area}"] = Correction("palaces", facts, Count("palaces", 0, most), palaces)
        places |= ballots_lying(game, seat)
    for advisor in pieces.advisors.values():
        places[f"{ADVISOR}.{advisor.name}"] = advisor_place(game, advisor)
    return places


def ballots_lying(game: Doge, seat: int) -> dict[str, Correction]:
    """How many cardboard ballots lie face down in an area; those in the box can't drift."""
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


def advisor_place(game: Doge, advisor: Advisor) -> Correction:
    """At home, or in an area under someone's ring, if that player has one."""
    now = HOME if advisor.controller is None else f"{advisor.controller}.{advisor.place}"
    posts = [
        f"{seat}.{area}"
        for seat in game.seats
        for area in AREAS
        if area != advisor.home and (game.pieces.rings[seat] or advisor.controller == seat)
    ]
    return Correction("advisor", {"advisor": advisor.name}, Pick("seat.area", (HOME, *posts)), now)


def apply(game: Doge, place: str, value: Any) -> None:
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


def set_advisor(game: Doge, advisor: Advisor, value: str) -> None:
    controller, area = (None, None) if value == HOME else value.split(".")
    new = int(controller) if controller else None
    if new != advisor.controller:
        for seat, change in ((advisor.controller, -1), (new, 1)):
            if seat is not None:
                game.gain(seat, "advisors", change, "", "corrected-advisor", advisor=advisor.name)
    game.pieces.post(advisor, new, area)
    game.tell("corrected-advisor", "", advisor=advisor.name, value=value)
