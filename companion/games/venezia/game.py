"""Venezia put together: what the referee asks of it, and which part of the game answers."""

from __future__ import annotations

from companion.games.venezia import PLAYERS
from companion.games.venezia.player import ADVISER
from companion.games.venezia.rules import flow
from companion.games.venezia.rules.corrections import apply, offered
from companion.games.venezia.rules.state import State
from companion.games.venezia.shown import SHOWN
from companion.games.venezia.view import OWN_WORDS, chart, view
from companion.options import Option
from companion.vocabulary import named


class Venezia(State):
    """Ronald Hofstätter's Venezia, the game of the pigeons, for 2 to 4 players."""

    (name,) = named("game", "venezia")
    author = "Ronald Hofstätter"
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "points")
    randomisers = named("draw", "dials")
    own_options = (
        Option("plates", "device", "table", usual="table"),
        Option("piazza", "mapped", "counted"),
        Option("pincer", "all", "orthogonal", rule="VEZ.C1"),
        Option("births", "per-tourist", "per-pigeon", rule="VEZ.C3"),
        Option("hunters", "one", "two", rule="VEZ.V1"),
        Option("tourists", "two", "three", rule="VEZ.V2"),
        Option("reach", "districts", "san-giorgio", rule="VEZ.V3"),
        Option("supply", "births", "common", rule="VEZ.P2"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    adviser = ADVISER
    play = flow.play
    view = view
    chart = chart
    corrections = offered
    correct = apply
