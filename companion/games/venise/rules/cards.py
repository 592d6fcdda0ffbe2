"""Cards and hourglasses: what may be played, what it costs, jokers, swaps, drawing and discarding (VSE.T1-T5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.choices import Pick, Several
from companion.games.venise.layout import CARDS
from companion.games.venise.rules.pieces import IN_HAND, JOKER, MOST_JOKERS, Card
from companion.games.venise.rules.plays import COST, obstacle
from companion.games.venise.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

LIMIT, DRAWN, SWAPPED = 4, 2, 4  # VSE.T1, T3
TAKE, SWAP, DONE, BACK = named("card", "take", "swap", "done", "back")
DISCARD = "discard"
named("over", "swap", "discard")
named("give", "small", "large", "remove", "move", "advance-1", "advance-2", "advance-3", "joker")


def plays_offered(game: State, seat: int) -> Pick[str]:
    """VSE.T1: the cards that can be played now and what else a turn allows, with reasons for what can't be done."""
    barred: dict[str, Refusal] = {}
    options: list[str] = []
    if not game.took_joker:
        purse = purse_of(game, seat)
        for card in cards_to_play(game, seat):
            reason = too_dear(card, purse)
            if reason is None and not (card == JOKER and options):  # a joker can do what another card can
                reason = obstacle(game.pieces, seat, card)
            if reason is None:
                options.append(card)
            else:
                barred[card] = reason
        if not game.has_played:
            if reason := why_no_joker(game, seat):
                barred[TAKE] = reason
            else:
                options.append(TAKE)
    if reason := why_no_swap(game, seat):
        barred[SWAP] = reason
    else:
        options.append(SWAP)
    return Pick("card", (*options, DONE), barred)


def cards_to_play(game: State, seat: int) -> list[str]:
    """Return the kinds of card in a hand, or those that cardboard cards may be; and a joker if there is one."""
    pieces = game.pieces
    possible: Sequence[Card] = pieces.hand[seat] if game.hides else pieces.unseen()
    held = [card for card in CARDS if card in possible] if pieces.hand[seat] else []
    return [*held, *([JOKER] if pieces.jokers[seat] else [])]


def first_to_pay(game: State, seat: int) -> str | None:
    """Return the first card that could be paid for: likelier than a joker, which ends the turn's playing."""
    purse = purse_of(game, seat)
    return next((card for card in cards_to_play(game, seat) if COST[card] <= purse), None)


def purse_of(game: State, seat: int) -> int:
    """VSE.T1, T2: return what a player can pay with: the hourglasses left and all tiles."""
    return game.hourglasses + game.pieces.tiles[seat]


def too_dear(card: str, purse: int) -> Refusal | None:
    return dearer_than(purse, COST[card]) if COST[card] > purse else None


@cache
def dearer_than(purse: int, cost: int) -> Refusal:
    return Refusal("too-dear", "VSE.T2", cost=cost, n=purse)


@cache
def two_jokers() -> Refusal:
    return Refusal("two-jokers", "VSE.T4")


def why_no_joker(game: State, seat: int) -> Refusal | None:
    """VSE.T4: nobody holds more than two jokers, so there are always enough (VSE.K1)."""
    return two_jokers() if game.pieces.jokers[seat] >= MOST_JOKERS else None


def why_no_swap(game: State, seat: int) -> Refusal | None:
    """VSE.T3: a swap takes four cards. A player with two jokers can always give one of them (VSE.T4)."""
    held = game.pieces.cards_held(seat)
    return too_few_cards(held) if held < SWAPPED else None


@cache
def too_few_cards(held: int) -> Refusal:
    return Refusal("too-few-cards", "VSE.T3", n=held)


def choose_meaning(game: State, seat: int, at: str) -> Flow[str | None]:
    """VSE.C1: ask which card a joker stands for; `None` if it is not played after all."""

    def offer() -> Pick[str]:
        reasons = {card: obstacle(game.pieces, seat, card) for card in CARDS}
        barred = {card: reason for card, reason in reasons.items() if reason}
        return Pick("card", (*(card for card in CARDS if card not in barred), BACK), barred)

    card = yield from Decision("joker", seat, at, offer, "VSE.C1", {}, secret=game.hides)
    return None if card == BACK else card


def can_pay(game: State, seat: int, card: str) -> bool:
    held = game.pieces.jokers[seat] if card == JOKER else len(game.pieces.hand[seat])
    return held > 0 and COST[card] <= purse_of(game, seat)


def pay(game: State, seat: int, card: str, meaning: str) -> None:
    """VSE.T1, T2, T5: the card is laid open; tiles pay for what the hourglasses don't cover."""
    pieces = game.pieces
    if card == JOKER:
        game.tell("joker", "VSE.C1", seat=seat, card=meaning)
    short = COST[card] - game.hourglasses
    if short > 0:
        pieces.tiles[seat] -= short
        game.gain(seat, "tiles", -short, "VSE.T2", "given", card=card)
        game.tell("tiles", "VSE.T2", seat=seat, n=short)
    game.hourglasses = max(0, -short)
    pieces.lay_open(seat, card)
    game.has_played = True


