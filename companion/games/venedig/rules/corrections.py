"""What a Venedig table may set right. What one place gets, another gives; what the box keeps can't drift."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.venedig.rules.card_corrections import (
    FRONT,
    HELD,
    PAWN,
    UP,
    Offered,
    cards,
    set_front,
    set_hand,
    set_open,
    set_pawn,
)
from companion.games.venedig.rules.gondolas import SPACES
from companion.games.venedig.rules.hexes import Shape
from companion.games.venedig.rules.kinds import BOX, KINDS, SWAMP, TREASURE
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.games.venedig.rules.track import LAST, START, taken
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

GONDOLA, TREASURES, SWAMPS, SUPPLY, LAND = named("thing", "gondola", "treasure", "swamp", "supply", "hex")
POSTS = 15
"""How many mooring posts a gondola may be set to once the game is over."""

DRIFT = 2
ADRIFT = 12
"""A count of buildings, or a gondola, is out by so many at most; if it is by more, it is set right twice."""


def offered(game: Venedig) -> dict[str, Correction]:
    return dict([*gondolas(game), *cards(game), *tokens(game), *board(game)])


def gondolas(game: Venedig) -> Offered:
    """A space near by that no other gondola has; before the game is over, none that would end it."""
    pieces = game.pieces
    last = max(LAST + POSTS, *pieces.gondolas.values()) if game.over else LAST - 1
    for seat in game.seats:
        blocked = taken(pieces.others_than(seat))
        now = pieces.gondolas[seat]
        near = range(max(START, now - ADRIFT), min(last, now + ADRIFT) + 1)
        spaces = [space for space in near if space not in blocked]
        yield f"{GONDOLA}.{seat}", Correction("gondola", {"seat": seat}, Pick("", spaces), now)


def tokens(game: Venedig) -> Offered:
    """Cardboard tokens before the players; treasure from its supply, swamp from what has left the game."""
    gold = game.pieces.gold
    if gold.known:
        return
    for seat, held in gold.held.items():
        for place, token, more in ((TREASURES, TREASURE, gold.left[TREASURE]), (SWAMPS, SWAMP, gold.gone)):
            facts = {"seat": seat, "token": token}
            choice = Count("tokens", 0, held[token] + more)
            yield f"{place}.{seat}", Correction("tokens", facts, choice, held[token])


def board(game: Venedig) -> Offered:
    """What lies on a hex; without a map, how many of a kind are still to be built. The last one is never taken."""
    pieces = game.pieces
    if not pieces.mapped:
        for kind in KINDS:
            left = pieces.supply[kind]
            few = Count("buildings", min(left, max(1, left - DRIFT)), min(BOX[kind], left + DRIFT))
            yield f"{SUPPLY}.{kind}", Correction("supply", {"building": kind}, few, left)
        return
    standing = {name: (kind, hexes) for kind, hexes in pieces.buildings for name in hexes}
    sites = sites_by_hex(game)
    for name, lies in pieces.lies.items():
        now = worded(*standing[name], name) if name in standing else lies
        choices = [EMPTY, now, *sites.get(name, [])]
        if lies == EMPTY and pieces.gold.spare():
            choices.append(WATER)
        choice = Pick("lies.hex.hex", list(dict.fromkeys(choices)))
        yield f"{LAND}.{name}", Correction("hex", {"hex": name}, choice, now)


def sites_by_hex(game: Venedig) -> dict[str, list[str]]:
    """What could stand on each empty hex, of which there is more than the last one."""
    found: dict[str, list[str]] = {}
    for kind in KINDS:
        if game.pieces.supply[kind] > 1:
            for shape in game.pieces.sites(kind):
                for name in shape:
                    found.setdefault(name, []).append(worded(kind, shape, name))
    return found


def worded(kind: str, hexes: Shape, name: str) -> str:
    """A building on this hex, and the other hexes that it takes: `palazzo.C8`."""
    return ".".join([kind, *(other for other in hexes if other != name)])


def apply(game: Venedig, place: str, value: Any) -> None:
    kind, *where = place.split(".")
    set_right: dict[str, Callable[[Venedig, list[str], Any], None]] = {
        GONDOLA: set_gondola, HELD: set_hand, FRONT: set_front, PAWN: set_pawn, UP: set_open,
        TREASURES: set_treasure, SWAMPS: set_swamp, SUPPLY: set_supply, LAND: set_hex,
    }  # fmt: skip
    set_right[kind](game, where, value)
    if kind in (GONDOLA, HELD, TREASURES, SWAMPS):
        game.tell("corrected", "", what=kind, seat=int(where[0]), number=value)
    elif kind == FRONT:
        game.tell("corrected-front", "", holder=where[0], building=where[1], number=value)
    elif kind == PAWN:
        game.tell("corrected-pawn", "", building=where[0], holder=value)
    elif kind == LAND:
        game.tell("corrected-hex", "", hex=where[0], value=value)
    else:
        game.tell("corrected-kind", "", what=kind, building=where[0], number=value)


def set_gondola(game: Venedig, where: list[str], space: int) -> None:
    seat = int(where[0])
    change = space - game.pieces.gondolas[seat]
    game.pieces.gondolas[seat] = space
    game.gain(seat, SPACES, change, "", "corrected")


def set_treasure(game: Venedig, where: list[str], number: int) -> None:
    gold = game.pieces.gold
    gold.left[TREASURE] -= number - gold.held[int(where[0])][TREASURE]
    gold.held[int(where[0])][TREASURE] = number


def set_swamp(game: Venedig, where: list[str], number: int) -> None:
    gold = game.pieces.gold
    gold.gone -= number - gold.held[int(where[0])][SWAMP]
    gold.held[int(where[0])][SWAMP] = number


def set_supply(game: Venedig, where: list[str], number: int) -> None:
    game.pieces.supply[where[0]] = number


def set_hex(game: Venedig, where: list[str], value: str) -> None:
    """What lay there goes first: a building to the supply, a swamp token out of the game; then the new."""
    pieces, name = game.pieces, where[0]
    for kind, hexes in [building for building in pieces.buildings if name in building[1]]:
        if worded(kind, hexes, name) == value:
            return
        pieces.take_down(kind, hexes)
    wet = pieces.lies[name] == WATER
    if wet != (value == WATER):
        pieces.gold.left[SWAMP] += 1 if value == WATER else -1
        pieces.gold.gone -= 1 if value == WATER else -1
    pieces.lies[name] = WATER if value == WATER else EMPTY
    kind, *others = value.split(".")
    if kind in KINDS:
        shape = next(one for one in pieces.plan.shapes[kind] if set(one) == {name, *others})
        pieces.build(kind, shape)
