"""Houses: placed after an election, moved after an abstention or a tie; each may lead to a palace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Count, Pick
from companion.games.doge.rules.palaces import build_tied, offer_palace
from companion.games.doge.rules.pieces import DISTRICTS
from companion.games.doge.rules.scoring import Seats
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.doge.game import Doge

(NOWHERE,) = named("area", "nowhere")
OUT, IN, STAY = named("shift", "out", "in", "stay")


def place_houses(game: Doge, seat: int, area: str, most: int, at: str, rule: str) -> Flow[None]:
    """DOG.P3: one house at a time, with the right to build after each.

    Houses that can't yet make a palace are asked for in one question: nothing could happen between them.
    """
    pieces = game.pieces
    left = most
    could_place = part = 0
    while left and pieces.reserve[seat]:  # DOG.K4
        part += 1

        def offer(left: int = left) -> Count:
            nonlocal could_place
            at_once = left
            if pieces.free_sites[area] and pieces.unbuilt[seat]:
                at_once = max(1, pieces.price(area) - pieces.houses[area][seat])
            could_place = min(left, pieces.reserve[seat], at_once)
            return Count("houses", 0, could_place)

        number: int = yield Decision("houses", seat, f"{at}.{part}", offer, rule, {"area": area})
        put_houses(game, seat, area, number, rule)
        if not number:
            return
        left -= number
        yield from offer_palace(game, seat, area, f"{at}.{part}")
        if number < could_place:
            return


def put_houses(game: Doge, seat: int, area: str, number: int, rule: str) -> None:
    if number:
        game.pieces.add_houses(seat, area, number)
        game.gain(seat, "houses", number, rule, "placed", area=area)
        game.tell("placed", rule, seat=seat, area=area, n=number)


def place_tied(game: Doge, tied: Seats, area: str, most: int, at: str, rule: str) -> Flow[None]:
    """DOG.D3, D4, P4: tied players first all place, then build at one price."""
    arrived = []
    for seat in tied:
        if not game.pieces.reserve[seat]:  # DOG.K4
            continue

        def offer(seat: int = seat) -> Count:
            return Count("houses", 0, min(most, game.pieces.reserve[seat]))

        number: int = yield Decision("houses", seat, at, offer, rule, {"area": area})
        put_houses(game, seat, area, number, rule)
        if number:
            arrived.append((seat, area))
    yield from build_tied(game, arrived, at)


def move_in_or_out(game: Doge, seat: int, area: str, at: str, rule: str) -> Flow[str | None]:
    """DOG.A5: one of his houses out of this district to another, or from another into this one."""
    houses = game.pieces.houses

    def offer() -> Pick:
        others = [other for other in DISTRICTS if other != area]
        out = [f"{OUT}.{other}" for other in others if houses[area][seat]]
        into = [f"{IN}.{other}" for other in others if houses[other][seat]]
        return Pick("shift.area", (STAY, *out, *into))

    move: str = yield Decision("shift", seat, at, offer, rule, {"area": area})
    if move == STAY:
        return None
    way, other = move.split(".")
    source, target = (area, other) if way == OUT else (other, area)
    return move_house(game, seat, source, target, rule)


def move_anywhere(game: Doge, seat: int, at: str, rule: str) -> Flow[str | None]:
    """DOG.Q2-Q4: one of his houses from any district to any other.

    If the table sets right that he has none where he began, he begins again.
    """
    houses = game.pieces.houses

    def sources() -> Pick:
        return Pick("area", (NOWHERE, *(area for area in DISTRICTS if houses[area][seat])))

    while True:
        source: str = yield Decision("move-from", seat, at, sources, rule, {})
        if source == NOWHERE:
            return None
        targets = Pick("area", [area for area in DISTRICTS if area != source])
        target: str = yield Decision("move-to", seat, at, targets, rule, {"area": source})
        if houses[source][seat]:
            return move_house(game, seat, source, target, rule)
        at = f"{at}.again"


def move_house(game: Doge, seat: int, source: str, target: str, rule: str) -> str:
    game.pieces.move_house(seat, source, target)
    game.gain(seat, "houses", 0, rule, "moved", source=source, area=target)
    game.tell("moved", rule, seat=seat, source=source, area=target)
    return target


def move_tied(game: Doge, tied: Seats, most: int, at: str, rule: str) -> Flow[None]:
    """DOG.Q3, Q4, P4: tied players first all move, then build at one price."""
    arrived = []
    for seat in tied:
        for number in range(1, most + 1):
            target = yield from move_anywhere(game, seat, f"{at}.{number}", rule)
            if target is None:
                break
            if (seat, target) not in arrived:
                arrived.append((seat, target))
    yield from build_tied(game, arrived, at)
