"""The rulebook of Regata, read top to bottom."""

from __future__ import annotations

from companion.choices import Pick, Sheet
from companion.game import Outcome
from companion.games.regata.rules.pieces import CANALS
from companion.games.regata.rules.scoring import winnings
from companion.games.regata.rules.state import State
from companion.steps import TABLE, Decision, Draw, Flow, Together
from companion.vocabulary import named

HEATS = 3
ANY_CANAL = Pick("canal", CANALS)

named("column", "canal")


def play(game: State) -> Flow[Outcome]:
    for heat in range(1, HEATS + 1):  # REG.R1
        game.heat = heat
        game.tell("heat", "REG.R1", heat=heat)
        yield from row(game)
        yield from turn_tide(game)
        share_prizes(game)
    return finish(game)


def row(game: State) -> Flow[None]:
    """REG.R2: ask everyone in secret, or read the cardboard once it is turned up."""
    if game.options["boats"] == "device":
        chosen = yield from Together({seat: choose(game, seat) for seat in game.seats})
    else:
        chosen = yield from read_out(game)
    game.pieces.row(chosen)


def choose(game: State, seat: int) -> Flow[str]:
    at, facts = f"{game.heat}", {"heat": game.heat}
    canal: str = yield from Decision("canal", seat, at, ANY_CANAL, "REG.R2", facts, secret=True)
    game.pieces.sealed[seat] = canal
    return canal


def read_out(game: State) -> Flow[dict[int, str]]:
    rows = Sheet("seat", {str(seat): {"canal": ANY_CANAL} for seat in game.seats})
    said = yield from Decision("canals", TABLE, f"{game.heat}", rows, "REG.R2", {"heat": game.heat})
    return {int(seat): cells["canal"] for seat, cells in said.items()}


def turn_tide(game: State) -> Flow[None]:
    """REG.R3"""
    game.dry = yield from Draw("tide", f"{game.heat}", "canal", CANALS, "REG.R3")
    game.tell("tide", "REG.R3", canal=game.dry, heat=game.heat)


def share_prizes(game: State) -> None:
    """REG.R4, R5"""
    for seat, ducats in winnings(game.pieces.canal, game.layout["prizes"], game.dry).items():
        canal = game.pieces.canal[seat]
        game.tell("wins", "REG.R4", seat=seat, canal=canal, n=ducats)
        if ducats:
            game.gain(seat, "ducats", ducats, "REG.R4", "rowed", canal=canal, heat=game.heat)


def finish(game: State) -> Outcome:
    """REG.E1"""
    outcome = Outcome.by_merit({seat: game.score[seat]["ducats"] for seat in game.seats}, "REG.E1")
    game.tell("won" if len(outcome.winners) == 1 else "drawn", "REG.E1", seats=outcome.winners)
    return outcome
