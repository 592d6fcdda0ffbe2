"""The rulebook of Doge, read top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, cast

from companion.choices import Count, Pick, Several, Sheet
from companion.game import Outcome
from companion.games.doge.pieces import AREAS, DISTRICTS, QUARANTIA, Advisor, Ballot
from companion.games.doge.scoring import (
    ADVISOR,
    MOVES,
    NEUTRAL,
    Holding,
    Right,
    could_reach_end,
    places,
    rank,
    reaches_end,
    rights,
)
from companion.refusal import Refusal
from companion.steps import TABLE, Decision, Draw, Flow, Together
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.doge.game import Doge

ABSTAIN, NOWHERE = named("area", "abstain", "nowhere")
AWAY = {home: tuple(area for area in AREAS if area != home) for home in AREAS}  # DOG.A3
OUT, IN, STAY = named("shift", "out", "in", "stay")
BUILD, KEEP = named("build", "palace", "no")


def play(game: Doge) -> Flow[Outcome]:
    yield from set_up(game)
    while True:
        game.year += 1
        game.tell("year", "DOG.E1", year=game.year, order=game.brown)
        yield from cast_ballots(game)
        yield from count_votes(game)
        outcome = end_of_year(game)
        if outcome:
            return outcome


def set_up(game: Doge) -> Flow[None]:
    first: int = yield Draw("first", "0", "seat", game.seats, "DOG.E4")
    game.clockwise = [*game.seats[first - 1 :], *game.seats[: first - 1]]
    game.tell("first", "DOG.E4", seat=first)
    for position in range(len(AREAS)):  # DOG.S2; the blue cards are drawn as they are turned up
        yield from turn_card(game.brown, f"0.{position + 1}", "DOG.S2")


def turn_card(row: list[str], at: str, rule: str) -> Flow[str]:
    """DOG.K3: the next card of a voting-order deck, one of the areas that are not in its row yet."""
    area: str = yield Draw("order", at, "area", [area for area in AREAS if area not in row], rule)
    row.append(area)
    return area


# Phase 1: ballots


def cast_ballots(game: Doge) -> Flow[None]:
    for lap in range(1, 5 if len(game.seats) == 3 else 4):  # DOG.B1
        game.lap = lap
        if game.options["ballots"] == "device":
            laid = yield from lay_in_secret(game, f"{game.year}.{lap}")
        else:
            laid = yield from lay_cardboard(game, f"{game.year}.{lap}")
        for seat, (area, ballots) in laid.items():  # DOG.B3
            game.pieces.lay(seat, area, ballots)
            game.tell("laid", "DOG.B3", seat=seat, area=area, n=len(ballots))
    game.lap = 0


Laid = dict[int, tuple[str, Sequence[Ballot]]]


def voters(game: Doge) -> list[int]:
    """DOG.B5: who has ballots left must play, who has none plays no card."""
    return [seat for seat in game.seats if game.pieces.hand[seat]]


def cards_left(game: Doge, seat: int) -> Pick:
    """DOG.B4: the areas whose card this player has not used this year."""
    cards = game.pieces.cards[seat]
    return Pick("area", cards, {area: card_used(area) for area in AREAS if area not in cards})


@cache
def card_used(area: str) -> Refusal:
    return Refusal("card-used", "DOG.B4", area=area)


def lay_in_secret(game: Doge, at: str) -> Flow[Laid]:
    """DOG.B2: all at once, an area card and 1 to 4 ballots each."""
    laid: Laid = yield Together({seat: choose_ballots(game, seat, at) for seat in voters(game)})
    return laid


def choose_ballots(game: Doge, seat: int, at: str) -> Flow[tuple[str, list[int]]]:
    hand = cast(list[int], game.pieces.hand[seat])
    area: str = yield Decision("area", seat, at, lambda: cards_left(game, seat), "DOG.B2", {"left": len(hand)}, True)
    ballots: list[int] = yield Decision(
        "ballots", seat, at, lambda: Several("ballot", hand, 1, 4), "DOG.B2", {"area": area}, True
    )
    return area, ballots


def lay_cardboard(game: Doge, at: str) -> Flow[Laid]:
    """DOG.B2 with real cards and ballots: the box is told what the reveal shows, the values stay hidden."""
    hand = game.pieces.hand

    def offer() -> Sheet:
        return Sheet(
            "seat",
            {
                str(seat): {
                    "area": cards_left(game, seat),
                    "ballots": Count("ballots", 1, min(4, len(hand[seat]))),
                }
                for seat in voters(game)
            },
        )

    shown = yield Decision("laid", TABLE, at, offer, "DOG.B3", {"lap": game.lap})
    return {int(seat): (row["area"], (None,) * row["ballots"]) for seat, row in shown.items()}


# Phase 2: counting


def count_votes(game: Doge) -> Flow[None]:
    game.blue = []
    for position, area in enumerate(game.brown, start=1):  # DOG.V1
        game.area = area
        yield from election(game, area, f"{game.year}.{area}")
        game.counted.append(area)
        revealed = yield from turn_card(game.blue, f"{game.year}.{position}", "DOG.V1")
        game.tell("next-year", "DOG.V1", area=revealed, position=position)
    game.area = None


def election(game: Doge, area: str, at: str) -> Flow[None]:
    yield from turn_up_ballots(game, area, at)
    votes = votes_in(game, area)
    ranking = rank(votes)
    ballots = game.pieces.turned.get(area, {})
    if not ranking.first:
        game.tell("nobody", "DOG.V5", area=area, ballots=ballots)
        return
    if len(ranking.first) > 1:
        game.tell("tied", "DOG.V4", area=area, ballots=ballots, votes=votes, seats=ranking.first)
    else:
        game.tell("wins", "DOG.V4", area=area, ballots=ballots, votes=votes, seat=ranking.first[0])
    unsettled = list(game.pieces.at_home[area])
    for number, right in enumerate(rights(area, ranking), start=1):
        yield from exercise(game, area, right, unsettled, f"{at}.{number}")


def exercise(game: Doge, area: str, right: Right, unsettled: list[Advisor], at: str) -> Flow[None]:
    """What an election gives, done. `unsettled` are this area's own advisors still to be settled."""
    what, seats, number, rule = right
    if what == ADVISOR:
        yield from settle_one(game, seats[0], unsettled, at, rule)
    elif what == NEUTRAL:
        for advisor in unsettled:
            neutral(game, advisor, rule)
    elif what == MOVES:
        yield from move_tied(game, seats, number, at, rule)
    elif len(seats) > 1:
        yield from place_tied(game, seats, area, number, at, rule)
    else:
        yield from place_houses(game, seats[0], area, number, at, rule)


