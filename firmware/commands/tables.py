"""The table for a new game, from the command's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion import games
from companion.game import Table
from companion.refusal import Malformed, Refusal
from companion.seats import NAMES, seat_table


def parse_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return `key=value` arguments as a mapping."""
    wanted = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Malformed("bad-option", value=pair)
        wanted[name] = value
    return wanted


def set_table(kit: games.Kit, names: list[str], wanted: Mapping[str, str], data: Path) -> Table:
    """Return the table for a new game with these names, on the owner's own board if there is one."""
    kind = kit.game
    check_players(kit, len(names))  # before colours run out
    return kind.set_table(seat_table(names, kind.colours), wanted, kit.layout(data / "layouts", wanted))


def as_usual(kit: games.Kit, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a game among people: real cardboard, unless they want it otherwise."""
    return {option.name: option.usual for option in kit.game.all_options()} | dict(wanted)


def names_for(kit: games.Kit, players: int) -> list[str]:
    """Return standard names for this many players."""
    check_players(kit, players)
    return NAMES[:players]


def check_players(kit: games.Kit, players: int) -> None:
    if players not in kit.game.players:
        raise Refusal("wrong-players", count=players, known=list(kit.game.players))
