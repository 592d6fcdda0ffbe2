"""Houses: placed after an election, moved after an abstention or a tie; each may lead to a palace."""

from __future__ import annotations

from companion.choices import Count, Pick
from companion.games.doge.rules.palaces import build_tied, offer_palace
from companion.games.doge.rules.pieces import DISTRICTS
from companion.games.doge.rules.scoring import Right
from companion.games.doge.rules.state import State
from companion.steps import Decision, Flow
from companion.vocabulary import named

(NOWHERE,) = named("area", "nowhere")
OUT, IN, STAY = named("shift", "out", "in", "stay")


def place_houses(game: State, right: Right, area: str, at: str) -> Flow[None]:
    """DOG.P3: place one house at a time, with the right to build after each.

    Houses that can't yet pay for a palace share one question, since nothing could happen between them.
    """
    (seat,) = right.seats
    left = right.number
    part = 0
    while left and game.pieces.reserve[seat]:  # DOG.K4
        part += 1

        def offer(left: int = left) -> Count:
            return Count("houses", 0, most_at_once(game, seat, area, left))

        number = yield from Decision("houses", seat, f"{at}.{part}", offer, right.rule, {"area": area})
        if not number:
            return
        most = most_at_once(game, seat, area, left)
        put_houses(game, seat, area, number, rule=right.rule)
        left -= number
        yield from offer_palace(game, seat, area, f"{at}.{part}")
        if number < most:
            return


def most_at_once(game: State, seat: int, area: str, left: int) -> int:
    """Return how many houses a player may place before the next chance to build."""
    pieces = game.pieces
    until_palace = left
    if pieces.free_sites[area] and pieces.unbuilt[seat]:
        until_palace = max(1, pieces.price(area) - pieces.houses[area][seat])
    return min(left, pieces.reserve[seat], until_palace)


def put_houses(game: State, seat: int, area: str, number: int, *, rule: str) -> None:
    game.pieces.add_houses(seat, area, number)
    game.gain(seat, "houses", number, rule, "placed", area=area)
    game.tell("placed", rule, seat=seat, area=area, n=number)


def place_tied(game: State, right: Right, area: str, at: str) -> Flow[None]:
    """DOG.D3, D4, P4: tied players all place first, then build at one price."""
    reserve = game.pieces.reserve
    arrived = []
    for seat in right.seats:
        if not reserve[seat]:  # DOG.K4
            continue

        def offer(seat: int = seat) -> Count:
            return Count("houses", 0, min(right.number, reserve[seat]))

        number = yield from Decision("houses", seat, at, offer, right.rule, {"area": area})
        if number:
            put_houses(game, seat, area, number, rule=right.rule)
            arrived.append((seat, area))
    yield from build_tied(game, arrived, at)


def move_in_or_out(game: State, seat: int, area: str, *, at: str, rule: str) -> Flow[str | None]:
    """DOG.A5: move one of the player's own houses out of this district, or into it from another."""
    houses = game.pieces.houses

    def offer() -> Pick[str]:
        others = [other for other in DISTRICTS if other != area]
        out = [f"{OUT}.{other}" for other in others if houses[area][seat]]
        into = [f"{IN}.{other}" for other in others if houses[other][seat]]
        return Pick("shift.area", (STAY, *out, *into))

    move = yield from Decision("shift", seat, at, offer, rule, {"area": area})
    if move == STAY:
        return None
    way, other = move.split(".")
    source, target = (area, other) if way == OUT else (other, area)
    return move_house(game, seat, source, target, rule=rule)


def move_anywhere(game: State, seat: int, at: str, rule: str) -> Flow[str | None]:
    """DOG.Q2-Q4: move one of the player's own houses from any district to any other.

    Ask again if a correction removes the house while its new place is being chosen.
    """
    houses = game.pieces.houses

    def sources() -> Pick[str]:
        return Pick("area", (NOWHERE, *(area for area in DISTRICTS if houses[area][seat])))

    while True:
        source = yield from Decision("move-from", seat, at, sources, rule, {})
        if source == NOWHERE:
            return None
        targets = Pick("area", [area for area in DISTRICTS if area != source])
        target = yield from Decision("move-to", seat, at, targets, rule, {"area": source})
        if houses[source][seat]:
            return move_house(game, seat, source, target, rule=rule)
        at = f"{at}.again"


def move_house(game: State, seat: int, source: str, target: str, *, rule: str) -> str:
    game.pieces.move_house(seat, source, target)
    game.gain(seat, "houses", 0, rule, "moved", source=source, area=target)
    game.tell("moved", rule, seat=seat, source=source, area=target)
    return target


def move_tied(game: State, right: Right, at: str) -> Flow[None]:
    """DOG.Q3, Q4, P4: tied players all move first, then build at one price."""
    arrived = []
    for seat in right.seats:
        for number in range(1, right.number + 1):
            target = yield from move_anywhere(game, seat, f"{at}.{number}", right.rule)
            if target is None:
                break
            if (seat, target) not in arrived:
                arrived.append((seat, target))
    yield from build_tied(game, arrived, at)
