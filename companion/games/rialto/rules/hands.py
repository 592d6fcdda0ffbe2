"""Phase I: rows of cards, the green buildings, and the hands that players keep (RIA.I1-I6, X1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.choices import Pick, Several
from companion.games.rialto.rules.buildings import choose_to_activate
from companion.games.rialto.rules.cards import HAND, ROW, Card, letters
from companion.games.rialto.rules.pieces import GREEN
from companion.games.rialto.rules.state import State
from companion.steps import TABLE, Decision, Draw, Flow, Together
from companion.vocabulary import named

FROM_PILE, FROM_ROW = named("card", "pile", "row")
FROM_THE_PILE = 2  # RIA.I3
INSTEAD = 3  # RIA.X1
KEEP_MORE = {1: 0, 2: 1, 3: 1, 4: 2}
"""Extra cards that a green building lets its owner keep (RIA.X1)."""


def phase_one(game: State) -> Flow[None]:
    game.phase = 1
    game.limit = dict.fromkeys(game.seats, HAND)
    game.tell("round", "RIA.I1", round=game.number, district=game.district)
    track = game.pieces.track
    game.tell("order", "RIA.T2", order={player: track.space(player) for player in game.order()})
    yield from lay_rows(game)
    order = game.doge_seats()
    for seat in order:
        yield from take_row(game, seat)
    for seat in order:  # RIA.I4
        yield from activate_greens(game, seat)
    yield from discard_down(game)
    game.cards.clear_rows()  # RIA.I6


def lay_rows(game: State) -> Flow[None]:
    """RIA.I2: lay one row more than there are players, card by card across the rows."""
    rows: list[list[Card]] = [[] for _ in range(len(game.seats) + 1)]
    game.cards.rows = rows
    yield from draw_onto(game, rows * ROW, "RIA.I2", to=TABLE)
    if game.cards.known:
        game.tell("rows", "RIA.I2", rows=[letters(row) for row in rows])
    elif len(rows[-1]) == ROW:
        game.tell("lay-rows", "RIA.I2", round=game.number, n=len(rows))
    else:
        cards = [len(row) for row in rows]
        game.tell("lay-short-rows", "RIA.I2", round=game.number, number=len(rows), cards=cards)


def draw_cards(game: State, number: int, rule: str, *, to: int) -> Flow[list[Card]]:
    """Draw this many cards, or fewer if there are no more."""
    drawn: list[Card] = []
    yield from draw_onto(game, [drawn] * number, rule, to=to)
    return drawn


def draw_onto(game: State, places: Sequence[list[Card]], rule: str, *, to: int) -> Flow[None]:
    """RIA.I2: draw a card onto each of these places in turn, reshuffling the discards when the pile is empty."""
    cards = game.cards
    for place in places:
        if not cards.pile:
            cards.shuffle_if_empty()
            if not cards.pile:
                break
            game.tell("shuffled", "RIA.I2", n=len(cards.pile))
        card: Card = None
        if cards.known:
            at = f"{game.number}.{cards.drawn + 1}"
            card = yield from Draw("card", at, "card", cast("tuple[str, ...]", tuple(cards.pile)), rule, to=to)
        place.append(cards.take_from_pile(card))


def take_row(game: State, seat: int) -> Flow[None]:
    """RIA.I3: take a whole row and two cards from the pile. Cardboard rows differ only by length for the box."""
    cards = game.cards

    def face(row: list[Card]) -> str | int:
        return letters(row) if cards.known else len(row)

    def offer() -> Pick[str | int]:
        return Pick("", tuple(dict.fromkeys(map(face, cards.rows))))

    chosen = yield from Decision("row", seat, f"{game.number}", offer, "RIA.I3", {})
    row = next(row for row in cards.rows if face(row) == chosen)
    cards.rows.remove(row)
    drawn = yield from draw_cards(game, FROM_THE_PILE, "RIA.I3", to=seat)
    cards.hand[seat] += [*row, *drawn]
    if cards.known:
        game.tell("takes-row", "RIA.I3", seat=seat, row=chosen, n=len(drawn))
        tell_drawn(game, seat, drawn, "RIA.I3")
    else:
        game.tell("takes-cards", "RIA.I3", seat=seat, row=len(row), n=len(drawn), hand=len(cards.hand[seat]))


def tell_drawn(game: State, seat: int, drawn: list[Card], rule: str) -> None:
    """Tell a player in private which cards the box has dealt, if any were left (RIA.I2)."""
    if game.cards.known and drawn:
        game.tell("drawn", rule, to=seat, seat=seat, cards=drawn)


def activate_greens(game: State, seat: int) -> Flow[None]:
    """RIA.I4, X1: activate all green buildings in one go, each for a coin."""
    part = 0
    while True:
        part += 1
        at = f"{game.number}.1.{part}"
        building = yield from choose_to_activate(game, seat, GREEN, at=at, rule="RIA.X1")
        if building is None:
            return
        value = building.value
        game.limit[seat] += KEEP_MORE[value]
        if value != 2:
            yield from more_cards(game, seat, at)
        if KEEP_MORE[value]:
            game.tell("may-keep", "RIA.X1", seat=seat, n=game.limit[seat])


def more_cards(game: State, seat: int, at: str) -> Flow[None]:
    """RIA.X1: take a face-up card of the row left over, while there is one, or three from the pile."""
    cards = game.cards

    def offer() -> Pick[str]:
        open_cards = sorted({card or FROM_ROW for row in cards.rows for card in row})
        return Pick("card", (*open_cards, FROM_PILE) if cards.to_draw or not open_cards else open_cards)

    chosen = yield from Decision("more-cards", seat, at, offer, "RIA.X1", {})
    if chosen == FROM_PILE:
        drawn = yield from draw_cards(game, INSTEAD, "RIA.X1", to=seat)
        cards.hand[seat] += drawn
        game.tell("draws", "RIA.X1", seat=seat, n=len(drawn))
        tell_drawn(game, seat, drawn, "RIA.X1")
        return
    card: Card = chosen if cards.known else None
    row = next(row for row in cards.rows if card in row)
    row.remove(card)
    cards.hand[seat].append(card)
    if cards.known:
        game.tell("takes-card", "RIA.X1", seat=seat, card=chosen)
    else:
        game.tell("takes-from-row", "RIA.X1", seat=seat)


def discard_down(game: State) -> Flow[None]:
    """RIA.I5: all at once and face down, discard down to seven, or more if green buildings allow."""
    cards = game.cards
    over = {seat: len(cards.hand[seat]) - game.limit[seat] for seat in game.seats}
    over = {seat: number for seat, number in over.items() if number > 0}
    if cards.known:
        chosen = yield from Together({seat: choose_discards(game, seat, number) for seat, number in over.items()})
    else:
        chosen = {seat: [None] * number for seat, number in over.items()}
    for seat, discards in chosen.items():
        cards.discard(seat, discards)
        game.tell("discards", "RIA.I5", seat=seat, n=len(discards))


def choose_discards(game: State, seat: int, number: int) -> Flow[list[Card]]:
    def offer() -> Several[str]:
        return Several("card", sorted(map(str, game.cards.hand[seat])), number, number)

    discards = yield from Decision(
        "discard", seat, f"{game.number}", offer, "RIA.I5", {"n": number}, secret=True, always=True
    )
    return [*discards]
