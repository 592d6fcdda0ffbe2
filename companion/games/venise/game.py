"""Venise put together: what the referee asks of it, and which part of the game answers."""

from __future__ import annotations

from companion.games.venise import PLAYERS
from companion.games.venise.heuristic import lean
from companion.games.venise.plan import laid_out, plan
from companion.games.venise.player import ADVISER
from companion.games.venise.rules import flow
from companion.games.venise.rules.corrections import apply, offered
from companion.games.venise.rules.piles import COLOURS
from companion.games.venise.rules.state import State
from companion.games.venise.shown import SHOWN
from companion.games.venise.view import OWN_WORDS, view
from companion.options import Option
from companion.vocabulary import named


class Venise(State):
    """Cyprien Grès's Venise, for 2 to 4 players."""

    (name,) = named("game", "venise")
    author = "Cyprien Grès"
    players = PLAYERS
    colours = COLOURS
    tallies = named("tally", "gems", "tiles")
    rules_version = 2  # VSE.T4 asks differently than in 1
    randomisers = named("draw", "first")
    own_options = (
        Option("cards", "device", "table", usual="table"),
        Option("board", "day-1", "day-2", "day-3", "day-4", "night-1", "night-2", "night-3", "night-4", "own"),
        Option("help", "none", "ways"),
    )
    own_words = OWN_WORDS
    shown = SHOWN
    leans = True

    adviser = ADVISER
    play = flow.play
    view = view
    plan = plan
    laid_out = laid_out
    lean = lean
    corrections = offered
    correct = apply