def take_joker(game: State, seat: int) -> None:
    """VSE.T1: instead of playing cards."""
    game.pieces.jokers[seat] += 1
    game.took_joker = True
    game.tell("took-joker", "VSE.T1", seat=seat)


def swap(game: State, seat: int, at: str) -> Flow[None]:
    """VSE.T3: four cards for a joker. With two jokers in hand one of them is among the four (VSE.T4)."""
    pieces = game.pieces

    def offer() -> Several[str]:
        if why_no_swap(game, seat):  # the cards were corrected after the swap was chosen
            return Several("give", (), 0, 0)
        returned = jokers_to_return(game, seat)
        items = to_give(game, seat, SWAPPED - returned, jokers=pieces.jokers[seat] - returned)
        number = SWAPPED - returned if game.hides else min(SWAPPED - returned, len(pieces.hand[seat]))
        return Several("give", items, number, number)

    two = jokers_to_return(game, seat) > 0
    cards = yield from Decision(
        "swap-joker" if two else "swap",
        seat,
        at,
        offer,
        "VSE.T4" if two else "VSE.T3",
        {},
        secret=game.hides,
        always=game.hides,
    )
    if not cards:
        return
    cards = [*cards, *[JOKER] * (SWAPPED - len(cards))]
    for card in cards:
        pieces.lay_open(seat, card)
    pieces.jokers[seat] += 1
    game.tell("swapped", "VSE.T3", seat=seat, cards=cards)


def jokers_to_return(game: State, seat: int) -> int:
    """VSE.T4: return how many jokers a swap must include, so that nobody ends up with more than two."""
    return max(0, game.pieces.jokers[seat] + 1 - MOST_JOKERS)


def to_give(game: State, seat: int, most: int, *, jokers: int) -> Sequence[str]:
    """Return the cards to choose from: those in hand, or, of cardboard ones, all that don't lie open, and `jokers`.

    A player with fewer than `most` cardboard cards also gives jokers, without being asked.
    """
    pieces = game.pieces
    wild = [JOKER] * jokers
    if game.hides:
        return [*(card for card in pieces.hand[seat] if card), *wild]
    unseen = pieces.unseen()
    some = [card for card in CARDS for _ in range(min(most, unseen.count(card)))]
    return some if len(pieces.hand[seat]) < most else [*some, *wild]


def draw_cards(game: State, seat: int, number: int, at: str) -> Flow[None]:
    """VSE.T1, T5: cards come from the pile; when it is empty, the played cards are shuffled."""
    pieces = game.pieces
    drawn = []
    for n in range(1, number + 1):
        if not pieces.deck and pieces.played:
            pieces.shuffle()
            game.tell("shuffled", "VSE.T5", n=len(pieces.deck))
        if not pieces.deck:
            break
        card = pieces.deck[0]
        if game.hides:
            outcomes = [known for known in pieces.deck if known]
            card = yield from Draw("card", f"{at}.{n}", "card", outcomes, "VSE.T1", to=seat)
        pieces.draw(seat, card)
        drawn.append(card)
    game.tell("drew", "VSE.T1", seat=seat, n=len(drawn))
    if game.hides:
        game.tell("drawn", "VSE.T1", to=seat, seat=seat, cards=drawn)


def come_down(game: State, seat: int, at: str) -> Flow[None]:
    """VSE.T1, T3: a player with more than eight cards discards, or swaps four for a joker."""
    part = 0
    while game.pieces.cards_held(seat) > IN_HAND:
        part += 1
        over = game.pieces.cards_held(seat) - IN_HAND

        def ways() -> Pick[str]:
            no_swap = why_no_swap(game, seat)
            options = (DISCARD,) if no_swap else (DISCARD, SWAP)
            return Pick("over", options, {SWAP: no_swap} if no_swap else {})

        way = yield from Decision("over", seat, f"{at}.{part}", ways, "VSE.T1", {"n": over}, secret=game.hides)
        if way == SWAP:
            yield from swap(game, seat, f"{at}.over.{part}")
        else:
            yield from discard(game, seat, f"{at}.{part}")


def discard(game: State, seat: int, at: str) -> Flow[None]:
    """VSE.T1: down to eight cards."""
    pieces = game.pieces

    def over() -> int:
        return max(0, pieces.cards_held(seat) - IN_HAND)

    def offer() -> Several[str]:
        items = to_give(game, seat, over(), jokers=pieces.jokers[seat])
        return Several("give", items, over(), over())

    facts = {"n": over()}
    cards = yield from Decision("discard", seat, at, offer, "VSE.T1", facts, secret=game.hides, always=game.hides)
    for card in cards:
        pieces.lay_open(seat, card)
    if cards:
        game.tell("discarded", "VSE.T1", seat=seat, cards=cards)
