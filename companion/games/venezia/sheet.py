"""Venezia's score sheets: the births of a turn, and the count that ends a round (phase 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.choices import Choice, Count, Pick, Sheet
from companion.game import Outcome, Receipt
from companion.games.venezia.game import Venezia
from companion.games.venezia.rules.pieces import DISTRICTS, GREY, NOBODY, PIAZZA_MOST, PIGEONS, SAN_GIORGIO, ZONES
from companion.games.venezia.rules.scoring import (
    BESIDE,
    GOAL,
    MOST_POINTS,
    ON,
    RECOVERED,
    Won,
    ending,
    hunted,
    leader,
    leader_on_isle,
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
    """VEZ.C3, C4: two young for each pigeon next to a tourist, five for each on one, as far as the stock goes."""
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


@dataclass
class RoundEnd:
    """The board at the end of a round, as the eye sees it."""

    seats: dict[int, dict[str, Any]]
    """For each seat its `home`, its `points` so far and its `dead`."""
    zones: dict[str, dict[int, int]]
    grey: dict[str, int]
    vatican: int | None
    bird: str | None

    def total(self, zone: str) -> int:
        return sum(self.zones[zone].values()) + self.grey[zone]

    def isle_leader(self) -> int | None:
        """VEZ.Y2: return who may take a card back, for leading on San Giorgio."""
        zone = SAN_GIORGIO
        return leader_on_isle(self.zones[zone], self.grey[zone], vatican=self.vatican, bird=self.bird)

    def dead_leader(self) -> int | None:
        """VEZ.Y3: return who may recover pigeons, for having most on San Michele."""
        return leader({seat: row["dead"] for seat, row in self.seats.items()})


def count_round(filled: Filled, layout: Layout) -> Counted:
    """VEZ.Y1-Y5, E1, E2: points, who may take back what, which zones are hunted, and whether the game is over."""
    board = read(filled)
    check(board)
    seats = board.seats
    homes = {seat: row["home"] for seat, row in seats.items()}
    counts = {zone: with_grey(board.zones[zone], board.grey[zone], board.vatican) for zone in DISTRICTS}
    won = score(counts, homes, bird=board.bird)
    points = {seat: row["points"] + sum(one.points for one in won if one.seat == seat) for seat, row in seats.items()}
    outcome = ending(points, won)
    counted = Counted(
        {
            "won": [one._asdict() for one in won],
            "points": {str(seat): number for seat, number in points.items()},
            "over": outcome is not None,
            "places": (outcome or Outcome.by_merit(points, "")).places,
            "take_back": board.isle_leader(),
            "recover": board.dead_leader(),
            "hunted": hunted({zone: board.total(zone) for zone in ZONES}),
        }
    )
    counted.receipts = [*points_so_far(board), *map(receipt, won)]
    counted.tell("totals", "VEZ.Y1", points=points)
    if outcome:
        counted.tell("won" if len(outcome.winners) == 1 else "shared", outcome.rule, seats=outcome.winners)
    else:
        tell_rest_of_round(counted, board)
    return counted


def read(filled: Filled) -> RoundEnd:
    seats = {int(seat): row for seat, row in filled["seats"].items()}
    return RoundEnd(
        seats,
        {zone: {seat: row[str(seat)] for seat in seats} for zone, row in filled["zones"].items()},
        {zone: row["grey"] for zone, row in filled["zones"].items()},
        None if filled["vatican"] == NOBODY else int(filled["vatican"]),
        None if filled["bird"] == NOWHERE else filled["bird"],
    )


def check(board: RoundEnd) -> None:
    """Refuse a home shared by two players, points that ended the game before, and more pigeons than there are."""
    homes = [row["home"] for row in board.seats.values()]
    for home in homes:
        if homes.count(home) > 1:
            raise Refusal("home-twice", "VEZ.S2", zone=home)
    for seat, row in board.seats.items():
        if row["points"] >= GOAL:
            raise Refusal("over-before", "VEZ.E1", seat=seat, points=row["points"])
        number = sum(here[seat] for here in board.zones.values()) + row["dead"]
        if number > PIGEONS:
            raise Refusal("too-many-pigeons", "VEZ.K6", seat=seat, n=number)
    grey = sum(board.grey.values())
    if grey > GREY:
        raise Refusal("too-many-grey", "VEZ.K2", n=grey)


def points_so_far(board: RoundEnd) -> list[Receipt]:
    return [
        Receipt(seat, "points", row["points"], "VEZ.E1", "so-far", {})
        for seat, row in board.seats.items()
        if row["points"]
    ]


def receipt(one: Won) -> Receipt:
    return Receipt(one.seat, "points", one.points, "VEZ.Y1", one.why, {"zone": one.zone, "home_of": one.home_of})


def tell_rest_of_round(counted: Counted, board: RoundEnd) -> None:
    """VEZ.Y2, Y3, Y5: say what is left to do before the next round."""
    isle, graves = board.isle_leader(), board.dead_leader()
    if isle is not None:
        counted.tell("may-take-back", "VEZ.Y2", seat=isle)
    if graves is not None:
        counted.tell("may-recover", "VEZ.Y3", seat=graves, n=min(RECOVERED, board.seats[graves]["dead"]))
    for zone in counted.result["hunted"]:
        counted.tell("hunted", "VEZ.Y5", zone=zone, n=board.total(zone))
    counted.tell("goes-on", "VEZ.E1")


SHEETS = {
    BIRTHS: ScoreSheet((1,), birth_fields, births),
    ROUND: ScoreSheet(Venezia.players, round_fields, count_round),
}
