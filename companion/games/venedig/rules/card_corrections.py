"""What a Venedig table may set right of its cardboard cards, which the box sees only when they lie face up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.venedig.rules.cards import HAND, OPEN, Cards
from companion.games.venedig.rules.kinds import CARDS, KINDS, SHARED, Holder
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

HELD, FRONT, PAWN, UP = named("thing", "held", "front", "pawn", "open")

Offered = Iterator[tuple[str, Correction]]


def cards(game: Venedig) -> Offered:
    """Cardboard cards, between buildings: how many are in a hand, what lies before whom and what lies open."""
    pieces = game.pieces
    stock = pieces.cards
    if stock.known or game.building:
        return
    for seat, held in stock.held.items():
        most = min(HAND, held + stock.pile + stock.discards.total())
        yield f"{HELD}.{seat}", Correction("held", {"seat": seat}, Count("cards", 0, most), held)
    for holder, front in stock.front.items():
        for kind in SHARED:
            room = CARDS[kind] - 1 - stock.out(kind)
            most = front[kind] + min(room, to_bring(stock, kind, holder))
            if room >= 0 and most:
                facts = {"holder": holder, "building": kind}
                yield f"{FRONT}.{holder}.{kind}", Correction("front", facts, Count("cards", 0, most), front[kind])
    for kind, master in pieces.pawns.items():
        who = with_most(stock, kind)
        if len(who) > 1:
            choice = Pick("seat", [str(one) for one in who])
            yield f"{PAWN}.{kind}", Correction("pawn", {"building": kind}, choice, str(master))
    for kind in KINDS:
        is_open = kind in stock.open
        if is_open or (to_bring(stock, kind) and len(stock.open) < OPEN - 1):
            yield f"{UP}.{kind}", Correction("open", {"building": kind}, Count("cards", 0, 1), int(is_open))


def with_most(stock: Cards, kind: str) -> list[Holder]:
    """VEN.B3: who may be master builder of this kind: nobody has more cards of it."""
    most = max(front[kind] for front in stock.front.values())
    return [holder for holder, front in stock.front.items() if most and front[kind] == most]


def to_bring(stock: Cards, kind: str, holder: Holder | None = None) -> int:
    """How many cards of a kind can be brought before someone, or laid open: discarded ones and unseen ones."""
    hand = stock.held[holder] if isinstance(holder, int) else 0
    hidden = hand + stock.pile + stock.discards.total() - stock.discards[kind]
    return stock.discards[kind] + min(stock.unseen[kind], hidden)


def bring(stock: Cards, kind: str, holder: Holder | None = None) -> None:
    """A card for all to see: from the discards; if none is there, from its holder's hand, else from the pile."""
    if stock.discards[kind]:
        stock.discards[kind] -= 1
    elif isinstance(holder, int) and stock.held[holder]:
        stock.play(holder, kind, 1)
    else:
        fill_pile(stock)
        stock.turn_up(kind)


def fill_pile(stock: Cards) -> None:
    """VEN.R4, without a word: a table that sets cards right is told of nothing else."""
    if not stock.pile:
        stock.reshuffle()


def set_hand(game: Venedig, where: list[str], number: int) -> None:
    """From the pile, the discards shuffled when it is empty (VEN.R4); or back to it."""
    stock, seat = game.pieces.cards, int(where[0])
    while stock.held[seat] < number:
        fill_pile(stock)
        stock.draw(seat, None)
    stock.pile += stock.held[seat] - number
    stock.held[seat] = number


def set_front(game: Venedig, where: list[str], number: int) -> None:
    """Brought there, or to the discards; a pawn goes to who has most, if its holder has none or less."""
    pieces = game.pieces
    holder = next(one for one in pieces.holders if str(one) == where[0])
    kind = where[1]
    front = pieces.cards.front
    for _ in range(number - front[holder][kind]):
        bring(pieces.cards, kind, holder)
    pieces.cards.discards[kind] += max(0, front[holder][kind] - number)
    front[holder][kind] = number
    master = pieces.pawns[kind]
    if master is None or any(front[one][kind] > front[master][kind] for one in front) or not front[master][kind]:
        pieces.hand_on_pawn(kind, holder)


def set_pawn(game: Venedig, where: list[str], value: str) -> None:
    game.pieces.pawns[where[0]] = next(one for one in game.pieces.holders if str(one) == value)


def set_open(game: Venedig, where: list[str], number: int) -> None:
    stock, kind = game.pieces.cards, where[0]
    if number > stock.open.count(kind):
        bring(stock, kind)
        stock.open.append(kind)
    elif number < stock.open.count(kind):
        stock.open.remove(kind)
        stock.discards[kind] += 1
