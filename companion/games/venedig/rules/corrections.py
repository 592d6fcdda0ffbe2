"""Corrections that a table may make. What one place gets another gives up; what the box keeps itself can't drift."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.venedig.rules.board import Shape
from companion.games.venedig.rules.cards import HAND, OPEN, Cards
from companion.games.venedig.rules.kinds import BOX, CARDS, KINDS, SHARED, SWAMP, TREASURE, Holder
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.games.venedig.rules.state import State
from companion.games.venedig.rules.track import LAST, SPACES, START, taken
from companion.vocabulary import named

GONDOLA, TREASURES, SWAMPS, SUPPLY, LAND = named("thing", "gondola", "treasure", "swamp", "supply", "hex")
HELD, FRONT, PAWN, UP = named("thing", "held", "front", "pawn", "open")
POSTS = 15
"""The number of mooring posts on which a gondola may be put once the game is over."""

DRIFT = 2
ADRIFT = 12
"""The furthest that a count of buildings, or a gondola, can be corrected at once; beyond it, correct it twice."""

Offered = Iterator[tuple[str, Correction]]


def offered(game: State) -> dict[str, Correction]:
    """Return all that may be corrected now, by place."""
    return dict([*gondolas(game), *cards(game), *tokens(game), *board(game)])


def apply(game: State, place: str, value: Any) -> None:
    """Make one correction and tell everyone."""
    kind, *where = place.split(".")
    setters: dict[str, Callable[[State, list[str], Any], None]] = {
        GONDOLA: set_gondola, HELD: set_hand, FRONT: set_front, PAWN: set_pawn, UP: set_open,
        TREASURES: set_treasure, SWAMPS: set_swamp, SUPPLY: set_supply, LAND: set_hex,
    }  # fmt: skip
    setters[kind](game, where, value)
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


def gondolas(game: State) -> Offered:
    """Offer the free spaces near each gondola; before the game is over, none that would end it."""
    pieces = game.pieces
    last = max(LAST + POSTS, *pieces.gondolas.values()) if game.over else LAST - 1
    for seat in game.seats:
        blocked = taken(pieces.others_than(seat))
        now = pieces.gondolas[seat]
        near = range(max(START, now - ADRIFT), min(last, now + ADRIFT) + 1)
        spaces = [space for space in near if space not in blocked]
        yield f"{GONDOLA}.{seat}", Correction("gondola", {"seat": seat}, Pick("", spaces), now)


def tokens(game: State) -> Offered:
    """Offer the players' cardboard tokens: treasure from the supply, swamp from what has left the game."""
    gold = game.pieces.gold
    if gold.known:
        return
    for seat, held in gold.held.items():
        for place, token, more in ((TREASURES, TREASURE, gold.left[TREASURE]), (SWAMPS, SWAMP, gold.gone)):
            facts = {"seat": seat, "token": token}
            choice = Count("tokens", 0, held[token] + more)
            yield f"{place}.{seat}", Correction("tokens", facts, choice, held[token])


def board(game: State) -> Offered:
    """Offer what is on each hex or, without a map, how many of each kind are left; the last one is never used up."""
    if game.pieces.mapped:
        yield from hexes(game)
        return
    for kind in KINDS:
        left = game.pieces.supply[kind]
        few = Count("buildings", min(left, max(1, left - DRIFT)), min(BOX[kind], left + DRIFT))
        yield f"{SUPPLY}.{kind}", Correction("supply", {"building": kind}, few, left)


def hexes(game: State) -> Offered:
    """Offer what could be on each hex instead: nothing, swamp, or a building that fits."""
    pieces = game.pieces
    standing = {name: (kind, shape) for kind, shape in pieces.buildings for name in shape}
    sites = sites_by_hex(game)
    for name, what in pieces.ground.items():
        now = worded(*standing[name], name) if name in standing else what
        choices = [EMPTY, now, *sites.get(name, [])]
        if what == EMPTY and pieces.gold.spare():
            choices.append(WATER)
        choice = Pick("lies.hex.hex", list(dict.fromkeys(choices)))
        yield f"{LAND}.{name}", Correction("hex", {"hex": name}, choice, now)


def sites_by_hex(game: State) -> dict[str, list[str]]:
    """Return what could be built on each empty hex, of kinds that have more than the last one left."""
    found: dict[str, list[str]] = {}
    for kind in KINDS:
        if game.pieces.supply[kind] > 1:
            for shape in game.pieces.sites(kind):
                for name in shape:
                    found.setdefault(name, []).append(worded(kind, shape, name))
    return found


def worded(kind: str, shape: Shape, name: str) -> str:
    """Name a building on this hex together with its other hexes: `palazzo.C8`."""
    return ".".join([kind, *(other for other in shape if other != name)])


def set_gondola(game: State, where: list[str], space: int) -> None:
    seat = int(where[0])
    change = space - game.pieces.gondolas[seat]
    game.pieces.gondolas[seat] = space
    game.gain(seat, SPACES, change, "", "corrected")


def set_treasure(game: State, where: list[str], number: int) -> None:
    gold = game.pieces.gold
    gold.left[TREASURE] -= number - gold.held[int(where[0])][TREASURE]
    gold.held[int(where[0])][TREASURE] = number


def set_swamp(game: State, where: list[str], number: int) -> None:
    gold = game.pieces.gold
    gold.gone -= number - gold.held[int(where[0])][SWAMP]
    gold.held[int(where[0])][SWAMP] = number


def set_supply(game: State, where: list[str], number: int) -> None:
    game.pieces.supply[where[0]] = number


