"""The rulebook of Zara, read top to bottom."""

from __future__ import annotations

from companion.choices import Pick
from companion.game import Outcome
from companion.games.zara.rules.state import State
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

ROUNDS = 3
PIPS = (1, 2, 3, 4, 5, 6)
ZARA = 1

KEEP, THROW = named("again", "keep", "throw")
AGAIN = Pick("again", (KEEP, THROW))


def play(game: State) -> Flow[Outcome]:
    for lap in range(1, ROUNDS + 1):  # ZAR.R1
        game.lap = lap
        for seat in game.seats:
            yield from take_turn(game, seat)
    return finish(game)


def take_turn(game: State, seat: int) -> Flow[None]:
    """ZAR.R2-R4"""
    game.turn, game.stake, throw, wish = seat, 0, 0, THROW
    while wish == THROW:
        throw += 1
        at = f"{game.lap}.{seat}.{throw}"
        pips = yield from Draw("die", at, "", PIPS, "ZAR.R2")
        if pips == ZARA:
            game.stake = 0
            game.tell("zara", "ZAR.R3", seat=seat)
            return
        game.stake += pips
        game.tell("thrown", "ZAR.R2", seat=seat, pips=pips, n=game.stake)
        wish = yield from Decision("again", seat, at, AGAIN, "ZAR.R4", {"n": game.stake})
    game.gain(seat, "soldi", game.stake, "ZAR.R4", "kept", round=game.lap)
    game.tell("kept", "ZAR.R4", seat=seat, n=game.stake)
    game.stake = 0


def finish(game: State) -> Outcome:
    """ZAR.E1"""
    outcome = Outcome.by_merit({seat: game.score[seat]["soldi"] for seat in game.seats}, "ZAR.E1")
    game.tell("won" if len(outcome.winners) == 1 else "shared", "ZAR.E1", seats=outcome.winners)
    return outcome
