"""The rulebook of Doge, read top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from companion.choices import Count, Pick, Several, Sheet
from companion.game import Outcome
from companion.games.doge.pieces import AREAS, COUNCIL, DISTRICTS, QUARANTIA, Advisor, Ballot
from companion.games.doge.scoring import Holding, Ranking, could_reach_end, places, rank, reaches_end
from companion.refusal import Refusal
from companion.steps import TABLE, Decision, Draw, Flow, Together
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.doge.game import Doge

(ABSTAIN,) = named("post", "abstain")
POSTS = named(
    "post", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce", "quarantia"
)
OUT, IN, STAY = named("shift", "out", "in", "stay")
SOURCES = named("source", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
(NOWHERE,) = named("source", "nowhere")
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
    game.first = yield Draw("first", "0", "seat", game.seats, "DOG.E4")
    game.tell("first", "DOG.E4", seat=game.first)
    for position in range(len(AREAS)):  # DOG.S2; the blue cards are drawn as they are turned up
        yield from turn_card(game, game.brown, f"0.{position + 1}", "DOG.S2")


def turn_card(game: Doge, row: list[str], at: str, rule: str) -> Flow[str]:
    """The next card of a voting-order deck: one of the areas that are not in its row yet."""
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
    used = game.pieces.used[seat]
    barred = {area: Refusal("card-used", "DOG.B4", area=area) for area in used}
    return Pick("area", [area for area in AREAS if area not in used], barred)


def lay_in_secret(game: Doge, at: str) -> Flow[Laid]:
    """DOG.B2: all at once, an area card and 1 to 4 ballots each."""
    laid: Laid = yield Together({seat: choose_ballots(game, seat, at) for seat in voters(game)})
    return laid


def choose_ballots(game: Doge, seat: int, at: str) -> Flow[tuple[str, list[int]]]:
    hand = [ballot for ballot in game.pieces.hand[seat] if ballot is not None]
    area: str = yield Decision(
        "area", seat, at, lambda: cards_left(game, seat), "DOG.B2", {"left": len(hand)}, secret=True
    )
    ballots: list[int] = yield Decision(
        "ballots", seat, at, lambda: Several("ballot", hand, 1, 4), "DOG.B2", {"area": area}, secret=True
    )
    return area, ballots


def lay_cardboard(game: Doge, at: str) -> Flow[Laid]:
    """DOG.B2 with real cards and ballots: the box is told what the reveal shows, the values stay hidden."""
    hand = game.pieces.hand

    def offer() -> Sheet:
        return Sheet("seat", {
            str(seat): {"area": cards_left(game, seat), "ballots": Count("ballots", 1, min(4, len(hand[seat])))}
            for seat in voters(game)
        })

    shown = yield Decision("laid", TABLE, at, offer, "DOG.B3", {"lap": game.lap})
    return {int(seat): (row["area"], (None,) * row["ballots"]) for seat, row in shown.items()}


# Phase 2: counting


def count_votes(game: Doge) -> Flow[None]:
    game.blue = []
    for position, area in enumerate(game.brown, start=1):  # DOG.V1
        game.area = area
        yield from election(game, area, f"{game.year}.{area}")
        game.counted.append(area)
        revealed = yield from turn_card(game, game.blue, f"{game.year}.{position}", "DOG.V1")
        game.tell("next-year", "DOG.V1", area=revealed, position=position)
    game.area = None


def election(game: Doge, area: str, at: str) -> Flow[None]:
    yield from turn_up_ballots(game, area, at)
    votes = votes_in(game, area)
    ranking = rank(votes)
    if not ranking.first:
        game.tell("no-votes", "DOG.V5", area=area)
        return
    game.tell("votes", "DOG.V2", area=area, votes=votes)
    if area == QUARANTIA:
        yield from quarantia(game, ranking, at)
    else:
        yield from district(game, area, ranking, at)


def turn_up_ballots(game: Doge, area: str, at: str) -> Flow[None]:
    """DOG.V2: all ballots here are turned up; the table reads out cardboard ones."""
    stacks = game.pieces.stacks[area]
    values = {seat: [value for value in stack if value is not None] for seat, stack in stacks.items()}
    if stacks and game.options["ballots"] == "table":

        def offer() -> Sheet:
            return Sheet("seat", {
                str(seat): {"ballots": Pick("", hands_of(tuple(game.pieces.unseen[seat]), len(stacks[seat])))}
                for seat in stacks
            })

        read = yield Decision("turned", TABLE, at, offer, "DOG.V2", {"area": area})
        values = {int(seat): [int(value) for value in row["ballots"].split("+")] for seat, row in read.items()}
    for seat, ballots in values.items():
        game.pieces.turn_up(seat, area, ballots)
        game.tell("turned", "DOG.V2", area=area, seat=seat, ballots=ballots)


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
    votes = {seat: sum(value or 0 for value in stack) for seat, stack in game.pieces.stacks[area].items()}
    for advisor in game.pieces.advisors.values():
        if advisor.place == area and advisor.controller is not None:
            votes[advisor.controller] = votes.get(advisor.controller, 0) + 1
    return {seat: votes[seat] for seat in clockwise(game, votes) if votes[seat]}


def clockwise(game: Doge, seats: Sequence[int] | dict[int, int]) -> list[int]:
    """DOG.E4: these seats in clockwise order from the one drawn at set-up."""
    return [seat for seat in (*game.seats[game.first - 1 :], *game.seats[: game.first - 1]) if seat in seats]


# Election in a district


def district(game: Doge, area: str, ranking: Ranking, at: str) -> Flow[None]:
    first, second = ranking
    if len(first) > 1:
        game.tell("tied", "DOG.D3", area=area, seats=first)
        neutral(game, game.pieces.advisors[area], "DOG.D3")
        yield from place_tied(game, first, area, 2, at, "DOG.D3")
        return
    winner = first[0]
    game.tell("wins", "DOG.V4", area=area, seat=winner)
    yield from settle(game, winner, game.pieces.advisors[area], at, "DOG.D1")
    yield from place_houses(game, winner, area, 2, at, "DOG.D1")
    if len(second) == 1:
        yield from place_houses(game, second[0], area, 1, at, "DOG.D2")
    else:
        yield from place_tied(game, second, area, 1, at, "DOG.D4")


def place_houses(game: Doge, seat: int, area: str, most: int, at: str, rule: str) -> Flow[None]:
    """DOG.P3: one house at a time, with the right to build after each.

    Houses that can't yet make a palace are asked for in one question: nothing could happen between them.
    """
    pieces = game.pieces
    left = most
    part = 0
    while left:
        part += 1

        def offer(left: int = left) -> Count:
            wait = pieces.price(area) - pieces.houses[area][seat] if pieces.free_sites(area) else left
            return Count("houses", 0, min(left, pieces.reserve[seat], max(1, wait)))

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

        def offer(seat: int = seat) -> Count:
            return Count("houses", 0, min(most, game.pieces.reserve[seat]))

        number: int = yield Decision("houses", seat, at, offer, rule, {"area": area})
        put_houses(game, seat, area, number, rule)
        if number:
            arrived.append((seat, area))
    yield from build_tied(game, arrived, at)


# Advisors


def settle(game: Doge, seat: int, advisor: Advisor, at: str, rule: str) -> Flow[None]:
    """DOG.A1-A5, Q2: take control of an advisor and post it, or abstain and perhaps move a house."""
    pieces = game.pieces

    def offer() -> Pick:
        posts = tuple(area for area in POSTS if area != advisor.home)  # DOG.A3
        if pieces.rings[seat] or advisor.controller == seat:
            return Pick("post", (*posts, ABSTAIN))
        return Pick("post", (ABSTAIN,), {area: Refusal("no-ring", "DOG.A2") for area in posts})

    post: str = yield Decision("advisor", seat, at, offer, rule, {"advisor": advisor.name, "now": advisor.place})
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
        return Pick("source", (NOWHERE, *(area for area in SOURCES if houses[area][seat])))

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


# Election in the Quarantia (DOG.Q6: no houses are placed and no palaces built there)


def quarantia(game: Doge, ranking: Ranking, at: str) -> Flow[None]:
    first, second = ranking
    council = [game.pieces.advisors[name] for name in COUNCIL]
    if len(first) > 1:
        game.tell("tied", "DOG.Q3", area=QUARANTIA, seats=first)
        for advisor in council:
            neutral(game, advisor, "DOG.Q3")
        yield from move_tied(game, first, 2, at, "DOG.Q3")
        return
    winner = first[0]
    game.tell("wins", "DOG.V4", area=QUARANTIA, seat=winner)
    yield from settle_one(game, winner, council, f"{at}.1")
    if len(second) == 1:  # DOG.Q1
        yield from settle_one(game, second[0], council, f"{at}.2")
        yield from settle_one(game, winner, council, f"{at}.3")
        return
    yield from move_tied(game, second, 1, at, "DOG.Q4")
    yield from settle_one(game, winner, council, f"{at}.3")
    neutral(game, council[0], "DOG.Q4" if second else "DOG.Q5")


def settle_one(game: Doge, seat: int, council: list[Advisor], at: str) -> Flow[None]:
    """DOG.Q1: choose an advisor not yet settled, then settle it. Those that stand alike are one choice."""

    def offer() -> Pick:
        alike = {(advisor.place, advisor.controller): advisor.name for advisor in reversed(council)}
        return Pick("advisor", sorted(alike.values()))

    name: str = yield Decision("which", seat, at, offer, "DOG.Q1", {})
    advisor = game.pieces.advisors[name]
    council.remove(advisor)
    yield from settle(game, seat, advisor, at, "DOG.Q1")


def move_tied(game: Doge, tied: list[int], most: int, at: str, rule: str) -> Flow[None]:
    """DOG.Q3, Q4, P4: tied players first all move, then build at one price."""
    arrived = []
    for seat in tied:
        for number in range(1, most + 1):
            target = yield from move_anywhere(game, seat, f"{at}.tied.{number}", rule)
            if target is None:
                break
            if (seat, target) not in arrived:
                arrived.append((seat, target))
    yield from build_tied(game, arrived, at)


# Palaces


def offer_palace(game: Doge, seat: int, area: str, at: str) -> Flow[None]:
    """DOG.P1, P6: right after a house came in, its owner may build there."""
    build: str = yield Decision(
        "build", seat, at, lambda: palace_choice(game, seat, area, None), "DOG.P1", {"area": area}
    )
    if build == BUILD:
        build_palace(game, seat, area, game.pieces.price(area))


def palace_choice(game: Doge, seat: int, area: str, price: int | None) -> Pick:
    """Whether he can build, and if not, why (DOG.P1, P2). Without a price, at the next site's."""
    pieces = game.pieces
    houses = pieces.houses[area][seat]
    if not pieces.free_sites(area):
        reason = Refusal("no-site", "DOG.P2", area=area)
    elif houses < (price := price or pieces.price(area)):
        reason = Refusal("too-few-houses", "DOG.P1", area=area, houses=houses, price=price)
    elif not pieces.unbuilt[seat]:
        reason = Refusal("no-palace", "DOG.P2", seat=seat)
    else:
        return Pick("build", (BUILD, KEEP))
    return Pick("build", (KEEP,), {BUILD: reason})


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
    willing = []
    for seat in here:

        def offer(seat: int = seat) -> Pick:
            return palace_choice(game, seat, area, price)

        build: str = yield Decision("build", seat, f"{at}.tied.{area}", offer, "DOG.P4", {"area": area})
        if build == BUILD:
            willing.append(seat)
    sites = game.pieces.free_sites(area)
    if len(willing) > sites:  # DOG.P5
        game.tell("too-many-builders", "DOG.P5", area=area, seats=willing, sites=sites)
        willing = willing[:sites] if game.options["full_district"] == "seat-order" else []
    for seat in willing:
        if palace_choice(game, seat, area, price).options[0] == BUILD:
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
    free = {area: game.pieces.free_sites(area) for area in DISTRICTS}
    if not any(could_reach_end(palaces_of(game, seat), free) for seat in game.seats):
        game.tell("undecided", "DOG.E5")
        return Outcome([list(game.seats)], "DOG.E5")
    game.brown = game.blue  # DOG.E1
    game.blue = []
    return None


def palaces_of(game: Doge, seat: int) -> dict[str, int]:
    return {area: game.pieces.palaces[area][seat] for area in DISTRICTS}


def holding(game: Doge, seat: int) -> Holding:
    palaces = palaces_of(game, seat).values()
    houses = sum(here[seat] for here in game.pieces.houses.values())
    return Holding(sum(palaces), sum(1 for number in palaces if number), houses)