def set_hex(game: State, where: list[str], value: str) -> None:
    """Clear the hex, a building to the supply and a swamp token out of the game; then put the new thing there."""
    pieces, name = game.pieces, where[0]
    for kind, shape in [building for building in pieces.buildings if name in building[1]]:
        if worded(kind, shape, name) == value:
            return
        pieces.take_down(kind, shape)
    wet = pieces.ground[name] == WATER
    if wet != (value == WATER):
        pieces.gold.left[SWAMP] += 1 if value == WATER else -1
        pieces.gold.gone -= 1 if value == WATER else -1
        if wet:
            pieces.drain([name])
        else:
            pieces.flood(name)
    kind, *others = value.split(".")
    if kind in KINDS:
        shape = next(one for one in pieces.plan.shapes[kind] if set(one) == {name, *others})
        pieces.build(kind, shape)


def cards(game: State) -> Offered:
    """Offer what the box can't be sure of about cardboard cards, except while buildings are being built."""
    if not game.pieces.cards.known and not game.building:
        yield from hands(game)
        yield from fronts(game)
        yield from pawns(game)
        yield from face_up(game)


def hands(game: State) -> Offered:
    """Offer how many cards each hand holds."""
    stock = game.pieces.cards
    for seat, held in stock.held.items():
        most = min(HAND, held + stock.pile + stock.discards.total())
        yield f"{HELD}.{seat}", Correction("held", {"seat": seat}, Count("cards", 0, most), held)


def fronts(game: State) -> Offered:
    """Offer how many cards each player has in front, short of completing a building."""
    stock = game.pieces.cards
    for holder, front in stock.front.items():
        for kind in SHARED:
            room = CARDS[kind] - 1 - stock.out[kind]
            most = front[kind] + min(room, available(stock, kind, holder))
            if room >= 0 and most:
                facts = {"holder": holder, "building": kind}
                yield f"{FRONT}.{holder}.{kind}", Correction("front", facts, Count("cards", 0, most), front[kind])


def pawns(game: State) -> Offered:
    """Offer who holds a pawn, where several have the most cards."""
    for kind, master in game.pieces.pawns.items():
        who = with_most(game.pieces.cards, kind)
        if len(who) > 1:
            choice = Pick("seat", [str(one) for one in who])
            yield f"{PAWN}.{kind}", Correction("pawn", {"building": kind}, choice, str(master))


def face_up(game: State) -> Offered:
    """Offer which kinds lie face up, short of the four that would be discarded."""
    stock = game.pieces.cards
    for kind in KINDS:
        is_open = kind in stock.open
        if is_open or (available(stock, kind) and len(stock.open) < OPEN - 1):
            yield f"{UP}.{kind}", Correction("open", {"building": kind}, Count("cards", 0, 1), int(is_open))


def with_most(stock: Cards, kind: str) -> list[Holder]:
    """Return who may be master builder of this kind: those with the most cards of it (VEN.B3)."""
    most = max(front[kind] for front in stock.front.values())
    return [holder for holder, front in stock.front.items() if most and front[kind] == most]


def available(stock: Cards, kind: str, holder: Holder | None = None) -> int:
    """Return how many cards of a kind could be put in front of someone, or face up: discarded and unseen ones."""
    hand = stock.held[holder] if isinstance(holder, int) else 0
    hidden = hand + stock.pile + stock.discards.total() - stock.discards[kind]
    return stock.discards[kind] + min(stock.unseen[kind], hidden)


def fetch(stock: Cards, kind: str, holder: Holder | None = None) -> None:
    """Fetch a card for all to see: from the discards, otherwise from its holder's hand or from the pile."""
    if stock.discards[kind]:
        stock.discards[kind] -= 1
    elif isinstance(holder, int) and stock.held[holder]:
        stock.play(holder, kind, 1)
    else:
        fill_pile(stock)
        stock.turn_up(kind)


def fill_pile(stock: Cards) -> None:
    """Shuffle the discards if the pile is empty (VEN.R4), untold: a correction tells of nothing else."""
    if not stock.pile:
        stock.reshuffle()


def set_hand(game: State, where: list[str], number: int) -> None:
    """Fill a hand from the pile, shuffling the discards when it is empty (VEN.R4), or return cards to the pile."""
    stock, seat = game.pieces.cards, int(where[0])
    while stock.held[seat] < number:
        fill_pile(stock)
        stock.draw(seat, None)
    stock.pile += stock.held[seat] - number
    stock.held[seat] = number


def set_front(game: State, where: list[str], number: int) -> None:
    """Fetch or discard cards; the pawn moves to whoever has most once its holder has fewer or none."""
    pieces = game.pieces
    holder = next(one for one in pieces.holders if str(one) == where[0])
    kind = where[1]
    front = pieces.cards.front
    for _ in range(number - front[holder][kind]):
        fetch(pieces.cards, kind, holder)
    pieces.cards.discards[kind] += max(0, front[holder][kind] - number)
    pieces.cards.lay_front(holder, kind, number - front[holder][kind])
    master = pieces.pawns[kind]
    if master is None or any(front[one][kind] > front[master][kind] for one in front) or not front[master][kind]:
        pieces.hand_on_pawn(kind, holder)


def set_pawn(game: State, where: list[str], value: str) -> None:
    game.pieces.pawns[where[0]] = next(one for one in game.pieces.holders if str(one) == value)


def set_open(game: State, where: list[str], number: int) -> None:
    stock, kind = game.pieces.cards, where[0]
    if number > stock.open.count(kind):
        fetch(stock, kind)
        stock.open.append(kind)
    elif number < stock.open.count(kind):
        stock.open.remove(kind)
        stock.discards[kind] += 1
