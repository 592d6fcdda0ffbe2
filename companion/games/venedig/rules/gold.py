"""Gold: drained from the swamp (VEN.D1), taken as treasure (VEN.B9), and paid for spaces (VEN.G1, E2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from companion.choices import Count, Pick, Sheet, Spread
from companion.games.venedig.rules.kinds import SWAMP, TOKENS, TREASURE, WORTH
from companion.games.venedig.rules.state import State
from companion.games.venedig.rules.track import PAID, PRICE, Landing, spaces_for, walk
from companion.steps import TABLE, Decision, Draw, Flow
from companion.vocabulary import named

(ENOUGH,) = named("hex", "enough")
ALONG, AWAY = named("along", "yes", "no")
named("purse", "0", "1", "2", "3", "4", "5", "6")
named("unseen", "pay")
MOST_DRAINED = 2  # VEN.D1


def drain(game: State, seat: int, at: str) -> Flow[None]:
    """VEN.D1: none, one or two swamp tokens from anywhere; what they are worth is the player's secret."""
    if game.pieces.mapped:
        number = yield from drain_hexes(game, seat, at)
    else:
        number = yield from drain_counted(game, seat, at)
    if not number:
        return
    gold = game.pieces.gold
    values: list[int] = []
    for part in range(1, number + 1):
        value: int | None = None
        if gold.known:
            value = yield from Draw("swamp", f"{at}.{part}", "gold", gold.values(SWAMP), "VEN.D1", to=seat)
            values.append(value)
        gold.take(seat, SWAMP, value)
    if values:
        game.tell("found", "VEN.D1", to=seat, gold=values)


def drain_hexes(game: State, seat: int, at: str) -> Flow[int]:
    """Ask hex by hex. The hexes are free from now on; their tokens are taken once both are chosen.

    A chosen hex is dropped if a correction has removed its swamp meanwhile.
    """
    pieces = game.pieces
    drained = game.chosen
    asked = 0
    while len(drained) < MOST_DRAINED:
        asked += 1
        facts: dict[str, Any] = {}

        def offer(facts: dict[str, Any] = facts) -> Pick[str]:
            swamps = pieces.swamps
            drained[:] = [name for name in drained if name in swamps]
            facts["chosen"] = list(drained)
            return Pick("hex", (ENOUGH, *([name for name in swamps if name not in drained] if drained else swamps)))

        name = yield from Decision("drain", seat, f"{at}.{asked}", offer, "VEN.D1", facts)
        if name == ENOUGH:
            break
        drained.append(name)
    game.chosen = []
    pieces.drain(drained)
    if drained:
        game.tell("drains-hexes", "VEN.D1", seat=seat, hexes=drained)
    return len(drained)


def drain_counted(game: State, seat: int, at: str) -> Flow[int]:
    """Without a map, ask only how many tokens are taken."""
    left = game.pieces.gold.left

    def offer() -> Count:
        return Count("tokens", 0, min(MOST_DRAINED, left[SWAMP]))

    number = yield from Decision("drain-number", seat, at, offer, "VEN.D1", {}, likely=MOST_DRAINED)
    if number:
        game.tell("drains", "VEN.D1", seat=seat, n=number)
    return number


def take_treasure(
    game: State, order: Sequence[int], islands: Collection[str], at: str, *, payer: int | None
) -> Flow[None]:
    """VEN.B9: one token for each builder alongside the islands, from the master builder on, while there are any.

    The `payer` is the active player unless they chose the place themselves: now that they know it, they may pay
    (VEN.G1). The best moment is right before they take, after those ahead of them; without a map it is before the
    table says whose gondolas are alongside.
    """
    if not game.pieces.mapped:
        if payer is not None and payer in order:
            yield from offer_gold(game, payer, f"{at}.placed")
        for seat in (yield from ask_along(game, order, at)):
            yield from take_token(game, seat, at)
        return
    for seat in order:
        if seat == payer and can_bring_treasure(game, seat, islands):
            yield from offer_gold(game, seat, f"{at}.placed")
        if game.pieces.alongside(seat, islands):
            yield from take_token(game, seat, at)


