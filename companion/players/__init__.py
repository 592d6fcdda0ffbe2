"""Seats played by the box: what a player is given, and how three strengths answer."""

from companion.players.advice import Advice, Adviser, Question, Search, View
from companion.players.player import GENTLE, RANDOM, SHARP, STEADY, STRENGTHS, Player
from companion.players.reason import Reason, reason_for
from companion.players.search import Abandoned
from companion.players.seated import (
    BOX_NAMES,
    PEOPLE,
    PLAYERS,
    Boxed,
    Handed,
    can_play,
    check_can_play,
    place_of,
    player_of,
    seat_of,
    version_of,
    with_budget,
)

__all__ = [
    "BOX_NAMES",
    "GENTLE",
    "PEOPLE",
    "PLAYERS",
    "RANDOM",
    "SHARP",
    "STEADY",
    "STRENGTHS",
    "Abandoned",
    "Advice",
    "Adviser",
    "Boxed",
    "Handed",
    "Player",
    "Question",
    "Reason",
    "Search",
    "View",
    "can_play",
    "check_can_play",
    "place_of",
    "player_of",
    "reason_for",
    "seat_of",
    "version_of",
    "with_budget",
]