def turn_up_ballots(game: Doge, area: str, at: str) -> Flow[None]:
    """DOG.V2: all ballots here are turned up; the table reads out cardboard ones."""
    pieces = game.pieces
    stacks = pieces.stacks[area]
    if not stacks:
        return
    if game.options["ballots"] == "table":

        def offer() -> Sheet:
            return Sheet(
                "seat",
                {
                    str(seat): {"ballots": Pick("", hands_of(tuple(pieces.unseen[seat]), len(stacks[seat])))}
                    for seat in stacks
                },
            )

        read = yield Decision("turned", TABLE, at, offer, "DOG.V2", {"area": area})
        for seat, row in read.items():
            pieces.read(int(seat), area, [int(value) for value in row["ballots"].split("+")])
    pieces.turned[area] = cast(dict[int, list[int]], stacks)


@cache
def hands_of(values: tuple[int, ...], number: int) -> tuple[str, ...]:
    """Each way to hold this many of these ballots, as a sum, the weakest first.

    >>> hands_of((0, 1, 1, 2), 2)
    ('1+0', '1+1', '2+0', '2+1')
    """
    ways = {tuple(sorted(way, reverse=True)) for way in combinations(values, number)}
    return tuple("+".join(map(str, way)) for way in sorted(ways, key=lambda way: (sum(way), way)))


def votes_in(game: Doge, area: str) -> dict[int, int]:
    """DOG.V2, V3: the ballots turned up here, and one vote for each advisor standing here."""
    votes = {seat: sum(ballots) for seat, ballots in game.pieces.turned.get(area, {}).items()}
    for advisor in game.pieces.advisors.values():
        if advisor.place == area and advisor.controller is not None:
            votes[advisor.controller] = votes.get(advisor.controller, 0) + 1
    return {seat: votes[seat] for seat in game.clockwise if votes.get(seat)}


# Houses


def place_houses(game: Doge, seat: int, area: str, most: int, at: str, rule: str) -> Flow[None]:
    """DOG.P3: one house at a time, with the right to build after each.

    Houses that can't yet make a palace are asked for in one question: nothing could happen between them.
    """
    pieces = game.pieces
    left = most
    part = 0
    while left and pieces.reserve[seat]:  # DOG.K4
        part += 1

        def offer(left: int = left) -> Count:
            at_once = left
            if pieces.free_sites(area) and pieces.unbuilt[seat]:
                at_once = max(1, pieces.price(area) - pieces.houses[area][seat])
            return Count("houses", 0, min(left, pieces.reserve[seat], at_once))

        question = Decision("houses", seat, f"{at}.{part}", offer, rule, {"area": area})
        number: int = yield question
        put_houses(game, seat, area, number, rule)
        if not number:
            return
        left -= number
        yield from offer_palace(game, seat, area, f"{at}.{part}")
        could_place = question.choice.size() - 1
        if number < could_place:
            return


