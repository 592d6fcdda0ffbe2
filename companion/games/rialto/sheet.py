"""Rialto's score sheets: those of a stage, and the final count.

The final sheet asks what the eye sees on the map, and refuses what no map can show: each tile joins two districts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.choices import Choice, Count, Sheet
from companion.game import Receipt
from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.pieces import COINS, COUNCILLORS, DISTRICTS, GONDOLAS, PLACES
from companion.games.rialto.rules.scoring import (
    LEAST_POINTS,
    MOST_POINTS,
    Rank,
    Reckoning,
    decided_by_track,
    outcome_of,
    ranks_in,
    rest_score,
)
from companion.games.rialto.stage_sheet import (
    YELLOWS,
    count_marked,
    count_played,
    count_stage,
    in_turn,
    marked_fields,
    order_in,
    place,
    played_fields,
    seats_of,
    stage_fields,
)
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

MOST_BUILDINGS = 4 * PLACES

named("field", "boards", "map", "districts")
named("column", "points", "buildings", "coins", "councillors", "bridges", "gondolas")
named("column", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
PLAYED, STAGE, MARKED, FINAL = named("sheet", "played", "stage", "marked", "final")
IN_ORDER = {district: {"turn": turn} for turn, district in enumerate(DISTRICTS, start=1)}

Ends = Mapping[str, Mapping[str, int]]
"""By district: what the bridge ends there are worth together, and how many gondolas lie there."""


def final_fields(players: int, layout: Layout) -> Fields:
    """RIA.Z1-Z4: ask for boards with the points so far, what the districts are worth, and who stands where."""
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
    ranked = outcome_of(count.total, order).places
    counted = Counted(result_of(count, ranked), receipts=receipts_of(count, boards))
    counted.tell("final-count", "RIA.Z4", **count.facts())
    (winner,) = ranked[0]
    by_track = decided_by_track(winner, count.total)
    counted.tell("won-by-track" if by_track else "won", "RIA.Z4", seat=winner, n=count.total[winner])
    return counted


def reckon(filled: Filled, boards: dict[int, dict[str, int]], order: list[Player]) -> Reckoning:
    """RIA.Z1-Z3: do the same sum as at the end of a game, from what the eye sees."""
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


def result_of(count: Reckoning, ranked: list[list[int]]) -> dict[str, Any]:
    return {
        "points": {str(seat): total for seat, total in count.total.items()},
        "districts": {
            district: {str(rank.player): rank.points for rank in ranks} for district, ranks in count.ranks.items()
        },
        "places": ranked,
    }


def receipts_of(count: Reckoning, boards: dict[int, dict[str, int]]) -> list[Receipt]:
    receipts = [receipt for seat, row in boards.items() for receipt in count_board(seat, row)]
    receipts += [receipt for district, ranks in count.ranks.items() for receipt in count_ranks(district, ranks)]
    return [receipt for receipt in receipts if receipt.amount]


def count_board(seat: int, row: dict[str, int]) -> list[Receipt]:
    """RIA.Z1, Z2: write receipts for a player's points so far, for what is left on the board, and for buildings."""
    rest = rest_score(row["councillors"], row["coins"])
    facts = {"councillors": row["councillors"], "coins": row["coins"]}
    return [
        Receipt(seat, "points", row["points"], "RIA.Z4", "so-far", {}),
        Receipt(seat, "points", rest, "RIA.Z1", "rest", facts),
        Receipt(seat, "points", row["buildings"], "RIA.Z2", "buildings", {}),
    ]


def count_ranks(district: str, ranks: Sequence[Rank]) -> list[Receipt]:
    """RIA.Z3, N6: write a receipt for each rank that scores. The neutral player only takes up a rank."""
    return [
        Receipt(rank.player, "points", rank.points or 0, "RIA.Z3", "district", {"district": district, "rank": number})
        for number, rank in enumerate(ranks, start=1)
        if isinstance(rank.player, int)
    ]


def check_coins(boards: dict[int, dict[str, int]]) -> None:
    """RIA.K2: refuse more coins than there are."""
    if (number := sum(board["coins"] for board in boards.values())) > COINS:
        raise Refusal("too-many-coins", "RIA.K2", n=number)


