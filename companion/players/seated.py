"""Who plays a seat: a person, or the box with some strength, in the words of a correction.

A seat is handed over by a correction like any other, `player.2.1` to `steady`: seat 2 to a steady player of version
1. So it is told to everyone, kept with the game, undone and replayed like any other entry, and a record says who
played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from companion.players.advice import Adviser
from companion.players.player import STRENGTHS, Player
from companion.refusal import Refusal
from companion.vocabulary import named

(PEOPLE,) = named("player", "people")
named("thing", "player")
PLAYERS = (PEOPLE, *STRENGTHS)
BOX_NAMES = ("Orsola", "Zorzi", "Marina", "Tadeo")
"""Names of the box's own seats, unless somebody gives them others."""
_PLACE = re.compile(r"player\.([1-9])\.(\d{1,4})")


class Boxed(NamedTuple):
    """The player of a seat that the box plays. Another version's answers can't be recomputed by ours."""

    strength: str
    version: int


def version_of(adviser: Adviser | None) -> int:
    return adviser.version if adviser else 0


def place_of(adviser: Adviser | None, seat: int) -> str:
    """Return the place of the correction that hands over this seat."""
    return f"player.{seat}.{version_of(adviser)}"


def seat_of(place: str) -> tuple[int, int] | None:
    """Return the seat that a correction hands over and the version of the player, or `None` if it is another one.

    >>> seat_of("player.2.1"), seat_of("houses.2.castello")
    ((2, 1), None)
    """
    found = _PLACE.fullmatch(place)
    return (int(found[1]), int(found[2])) if found else None


def can_play(adviser: Adviser | None, options: Mapping[str, str]) -> bool:
    """Return whether the box can play a seat with these options: not where its hand would be of cardboard."""
    return adviser is None or not adviser.lacks(options)


def check_can_play(adviser: Adviser | None, options: Mapping[str, str]) -> None:
    """Refuse to have the box play a seat where its hand would be of cardboard; it names what the box must keep."""
    if adviser is not None and (lacks := adviser.lacks(options)):
        raise Refusal("cardboard-hand", options=list(lacks))


def player_of(adviser: Adviser | None, boxed: Boxed) -> Player:
    """Return the player of a seat. In the place of another version ours goes on."""
    return Player(adviser, boxed.strength)
