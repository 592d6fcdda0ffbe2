"""The table for a new game, from the command's arguments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from companion import games
from companion.game import Table
from companion.players import BOX_NAMES, STRENGTHS
from companion.refusal import Malformed, Refusal, quoted
from companion.seats import NAMES, seat_table


def parse_boxed(pairs: tuple[str, ...], players: int) -> dict[int, str]:
    """Return `seat=strength` arguments as the seats that the box plays, each with its strength."""
    boxed = {}
    for seat, strength in parse_options(pairs).items():
        if not (seat.isdecimal() and 1 <= int(seat) <= players):
            raise Refusal("no-such-seat", seat=quoted(seat), known=[*range(1, players + 1)])
        if strength not in STRENGTHS:
            raise Refusal("unknown-player", value=quoted(strength), known=list(STRENGTHS))
        boxed[int(seat)] = strength
    return boxed


def with_boxed(names: list[str], boxed: Collection[int]) -> list[str]:
    """Return these standard names, with the box's own for the seats that it plays."""
    own = iter(BOX_NAMES)
    return [next(own, name) if seat in boxed else name for seat, name in enumerate(names, start=1)]


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
