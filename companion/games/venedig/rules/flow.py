"""The rulebook of Venedig, read from top to bottom. The actions of a turn are chapters of their own."""

from __future__ import annotations

from companion.game import Outcome
from companion.games.venedig.rules.building import build_all
from companion.games.venedig.rules.cards import DEALT
from companion.games.venedig.rules.gold import drain, last_exchange, offer_gold
from companion.games.venedig.rules.hand import clear_open, draw_cards, keep_two_kinds, lay_cards, take_cards
from companion.games.venedig.rules.state import BUILD, DRAIN, DRAW, END, THIRD_PLAYER, State
from companion.games.venedig.rules.third import third_comes_first, third_plays
from companion.games.venedig.rules.track import outcome_of
from companion.steps import Draw, Flow


def play(game: State) -> Flow[Outcome]:
    """Play from the set-up to the winner, turn by turn clockwise (VEN.S2)."""
    yield from set_up(game)
    while True:
        game.turn += 1
        yield from turn(game, game.active, str(game.turn))
        if game.over:
            return (yield from end(game))
        game.active = game.pieces.clockwise(game.active)[1]


def set_up(game: State) -> Flow[None]:
    """VEN.S2: the first player is drawn, and everyone gets three cards. The board is set up already (VEN.S1)."""
    first = yield from Draw("first", "0", "seat", game.seats, "VEN.S2")
    game.active = game.starter = first
    game.tell("first", "VEN.S2", seat=first)
    for seat in game.pieces.clockwise(first):
        yield from draw_cards(game, seat, DEALT, "VEN.S2")


def turn(game: State, seat: int, at: str) -> Flow[None]:
    """Three actions in this order. Gold may be paid at any time, so it is offered wherever the moment matters."""
    game.phase = THIRD_PLAYER
    third_first = yield from third_comes_first(game, seat, at)
    if third_first:
        yield from third_plays(game, seat, at)
        if game.over:
            return
    game.phase = BUILD
    yield from lay_cards(game, seat, at)
    yield from build_all(game, seat, at)
    if game.over:
        return
    yield from keep_two_kinds(game, seat, at)
    game.phase = DRAIN
    yield from drain(game, seat, at)
    yield from offer_gold(game, seat, f"{at}.after")
    if game.over:
        return
    game.phase = DRAW
    yield from take_cards(game, seat, at)
    if game.has_third and not third_first:
        game.phase = THIRD_PLAYER
        built = yield from third_plays(game, seat, at)
        if built and not game.over:
            yield from offer_gold(game, seat, f"{at}.last")  # VEN.T3
    if not game.over:
        clear_open(game)


def end(game: State) -> Flow[Outcome]:
    """VEN.E2, E3: everyone may pay gold one last time; the furthest gondola wins."""
    game.phase = END
    game.tell("over", "VEN.E1")
    yield from last_exchange(game)
    outcome = outcome_of(game.pieces.gondolas)
    game.tell("won" if len(outcome.winners) == 1 else "drawn", "VEN.E3", seats=outcome.winners)
    return outcome
