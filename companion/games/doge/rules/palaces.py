"""Palaces: who may build where, at which price (DOG.P1-P6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Pick
from companion.games.doge.rules.pieces import DISTRICTS
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.doge.game import Doge

BUILD, KEEP = named("build", "palace", "no")
BUILD_OR_KEEP = Pick("build", (BUILD, KEEP))


def offer_palace(game: Doge, seat: int, area: str, at: str) -> Flow[None]:
    """DOG.P1, P6: right after a house came in, its owner may build there."""
    if (yield from wants_to_build(game, seat, area, at, "DOG.P1")):
        build_palace(game, seat, area, game.pieces.price(area), "DOG.P1")


def wants_to_build(game: Doge, seat: int, area: str, at: str, rule: str) -> Flow[bool]:
    """Whether a player builds here at the price of this moment; who can't is not asked."""
    pieces = game.pieces
    if not can_build(game, seat, area):
        return False
    facts: dict[str, Any] = {"area": area}

    def offer() -> Pick:
        if pieces.free_sites[area]:
            facts["price"] = pieces.price(area)
        if can_build(game, seat, area):
            return BUILD_OR_KEEP
        return Pick("build", (KEEP,), {BUILD: why_not_build(game, seat, area)})

    answer: str = yield Decision("build", seat, f"{at}.{area}", offer, rule, facts)
    return answer == BUILD


def can_build(game: Doge, seat: int, area: str) -> bool:
    return game.pieces.free_sites[area] > 0 and can_pay(game, seat, area, game.pieces.price(area))


def can_pay(game: Doge, seat: int, area: str, price: int) -> bool:
    return game.pieces.houses[area][seat] >= price and game.pieces.unbuilt[seat] > 0


def why_not_build(game: Doge, seat: int, area: str) -> Refusal:
    """What keeps a player who can't build from building here (DOG.P1, P2)."""
    if not game.pieces.free_sites[area]:
        return Refusal("no-site", "DOG.P2", area=area)
    houses, price = game.pieces.houses[area][seat], game.pieces.price(area)
    if houses < price:
        return Refusal("too-few-houses", "DOG.P1", area=area, houses=houses, price=price)
    return Refusal("no-palace", "DOG.P2", seat=seat)


def build_palace(game: Doge, seat: int, area: str, price: int, rule: str) -> None:
    """DOG.P2: the houses paid return to the reserve; a surplus stays."""
    game.pieces.add_houses(seat, area, -price)
    game.gain(seat, "houses", -price, "DOG.P2", "paid", area=area)
    game.pieces.add_palaces(seat, area, 1)
    game.gain(seat, "palaces", 1, rule, "built", area=area, price=price)
    game.tell("built", rule, seat=seat, area=area, price=price)


def build_tied(game: Doge, arrived: list[tuple[int, str]], at: str) -> Flow[None]:
    """DOG.P4: tied players build at the price before any of them built, one palace a district each."""
    targets = {target for _, target in arrived}
    for area in DISTRICTS:
        if area in targets:
            here = [seat for seat, target in arrived if target == area]
            yield from build_at_one_price(game, here, area, at)


def build_at_one_price(game: Doge, here: list[int], area: str, at: str) -> Flow[None]:
    """Each declares in turn whether he builds, and is heard where sites are few; then those who do, build."""
    able = [seat for seat in here if can_build(game, seat, area)]
    in_turn = game.options["full_district"] == "seat-order"
    few = len(able) > game.pieces.free_sites[area]
    if few:
        sites = game.pieces.free_sites[area]
        game.tell("few-sites-in-turn" if in_turn else "few-sites", "DOG.P5", area=area, seats=able, sites=sites)
    willing = []
    for seat in able:
        wants = yield from wants_to_build(game, seat, area, at, "DOG.P5" if few else "DOG.P4")
        if few:
            game.tell("declares" if wants else "declines", "DOG.P5", seat=seat, area=area)
        if wants:
            willing.append(seat)
    sites = game.pieces.free_sites[area]
    if len(willing) > sites:
        game.tell("too-many-builders", "DOG.P5", area=area, seats=willing, sites=sites)
        willing = willing[:sites] if in_turn else []
    price = game.pieces.price(area) if willing else 0
    for seat in willing:
        if can_pay(game, seat, area, price):  # the table may have set something right since he declared
            build_palace(game, seat, area, price, "DOG.P4")
