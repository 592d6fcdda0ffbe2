"""Rialto's score sheets: who takes the bonus of a stage, and the final count."""

from __future__ import annotations

from collections.abc import Sequence

from companion.choices import Choice, Count, Sheet
from companion.game import Receipt
from companion.games.rialto.game import Rialto
from companion.games.rialto.possible import check_tiles
from companion.games.rialto.rules.cards import NEUTRAL, Player
from companion.games.rialto.rules.pieces import COINS, COUNCILLORS, DISTRICTS, GONDOLAS, PLACES
from companion.games.rialto.rules.reckoning import Rank, Reckoning, ranks_in
from companion.games.rialto.rules.scoring import LEAST_POINTS, MOST_POINTS, bonus, places, rest_score
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

MOST_CARDS = 20
MOST_BUILDINGS = 4 * PLACES

named("field", "stage", "boards", "map", "districts")
named("column", "strength", "place", "points", "buildings", "coins", "councillors", "bridges", "gondolas")
named("column", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
STAGE, FINAL = named("sheet", "stage", "final")


def seats_of(players: int) -> list[str]:
    """The rows of a sheet; with two players the neutral one may be there too (RIA.N1)."""
    return [*map(str, range(1, players + 1)), *([NEUTRAL] if players == 2 else [])]


def place(players: int) -> Choice:
    """A place on the Doge track, 1 for who leads, 0 for a neutral player who is not there."""
    return Count("place", 0 if players == 2 else 1, len(seats_of(players)))


def stage_fields(players: int, layout: Layout) -> Fields:
    row = {"strength": Count("strength", 0, MOST_CARDS), "place": place(players)}
    return {"stage": Sheet("seat", dict.fromkeys(seats_of(players), row))}


def order_in(rows: Filled) -> list[Player]:
    """RIA.T2: the players by their place on the Doge track; refuses two in one place, or a player without one.

    RIA.N1: a neutral player who has no place is not there, so nothing may be entered for it.
    """
    neutral = rows.get(NEUTRAL)
    if neutral and not neutral["place"] and any(neutral.values()):
        raise Refusal("neutral-unplaced", "RIA.N1")
    named_places = {seat: row["place"] for seat, row in rows.items() if row["place"] or seat != NEUTRAL}
    if sorted(named_places.values()) != list(range(1, len(named_places) + 1)):
        raise Refusal("not-an-order", "RIA.T2", count=len(named_places))
    return [as_player(seat) for seat in sorted(named_places, key=lambda seat: named_places[seat])]


def as_player(seat: str) -> Player:
    return int(seat) if seat.isdecimal() else seat


def count_stage(filled: Filled, layout: Layout) -> Counted:
    """RIA.P4, P5: who takes the bonus of a stage, and in which order the actions are done."""
    order = order_in(filled["stage"])
    strengths = {player: filled["stage"][str(player)]["strength"] for player in order}
    holder = bonus(strengths, order)
    acting = [player for player in order if strengths[player]]
    counted = Counted({"bonus": holder, "order": acting, "first": holder})
    if holder is None:
        counted.tell("nobody-played", "RIA.P4")
    else:
        counted.tell("takes-bonus", "RIA.P4", seat=holder, n=strengths[holder])
        counted.tell("acting", "RIA.P5", seats=acting)
    return counted


def final_fields(players: int, layout: Layout) -> Fields:
    """RIA.Z1-Z4: boards with the points so far, what the districts are worth, and who stands where."""
    board: dict[str, Choice] = {
        "points": Count("points", LEAST_POINTS, MOST_POINTS),
        "coins": Count("coins", 0, COINS),
        "councillors": Count("councillors", 0, COUNCILLORS),
        "buildings": Count("buildings", 0, MOST_BUILDINGS),
    }
    ends = [end for tile in layout["bridges"] for end in tile]
    worth: dict[str, Choice] = {
        "bridges": Count("bridges", 0, sum(ends)),
        "gondolas": Count("gondolas", 0, GONDOLAS),
    }
    here: dict[str, Choice] = {district: Count("councillors", 0, 2 * COUNCILLORS) for district in DISTRICTS}
    return {
        "boards": Sheet("seat", {str(seat): board for seat in range(1, players + 1)}),
        "map": Sheet("district", dict.fromkeys(DISTRICTS, worth)),
        "districts": Sheet("seat", {seat: here | {"place": place(players)} for seat in seats_of(players)}),
    }


def count_final(filled: Filled, layout: Layout) -> Counted:
    order = order_in(filled["districts"])
    boards = {int(seat): row for seat, row in filled["boards"].items()}
    check_tiles(filled["map"], layout)
    check_coins(boards)
    check_councillors(boards, filled["districts"])
    count = reckon(filled, boards, order)
    receipts = [receipt for seat, row in boards.items() for receipt in count_board(seat, row)]
    receipts += [receipt for district, ranks in count.ranks.items() for receipt in count_ranks(district, ranks)]
    ranked = places(count.total, order)
    result = {
        "points": {str(seat): total for seat, total in count.total.items()},
        "districts": {
            district: {str(rank.player): rank.points for rank in ranks} for district, ranks in count.ranks.items()
        },
        "places": ranked,
    }
    counted = Counted(result, receipts=[receipt for receipt in receipts if receipt.amount])
    counted.tell("final-count", "RIA.Z4", **count.facts())
    points = count.total[ranked[0][0]]
    tied = list(count.total.values()).count(points) > 1
    counted.tell("won-by-track" if tied else "won", "RIA.Z4", seat=ranked[0][0], n=points)
    return counted


def reckon(filled: Filled, boards: dict[int, dict[str, int]], order: list[Player]) -> Reckoning:
    """RIA.Z1-Z3: the same sum as at the end of a game, from what the eye sees."""
    worth = {district: row["bridges"] + row["gondolas"] for district, row in filled["map"].items()}
    here = {
        district: {player: filled["districts"][str(player)][district] for player in order} for district in DISTRICTS
    }
    return Reckoning(
        so_far={seat: row["points"] for seat, row in boards.items()},
        rest={seat: rest_score(row["councillors"], row["coins"]) for seat, row in boards.items()},
        buildings={seat: row["buildings"] for seat, row in boards.items()},
        worth=worth,
        ranks={district: ranks_in(here[district], order, worth[district]) for district in DISTRICTS},
    )


def count_board(seat: int, row: dict[str, int]) -> list[Receipt]:
    """RIA.Z1, Z2: what is left on a player's board, and his buildings; with the points he came with."""
    rest = rest_score(row["councillors"], row["coins"])
    facts = {"councillors": row["councillors"], "coins": row["coins"]}
    return [
        Receipt(seat, "points", row["points"], "RIA.Z4", "so-far", {}),
        Receipt(seat, "points", rest, "RIA.Z1", "rest", facts),
        Receipt(seat, "points", row["buildings"], "RIA.Z2", "buildings", {}),
    ]


def count_ranks(district: str, ranks: Sequence[Rank]) -> list[Receipt]:
    """RIA.Z3: a receipt for each rank that scores; the neutral player only takes its rank (RIA.N6)."""
    return [
        Receipt(rank.player, "points", rank.points or 0, "RIA.Z3", "district", {"district": district, "rank": number})
        for number, rank in enumerate(ranks, start=1)
        if isinstance(rank.player, int)
    ]


def check_coins(boards: dict[int, dict[str, int]]) -> None:
    """RIA.K2: refuses more coins than there are."""
    if (number := sum(board["coins"] for board in boards.values())) > COINS:
        raise Refusal("too-many-coins", "RIA.K2", n=number)


def check_councillors(boards: dict[int, dict[str, int]], here: Filled) -> None:
    """RIA.K2: refuses more councillors of a colour than there are."""
    for seat, board in boards.items():
        number = board["councillors"] + sum(here[str(seat)][district] for district in DISTRICTS)
        if number > COUNCILLORS:
            raise Refusal("too-many-councillors", "RIA.K2", seat=seat, n=number)


SHEETS = {
    STAGE: ScoreSheet(Rialto.players, stage_fields, count_stage),
    FINAL: ScoreSheet(Rialto.players, final_fields, count_final),
}
