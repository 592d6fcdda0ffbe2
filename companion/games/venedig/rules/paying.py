"""Gold, at any time of the own turn (VEN.G1), and once more at the end (VEN.E2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Count, Spread
from companion.games.venedig.rules.gondolas import PAID, move
from companion.games.venedig.rules.kinds import TOKENS, WORTH
from companion.games.venedig.rules.scoring import PRICE, spaces_for
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

named("purse", "0", "1", "2", "3", "4", "5", "6")
named("unseen", "pay")


def offer_gold(game: Venedig, seat: int, at: str, rule: str = "VEN.G1") -> Flow[None]:
    """A player may pay now. Asked whenever his tokens might be worth a space for all that others know."""
    gold = game.pieces.gold
    if gold.most(seat) < PRICE:
        return
    if gold.known:
        worth = yield from pay_from_purse(game, seat, at, rule)
    else:
        worth = yield from pay_cardboard(game, seat, at, rule)
    if worth is not None:
        steps = spaces_for(worth)
        game.tell("pays", rule, seat=seat, gold=worth, n=steps)
        move(game, seat, steps, rule, PAID, gold=worth)


def pay_from_purse(game: Venedig, seat: int, at: str, rule: str) -> Flow[int | None]:
    """Tokens in secret, by their values; nothing paid is no payment."""
    gold = game.pieces.gold

    def offer() -> Spread:
        purse = gold.purse(seat)
        return Spread("purse", purse, 0, sum(purse.values()))

    facts = {"gold": gold.worth(seat)}
    chosen: dict[str, int] = yield Decision("pay", seat, at, offer, rule, facts, secret=True, unseen={})
    paid = {int(value): number for value, number in chosen.items() if number}
    if not paid:
        return None
    gold.pay_values(seat, paid)
    return sum(value * number for value, number in paid.items())


def pay_cardboard(game: Venedig, seat: int, at: str, rule: str) -> Flow[int | None]:
    """How many real tokens are laid down, and then what they are worth together."""
    gold = game.pieces.gold

    def tokens() -> Spread:
        return Spread("token", gold.held[seat], 0, sum(gold.held[seat].values()))

    chosen: dict[str, int] = yield Decision("tokens", seat, at, tokens, rule, {})
    if not any(chosen.values()):
        return None
    low, high = (sum(WORTH[token][end] * chosen[token] for token in TOKENS) for end in (0, -1))
    worth: int = yield Decision("worth", seat, at, lambda: Count("gold", low, high), rule, {})
    for token in TOKENS:
        gold.pay(seat, token, min(chosen[token], gold.held[seat][token]))  # the table may have set it right
    return worth


def last_exchange(game: Venedig) -> Flow[None]:
    """VEN.E2: from the left of who ended the game, clockwise; he pays last."""
    active, *others = game.pieces.clockwise(game.active)
    for seat in (*others, active):
        yield from offer_gold(game, seat, "end", "VEN.E2")
