"""Venedig put together for the referee: its state, its flow, its view and its corrections."""

from __future__ import annotations

from companion.games.venedig import PLAYERS
from companion.games.venedig.player import ADVISER
from companion.games.venedig.rules import corrections, flow
from companion.games.venedig.rules.state import State
from companion.games.venedig.rules.track import SPACES
from companion.games.venedig.shown import SHOWN
from companion.games.venedig.view import OWN_WORDS, chart, laid_out, view
from companion.options import Option
from companion.vocabulary import named


class Venedig(State):
    """Klaus-Jürgen Wrede's Venedig, for 2 to 5 players."""

    (name,) = named("game", "venedig")
    author = "Klaus-Jürgen Wrede"
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green", "white")
    tallies = (SPACES,)
    rules_version = 2  # VEN.G1 asks differently than in 1
    randomisers = named("draw", "first")
    own_options = (
        Option("board", "mapped", "counted", rule="VEN.K4"),
        Option("cards", "device", "table", usual="table"),
        Option("gold", "device", "table", usual="table"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    adviser = ADVISER
    play = flow.play
    view = view
    chart = chart
    laid_out = laid_out
    correct = corrections.apply
    corrections = corrections.offered