def check_councillors(boards: dict[int, dict[str, int]], here: Filled) -> None:
    """RIA.K2: refuse more councillors of a colour than there are."""
    for seat, board in boards.items():
        number = board["councillors"] + sum(here[str(seat)][district] for district in DISTRICTS)
        if number > COUNCILLORS:
            raise Refusal("too-many-councillors", "RIA.K2", seat=seat, n=number)


def check_tiles(there: Ends, layout: Layout) -> None:
    """Refuse what no map can show, first district by district, then taken together."""
    check_number(there, layout["bridges"])
    check_gondolas({district: row["gondolas"] for district, row in there.items()})
    counts = {
        district: bridges_at(district, row, layout["bridges"], connections(district, layout))
        for district, row in there.items()
    }
    check_bridges(sum(row["bridges"] for row in there.values()), counts, layout["bridges"])


def connections(district: str, layout: Layout) -> int:
    return sum(district in pair for pair in layout["connections"])


def check_number(there: Ends, tiles: Sequence[Sequence[int]]) -> None:
    """RIA.K2: refuse more bridges and gondolas than there are. Each tile counts in the two districts it joins."""
    ends = sum(end for tile in tiles for end in tile)
    if (number := sum(row["bridges"] for row in there.values())) > ends:
        raise Refusal("too-many-bridges", "RIA.K2", n=number, most=ends)
    if (number := sum(row["gondolas"] for row in there.values())) > 2 * GONDOLAS:
        raise Refusal("too-many-gondolas", "RIA.K2", n=number, most=2 * GONDOLAS)


def check_gondolas(gondolas: Mapping[str, int]) -> None:
    """RIA.E2: refuse gondolas that lie at one district only."""
    ends = sum(gondolas.values())
    if ends % 2 or max(gondolas.values()) > ends // 2:
        raise Refusal("gondolas-apart", "RIA.E2", n=ends)


def bridges_at(district: str, row: Mapping[str, int], tiles: Sequence[Sequence[int]], most: int) -> set[int]:
    """RIA.K4, K6: return how many bridges there may be at a district. Refuse a worth that no tiles add up to."""
    worth, gondolas = row["bridges"], row["gondolas"]
    counts = {number for number, total in sums(tiles) if total == worth}
    if not counts:
        raise Refusal("no-such-bridges", "RIA.K6", district=district, number=worth)
    if min(counts) + gondolas > most:
        raise Refusal("too-many-tiles", "RIA.K4", district=district, most=most)
    return {number for number in counts if number + gondolas <= most}


def check_bridges(total: int, counts: Mapping[str, set[int]], tiles: Sequence[Sequence[int]]) -> None:
    """RIA.K6: refuse ends that don't make whole bridges between two districts each."""
    whole = {number for number, worth in sums([[sum(tile)] for tile in tiles]) if worth == total}
    if not any(2 * number in ends_with(number, counts.values()) for number in whole):
        raise Refusal("bridges-apart", "RIA.K6", n=total)


def ends_with(bridges: int, counts: Iterable[set[int]]) -> set[int]:
    """Return how many ends all districts together may have, with at most this many bridges at each."""
    ends = {0}
    for here in counts:
        ends = {so_far + number for so_far in ends for number in here if number <= bridges}
    return ends


def sums(tiles: Iterable[Sequence[int]]) -> set[tuple[int, int]]:
    """Return every choice of tiles with one value of each: how many, and what they add up to.

    >>> sorted(sums([[3, 4], [5, 6]]))
    [(0, 0), (1, 3), (1, 4), (1, 5), (1, 6), (2, 8), (2, 9), (2, 10)]
    """
    found = {(0, 0)}
    for tile in tiles:
        found |= {(number + 1, total + end) for number, total in found for end in tile}
    return found


SHEETS = {
    PLAYED: ScoreSheet(
        Rialto.players, played_fields, count_played, {"played": in_turn("cards", "jokers", *YELLOWS.values())}
    ),
    STAGE: ScoreSheet(Rialto.players, stage_fields, count_stage, {"stage": in_turn("strength")}),
    MARKED: ScoreSheet((2,), marked_fields, count_marked, {"turns": IN_ORDER}),
    FINAL: ScoreSheet(Rialto.players, final_fields, count_final),
}
