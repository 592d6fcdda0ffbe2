"""Zara as the referee sees it: its rules, what everyone sees, and what the table may correct."""

from __future__ import annotations

from typing import Any

from companion.choices import Count
from companion.game import Correction
from companion.games.zara import PLAYERS
from companion.games.zara.rules import flow
from companion.games.zara.rules.state import State
from companion.vocabulary import named

(SOLDI,) = named("thing", "soldi")
MOST = 999


def view(game: State, seat: int) -> dict[str, Any]:
    """Return what lies open, which is all there is: every seat sees the same."""
    return {"round": game.lap, "turn": game.turn, "stake": game.stake}


def corrections(game: State) -> dict[str, Correction]:
    """Offer everyone's soldi."""
    return {
        f"{SOLDI}.{seat}": Correction("soldi", {"seat": seat}, Count("soldi", 0, MOST), game.score[seat]["soldi"])
        for seat in game.seats
    }


def correct(game: State, place: str, value: Any) -> None:
    """Set a player's soldi to what the table says they are."""
    seat = int(place.removeprefix(f"{SOLDI}."))
    game.gain(seat, "soldi", value - game.score[seat]["soldi"], "", "corrected")
    game.tell("corrected", "", seat=seat, n=value)


class Zara(State):
    """Three rounds with one die, for 2 to 4 players."""

    (name,) = named("game", "zara")
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "soldi")
    randomisers = named("draw", "die")

    play = flow.play
    view = view
    corrections = corrections
    correct = correct
