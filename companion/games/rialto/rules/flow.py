"""The rulebook of Rialto, read top to bottom. The three phases of a round are beside it."""

from __future__ import annotations

from companion.choices import Pick
from companion.game import Outcome
from companion.games.rialto.rules.buildings import phase_three
from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.hands import phase_one
from companion.games.rialto.rules.neutral import draw_neutral_cards, tell_marker
from companion.games.rialto.rules.pieces import DISTRICTS, IDLE, KINDS, NONE, PLACES, USED, value_of
from companion.games.rialto.rules.scoring import (
    ROUNDS,
    START,
    Reckoning,
    buildings_score,
    decided_by_track,
    outcome_of,
    ranks_in,
    rest_score,
)
from companion.games.rialto.rules.stages import phase_two
from companion.games.rialto.rules.state import FINAL, State
from companion.games.rialto.rules.tiles import turn_up_bridge
from companion.refusal import Refusal
from companion.seats import clockwise_from
from companion.steps import Decision, Draw, Flow

FIRST_COINS = {2: (1, 2), 3: (1, 2, 3), 4: (1, 2, 2, 3), 5: (1, 2, 2, 2, 3)}  # RIA.S7


def play(game: State) -> Flow[Outcome]:
    yield from set_up(game)
    for number in range(1, ROUNDS + 1):
        game.number = number
        yield from phase_one(game)
        if game.neutral:
            yield from draw_neutral_cards(game)
        yield from phase_two(game)
        yield from phase_three(game)
        end_of_round(game)
    return final_count(game)


# Set-up


def set_up(game: State) -> Flow[None]:
    for number in range(1, ROUNDS + 1):
        yield from turn_tile(game.turns, f"0.{number}")
    game.tell("turns", "RIA.S1", turns=game.turns)
    yield from turn_up_bridge(game, "RIA.S2")
    yield from seat_first_player(game)
    start_track(game)
    for seat in game.seats:
        game.gain(seat, "points", START, "RIA.S5", "start")
    hand_out_coins(game)
    if game.neutral:
        tell_marker(game)
    yield from first_buildings(game)


def turn_tile(turns: list[str], at: str) -> Flow[str]:
    """RIA.S1: draw where the next turn tile goes, one of the districts that have none yet."""
    district = yield from Draw("turn", at, "district", [one for one in DISTRICTS if one not in turns], "RIA.S1")
    turns.append(district)
    return district


def seat_first_player(game: State) -> Flow[None]:
    """RIA.S3, N1: draw the first player. A neutral player is always first: then draw who sits on its left."""
    first = game.starter = yield from Draw("first", "0", "seat", game.seats, "RIA.N1" if game.neutral else "RIA.S3")
    clockwise = clockwise_from(first, game.seats)
    game.clockwise = [NEUTRAL, *clockwise] if game.neutral else [*clockwise]
    if game.neutral:
        game.tell("left-of-neutral", "RIA.N1", seat=first)
        for here in game.pieces.districts.values():
            here[NEUTRAL] = 0
    else:
        game.tell("first", "RIA.S3", seat=first)


def start_track(game: State) -> None:
    """RIA.S4: starting on the first player's right, stack the markers, so that the first player leads."""
    for player in reversed(game.clockwise):
        game.pieces.track.put(player, 1)
    game.tell("track", "RIA.S4", order=game.order())


def hand_out_coins(game: State) -> None:
    seats = [player for player in game.clockwise if isinstance(player, int)]
    coins = dict(zip(seats, FIRST_COINS[len(seats)], strict=True))
    for seat, number in coins.items():
        game.pieces.take_coins(seat, number)
    game.tell("coins", "RIA.S7", coins=coins)


def first_buildings(game: State) -> Flow[None]:
    """RIA.S8: starting on the first player's right, everyone takes a building of value 1."""
    taken: list[str] = []
    for player in reversed(game.clockwise):
        if not isinstance(player, int):
            continue

        def offer(seat: int = player) -> Pick[str]:
            return first_on_offer(game, seat, taken)

        kind = yield from Decision("first-building", player, "0", offer, "RIA.S8", {})
        if kind != NONE:
            taken.append(kind)
            game.pieces.take_building(player, kind)
            game.tell("takes-building", "RIA.S8", seat=player, building=kind)


def takers_of_a_kind(players: int) -> int:
    """RIA.S8: return how many may take the same first building."""
    return 1 if players < 4 else 2


def first_on_offer(game: State, seat: int, taken: list[str]) -> Pick[str]:
    """RIA.S8: offer each kind to one player, or to two of four and five."""
    most = takers_of_a_kind(len(game.seats))
    kinds = [kind for kind in KINDS if value_of(kind) == 1]
    room = len(game.pieces.boards[seat]) < PLACES  # a correction may have filled the board already
    free = [kind for kind in kinds if room and taken.count(kind) < most and game.pieces.supply[kind]]
    barred = {kind: Refusal("kind-taken", "RIA.S8", building=kind) for kind in kinds if kind not in free}
    return Pick("building", free or (NONE,), barred)


# After the three phases


def end_of_round(game: State) -> None:
    """RIA.X5: coins on buildings go back to the supply; upgraded buildings may be activated again."""
    for board in game.pieces.boards.values():
        for building in board:
            game.pieces.coins += building.state == USED
            building.state = IDLE
    game.tell("round-over", "RIA.X5", round=game.number)


# The final count


def final_count(game: State) -> Outcome:
    game.phase = FINAL
    count = reckon(game)
    gain_all(game, count)
    game.tell("final-count", "RIA.Z4", **count.facts())
    outcome = outcome_of(count.total, game.order())
    (winner,) = outcome.winners
    by_track = decided_by_track(winner, count.total)
    game.tell("won-by-track" if by_track else "won", "RIA.Z4", seat=winner, n=count.total[winner])
    return outcome


def reckon(game: State) -> Reckoning:
    pieces, order = game.pieces, game.order()
    worth = {district: pieces.worth(district) for district in game.turns}
    return Reckoning(
        so_far={seat: game.score[seat]["points"] for seat in game.seats},
        rest={seat: rest_score(pieces.personal[seat], pieces.purse[seat]) for seat in game.seats},
        buildings={seat: buildings_score([one.kind for one in pieces.boards[seat]]) for seat in game.seats},
        worth=worth,
        ranks={district: ranks_in(pieces.districts[district], order, worth[district]) for district in game.turns},
    )


def gain_all(game: State, count: Reckoning) -> None:
    """Write a receipt for each part of the count, and for each rank in a district."""
    pieces = game.pieces
    for seat, score in count.rest.items():
        left = {"councillors": pieces.personal[seat], "coins": pieces.purse[seat]}
        game.gain(seat, "points", score, "RIA.Z1", "rest", **left)
    for seat, score in count.buildings.items():
        game.gain(seat, "points", score, "RIA.Z2", "buildings")
    for district, ranks in count.ranks.items():
        for number, rank in enumerate(ranks, start=1):
            game.gain(rank.player, "points", rank.points or 0, "RIA.Z3", "district", district=district, rank=number)
