"""The players at the table, clockwise, each with a name and a colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.refusal import Refusal, quoted

Someone = TypeVar("Someone", bound=int | str)
"""A seat's number, or the name of a player who has none."""

NAMES = ["Anna", "Ben", "Cleo", "Dario", "Elena"]
"""Default names of players."""

NAME_LENGTH = 10
"""The longest name, so that every screen has room for it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. Seats are numbered from 1 clockwise; 0 is the table itself.

    >>> Seat(1, "Anna", "red").name
    'Anna'
    """

    number: int
    name: str
    colour: str

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "colour": self.colour}


def clockwise_from(first: Someone, players: Sequence[Someone]) -> list[Someone]:
    """Return the players in the order of play, beginning with this one.

    >>> clockwise_from(3, [1, 2, 3, 4])
    [3, 4, 1, 2]
    """
    start = players.index(first)
    return [*players[start:], *players[:start]]


def check_name(name: str, most: int = NAME_LENGTH) -> str:
    """Return somebody's name without spaces around it; refuse one that is empty, too long or can't be printed."""
    name = name.strip()
    if not name or len(name) > most or not name.isprintable():
        raise Refusal("bad-name", value=quoted(name), most=most)
    return name


def check_names(names: Iterable[str], most: int = NAME_LENGTH) -> list[str]:
    """Return the names of people, each checked; refuse two that differ at most in capitals."""
    checked = [check_name(name, most) for name in names]
    if len({name.casefold() for name in checked}) < len(checked):
        raise Refusal("same-name", names=checked)
    return checked


def seat_table(names: list[str], colours: tuple[str, ...], chosen: list[str] | None = None) -> list[Seat]:
    """Seat players by name, in this order, in the chosen colours or in the game's colours in turn."""
    names = check_names(names)
    chosen = chosen or list(colours[: len(names)])
    for colour in chosen:
        if colour not in colours:
            raise Refusal("unknown-colour", value=quoted(colour))
    if len(chosen) != len(names) or len(set(chosen)) < len(chosen):
        raise Refusal("bad-colours", count=len(names))
    return [
        Seat(number, name, colour) for number, (name, colour) in enumerate(zip(names, chosen, strict=True), start=1)
    ]
