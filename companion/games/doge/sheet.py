"""Doge's score sheets: the count of an area, the price of a palace, tied builders, the end of the game."""

from __future__ import annotations

from companion.choices import Choice, Count, Pick, Sheet
from companion.game import Receipt
from companion.games.doge.game import Doge
from companion.games.doge.rules.palaces import BUILD, KEEP
from companion.games.doge.rules.pieces import (
    ADVISORS,
    AREAS,
    BALLOTS,
    COUNCIL,
    DISTRICTS,
    HOUSES,
    PALACES,
    QUARANTIA,
    RINGS,
)
from companion.games.doge.rules.scoring import RIGHTS, Holding, could_reach_end, outcome_of, rank, reaches_end, rights
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

MOST_VOTES = sum(sorted(BALLOTS)[-4:])  # DOG.B2: four ballots at most
MAY = dict(zip(RIGHTS, named("tell", "may-settle", "may-place", "may-move", "turns-neutral"), strict=True))

named("field", "area", "votes", "palaces", "houses", "builders", "map")
named("column", "ballots", "advisors", "houses", "builds", "area")
named("column", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
named("tally", "votes")
(NONE_LEFT,) = named("build", "none-left")
COUNT, PRICE, TIED, END = named("sheet", "count", "price", "tied", "end")


def seat_rows(players: int, row: dict[str, Choice]) -> Sheet:
    return Sheet("seat", {str(seat): row for seat in range(1, players + 1)})


def count_fields(players: int, layout: Layout) -> Fields:
    row: dict[str, Choice] = {
        "ballots": Count("ballots", 0, MOST_VOTES),
        "advisors": Count("advisors", 0, RINGS),
    }
    return {"area": Pick("area", AREAS), "votes": seat_rows(players, row)}


def count_area(filled: Filled, layout: Layout) -> Counted:
    """DOG.V2-V5: count the votes, rank the seats with their ties, and say who may do what."""
    area = filled["area"]
    check_advisors(area, sum(row["advisors"] for row in filled["votes"].values()))
    votes = {int(seat): row["ballots"] + row["advisors"] for seat, row in filled["votes"].items()}
    first, second = rank(votes)
    due = rights(area, first, second)
    counted = Counted(
        {
            "votes": {str(seat): total for seat, total in votes.items()},
            "first": list(first),
            "second": list(second),
            "rights": [{**right._asdict(), "seats": list(right.seats)} for right in due],
        }
    )
    for player, row in filled["votes"].items():
        counted.receipts += votes_of(int(player), row, area)
    if not due:
        counted.tell("nobody", "DOG.V5", area=area)
    for right in due:
        for seat in right.seats or (None,):  # without a seat, the area's own advisors turn neutral
            counted.tell(MAY[right.what], right.rule, seat=seat, n=right.number, area=area)
    return counted


def votes_of(seat: int, row: dict[str, int], area: str) -> list[Receipt]:
    """DOG.V2: write a receipt for a player's ballots and one for the advisors."""
    return [
        Receipt(seat, "votes", number, "DOG.V2", why, {"area": area})
        for why, number in zip(named("why", "ballots", "advisors"), row.values(), strict=True)
        if number
    ]


def check_advisors(area: str, number: int) -> None:
    """DOG.K2, A3: refuse more advisors than have their home elsewhere."""
    at_home = len(COUNCIL) if area == QUARANTIA else 1
    if number > len(ADVISORS) - at_home:
        raise Refusal("too-many-advisors", "DOG.K2", area=area, n=number)


def price_fields(players: int, layout: Layout) -> Fields:
    return {"palaces": Count("palaces", 0, len(layout["sites"])), "houses": Count("houses", 0, HOUSES)}


def price_of_palace(filled: Filled, layout: Layout) -> Counted:
    """DOG.P1, P2: say what the next palace costs here, and how many of a player's houses are left."""
    houses = filled["houses"]
    if filled["palaces"] == len(layout["sites"]):
        counted = Counted({"price": None, "can_build": False, "left": houses})
        counted.tell("district-full", "DOG.P2")
        return counted
    price = layout["sites"][filled["palaces"]]
    if houses < price:
        counted = Counted({"price": price, "can_build": False, "left": houses})
        counted.tell("price-short", "DOG.P1", price=price, n=price - houses)
        return counted
    counted = Counted({"price": price, "can_build": True, "left": houses - price})
    counted.tell("price", "DOG.P1", price=price, n=houses - price)
    return counted


def tied_fields(players: int, layout: Layout) -> Fields:
    row: dict[str, Choice] = {"houses": Count("houses", 0, HOUSES), "builds": Pick("build", (KEEP, BUILD, NONE_LEFT))}
    return {"palaces": Count("palaces", 0, len(layout["sites"])), "builders": seat_rows(players, row)}


def build_tied(filled: Filled, layout: Layout) -> Counted:
    """DOG.P2, P4, P5: say which tied players build, all at one price; if too many want to, none of them does.

    The sheet knows neither the table's agreement for that case nor who is first clockwise, so it says both.
    """
    houses = {int(seat): row["houses"] for seat, row in filled["builders"].items()}
    left = {str(seat): number for seat, number in houses.items()}
    sites = len(layout["sites"]) - filled["palaces"]
    if not sites:
        counted = Counted({"price": None, "builders": [], "left": left})
        counted.tell("district-full", "DOG.P2")
        return counted
    price = layout["sites"][filled["palaces"]]
    willing = [seat for seat in houses if filled["builders"][str(seat)]["builds"] == BUILD]
    able = [seat for seat in willing if houses[seat] >= price]
    builders = able if len(able) <= sites else []
    left |= {str(seat): houses[seat] - price for seat in builders}
    counted = Counted({"price": price, "builders": builders, "left": left})
    for player, row in filled["builders"].items():
        if row["builds"] == NONE_LEFT:
            counted.tell("tied-no-palace", "DOG.P2", seat=int(player))
    for seat in willing:
        if seat not in able:
            counted.tell("tied-short", "DOG.P1", seat=seat, price=price, n=price - houses[seat])
    for seat in builders:
        counted.tell("tied-builds", "DOG.P4", seat=seat, price=price, n=houses[seat] - price)
    if able and not builders:
        counted.tell("tied-too-many", "DOG.P5", seats=able, sites=sites)
        counted.tell("tied-in-turn", "DOG.P5", n=sites)
    elif not able:
        counted.tell("tied-none", "DOG.P4", price=price)
    return counted


def end_fields(players: int, layout: Layout) -> Fields:
    row: dict[str, Choice] = {area: Count("palaces", 0, len(layout["sites"])) for area in DISTRICTS}
    return {"map": seat_rows(players, row | {"houses": Count("houses", 0, HOUSES)})}


def end_of_game(filled: Filled, layout: Layout) -> Counted:
    """DOG.E2, E3, E5: say who has reached an end and in which order, or whether anyone still can."""
    held = {int(seat): row for seat, row in filled["map"].items()}
    check_map(held, layout)
    palaces = {seat: {area: row[area] for area in DISTRICTS} for seat, row in held.items()}
    holdings = {
        seat: Holding(sum(here.values()), sum(map(bool, here.values())), held[seat]["houses"])
        for seat, here in palaces.items()
    }
    reached = [seat for seat, has in holdings.items() if reaches_end(has.palaces, has.districts)]
    free = {area: len(layout["sites"]) - sum(here[area] for here in palaces.values()) for area in DISTRICTS}
    stuck = not any(could_reach_end(here, free) for here in palaces.values())
    order = [list(held)] if stuck else outcome_of(holdings).places
    counted = Counted({"over": bool(reached) or stuck, "reached": reached, "places": order})
    counted.receipts = [receipt for seat, row in held.items() for receipt in on_the_map(seat, row)]
    if reached:
        counted.tell("won" if len(order[0]) == 1 else "drawn", "DOG.E3", seats=order[0])
    elif stuck:
        counted.tell("undecided", "DOG.E5")
    else:
        counted.tell("goes-on", "DOG.E2")
    return counted


def on_the_map(seat: int, row: dict[str, int]) -> list[Receipt]:
    """DOG.E2, E3: write receipts for a player's palaces by district, and for the houses that break ties."""
    standing = [
        Receipt(seat, "palaces", row[area], "DOG.E2", "standing", {"area": area}) for area in DISTRICTS if row[area]
    ]
    if row["houses"]:
        standing.append(Receipt(seat, "houses", row["houses"], "DOG.E3", "on-the-map", {}))
    return standing


def check_map(held: dict[int, dict[str, int]], layout: Layout) -> None:
    """Refuse more palaces than a player has, or than a district has sites for."""
    for seat, row in held.items():
        if (number := sum(row[area] for area in DISTRICTS)) > PALACES:
            raise Refusal("too-many-palaces", "DOG.K1", seat=seat, n=number)
    for area in DISTRICTS:
        if (number := sum(row[area] for row in held.values())) > len(layout["sites"]):
            raise Refusal("too-many-here", "DOG.P2", area=area, n=number)


SHEETS = {
    COUNT: ScoreSheet(Doge.players, count_fields, count_area),
    PRICE: ScoreSheet(Doge.players, price_fields, price_of_palace),
    TIED: ScoreSheet(Doge.players, tied_fields, build_tied),
    END: ScoreSheet(Doge.players, end_fields, end_of_game),
}