def put_houses(game: Doge, seat: int, area: str, number: int, rule: str) -> None:
    if number:
        game.pieces.add_houses(seat, area, number)
        game.gain(seat, "houses", number, rule, "placed", area=area)
        game.tell("placed", rule, seat=seat, area=area, n=number)


def place_tied(game: Doge, tied: list[int], area: str, most: int, at: str, rule: str) -> Flow[None]:
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


# Advisors


def settle_one(game: Doge, seat: int, unsettled: list[Advisor], at: str, rule: str) -> Flow[None]:
    """DOG.Q1: choose an advisor not yet settled, then settle it. Those that stand alike are one choice."""

    def offer() -> Pick:
        alike = {(advisor.place, advisor.controller): advisor.name for advisor in reversed(unsettled)}
        return Pick("advisor", sorted(alike.values()))

    advisor = unsettled[0]
    if len(unsettled) > 1:
        name: str = yield Decision("which", seat, at, offer, rule, {})
        advisor = game.pieces.advisors[name]
    unsettled.remove(advisor)
    yield from settle(game, seat, advisor, at, rule)


def settle(game: Doge, seat: int, advisor: Advisor, at: str, rule: str) -> Flow[None]:
    """DOG.A1-A5, Q2: take control of an advisor and post it, or abstain and perhaps move a house."""
    pieces = game.pieces

    def offer() -> Pick:
        posts = AWAY[advisor.home]
        if pieces.rings[seat] or advisor.controller == seat:
            return Pick("area", (*posts, ABSTAIN))
        return Pick("area", (ABSTAIN,), dict.fromkeys(posts, Refusal("no-ring", "DOG.A2")))

    facts = {"advisor": advisor.name, "now": advisor.place}
    post: str = yield Decision("advisor", seat, at, offer, rule, facts, likely=next_to_count(game, advisor))
    if post != ABSTAIN:
        take_control(game, seat, advisor, post)
        return
    game.tell("abstains", "DOG.A5", seat=seat, advisor=advisor.name)
    neutral(game, advisor, "DOG.A5")
    if advisor.home == QUARANTIA:
        moved = yield from move_anywhere(game, seat, at, "DOG.Q2")
    else:
        moved = yield from move_in_or_out(game, seat, advisor.home, at)
    if moved:
        yield from offer_palace(game, seat, moved, f"{at}.moved")


def next_to_count(game: Doge, advisor: Advisor) -> str | None:
    """Where an advisor's vote would count soonest: what most players want it for."""
    still = [area for area in game.brown if area not in game.counted and area not in (game.area, advisor.home)]
    return still[0] if still else None


def take_control(game: Doge, seat: int, advisor: Advisor, post: str) -> None:
    if advisor.controller != seat:
        lose_control(game, advisor, "DOG.A1")
        game.gain(seat, "advisors", 1, "DOG.A1", "controls", advisor=advisor.name)
    game.pieces.post(advisor, seat, post)
    game.tell("controls", "DOG.A1", seat=seat, advisor=advisor.name, area=post)


def lose_control(game: Doge, advisor: Advisor, rule: str) -> None:
    if advisor.controller is not None:
        game.gain(advisor.controller, "advisors", -1, rule, "lost", advisor=advisor.name)


def neutral(game: Doge, advisor: Advisor, rule: str) -> None:
    """The controller gets his ring back, and the advisor goes back to its symbol beside the map."""
    if advisor.controller is not None:
        lose_control(game, advisor, rule)
        game.pieces.post(advisor, None, None)
        game.tell("neutral", rule, advisor=advisor.name)


def move_in_or_out(game: Doge, seat: int, area: str, at: str) -> Flow[str | None]:
    """DOG.A5: one of his houses out of this district to another, or from another into this one."""
    houses = game.pieces.houses

    def offer() -> Pick:
        others = [other for other in DISTRICTS if other != area]
        out = [f"{OUT}.{other}" for other in others if houses[area][seat]]
        into = [f"{IN}.{other}" for other in others if houses[other][seat]]
        return Pick("shift.area", (STAY, *out, *into))

    move: str = yield Decision("shift", seat, at, offer, "DOG.A5", {"area": area})
    if move == STAY:
        return None
    way, other = move.split(".")
    source, target = (area, other) if way == OUT else (other, area)
    return move_house(game, seat, source, target, "DOG.A5")


def move_anywhere(game: Doge, seat: int, at: str, rule: str) -> Flow[str | None]:
    """DOG.Q2-Q4: one of his houses from any district to any other."""
    houses = game.pieces.houses

    def sources() -> Pick:
        return Pick("area", (NOWHERE, *(area for area in DISTRICTS if houses[area][seat])))

    source: str = yield Decision("move-from", seat, at, sources, rule, {})
    if source == NOWHERE:
        return None
    targets = [area for area in DISTRICTS if area != source]
    target: str = yield Decision("move-to", seat, at, lambda: Pick("area", targets), rule, {"area": source})
    if not houses[source][seat]:  # set right by the table since it was chosen
        return None
    return move_house(game, seat, source, target, rule)


