"""Rialto, put together for the referee: its rules, its view and its corrections."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.rialto import PLAYERS
from companion.games.rialto.plan import plan
from companion.games.rialto.player import ADVISER
from companion.games.rialto.rules import flow
from companion.games.rialto.rules.corrections import apply, offered
from companion.games.rialto.rules.state import State
from companion.games.rialto.shown import SHOWN
from companion.games.rialto.view import OWN_WORDS, view
from companion.options import Option
from companion.refusal import Refusal
from companion.vocabulary import named


class Rialto(State):
    """Stefan Feld's Rialto, for 2 to 5 players; two may play against the neutral player (RIA.N1)."""

    (name,) = named("game", "rialto")
    author = "Stefan Feld"
    players = PLAYERS
    colours = named("colour", "red", "blue", "yellow", "green", "white")
    tallies = named("tally", "points")
    randomisers = named("draw", "first", "turn", "bridge")
    own_options = (
        Option("cards", "device", "table", usual="table"),
        Option("neutral", "without", "with", rule="RIA.N1"),
        Option("score_floor", "zero", "none", rule="RIA.D1"),
        Option("big_allowance", "four-first", "free", rule="RIA.C2"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    @classmethod
    def check_options(cls, options: Mapping[str, str], players: int) -> None:
        """RIA.N1: the neutral player joins two players only."""
        if options["neutral"] == "with" and players != 2:
            raise Refusal("neutral-for-two", "RIA.N1", count=players)

    adviser = ADVISER
    play = flow.play
    view = view
    plan = plan
    corrections = offered
    correct = apply
