"""Phase 4 of Venezia: points, recoveries, the hunt, and the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.choices import Pick
from companion.game import Outcome
from companion.games.venezia.rules.pieces import DISTRICTS, NONE, SAN_GIORGIO, SAN_MICHELE, VATICAN, ZONES
from companion.games.venezia.rules.scoring import RECOVERED, ending, hunted, leader, ranked, score, with_grey
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venezia.game import Venezia

YES, NO = named("recover", "yes", "no")


def count(game: Venezia) -> Flow[Outcome | None]:
    game.phase = "count"
    outcome = score_districts(game)
    if outcome:
        return outcome
    yield from take_back_card(game)
    yield from recover_dead(game)
    hunt(game)
    if is_dead_end(game):
        game.tell("dead-end", "VEZ.E3")
        return Outcome(ranked(game.points), "VEZ.E3")
    return None


def score_districts(game: Venezia) -> Outcome | None:
    """VEZ.Y1, E1, E2: points for each district that someone has, then whether that ends the game."""
    pieces = game.pieces
    districts = {zone: pieces.zones[zone] for zone in DISTRICTS}
    won = score(districts, pieces.grey, game.homes, game.vatican, game.bird)
    for one in won:
        game.gain(one.seat, "points", one.points, "VEZ.Y1", one.why, zone=one.zone, home_of=one.home_of)
    counts = {zone: with_grey(pieces.zones[zone], pieces.grey[zone], game.vatican) for zone in ZONES}
    gained = {seat: sum(one.points for one in won if one.seat == seat) for seat in game.seats}
    districts_won = {one.zone: one.seat for one in won}
    game.tell("scored", "VEZ.Y1", counts=counts, won=districts_won, gained=gained, points=game.points)
    return ending(game.points, won)


def take_back_card(game: Venezia) -> Flow[None]:
    """VEZ.Y2: who leads San Giorgio may take back a card he has played."""
    pieces = game.pieces
    asked = yield from ask_leader(partial(leads_isle, game), partial(which_card_back, game))
    if asked and asked[1] != NONE:
        seat, card = asked
        pieces.take_back(seat, card)
        game.tell("took-back", "VEZ.Y2", seat=seat, action=card)


def leads_isle(game: Venezia) -> int | None:
    pieces = game.pieces
    if game.bird == SAN_GIORGIO:
        return None
    return leader(with_grey(pieces.zones[SAN_GIORGIO], pieces.grey[SAN_GIORGIO], game.vatican))


def which_card_back(game: Venezia, seat: int) -> Flow[str]:
    def offer() -> Pick:
        played = game.pieces.played[seat]
        if leads_isle(game) == seat:
            return Pick("action", (*played, NONE))
        return Pick("action", (NONE,), dict.fromkeys(played, Refusal("not-most", "VEZ.Y2")))

    card: str = yield Decision("take-back", seat, f"{game.round_number}", offer, "VEZ.Y2", {})
    return card


def recover_dead(game: Venezia) -> Flow[None]:
    """VEZ.Y3: who has most on San Michele may take two of his dead back."""
    asked = yield from ask_leader(lambda: leader(game.pieces.dead), partial(wants_dead_back, game))
    if asked and asked[1] == YES:
        seat, _ = asked
        number = recoverable(game, seat)
        game.pieces.recover(seat, number)
        game.tell("recovered", "VEZ.Y3", seat=seat, n=number)


def recoverable(game: Venezia, seat: int) -> int:
    return min(RECOVERED, game.pieces.dead[seat])


def wants_dead_back(game: Venezia, seat: int) -> Flow[str]:
    facts: dict[str, Any] = {}

    def offer() -> Pick:
        facts["n"] = recoverable(game, seat)
        if leader(game.pieces.dead) == seat:
            return Pick("recover", (YES, NO))
        return Pick("recover", (NO,), {YES: Refusal("not-most", "VEZ.Y3")})

    answer: str = yield Decision("recover", seat, f"{game.round_number}", offer, "VEZ.Y3", facts)
    return answer


def ask_leader(leads: Callable[[], int | None], ask: Callable[[int], Flow[str]]) -> Flow[tuple[int, str] | None]:
    """Who leads, and what he wants. If the table sets right meanwhile that another does, that one is asked."""
    asked: set[int] = set()
    while (seat := leads()) is not None and seat not in asked:
        asked.add(seat)
        answer = yield from ask(seat)
        if leads() == seat:
            return seat, answer
    return None


def hunt(game: Venezia) -> None:
    """VEZ.Y5: the fullest zones are emptied."""
    pieces = game.pieces
    totals = {zone: sum(pieces.zones[zone].values()) + pieces.grey[zone] for zone in ZONES}
    for zone in hunted(totals):
        for seat, number in pieces.zones[zone].items():
            pieces.chase(seat, zone, number)
        pieces.grey[zone] = 0
        game.tell("hunted", "VEZ.Y5", zone=zone, n=totals[zone])


def is_dead_end(game: Venezia) -> bool:
    """VEZ.E3: only the stocks and San Michele hold pigeons, and no card or majority brings one into play."""
    pieces = game.pieces
    for seat in game.seats:
        flying = sum(pieces.places(seat)) - pieces.stock[seat] - pieces.dead[seat]
        can_rise = pieces.dead[seat] and SAN_MICHELE in pieces.hand[seat]
        if flying or can_rise or VATICAN in pieces.hand[seat]:
            return False
    return leader(pieces.dead) is None


def clean_up(game: Venezia) -> None:
    """VEZ.Y6, A6: nests to reserves; tourists, hunters and bird leave; the next player is first."""
    game.pieces.nests_to_reserves()
    game.figures.leave()
    game.bird = None
    game.vatican = None
    game.clockwise = [*game.clockwise[1:], game.clockwise[0]]