def move_house(game: Doge, seat: int, source: str, target: str, rule: str) -> str:
    game.pieces.move_house(seat, source, target)
    game.gain(seat, "houses", 0, rule, "moved", source=source, area=target)
    game.tell("moved", rule, seat=seat, source=source, area=target)
    return target


def move_tied(game: Doge, tied: list[int], most: int, at: str, rule: str) -> Flow[None]:
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


# Palaces


def offer_palace(game: Doge, seat: int, area: str, at: str) -> Flow[None]:
    """DOG.P1, P6: right after a house came in, its owner may build there."""
    if game.pieces.free_sites(area):
        yield from build_at_one_price(game, [seat], area, game.pieces.price(area), at)


def can_build(game: Doge, seat: int, area: str, price: int) -> bool:
    return game.pieces.houses[area][seat] >= price and game.pieces.unbuilt[seat] > 0


def why_not_build(game: Doge, seat: int, area: str, price: int) -> Refusal:
    """What keeps a player who can't build from building here at this price (DOG.P1, P2)."""
    houses = game.pieces.houses[area][seat]
    if houses < price:
        return Refusal("too-few-houses", "DOG.P1", area=area, houses=houses, price=price)
    return Refusal("no-palace", "DOG.P2", seat=seat)


def build_palace(game: Doge, seat: int, area: str, price: int) -> None:
    """DOG.P2: the houses paid return to the reserve; a surplus stays."""
    game.pieces.add_houses(seat, area, -price)
    game.gain(seat, "houses", -price, "DOG.P2", "paid", area=area)
    game.pieces.add_palaces(seat, area, 1)
    game.gain(seat, "palaces", 1, "DOG.P1", "built", area=area, price=price)
    game.tell("built", "DOG.P1", seat=seat, area=area, price=price)


def build_tied(game: Doge, arrived: list[tuple[int, str]], at: str) -> Flow[None]:
    """DOG.P4: tied players build at the price before any of them built, one palace a district each."""
    for area in DISTRICTS:
        here = [seat for seat, target in arrived if target == area]
        if here and game.pieces.free_sites(area):
            yield from build_at_one_price(game, here, area, game.pieces.price(area), at)


def build_at_one_price(game: Doge, here: list[int], area: str, price: int, at: str) -> Flow[None]:
    """Each declares in turn whether he builds; then those who do, build."""
    willing = []
    for seat in here:
        if not can_build(game, seat, area, price):
            continue

        def offer(seat: int = seat) -> Pick:
            if can_build(game, seat, area, price):
                return Pick("build", (BUILD, KEEP))
            return Pick("build", (KEEP,), {BUILD: why_not_build(game, seat, area, price)})

        facts = {"area": area, "price": price}
        if (yield Decision("build", seat, f"{at}.{area}", offer, "DOG.P1", facts)) == BUILD:
            willing.append(seat)
    sites = game.pieces.free_sites(area)
    if len(willing) > sites:
        game.tell("too-many-builders", "DOG.P5", area=area, seats=willing, sites=sites)
        willing = willing[:sites] if game.options["full_district"] == "seat-order" else []
    for seat in willing:
        if can_build(game, seat, area, price):  # the table may have set something right meanwhile
            build_palace(game, seat, area, price)


# End


def end_of_year(game: Doge) -> Outcome | None:
    game.pieces.ballots_home()  # DOG.B6
    game.counted = []
    holdings = {seat: holding(game, seat) for seat in game.seats}
    if any(reaches_end(held.palaces, held.districts) for held in holdings.values()):  # DOG.E2
        outcome = Outcome(places(holdings), "DOG.E3")
        game.tell("won" if len(outcome.winners) == 1 else "drawn", "DOG.E3", seats=outcome.winners)
        return outcome
    if not any(can_still_win(game, seat) for seat in game.seats):
        game.tell("undecided", "DOG.E5")
        return Outcome([list(game.seats)], "DOG.E5")
    game.brown = game.blue  # DOG.E1
    game.blue = []
    return None


def holding(game: Doge, seat: int) -> Holding:
    palaces = [here[seat] for here in game.pieces.palaces.values()]
    houses = [here[seat] for here in game.pieces.houses.values()]
    return Holding(sum(palaces), len(palaces) - palaces.count(0), sum(houses))


def can_still_win(game: Doge, seat: int) -> bool:
    """DOG.E5: whether the free sites would let this player meet DOG.E2."""
    free = {area: game.pieces.free_sites(area) for area in DISTRICTS}
    return could_reach_end({area: here[seat] for area, here in game.pieces.palaces.items()}, free)