def can_bring_treasure(game: State, seat: int, islands: Collection[str]) -> bool:
    """Return whether paying now could bring a builder extra treasure, judging by what everyone sees.

    It may move their gondola alongside; and when no treasure is left, they can take back what they pay.
    """
    pieces = game.pieces
    most = spaces_for(pieces.gold.most(seat))
    now, *later = (pieces.alongside(seat, islands, ahead=steps) for steps in range(most + 1))
    if pieces.gold.left[TREASURE]:
        return any(later) and not now
    return any((now, *later)) and pieces.gold.held[seat][TREASURE] > 0


def farthest(game: State, seat: int) -> Landing:
    """Return how far a player's tokens could move the gondola now, judging by what everyone sees (VEN.G1)."""
    pieces = game.pieces
    return walk(pieces.gondolas[seat], spaces_for(pieces.gold.most(seat)), pieces.others_than(seat))


def ask_along(game: State, builders: Sequence[int], at: str) -> Flow[list[int]]:
    """Ask whose gondolas are alongside, of those that border any island, while there is treasure to take."""
    pieces = game.pieces
    seats = [seat for seat in builders if pieces.plan.borders(pieces.gondolas[seat])]
    if not seats or not pieces.gold.left[TREASURE]:
        return []

    def offer() -> Sheet:
        return Sheet("seat", {str(seat): {"along": Pick("along", (ALONG, AWAY))} for seat in seats})

    rows = yield from Decision("along", TABLE, at, offer, "VEN.B9", {})
    return [seat for seat in seats if rows[str(seat)]["along"] == ALONG]


def take_token(game: State, seat: int, at: str) -> Flow[None]:
    """Take one treasure token, unseen by the others."""
    gold = game.pieces.gold
    if not gold.left[TREASURE]:
        game.tell("no-treasure", "VEN.B9", seat=seat)
        return
    value: int | None = None
    if gold.known:
        value = yield from Draw("treasure", f"{at}.{seat}", "gold", gold.values(TREASURE), "VEN.B9", to=seat)
        game.tell("found", "VEN.B9", to=seat, gold=[value])
    gold.take(seat, TREASURE, value)
    game.tell("treasure", "VEN.B9", seat=seat)


def offer_gold(game: State, seat: int, at: str, rule: str = "VEN.G1") -> Flow[None]:
    """VEN.G1: pay gold and move ahead. Asked whenever, for all the others know, the tokens might buy a space."""
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
        game.move(seat, steps, rule, PAID, gold=worth)


def pay_from_purse(game: State, seat: int, at: str, rule: str) -> Flow[int | None]:
    """Ask in secret which tokens to pay, by value; none means no payment."""
    gold = game.pieces.gold

    def offer() -> Spread:
        purse = gold.purse(seat)
        return Spread("purse", purse, 0, sum(purse.values()))

    facts = {"gold": gold.worth(seat)}
    chosen = yield from Decision("pay", seat, at, offer, rule, facts, secret=True, likely={}, unseen={})
    paid = {int(value): number for value, number in chosen.items() if number}
    if not paid:
        return None
    gold.pay_values(seat, paid)
    return sum(value * number for value, number in paid.items())


def pay_cardboard(game: State, seat: int, at: str, rule: str) -> Flow[int | None]:
    """Ask how many real tokens are paid, then what they are worth together."""
    gold = game.pieces.gold

    def tokens() -> Spread:
        return Spread("token", gold.held[seat], 0, sum(gold.held[seat].values()))

    chosen = yield from Decision("tokens", seat, at, tokens, rule, {}, likely={})
    if not any(chosen.values()):
        return None
    low, high = (sum(WORTH[token][end] * chosen[token] for token in TOKENS) for end in (0, -1))
    worth = yield from Decision("worth", seat, at, lambda: Count("gold", low, high), rule, {})
    for token in TOKENS:
        gold.pay(seat, token, min(chosen[token], gold.held[seat][token]))  # a correction may have left fewer
    return worth


def last_exchange(game: State) -> Flow[None]:
    """VEN.E2: clockwise from the left of the player who ended the game, who pays last."""
    active, *others = game.pieces.clockwise(game.active)
    for seat in (*others, active):
        yield from offer_gold(game, seat, "end", "VEN.E2")
