"""The rulebook of Venise from set-up to the end. Cards, planks and walking have chapters of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.choices import Pick
from companion.game import Outcome
from companion.games.venise.rules.cards import (
    DONE,
    DRAWN,
    LIMIT,
    SWAP,
    TAKE,
    can_pay,
    choose_meaning,
    come_down,
    draw_cards,
    first_to_pay,
    pay,
    plays_offered,
    swap,
    take_joker,
)
from companion.games.venise.rules.geometry import SIZES
from companion.games.venise.rules.pieces import JOKER
from companion.games.venise.rules.planks import choose_move, choose_place, choose_removal, lay, move, remove
from companion.games.venise.rules.plays import MOVE, REMOVE
from companion.games.venise.rules.routes import everything_in_reach, least_reach
from companion.games.venise.rules.state import State
from companion.games.venise.rules.walking import choose_walk, walk
from companion.seats import clockwise_from
from companion.steps import TABLE, Decision, Draw, Flow
from companion.vocabulary import named

GO_ON, STOP = named("play-on", "on", "stop")
named("unseen", "play", "after-joker")


def play(game: State) -> Flow[Outcome]:
    yield from set_up(game)
    while True:
        game.lap += 1
        for seat in game.clockwise:
            if seat in game.finished:
                continue
            yield from turn(game, seat)
            outcome = yield from after_turn(game)
            if outcome:
                return outcome


def set_up(game: State) -> Flow[None]:
    """VSE.S1, K2, K4: a first player is drawn; everyone has four fixed cards and draws two more."""
    first = game.starter = yield from Draw("first", "0", "seat", game.seats, "VSE.S1")
    game.clockwise = clockwise_from(first, game.seats)
    game.tell("first", "VSE.S1", seat=first)
    for seat in game.clockwise:
        yield from draw_cards(game, seat, DRAWN, f"0.{seat}")


def turn(game: State, seat: int) -> Flow[None]:
    """VSE.T1: play cards for up to four hourglasses, or take a joker; then draw two cards."""
    game.turn += 1
    game.seat = seat
    game.hourglasses = LIMIT
    game.has_played = game.took_joker = False
    part = 0
    while True:
        part += 1
        at = f"{game.turn}.{part}"
        card = yield from choose_card(game, seat, at, first=part == 1)
        if card == DONE:
            break
        if card == TAKE:
            take_joker(game, seat)
        elif card == SWAP:
            yield from swap(game, seat, at)
        else:
            yield from play_card(game, seat, card, at)
            if not game.pieces.gems[seat]:
                finish(game, seat)
                return
    yield from draw_cards(game, seat, DRAWN, str(game.turn))
    yield from come_down(game, seat, str(game.turn))


def choose_card(game: State, seat: int, at: str, *, first: bool) -> Flow[str]:
    """VSE.T1: the next card to play, or what else a turn allows."""
    facts: dict[str, Any] = {"n": game.hourglasses}

    def offer() -> Pick[str]:
        facts["tiles"] = game.pieces.tiles[seat]
        return plays_offered(game, seat)

    hides = game.hides
    card = yield from Decision(
        "after-joker" if game.took_joker else "play",
        seat,
        at,
        offer,
        "VSE.T1",
        facts,
        secret=hides,
        likely=DONE if game.took_joker else lambda: first_to_pay(game, seat),
        always=hides,  # not asking would show everyone that nothing can be played
        unseen=DONE if hides and not first else None,
    )
    return card


def play_card(game: State, seat: int, card: str, at: str) -> Flow[None]:
    """VSE.C1: what the card does is chosen first; only then is it paid for and done."""
    meaning: str | None = card
    if card == JOKER:
        meaning = yield from choose_meaning(game, seat, at)
    deed = (yield from choose_deed(game, seat, meaning, at)) if meaning else None
    if meaning and deed and can_pay(game, seat, card):  # cards or tiles may have been corrected since
        pay(game, seat, card, meaning)
        deed()


def choose_deed(game: State, seat: int, card: str, at: str) -> Flow[Callable[[], None] | None]:
    """Return what to do with this card, or `None` if it is put back."""
    if card in SIZES:
        place = yield from choose_place(game, seat, card, at)
        return partial(lay, game, seat, place) if place else None
    if card == REMOVE:
        plank = yield from choose_removal(game, seat, at)
        return partial(remove, game, seat, plank) if plank else None
    if card == MOVE:
        moved = yield from choose_move(game, seat, at)
        return partial(move, game, seat, *moved) if moved else None
    walked = yield from choose_walk(game, seat, card, at)
    return partial(walk, game, seat, walked) if walked else None


def finish(game: State, seat: int) -> None:
    """VSE.E1: with all four gems, the pawn leaves, the planks stay and the cards are discarded."""
    game.finished.append(seat)
    game.pieces.pawn[seat] = None
    game.pieces.hand_in(seat)
    game.may_be_stuck = True
    place = len(game.finished)
    game.tell("won" if place == 1 else "finished", "VSE.E1", seat=seat, place=place)


def after_turn(game: State) -> Flow[Outcome | None]:
    """VSE.E1, E2: return whether the game is over, or the table plays on for the other places."""
    left = [seat for seat in game.clockwise if seat not in game.finished]
    over = len(left) == 1
    if game.finished and game.finished[-1] == game.seat and not over:

        def offer() -> Pick[str]:
            return Pick("play-on", (GO_ON, STOP))

        answer = yield from Decision("play-on", TABLE, str(game.turn), offer, "VSE.E1", {"seats": left})
        over = answer == STOP
    if over:
        return Outcome([*([seat] for seat in game.finished), sorted(left)], "VSE.E1")
    if game.may_be_stuck and nobody_can_finish(game, left):
        game.tell("undecided", "VSE.E2", seats=left)
        return Outcome([*([seat] for seat in game.finished), sorted(left)], "VSE.E2", won=bool(game.finished))
    game.may_be_stuck = False
    return None


def nobody_can_finish(game: State, left: list[int]) -> bool:
    """VSE.E2: return whether no remaining player can ever reach all their gems with the planks still in the game."""
    pieces = game.pieces
    pawns = {seat: cell for seat in left if (cell := pieces.pawn[seat]) is not None}
    sizes = [size for size in SIZES if any(pieces.stock[seat][size] for seat in left)]
    if len(sizes) == len(SIZES) and any(
        least_reach(pieces.canal, cell).issuperset(pieces.gems[seat]) for seat, cell in pawns.items()
    ):
        return False
    reach = everything_in_reach(pieces.canal, pawns.values(), pieces.lying, sizes)
    return not any(reach[cell].issuperset(pieces.gems[seat]) for seat, cell in pawns.items())
