"""Palaces: who may build where, at which price (DOG.P1-P6)."""

from __future__ import annotations

from typing import Any

from companion.choices import Pick
from companion.games.doge.rules.pieces import DISTRICTS
from companion.games.doge.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

BUILD, KEEP = named("build", "palace", "no")
BUILD_OR_KEEP = Pick("build", (BUILD, KEEP))


def offer_palace(game: State, seat: int, area: str, at: str) -> Flow[None]:
    """DOG.P1, P6: right after a house came in, its owner may build there."""
    if (yield from wants_to_build(game, seat, area, at=at, rule="DOG.P1")):
        build_palace(game, seat, area, game.pieces.price(area), rule="DOG.P1")


def wants_to_build(game: State, seat: int, area: str, *, at: str, rule: str) -> Flow[bool]:
    """Return whether a player builds here at the current price. Only players who can build are asked."""
    pieces = game.pieces
    if not can_build(game, seat, area):
        return False
    facts: dict[str, Any] = {"area": area}

    def offer() -> Pick[str]:
        if pieces.free_sites[area]:
            facts["price"] = pieces.price(area)
        if can_build(game, seat, area):
            return BUILD_OR_KEEP
        return Pick("build", (KEEP,), {BUILD: why_not_build(game, seat, area)})

    answer = yield from Decision("build", seat, f"{at}.{area}", offer, rule, facts)
    return answer == BUILD


def can_build(game: State, seat: int, area: str) -> bool:
    return game.pieces.free_sites[area] > 0 and can_pay(game, seat, area, game.pieces.price(area))


def can_pay(game: State, seat: int, area: str, price: int) -> bool:
    return game.pieces.houses[area][seat] >= price and game.pieces.unbuilt[seat] > 0


def why_not_build(game: State, seat: int, area: str) -> Refusal:
    """DOG.P1, P2: return what keeps a player from building here."""
    if not game.pieces.free_sites[area]:
        return Refusal("no-site", "DOG.P2", area=area)
    houses, price = game.pieces.houses[area][seat], game.pieces.price(area)
    if houses < price:
        return Refusal("too-few-houses", "DOG.P1", area=area, houses=houses, price=price)
    return Refusal("no-palace", "DOG.P2", seat=seat)


def build_palace(game: State, seat: int, area: str, price: int, *, rule: str) -> None:
    """DOG.P2: the houses paid return to the reserve; any surplus stays."""
    game.pieces.add_houses(seat, area, -price)
    game.gain(seat, "houses", -price, "DOG.P2", "paid", area=area)
    game.pieces.add_palaces(seat, area, 1)
    game.gain(seat, "palaces", 1, rule, "built", area=area, price=price)
    game.tell("built", rule, seat=seat, area=area, price=price)


def build_tied(game: State, arrived: list[tuple[int, str]], at: str) -> Flow[None]:
    """DOG.P4: tied players all build at the price before the first of them built, one palace per district each."""
    targets = {target for _, target in arrived}
    for area in DISTRICTS:
        if area in targets:
            here = [seat for seat, target in arrived if target == area]
            yield from build_at_one_price(game, here, area, at)


def build_at_one_price(game: State, here: list[int], area: str, at: str) -> Flow[None]:
    """First everyone declares whether they build, then those who do pay the same price."""
    willing = yield from declare(game, here, area, at)
    sites = game.pieces.free_sites[area]
    if len(willing) > sites:
        game.tell("too-many-builders", "DOG.P5", area=area, seats=willing, sites=sites)
        willing = willing[:sites] if build_in_turn(game) else []
    price = game.pieces.price(area) if willing else 0
    for seat in willing:
        if can_pay(game, seat, area, price):  # unless a correction took the houses since
            build_palace(game, seat, area, price, rule="DOG.P4")


def declare(game: State, here: list[int], area: str, at: str) -> Flow[list[int]]:
    """DOG.P4, P5: return who wants to build, asked one after another; announce each answer if sites are short.

    If the first in turn build, nobody is asked once the sites are spoken for.
    """
    able = [seat for seat in here if can_build(game, seat, area)]
    sites = game.pieces.free_sites[area]
    few = len(able) > sites
    in_turn = build_in_turn(game)
    if few:
        game.tell("few-sites-in-turn" if in_turn else "few-sites", "DOG.P5", area=area, seats=able, sites=sites)
    willing: list[int] = []
    for seat in able:
        if in_turn and len(willing) >= game.pieces.free_sites[area]:
            break
        wants = yield from wants_to_build(game, seat, area, at=at, rule="DOG.P5" if few else "DOG.P4")
        if few:
            game.tell("declares" if wants else "declines", "DOG.P5", seat=seat, area=area)
        if wants:
            willing.append(seat)
    return willing


def build_in_turn(game: State) -> bool:
    """DOG.P5: return whether the table agreed that the last sites go to the first in turn instead of nobody."""
    return game.options["full_district"] == "seat-order"
