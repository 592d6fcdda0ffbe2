"""Venezia's score sheets: the births of a turn, and phase 4 of a round."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Count, Pick, Sheet
from companion.game import Receipt
from companion.games.venezia.game import Venezia
from companion.games.venezia.rules.pieces import DISTRICTS, GREY, NOBODY, PIAZZA_MOST, PIGEONS, SAN_GIORGIO, ZONES
from companion.games.venezia.rules.scoring import (
    BESIDE,
    MOST_POINTS,
    ON,
    RECOVERED,
    Won,
    ending,
    hunted,
    leader,
    ranked,
    score,
    with_grey,
)
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

MOST_TOURISTS = 3  # VEZ.V2
(NOWHERE,) = named("zone", "nowhere")

named("field", "beside", "on", "stock", "zones", "seats", "vatican", "bird")
named("column", "grey", "home", "points", "dead", "action", "victim")
BIRTHS, ROUND = named("sheet", "births", "round")


def birth_fields(players: int, layout: Layout) -> Fields:
    return {
        "beside": Count("pigeons", 0, PIAZZA_MOST * MOST_TOURISTS),
        "on": Count("pigeons", 0, MOST_TOURISTS),
        "stock": Count("pigeons", 0, PIGEONS),
    }


def births(filled: Filled, layout: Layout) -> Counted:
    """VEZ.C3, C4: two for each next to a tourist, five for each on one, no more than the stock has."""
    due = BESIDE * filled["beside"] + ON * filled["on"]
    hatched = min(due, filled["stock"])
    counted = Counted({"due": due, "born": hatched, "stock": filled["stock"] - hatched})
    if hatched < due:
        counted.tell("hatch-fewer", "VEZ.C4", n=hatched, due=due)
    else:
        counted.tell("hatch", "VEZ.C3", n=hatched, due=due)
    return counted


def round_fields(players: int, layout: Layout) -> Fields:
    seats = [str(seat) for seat in range(1, players + 1)]
    pigeons: dict[str, Choice] = {seat: Count("pigeons", 0, PIGEONS) for seat in seats}
    row: dict[str, Choice] = {
        "home": Pick("zone", DISTRICTS),
        "points": Count("points", 0, MOST_POINTS),
        "dead": Count("pigeons", 0, PIGEONS),
    }
    return {
        "zones": Sheet("zone", dict.fromkeys(ZONES, pigeons | {"grey": Count("pigeons", 0, GREY)})),
        "seats": Sheet("seat", dict.fromkeys(seats, row)),
        "vatican": Pick("seat", (NOBODY, *seats)),
        "bird": Pick("zone", (NOWHERE, *ZONES)),
    }


def count_round(filled: Filled, layout: Layout) -> Counted:
    """VEZ.Y1-Y5, E1, E2: points, who may take what back, what the hunt empties, and whether that is the end."""
    held = {int(seat): row for seat, row in filled["seats"].items()}
    zones = {zone: {seat: row[str(seat)] for seat in held} for zone, row in filled["zones"].items()}
    grey = {zone: row["grey"] for zone, row in filled["zones"].items()}
    check_round(held, zones, grey)
    vatican = None if filled["vatican"] == NOBODY else int(filled["vatican"])
    bird = None if filled["bird"] == NOWHERE else filled["bird"]
    homes = {seat: row["home"] for seat, row in held.items()}
    won = score({zone: zones[zone] for zone in DISTRICTS}, grey, homes, vatican, bird)
    points = {seat: row["points"] + sum(one.points for one in won if one.seat == seat) for seat, row in held.items()}
    outcome = ending(points, won)
    isle = leader(with_grey(zones[SAN_GIORGIO], grey[SAN_GIORGIO], vatican)) if bird != SAN_GIORGIO else None
    graves = leader({seat: row["dead"] for seat, row in held.items()})
    emptied = hunted({zone: sum(zones[zone].values()) + grey[zone] for zone in ZONES})
    counted = Counted(
        {
            "won": [one._asdict() for one in won],
            "points": {str(seat): number for seat, number in points.items()},
            "over": outcome is not None,
            "places": outcome.places if outcome else ranked(points),
            "take_back": isle,
            "recover": graves,
            "hunted": emptied,
        }
    )
    before = [Receipt(seat, "points", row["points"], "VEZ.E1", "so-far", {}) for seat, row in held.items()]
    counted.receipts = [one for one in before if one.amount] + [receipt(one) for one in won]
    counted.tell("totals", "VEZ.Y1", points=points)
    if outcome:
        counted.tell("won" if len(outcome.winners) == 1 else "shared", outcome.rule, seats=outcome.winners)
        return counted
    if isle is not None:
        counted.tell("may-take-back", "VEZ.Y2", seat=isle)
    if graves is not None:
        counted.tell("may-recover", "VEZ.Y3", seat=graves, n=min(RECOVERED, held[graves]["dead"]))
    for zone in emptied:
        counted.tell("hunted", "VEZ.Y5", zone=zone, n=sum(zones[zone].values()) + grey[zone])
    counted.tell("goes-on", "VEZ.E1")
    return counted


def receipt(one: Won) -> Receipt:
    return Receipt(one.seat, "points", one.points, "VEZ.Y1", one.why, {"zone": one.zone, "home_of": one.home_of})


def check_round(held: dict[int, dict[str, Any]], zones: dict[str, dict[int, int]], grey: dict[str, int]) -> None:
    """Refuses one home for two, and more pigeons than there are."""
    homes = [row["home"] for row in held.values()]
    for home in homes:
        if homes.count(home) > 1:
            raise Refusal("home-twice", "VEZ.S2", zone=home)
    for seat, row in held.items():
        number = sum(here[seat] for here in zones.values()) + row["dead"]
        if number > PIGEONS:
            raise Refusal("too-many-pigeons", "VEZ.K6", seat=seat, n=number)
    if sum(grey.values()) > GREY:
        raise Refusal("too-many-grey", "VEZ.K2", n=sum(grey.values()))


SHEETS = {
    BIRTHS: ScoreSheet((1,), birth_fields, births),
    ROUND: ScoreSheet(Venezia.players, round_fields, count_round),
}
