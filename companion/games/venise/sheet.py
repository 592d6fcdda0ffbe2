"""Venise's score sheet: the race, with gems, tiles and places."""

from __future__ import annotations

from companion.choices import Choice, Count, Sheet
from companion.game import Receipt
from companion.games.venise import PLAYERS
from companion.games.venise.layout import GEMS
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

named("field", "race")
named("column", "gems", "tiles", "place")
(RACE,) = named("sheet", "race")


def race_fields(players: int, layout: Layout) -> Fields:
    """Ask for each player's gems, tiles, and place at the finish (0 while still racing)."""
    row: dict[str, Choice] = {
        "gems": Count("gems", 0, GEMS),
        "tiles": Count("tiles", 0, GEMS - 1),
        "place": Count("place", 0, players),
    }
    return {"race": Sheet("seat", {str(seat): row for seat in range(1, players + 1)})}


def race(filled: Filled, layout: Layout) -> Counted:
    """VSE.G2, E1: say who has finished in which place, and what the others have."""
    rows = {int(seat): row for seat, row in filled["race"].items()}
    check_race(rows)
    finished = sorted((seat for seat, row in rows.items() if row["place"]), key=lambda seat: rows[seat]["place"])
    racing = [seat for seat in rows if seat not in finished]
    over = len(finished) >= len(rows) - 1
    places = [[seat] for seat in finished] + ([racing] if racing else [])
    counted = Counted({"over": over, "finished": finished, "places": places if finished else []})
    for seat, row in rows.items():
        for receipt in (
            Receipt(seat, "gems", row["gems"], "VSE.G1", "held", {}),
            Receipt(seat, "tiles", row["tiles"], "VSE.G2", "held-tiles", {}),
        ):
            counted.receipts += [receipt] if receipt.amount else []
    for seat in racing:
        counted.tell("racing", "VSE.E1", seat=seat, n=GEMS - rows[seat]["gems"])
    for place, seat in enumerate(finished, start=1):
        counted.tell("won" if place == 1 else "finished", "VSE.E1", seat=seat, place=place)
    return counted


def check_race(rows: dict[int, dict[str, int]]) -> None:
    """Refuse tiles that no gem brought, a place without four gems, and places that are shared or skipped."""
    for seat, row in rows.items():
        if row["tiles"] > row["gems"]:
            raise Refusal("too-many-tiles", "VSE.G2", seat=seat, n=row["tiles"])
        if bool(row["place"]) != (row["gems"] == GEMS):
            raise Refusal("place-without-gems", "VSE.E1", seat=seat)
    places = sorted(row["place"] for row in rows.values() if row["place"])
    if places != list(range(1, len(places) + 1)):
        raise Refusal("bad-places", "VSE.E1", places=places)


SHEETS = {RACE: ScoreSheet(PLAYERS, race_fields, race)}
