"""The rulebook of Venedig, read top to bottom. The actions of a turn are chapters beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game import Outcome
from companion.games.venedig.rules.building import build_all
from companion.games.venedig.rules.cards import DEALT
from companion.games.venedig.rules.draining import drain
from companion.games.venedig.rules.laying import keep_two_kinds, lay_cards
from companion.games.venedig.rules.paying import last_exchange, offer_gold
from companion.games.venedig.rules.scoring import places
from companion.games.venedig.rules.taking import clear_open, draw_cards, take_cards
from companion.games.venedig.rules.third import third_comes_first, third_plays
from companion.steps import Draw, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

SET_UP, THIRD_PLAYER, BUILD, DRAIN, DRAW, END = named("phase", "set-up", "third", "build", "drain", "draw", "end")


def play(game: Venedig) -> Flow[Outcome]:
    yield from set_up(game)
    while True:
        game.turn += 1
        yield from turn(game, game.active, str(game.turn))
        if game.over:
            return (yield from end(game))
        game.active = game.pieces.clockwise(game.active)[1]


def set_up(game: Venedig) -> Flow[None]:
    """VEN.S2: who begins is drawn; three cards each. What lies on the board does so already (VEN.S1)."""
    first: int = yield Draw("first", "0", "seat", game.seats, "VEN.S2")
    game.active = first
    game.tell("first", "VEN.S2", seat=first)
    for seat in game.pieces.clockwise(first):
        yield from draw_cards(game, seat, DEALT, "VEN.S2")


def turn(game: Venedig, seat: int, at: str) -> Flow[None]:
    """Three actions in this order. Gold at any time: where it makes a difference when, it is asked there."""
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


def end(game: Venedig) -> Flow[Outcome]:
    """VEN.E2, E3: gold one last time; the furthest gondola wins."""
    game.phase = END
    game.tell("over", "VEN.E1")
    yield from last_exchange(game)
    outcome = Outcome(places(game.pieces.gondolas), "VEN.E3")
    game.tell("won" if len(outcome.winners) == 1 else "drawn", "VEN.E3", seats=outcome.winners)
    return outcome
