"""Doge, put together for the referee: its rules, its view and its corrections."""

from __future__ import annotations

from companion.games.doge import PLAYERS
from companion.games.doge.player import ADVISER
from companion.games.doge.rules import flow
from companion.games.doge.rules.corrections import apply, offered
from companion.games.doge.rules.state import State
from companion.games.doge.shown import SHOWN
from companion.games.doge.view import OWN_WORDS, view
from companion.options import Option
from companion.vocabulary import named


class Doge(State):
    """Leo Colovini's Doge, for 3 or 4 players."""

    (name,) = named("game", "doge")
    author = "Leo Colovini"
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "palaces", "houses", "advisors")
    rules_version = 2  # DOG.P5 asks differently than in 1
    randomisers = named("draw", "first", "order")
    own_options = (
        Option("ballots", "device", "table", usual="table"),
        Option("full_district", "nobody", "seat-order", rule="DOG.P5"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    adviser = ADVISER
    play = flow.play
    view = view
    corrections = offered
    correct = apply
