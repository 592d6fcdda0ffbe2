"""Regata as the referee sees it: its rules, what a seat may see, and what the table may correct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.choices import Count
from companion.game import Correction
from companion.games.regata import PLAYERS
from companion.games.regata.rules import flow
from companion.games.regata.rules.state import State
from companion.games.regata.shown import SHOWN
from companion.options import Option
from companion.steps import TABLE
from companion.vocabulary import named

(DUCATS,) = named("thing", "ducats")
(CANAL,) = named("own", "canal")
MOST = 99


def view(game: State, seat: int) -> dict[str, Any]:
    """Return what lies on the table and, for a player, the canal they have sealed."""
    boats = {str(number): canal for number, canal in game.pieces.canal.items()}
    seen = {"heat": game.heat, "dry": game.dry, "boats": boats, "prizes": dict(game.layout["prizes"])}
    if seat != TABLE:
        seen["own"] = {CANAL: game.pieces.sealed[seat]} if seat in game.pieces.sealed else {}
    return seen


def corrections(game: State) -> dict[str, Correction]:
    """Offer everyone's ducats."""
    return {
        f"{DUCATS}.{seat}": Correction("ducats", {"seat": seat}, Count("ducats", 0, MOST), game.score[seat]["ducats"])
        for seat in game.seats
    }


def correct(game: State, place: str, value: Any) -> None:
    """Set a player's ducats to what the table says they are."""
    seat = int(place.removeprefix(f"{DUCATS}."))
    game.gain(seat, "ducats", value - game.score[seat]["ducats"], "", "corrected")
    game.tell("corrected", "", seat=seat, n=value)


class Regata(State):
    """A race of three heats, for 2 to 4 players."""

    (name,) = named("game", "regata")
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "ducats")
    randomisers = named("draw", "tide")
    own_options = (Option("boats", "device", "table"),)
    own_words: ClassVar[Mapping[str, str]] = {CANAL: "canal"}
    shown = SHOWN

    play = flow.play
    view = view
    corrections = corrections
    correct = correct
