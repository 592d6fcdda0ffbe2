"""Cards from the hand, the first action (VEN.B1-B5, B13), and cards for the hand, the third one (VEN.R1-R4).

Pile and discards never run out: of 42 cards at most 9 are in front of the players, 25 in hands and 4 face up.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.choices import Pick, Sheet, Spread
from companion.games.venedig.rules.cards import HAND, OPEN
from companion.games.venedig.rules.kinds import CARDS, CASA, KINDS, Holder
from companion.games.venedig.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

named("column", "cards")
(DONE,) = named("card", "done")
(ALONE,) = named("times", "alone")
named("times", "1", "2", "3", "4", "5")
PILE, UP, LAY = named("take", "pile", "up", "lay")
MOST_KINDS = 2  # VEN.B13
THREE = 3  # VEN.R2


def lay_cards(game: State, seat: int, at: str) -> Flow[None]:
    """VEN.B1: any number of cards, of any kinds."""
    if game.pieces.cards.known:
        yield from lay_from_hand(game, seat, at)
    else:
        yield from lay_cardboard(game, seat, at)


def lay_from_hand(game: State, seat: int, at: str) -> Flow[None]:
    """Ask for all cards at once, so that the others learn nothing but what is laid."""
    cards = game.pieces.cards
    if not cards.held[seat]:
        return

    def offer() -> Sheet:
        return Sheet(
            "building",
            {kind: {"cards": numbers(kind, n, cards.out[kind])} for kind, n in cards.at_hand(seat).items()},
        )

    laid = yield from Decision("cards", seat, at, offer, "VEN.B1", {}, secret=True, likely=0)
    for kind, row in laid.items():
        number = row["cards"]
        alone = kind == CASA or number >= CARDS[kind]
        if alone:
            sets = number if kind == CASA else 1
            lay_alone(game, seat, kind, sets)
            number -= sets * CARDS[kind]
        if number:
            join(game, seat, kind, number)


@cache
def numbers(kind: str, held: int, out: int) -> Pick[int]:
    """Offer how many cards of a kind to lay: up to those still wanted, a whole set, or a set and up to those."""
    if kind == CASA:
        return Pick("", range(held + 1))
    wanted = still_wanted(kind, out)
    allowed = [*range(wanted + 1), *range(CARDS[kind], CARDS[kind] + wanted + 1)]
    barred = {number: too_many(kind, out) for number in range(held + 1) if number not in allowed}
    return Pick("", [number for number in range(held + 1) if number in allowed], barred)


def still_wanted(kind: str, out: int) -> int:
    """Return how many cards may join those out (VEN.B4). With none out, a whole set counts as laid alone instead."""
    return CARDS[kind] - max(out, 1)


def too_many(kind: str, out: int) -> Refusal:
    needed = CARDS[kind]
    return Refusal("too-many-cards", "VEN.B4", building=kind, out=out, most=needed - out, needed=needed)


def lay_cardboard(game: State, seat: int, at: str) -> Flow[None]:
    """Ask kind by kind as the cards go down, until the player is done."""
    cards = game.pieces.cards
    part = 0
    while cards.held[seat]:
        part += 1
        what = yield from Decision(
            "card", seat, f"{at}.{part}", lambda: layable(game, seat), "VEN.B1", {}, likely=DONE
        )
        if what == DONE:
            return
        kind, number = what.split(".")
        if number == ALONE or kind == CASA:
            lay_alone(game, seat, kind, 1 if number == ALONE else int(number))
        else:
            join(game, seat, kind, int(number))


def layable(game: State, seat: int) -> Pick[str]:
    """Offer what this seat may lay next, of cards that the box has not seen."""
    offered = [DONE]
    barred: dict[str, Refusal] = {}
    for kind, held in game.pieces.cards.at_hand(seat).items():
        out = game.pieces.cards.out[kind]
        wanted = held if kind == CASA else still_wanted(kind, out)
        offered += [f"{kind}.{number}" for number in range(1, min(wanted, held) + 1)]
        barred |= {f"{kind}.{n}": too_many(kind, out) for n in range(wanted + 1, min(held, CARDS[kind] - 1) + 1)}
        if kind != CASA and held >= CARDS[kind]:
            offered.append(f"{kind}.{ALONE}")
    return Pick("card.times", offered, barred)


def lay_alone(game: State, seat: int, kind: str, sets: int) -> None:
    """VEN.B5: whole sets from the hand, apart from all cards that are out; no pawn moves. Casas too (VEN.B6)."""
    if sets:
        game.pieces.cards.play(seat, kind, sets * CARDS[kind])
        game.pieces.cards.sets[seat][kind] += sets * CARDS[kind]
        if kind == CASA:
            game.tell("lays-casa", "VEN.B6", seat=seat, n=sets)
        else:
            game.tell("lays-alone", "VEN.B5", seat=seat, building=kind)


def join(game: State, seat: int, kind: str, number: int) -> None:
    """Start a shared building with cards from the hand, or join it."""
    game.pieces.cards.play(seat, kind, number)
    lay_before(game, seat, kind, number)


def lay_before(game: State, holder: Holder, kind: str, number: int) -> None:
    """VEN.B2, B3: whoever starts a building takes its pawn; having strictly more cards takes it over."""
    pieces = game.pieces
    master = pieces.pawns[kind]
    front = pieces.cards.front
    pieces.cards.lay_front(holder, kind, number)
    facts: dict[str, Any] = {"holder": holder, "building": kind, "n": number}
    if master is None:
        pieces.pawns[kind] = holder
        game.tell("starts", "VEN.B2", **facts)
    elif holder != master and front[holder][kind] > front[master][kind]:
        pieces.pawns[kind] = holder
        game.tell("takes-over", "VEN.B3", **facts)
    else:
        game.tell("joins", "VEN.B3", **facts)


def keep_two_kinds(game: State, seat: int, at: str) -> Flow[None]:
    """VEN.B13: whole kinds in excess of two are discarded; a pawn that was held for one is handed on."""
    pieces = game.pieces
    part = 0
    while len(pieces.cards.kinds_before(seat)) > MOST_KINDS:
        part += 1
        kind = yield from Decision(
            "excess", seat, f"{at}.{part}", lambda: Pick("card", in_excess(game, seat)), "VEN.B13", {}
        )
        if kind not in KINDS:
            return
        pieces.cards.discard_front(seat, kind)
        game.tell("discards", "VEN.B13", seat=seat, building=kind)
        if pieces.pawns[kind] == seat:
            pieces.hand_on_pawn(kind, seat)
            if pieces.pawns[kind] is not None:
                game.tell("pawn-to", "VEN.B13", holder=pieces.pawns[kind], building=kind)


def in_excess(game: State, seat: int) -> list[str]:
    """Return the kinds in front of a player; only `DONE` if a correction has left no more than two of them."""
    kinds = game.pieces.cards.kinds_before(seat)
    return kinds if len(kinds) > MOST_KINDS else [DONE]


def take_cards(game: State, seat: int, at: str) -> Flow[None]:
    """VEN.R1, R2: take one card, or lay one face up and take three."""
    cards = game.pieces.cards
    if cards.held[seat] >= HAND:  # VEN.R3
        game.tell("hand-full", "VEN.R3", seat=seat)
        return
    answer = yield from Decision(
        "take", seat, at, lambda: takeable(game, seat), "VEN.R1", {}, secret=cards.known, likely=PILE
    )
    how, _, kind = answer.partition(".")
    if cards.held[seat] >= HAND:  # a correction filled the hand while the question was open
        return
    if how == LAY:
        yield from lay_and_take_three(game, seat, kind, at)
    elif how == UP:
        cards.take_open(seat, kind)
        game.tell("takes-open", "VEN.R1", seat=seat, building=kind)
    else:
        yield from draw_cards(game, seat, 1, "VEN.R1")


def takeable(game: State, seat: int) -> Pick[str]:
    """Offer a card from the pile, a face-up card, or laying one of the hand whose kind is not face up yet."""
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


@cache
def open_already(kind: str) -> Refusal:
    return Refusal("open-already", "VEN.R2", building=kind)


@cache
def over_five() -> Refusal:
    return Refusal("over-five", "VEN.R2", most=HAND)


def lay_and_take_three(game: State, seat: int, kind: str, at: str) -> Flow[None]:
    """VEN.R2: face-up cards first, except the one just laid; the rest from the pile."""
    cards = game.pieces.cards
    cards.lay_open(seat, kind)
    game.tell("lays-open", "VEN.R2", seat=seat, building=kind)

    def offer() -> Spread:
        others = {other: 1 for other in cards.open if other != kind}
        return Spread("card", others, 0, THREE)

    chosen = yield from Decision("three", seat, at, offer, "VEN.R2", {}, likely={})
    taken = [other for other, number in chosen.items() if number][: HAND - cards.held[seat]]
    for other in taken:
        cards.take_open(seat, other)
        game.tell("takes-open", "VEN.R2", seat=seat, building=other)
    yield from draw_cards(game, seat, THREE - len(taken), "VEN.R2")


def draw_cards(game: State, seat: int, number: int, rule: str) -> Flow[None]:
    """Draw cards from the pile into a hand, where only its owner sees them."""
    cards = game.pieces.cards
    number = min(number, HAND - cards.held[seat])
    kinds: list[str] = []
    for _ in range(number):
        refill(game)
        kind: str | None = None
        if cards.known:
            kind = yield from top_card(game, rule, to=seat)
            kinds.append(kind)
        cards.draw(seat, kind)
    if number:
        game.tell("draws", rule, seat=seat, n=number)
    if kinds:
        game.tell("drew", rule, to=seat, cards=kinds)


def top_card(game: State, rule: str, *, to: int) -> Flow[str]:
    """Draw the top card only at the moment it is seen, so that there is never an order to peek at."""
    game.drawn += 1
    kind = yield from Draw("card", str(game.drawn), "building", game.pieces.cards.pile_cards(), rule, to=to)
    return kind


def refill(game: State) -> None:
    """VEN.R4: when the pile is empty the discards are shuffled."""
    cards = game.pieces.cards
    if not cards.pile:
        cards.reshuffle()
        game.tell("reshuffled", "VEN.R4", n=cards.pile)


def clear_open(game: State) -> None:
    """VEN.R4: four face-up cards at the end of a turn are discarded."""
    if len(game.pieces.cards.open) >= OPEN:
        game.pieces.cards.discard_open()
        game.tell("four-open", "VEN.R4")
