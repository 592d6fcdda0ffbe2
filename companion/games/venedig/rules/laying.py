"""Cards from the hand to the table: starting, joining, alone in one go (VEN.B1-B5), and too many kinds (VEN.B13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Choice, Pick, Sheet
from companion.games.venedig.rules.kinds import CARDS, CASA, KINDS, Holder
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

named("column", "cards")
(DONE,) = named("card", "done")
(ALONE,) = named("times", "alone")
named("times", "1", "2", "3", "4", "5")
MOST_KINDS = 2  # VEN.B13


def lay_cards(game: Venedig, seat: int, at: str) -> Flow[None]:
    """VEN.B1: any number of cards, of any kinds."""
    if game.pieces.cards.known:
        yield from lay_from_hand(game, seat, at)
    else:
        yield from lay_cardboard(game, seat, at)


def lay_from_hand(game: Venedig, seat: int, at: str) -> Flow[None]:
    """All in one question, so that nothing shows but what is laid."""
    cards = game.pieces.cards
    if not cards.held[seat]:
        return

    def offer() -> Sheet:
        return Sheet("building", {kind: {"cards": numbers(game, kind, n)} for kind, n in cards.at_hand(seat).items()})

    laid = yield Decision("cards", seat, at, offer, "VEN.B1", {}, secret=True, likely=0)
    for kind, row in laid.items():
        number = row["cards"]
        alone = kind == CASA or number >= CARDS[kind]
        if alone:
            sets = number if kind == CASA else 1
            lay_alone(game, seat, kind, sets)
            number -= sets * CARDS[kind]
        if number:
            join(game, seat, kind, number)


def numbers(game: Venedig, kind: str, held: int) -> Choice:
    """How many cards of a kind may be laid: those still wanted, a whole set, or a set and those still wanted."""
    if kind == CASA:
        return Pick("", range(held + 1))
    wanted = still_wanted(game, kind)
    allowed = [*range(wanted + 1), *range(CARDS[kind], CARDS[kind] + wanted + 1)]
    barred = {number: too_many(game, kind) for number in range(held + 1) if number not in allowed}
    return Pick("", [number for number in range(held + 1) if number in allowed], barred)


def still_wanted(game: Venedig, kind: str) -> int:
    """VEN.B4: how many cards may be added to those out; a first one that makes a whole set is alone in one go."""
    out = game.pieces.cards.out(kind)
    return CARDS[kind] - max(out, 1)


def too_many(game: Venedig, kind: str) -> Refusal:
    out = game.pieces.cards.out(kind)
    needed = CARDS[kind]
    return Refusal("too-many-cards", "VEN.B4", building=kind, out=out, most=needed - out, needed=needed)


def lay_cardboard(game: Venedig, seat: int, at: str) -> Flow[None]:
    """Kind by kind as the cards go down, until he has done."""
    cards = game.pieces.cards
    part = 0
    while cards.held[seat]:
        part += 1
        what: str = yield Decision(
            "card", seat, f"{at}.{part}", lambda: layable(game, seat), "VEN.B1", {}, likely=DONE
        )
        if what == DONE:
            return
        kind, number = what.split(".")
        if number == ALONE or kind == CASA:
            lay_alone(game, seat, kind, 1 if number == ALONE else int(number))
        else:
            join(game, seat, kind, int(number))


def layable(game: Venedig, seat: int) -> Pick:
    """What this seat may lay next, of cards that the box has not seen."""
    offered = [DONE]
    barred: dict[str, Refusal] = {}
    for kind, held in game.pieces.cards.at_hand(seat).items():
        wanted = held if kind == CASA else still_wanted(game, kind)
        offered += [f"{kind}.{number}" for number in range(1, min(wanted, held) + 1)]
        barred |= {f"{kind}.{n}": too_many(game, kind) for n in range(wanted + 1, min(held, CARDS[kind] - 1) + 1)}
        if kind != CASA and held >= CARDS[kind]:
            offered.append(f"{kind}.{ALONE}")
    return Pick("card.times", offered, barred)


def lay_alone(game: Venedig, seat: int, kind: str, sets: int) -> None:
    """VEN.B5: whole sets from the hand, apart from all cards that are out; no pawn moves. Casas too (VEN.B6)."""
    if sets:
        game.pieces.cards.play(seat, kind, sets * CARDS[kind])
        game.pieces.cards.sets[seat][kind] += sets * CARDS[kind]
        if kind == CASA:
            game.tell("lays-casa", "VEN.B6", seat=seat, n=sets)
        else:
            game.tell("lays-alone", "VEN.B5", seat=seat, building=kind)


def join(game: Venedig, seat: int, kind: str, number: int) -> None:
    game.pieces.cards.play(seat, kind, number)
    lay_before(game, seat, kind, number)


def lay_before(game: Venedig, holder: Holder, kind: str, number: int) -> None:
    """VEN.B2, B3: who starts takes the pawn; who then has strictly more than the master builder, takes it over."""
    pieces = game.pieces
    master = pieces.pawns[kind]
    front = pieces.cards.front
    front[holder][kind] += number
    facts: dict[str, Any] = {"holder": holder, "building": kind, "n": number}
    if master is None:
        pieces.pawns[kind] = holder
        game.tell("starts", "VEN.B2", **facts)
    elif holder != master and front[holder][kind] > front[master][kind]:
        pieces.pawns[kind] = holder
        game.tell("takes-over", "VEN.B3", **facts)
    else:
        game.tell("joins", "VEN.B3", **facts)


def keep_two_kinds(game: Venedig, seat: int, at: str) -> Flow[None]:
    """VEN.B13: whole kinds in excess are discarded; a pawn that lay on them is handed on."""
    pieces = game.pieces
    part = 0
    while len(pieces.cards.kinds_before(seat)) > MOST_KINDS:
        part += 1
        kind: str = yield Decision(
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


def in_excess(game: Venedig, seat: int) -> list[str]:
    """The kinds before a player; when the table has set it right meanwhile, nothing need go."""
    kinds = game.pieces.cards.kinds_before(seat)
    return kinds if len(kinds) > MOST_KINDS else [DONE]
