"""The final count, part by part and district by district (RIA.Z1-Z4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game import Outcome
from companion.games.rialto.scoring import buildings_score, places, rank_scores, ranking, rest_score

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto


def final_count(game: Rialto) -> Outcome:
    game.phase = 4
    count_rest(game)
    count_buildings(game)
    for district in game.turns:
        count_district(game, district)
    points = {seat: game.score[seat]["points"] for seat in game.seats}
    outcome = Outcome(places(points, game.order()), "RIA.Z4")
    (winner,) = outcome.winners
    tied = list(points.values()).count(points[winner]) > 1
    game.tell("won-by-track" if tied else "won", "RIA.Z4", seat=winner, n=points[winner])
    return outcome


def count_rest(game: Rialto) -> None:
    pieces = game.pieces
    scores = {seat: rest_score(pieces.personal[seat], pieces.purse[seat]) for seat in game.seats}
    for seat, score in scores.items():
        left = {"councillors": pieces.personal[seat], "coins": pieces.purse[seat]}
        game.gain(seat, "points", score, "RIA.Z1", "rest", **left)
    game.tell("count-rest", "RIA.Z1", scores=scores)


def count_buildings(game: Rialto) -> None:
    boards = game.pieces.boards
    scores = {seat: buildings_score([building.kind for building in boards[seat]]) for seat in game.seats}
    for seat, score in scores.items():
        game.gain(seat, "points", score, "RIA.Z2", "buildings")
    game.tell("count-buildings", "RIA.Z2", scores=scores)


def count_district(game: Rialto, district: str) -> None:
    """The neutral player takes its ranks, without points (RIA.N6)."""
    worth = game.pieces.worth(district)
    ranks = ranking(game.pieces.districts[district], game.order())
    scores = dict(zip(ranks, rank_scores(worth), strict=False))
    for rank, (player, score) in enumerate(scores.items(), start=1):
        game.gain(player, "points", score, "RIA.Z3", "district", district=district, rank=rank)
    councillors = {player: game.pieces.districts[district][player] for player in ranks}
    if ranks:
        game.tell("count-district", "RIA.Z3", district=district, worth=worth, scores=scores, councillors=councillors)
    else:
        game.tell("empty-district", "RIA.Z3", district=district)
