"""The rulebook of Rialto, read top to bottom. Its three phases and the final count are beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.game import Outcome
from companion.games.rialto.rules.blues import phase_three
from companion.games.rialto.rules.cards import NEUTRAL, Player
from companion.games.rialto.rules.final import final_count
from companion.games.rialto.rules.hands import phase_one
from companion.games.rialto.rules.neutral import draw_neutral_cards, tell_marker
from companion.games.rialto.rules.pieces import DISTRICTS, IDLE, KINDS, NONE, PLACES, USED, value_of
from companion.games.rialto.rules.scoring import ROUNDS, START
from companion.games.rialto.rules.stages import phase_two
from companion.games.rialto.rules.tiles import turn_up_bridge
from companion.refusal import Refusal
from companion.steps import Decision, Draw, Flow

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto

FIRST_COINS = {2: (1, 2), 3: (1, 2, 3), 4: (1, 2, 2, 3), 5: (1, 2, 2, 2, 3)}  # RIA.S7


def play(game: Rialto) -> Flow[Outcome]:
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


def set_up(game: Rialto) -> Flow[None]:
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
    """RIA.S1: where the next turn tile goes, one of the districts that have none yet."""
    district: str = yield Draw("turn", at, "district", [one for one in DISTRICTS if one not in turns], "RIA.S1")
    turns.append(district)
    return district


def seat_first_player(game: Rialto) -> Flow[None]:
    """RIA.S3; in the variant the neutral player is first, and who sits on its left is drawn (RIA.N1)."""
    first: int = yield Draw("first", "0", "seat", game.seats, "RIA.N1" if game.neutral else "RIA.S3")
    clockwise = [*game.seats[first - 1 :], *game.seats[: first - 1]]
    game.clockwise = [NEUTRAL, *clockwise] if game.neutral else list(clockwise)
    if game.neutral:
        game.tell("left-of-neutral", "RIA.N1", seat=first)
        for here in game.pieces.districts.values():
            here[NEUTRAL] = 0
    else:
        game.tell("first", "RIA.S3", seat=first)


def start_track(game: Rialto) -> None:
    """RIA.S4: from the right of the first player on, each marker on top of those before: he leads."""
    for player in reversed(game.clockwise):
        game.pieces.track.put(player, 1)
    game.tell("track", "RIA.S4", order=game.order())


def hand_out_coins(game: Rialto) -> None:
    seats = [player for player in game.clockwise if isinstance(player, int)]
    coins = dict(zip(seats, FIRST_COINS[len(seats)], strict=True))
    for seat, number in coins.items():
        game.pieces.take_coins(seat, number)
    game.tell("coins", "RIA.S7", coins=coins)


def first_buildings(game: Rialto) -> Flow[None]:
    """RIA.S8: from the right of the first player on, each takes a building of value 1."""
    most = 1 if len(game.seats) < 4 else 2
    taken: dict[Player, str] = {}
    for player in reversed(game.clockwise):
        if not isinstance(player, int):
            continue
        seat = player

        def offer(seat: int = seat) -> Pick:
            kinds = [kind for kind in KINDS if value_of(kind) == 1]
            free = [kind for kind in kinds if list(taken.values()).count(kind) < most]
            room = len(game.pieces.boards[seat]) < PLACES  # unless the table has set boards right already
            free = [kind for kind in free if game.pieces.supply[kind] and room]
            barred = {kind: Refusal("kind-taken", "RIA.S8", building=kind) for kind in kinds if kind not in free}
            return Pick("building", free or (NONE,), barred)

        kind: str = yield Decision("first-building", seat, "0", offer, "RIA.S8", {})
        if kind != NONE:
            taken[seat] = kind
            game.pieces.take_building(seat, kind)
            game.tell("takes-building", "RIA.S8", seat=seat, building=kind)


def end_of_round(game: Rialto) -> None:
    """RIA.X5: coins on buildings go back to the supply; what was upgraded may be activated again."""
    for board in game.pieces.boards.values():
        for building in board:
            game.pieces.coins += building.state == USED
            building.state = IDLE
    game.tell("round-over", "RIA.X5", round=game.number)
