"""The final count, part by part and district by district (RIA.Z1-Z4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game import Outcome
from companion.games.rialto.rules.reckoning import Reckoning, ranks_in
from companion.games.rialto.rules.scoring import buildings_score, places, rest_score

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto

FINAL = 4
"""The phase after the last round."""


def final_count(game: Rialto) -> Outcome:
    game.phase = FINAL
    count = reckon(game)
    gain_all(game, count)
    game.tell("final-count", "RIA.Z4", **count.facts())
    outcome = Outcome(places(count.total, game.order()), "RIA.Z4")
    (winner,) = outcome.winners
    points = count.total[winner]
    tied = list(count.total.values()).count(points) > 1
    game.tell("won-by-track" if tied else "won", "RIA.Z4", seat=winner, n=points)
    return outcome


def reckon(game: Rialto) -> Reckoning:
    pieces, order = game.pieces, game.order()
    worth = {district: pieces.worth(district) for district in game.turns}
    return Reckoning(
        so_far={seat: game.score[seat]["points"] for seat in game.seats},
        rest={seat: rest_score(pieces.personal[seat], pieces.purse[seat]) for seat in game.seats},
        buildings={seat: buildings_score([one.kind for one in pieces.boards[seat]]) for seat in game.seats},
        worth=worth,
        ranks={district: ranks_in(pieces.districts[district], order, worth[district]) for district in game.turns},
    )


def gain_all(game: Rialto, count: Reckoning) -> None:
    """A receipt for each part of the count, and for each rank in a district."""
    pieces = game.pieces
    for seat, score in count.rest.items():
        left = {"councillors": pieces.personal[seat], "coins": pieces.purse[seat]}
        game.gain(seat, "points", score, "RIA.Z1", "rest", **left)
    for seat, score in count.buildings.items():
        game.gain(seat, "points", score, "RIA.Z2", "buildings")
    for district, ranks in count.ranks.items():
        for number, rank in enumerate(ranks, start=1):
            game.gain(rank.player, "points", rank.points or 0, "RIA.Z3", "district", district=district, rank=number)
