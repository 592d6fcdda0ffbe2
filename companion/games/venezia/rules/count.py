"""Phase 4 of Venezia: points, recoveries, the hunt, and the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.choices import Pick
from companion.game import Outcome
from companion.games.venezia.rules.pieces import DISTRICTS, NONE, SAN_GIORGIO, SAN_MICHELE, VATICAN, ZONES
from companion.games.venezia.rules.scoring import RECOVERED, ending, hunted, leader, leader_on_isle, score, with_grey
from companion.games.venezia.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

YES, NO = named("recover", "yes", "no")


def count(game: State) -> Flow[Outcome | None]:
    game.phase = "count"
    outcome = score_districts(game)
    if outcome:
        return outcome
    yield from take_back_card(game)
    yield from recover_dead(game)
    hunt(game)
    if is_dead_end(game):
        game.tell("dead-end", "VEZ.E3")
        return Outcome.by_merit(game.points, "VEZ.E3")
    return None


def score_districts(game: State) -> Outcome | None:
    """VEZ.Y1, E1, E2: points for each district with a majority, and the outcome if that ends the game."""
    pieces = game.pieces
    counts = {zone: with_grey(pieces.zones[zone], pieces.grey[zone], game.vatican) for zone in ZONES}
    won = score({zone: counts[zone] for zone in DISTRICTS}, game.homes, bird=game.bird)
    for one in won:
        game.gain(one.seat, "points", one.points, "VEZ.Y1", one.why, zone=one.zone, home_of=one.home_of)
    gained = {seat: sum(one.points for one in won if one.seat == seat) for seat in game.seats}
    districts_won = {one.zone: one.seat for one in won}
    game.tell("scored", "VEZ.Y1", counts=counts, won=districts_won, gained=gained, points=game.points)
    return ending(game.points, won)


def take_back_card(game: State) -> Flow[None]:
    """VEZ.Y2: the player with most pigeons on San Giorgio may take back a played card."""
    pieces = game.pieces
    asked = yield from ask_leader(partial(isle_leader, game), partial(which_card_back, game))
    if asked and asked[1] != NONE:
        seat, card = asked
        pieces.take_back(seat, card)
        game.tell("took-back", "VEZ.Y2", seat=seat, action=card)


def isle_leader(game: State) -> int | None:
    """VEZ.Y2: return who leads on San Giorgio now."""
    pieces = game.pieces
    return leader_on_isle(pieces.zones[SAN_GIORGIO], pieces.grey[SAN_GIORGIO], vatican=game.vatican, bird=game.bird)


def which_card_back(game: State, seat: int) -> Flow[str]:
    def offer() -> Pick[str]:
        played = game.pieces.played[seat]
        if isle_leader(game) == seat:
            return Pick("action", (*played, NONE))
        return Pick("action", (NONE,), dict.fromkeys(played, Refusal("not-most", "VEZ.Y2")))

    card = yield from Decision("take-back", seat, f"{game.round_number}", offer, "VEZ.Y2", {})
    return card


def recover_dead(game: State) -> Flow[None]:
    """VEZ.Y3: the player with most pigeons on San Michele may take two of them back."""
    asked = yield from ask_leader(lambda: leader(game.pieces.dead), partial(wants_dead_back, game))
    if asked and asked[1] == YES:
        seat, _ = asked
        number = recoverable(game, seat)
        game.pieces.recover(seat, number)
        game.tell("recovered", "VEZ.Y3", seat=seat, n=number)


def recoverable(game: State, seat: int) -> int:
    return min(RECOVERED, game.pieces.dead[seat])


def wants_dead_back(game: State, seat: int) -> Flow[str]:
    facts: dict[str, Any] = {}

    def offer() -> Pick[str]:
        facts["n"] = recoverable(game, seat)
        if leader(game.pieces.dead) == seat:
            return Pick("recover", (YES, NO))
        return Pick("recover", (NO,), {YES: Refusal("not-most", "VEZ.Y3")})

    answer = yield from Decision("recover", seat, f"{game.round_number}", offer, "VEZ.Y3", facts)
    return answer


def ask_leader(leads: Callable[[], int | None], ask: Callable[[int], Flow[str]]) -> Flow[tuple[int, str] | None]:
    """Return the leader and their answer. If a correction puts another player ahead meanwhile, ask that one."""
    asked: set[int] = set()
    while (seat := leads()) is not None and seat not in asked:
        asked.add(seat)
        answer = yield from ask(seat)
        if leads() == seat:
            return seat, answer
    return None


def hunt(game: State) -> None:
    """VEZ.Y5: the fullest zones are emptied."""
    pieces = game.pieces
    totals = {zone: sum(pieces.zones[zone].values()) + pieces.grey[zone] for zone in ZONES}
    for zone in hunted(totals):
        for seat, number in pieces.zones[zone].items():
            pieces.chase(seat, zone, number)
        pieces.grey[zone] = 0
        game.tell("hunted", "VEZ.Y5", zone=zone, n=totals[zone])


def is_dead_end(game: State) -> bool:
    """VEZ.E3: only stocks and San Michele hold pigeons, and no card or majority can bring one back into play."""
    pieces = game.pieces
    for seat in game.seats:
        flying = sum(pieces.places(seat)) - pieces.stock[seat] - pieces.dead[seat]
        can_rise = pieces.dead[seat] and SAN_MICHELE in pieces.hand[seat]
        at_hand = pieces.stock[seat] and game.options["supply"] == "common"  # VEZ.P2
        if flying or can_rise or at_hand or VATICAN in pieces.hand[seat]:
            return False
    return leader(pieces.dead) is None


def clean_up(game: State) -> None:
    """VEZ.Y6, A6: nests join the reserves; tourists, hunters and the bird leave; the next player is first."""
    game.pieces.nests_to_reserves()
    game.figures.leave()
    game.bird = None
    game.vatican = None
    game.clockwise = [*game.clockwise[1:], game.clockwise[0]]
