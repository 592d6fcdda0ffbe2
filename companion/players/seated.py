"""The players of seats: a person, or the box with some strength, in the words of a correction.

A seat is handed over by a correction like any other, `player.2.1` to `steady`: seat 2 to a steady player of version
1. So it is told to everyone, kept with the game, undone and replayed like any other entry, and a record says who
played. A sharp player that thinks further has its budget of playouts beside its version: `player.2.1.40`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.players.advice import Adviser
from companion.players.player import SHARP, STRENGTHS, Player
from companion.refusal import Refusal
from companion.vocabulary import named

(PEOPLE,) = named("player", "people")
named("thing", "player")
PLAYERS = (PEOPLE, *STRENGTHS)
BOX_NAMES = ("Orsola", "Zorzi", "Marina", "Tadeo")
"""Names of the box's own seats, unless somebody gives them others."""
_PLACE = re.compile(r"player\.([1-9])\.(\d{1,4})(?:\.([1-9]\d{0,2}))?")
MOST_PLAYOUTS = 999
FEWEST_PLAYOUTS = 12
"""A machine that can't make more of them in a second, such as a Zero 2 W, leaves it at judgement."""


class Boxed(NamedTuple):
    """The player of a seat that the box plays. Another version's answers can't be recomputed by ours.

    `playouts` is the budget with which it thinks about a question; without one it judges.
    """

    strength: str
    version: int
    playouts: int = 0


class Handed(NamedTuple):
    """A seat that a correction hands over, the version of its player, and the player's budget."""

    seat: int
    version: int
    playouts: int = 0


def version_of(adviser: Adviser | None) -> int:
    return adviser.version if adviser else 0


def place_of(adviser: Adviser | None, seat: int) -> str:
    """Return the place of the correction that hands over this seat."""
    return f"player.{seat}.{version_of(adviser)}"


def seat_of(place: str) -> Handed | None:
    """Return the seat that a correction hands over and to which player, or `None` if it is another one.

    >>> seat_of("player.2.1.40"), seat_of("houses.2.castello")
    (Handed(seat=2, version=1, playouts=40), None)
    """
    found = _PLACE.fullmatch(place)
    return Handed(int(found[1]), int(found[2]), int(found[3] or 0)) if found else None


def with_budget(place: str, player: Any, adviser: Adviser | None, speed: Callable[[], float]) -> str:
    """Return the place of a correction with the budget of the player that a seat is handed to, if it has one.

    Only a sharp player thinks further, with what `speed` allows: that of this machine beside a laptop's core. Where
    that would be too little to tell anything, it judges.

    >>> with_budget("houses.2.castello", "3", None, float)
    'houses.2.castello'
    """
    if player != SHARP or adviser is None or adviser.search is None or seat_of(place) is None:
        return place
    playouts = min(MOST_PLAYOUTS, round(speed() * adviser.search.playouts))
    return f"{place}.{playouts}" if playouts >= FEWEST_PLAYOUTS else place


def can_play(adviser: Adviser | None, options: Mapping[str, str]) -> bool:
    """Return whether the box can play a seat with these options: not where its hand would be of cardboard."""
    return adviser is None or not adviser.lacks(options)


def check_can_play(adviser: Adviser | None, options: Mapping[str, str]) -> None:
    """Refuse to have the box play a seat where its hand would be of cardboard; it names what the box must keep."""
    if adviser is not None and (lacks := adviser.lacks(options)):
        raise Refusal("cardboard-hand", options=list(lacks))


def player_of(adviser: Adviser | None, boxed: Boxed) -> Player:
    """Return the player of a seat. In the place of another version ours goes on."""
    return Player(adviser, boxed.strength, boxed.playouts)
