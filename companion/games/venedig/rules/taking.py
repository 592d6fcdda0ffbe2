"""The third action: cards for the hand (VEN.R1-R4).

Pile and discards never run out: of 42 cards at most 9 lie before the players, 25 are in hands and 4 lie open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick, Spread
from companion.games.venedig.rules.cards import HAND, OPEN
from companion.refusal import Refusal
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

PILE, UP, LAY = named("take", "pile", "up", "lay")
THREE = 3


def take_cards(game: Venedig, seat: int, at: str) -> Flow[None]:
    """VEN.R1, R2: one card; or one laid open and three taken."""
    cards = game.pieces.cards
    if cards.held[seat] >= HAND:  # VEN.R3
        game.tell("hand-full", "VEN.R3", seat=seat)
        return
    way: str = yield Decision(
        "take", seat, at, lambda: ways(game, seat), "VEN.R1", {}, secret=cards.known, likely=PILE
    )
    how, _, kind = way.partition(".")
    if cards.held[seat] >= HAND:  # set right by the table since it was asked
        return
    if how == LAY:
        yield from lay_and_take_three(game, seat, kind, at)
    elif how == UP:
        cards.take_open(seat, kind)
        game.tell("takes-open", "VEN.R1", seat=seat, building=kind)
    else:
        yield from draw_cards(game, seat, 1, "VEN.R1")


def ways(game: Venedig, seat: int) -> Pick:
    """One from the pile, one of the open ones, or one of his own laid open if its kind is not open yet."""
    cards = game.pieces.cards
    one = [PILE, *(f"{UP}.{kind}" for kind in cards.open)]
    kinds = list(cards.at_hand(seat))
    if cards.held[seat] - 1 + THREE > HAND:
        return Pick("take.card", one, {f"{LAY}.{kind}": over_five() for kind in kinds if cards.held[seat]})
    if not cards.held[seat]:
        return Pick("take.card", one)
    lays = [f"{LAY}.{kind}" for kind in kinds if kind not in cards.open]
    barred = {f"{LAY}.{kind}": open_already(kind) for kind in kinds if kind in cards.open}
    return Pick("take.card", [*one, *lays], barred)


def open_already(kind: str) -> Refusal:
    return Refusal("open-already", "VEN.R2", building=kind)


def over_five() -> Refusal:
    return Refusal("over-five", "VEN.R2", most=HAND)


def lay_and_take_three(game: Venedig, seat: int, kind: str, at: str) -> Flow[None]:
    """VEN.R2: open cards first, then from the pile; not the one just laid."""
    cards = game.pieces.cards
    cards.lay_open(seat, kind)
    game.tell("lays-open", "VEN.R2", seat=seat, building=kind)

    def offer() -> Spread:
        others = {other: 1 for other in cards.open if other != kind}
        return Spread("card", others, 0, THREE)

    chosen: dict[str, int] = yield Decision("three", seat, at, offer, "VEN.R2", {})
    taken = [other for other, number in chosen.items() if number][: HAND - cards.held[seat]]
    for other in taken:
        cards.take_open(seat, other)
        game.tell("takes-open", "VEN.R2", seat=seat, building=other)
    yield from draw_cards(game, seat, THREE - len(taken), "VEN.R2")


def draw_cards(game: Venedig, seat: int, number: int, rule: str) -> Flow[None]:
    """From the pile to the hand, seen by its owner only."""
    cards = game.pieces.cards
    number = min(number, HAND - cards.held[seat])
    kinds: list[str] = []
    for _ in range(number):
        refill(game)
        kind: str | None = None
        if cards.known:
            kind = yield from top_card(game, rule)
            kinds.append(kind)
        cards.draw(seat, kind)
    if number:
        game.tell("draws", rule, seat=seat, n=number)
    if kinds:
        game.tell("drew", rule, to=seat, cards=kinds)


def top_card(game: Venedig, rule: str) -> Flow[str]:
    """The top of a pile that the box shuffled: drawn at the moment it is seen, so there is nothing to peek at."""
    game.drawn += 1
    kind: str = yield Draw("card", str(game.drawn), "building", game.pieces.cards.pile_cards(), rule)
    return kind


def refill(game: Venedig) -> None:
    """VEN.R4: when the pile is empty the discards are shuffled."""
    cards = game.pieces.cards
    if not cards.pile:
        cards.reshuffle()
        game.tell("reshuffled", "VEN.R4", n=cards.pile)


def clear_open(game: Venedig) -> None:
    """VEN.R4: four open cards at the end of a turn are discarded."""
    if len(game.pieces.cards.open) >= OPEN:
        game.pieces.cards.discard_open()
        game.tell("four-open", "VEN.R4")
