"""The last choices on this box and the people who play on it, kept for the next evening: they come first then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion import games
from companion.game import Game, Table
from companion.refusal import Refusal
from companion.seats import NAMES, Seat, seat_table
from companion.teaching.newcomers import people_of
from firmware.scenes.home import Keeps

JOB, DRAW, SHEET, PLAYERS = "last-job", "last-draw", "last-sheet", "last-players"
"""Preferences: the job that was done last, the dial or deck, such as `venezia:dials`, the sheet and its players."""
GAME, TABLES = "last-game", "last-tables"
"""Preferences: the game that was played last, and by game who played it, in which colours, with which options."""
GIVEN_NAMES = "names"
"""The preference with the names of people who were named when the box was set up."""
MOST_NAMES = 60
"""Names to choose from, those of the people who played last."""


class LastTable(NamedTuple):
    """The last table of a game: its people, clockwise, and its options."""

    seats: list[Seat]
    options: dict[str, str]


def last_table(box: Keeps, game: str) -> LastTable | None:
    """Return who played a game last; `None` if nobody has, or if what is kept no longer fits the game."""
    kind = games.find(game).game
    try:
        kept = box.preferences[TABLES][game]
        seats = seat_table(kept["names"], kind.colours, kept["colours"])
        return LastTable(seats, known_options(kind, kept["options"])) if len(seats) in kind.players else None
    except (Refusal, LookupError, TypeError, AttributeError):
        return None


def known_options(kind: type[Game], kept: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every option of a game: the kept one if there still is such a value, else the usual one."""
    return {
        option.name: kept[option.name] if kept.get(option.name) in option.values else option.usual
        for option in kind.all_options()
    }


def keep_table(box: Keeps, game: str, table: Table) -> None:
    kept = box.preferences[TABLES]
    played = {
        "names": [seat.name for seat in table.seats],
        "colours": [seat.colour for seat in table.seats],
        "options": dict(table.options),
    }
    keep(box, {JOB: "play", GAME: game, TABLES: {**(kept if isinstance(kept, dict) else {}), game: played}})


def last_first(last: object, names: Sequence[str]) -> list[str]:
    """Return the names with the one that was used last in front; what is kept may name none of them.

    >>> last_first("venise", ["doge", "venise"]), last_first(None, ["doge"])
    (['venise', 'doge'], ['doge'])
    """
    return sorted(names, key=lambda name: name != last)


def game_of(kind: object) -> str:
    """Return the game of a draw or a sheet as it is kept, or nothing.

    >>> game_of("venezia:dials"), game_of(None)
    ('venezia', '')
    """
    return kind.partition(":")[0] if isinstance(kind, str) else ""


def place_of_job(box: Keeps, jobs: Sequence[str]) -> int:
    """Return where in the first menu the job stands that was done last."""
    kept = box.preferences[JOB]
    return jobs.index(kept) if kept in jobs else 0


def keep(box: Keeps, chosen: Mapping[str, object]) -> None:
    """Keep what was chosen, unless it is kept already: each change is written to the disk."""
    for name, value in chosen.items():
        if box.preferences[name] != value:
            box.preferences[name] = value


def known_names(box: Keeps) -> list[str]:
    """Return names from the last games, the newest first; then those given at set-up, and some to begin with."""
    played = people_of(box.ledger)
    people = [*played, *(name for name in given_names(box) if name.casefold() not in map(str.casefold, played))]
    known = {name.casefold() for name in people}
    return [*people, *(name for name in NAMES if name.casefold() not in known)][:MOST_NAMES]


def given_names(box: Keeps) -> list[str]:
    """Return the names that were given at a set-up."""
    kept = box.preferences[GIVEN_NAMES]
    return [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []
