"""Venedig's score sheets: a building with its treasure and moves, a payment, and the final exchange."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Count, Pick, Several, Sheet
from companion.games.venedig.game import Venedig
from companion.games.venedig.rules.kinds import (
    BOX,
    CARDS,
    CASA,
    FIXED,
    IN_BOX,
    KINDS,
    MOST_AROUND,
    PONTE,
    THIRD,
    TOKENS,
    TREASURE,
    Holder,
    points,
    shares,
)
from companion.games.venedig.rules.track import (
    BUILT,
    LAST,
    PAID,
    PRICE,
    move_receipts,
    outcome_of,
    spaces_for,
    taken,
    tell_move,
    walk,
)
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.seats import clockwise_from
from companion.vocabulary import named

MOST_SEEN = MOST_AROUND | {PONTE: BOX[CASA]}

named("field", "building", "seen", "master", "active", "last", "treasure", "along", "before", "gondolas")
named("field", "payer", "gold", "spaces")
named("column", "cards", "gondola", "gold")
MORE, LAST_ONE = named("last", "no", "yes")
BUILDING, PAYMENT, EXCHANGE = named("sheet", "building", "payment", "exchange")


def building_fields(players: int, layout: Layout) -> Fields:
    """List the fields; for two players also the imaginary third's cards and whose turn it is (VEN.T2, T3).

    Last come those that a slip is likeliest in: a sheet that can't be counted is asked again from there.
    """
    seats: list[Holder] = list(range(1, players + 1))
    gondola = Count("", 0, furthest(players, layout))
    row: dict[str, Choice] = {"cards": Count("cards", 0, max(CARDS.values())), "gondola": gondola}
    rows = {str(seat): row for seat in seats}
    fields: Fields = {
        "building": Pick("building", KINDS),
        "seen": Count("seen", 0, max(MOST_SEEN.values())),
        "master": Pick("seat", seats),
        "last": Pick("last", (MORE, LAST_ONE)),
        "treasure": Count("tokens", 0, IN_BOX[TREASURE]),
        "along": Several("seat", list(rows), 0, players),
        "before": Sheet("seat", rows),
    }
    if players == 2:
        fields["master"] = Pick("seat", [*seats, THIRD])
        fields["before"] = Sheet("seat", rows | {THIRD: {"cards": row["cards"]}})
        fields = {"active": Pick("seat", seats)} | fields
    return fields


def count_building(filled: Filled, layout: Layout) -> Counted:
    """Count a building's points, its treasure, and where each gondola lands (VEN.K3, B9-B11, E1)."""
    kind, master = filled["building"], filled["master"]
    rows = {seat if seat == THIRD else int(seat): row for seat, row in filled["before"].items()}
    cards = {holder: row["cards"] for holder, row in rows.items()}
    gondolas = {holder: row["gondola"] for holder, row in rows.items() if isinstance(holder, int)}
    check_building(kind, master, cards, filled["seen"])
    check_gondolas(gondolas)
    check_not_over(gondolas)
    first = master if isinstance(master, int) else filled["active"]
    order = [seat for seat in clockwise_from(first, list(gondolas)) if cards[seat]]
    worth = points(kind, filled["seen"])
    counted = Counted({"points": worth, "treasure": [], "moves": [], "over": False})
    counted.tell("stands-there", "VEN.K3", building=kind, n=worth)
    if filled["last"] == LAST_ONE:
        counted.tell("last-one", "VEN.E1", building=kind)
    take_treasure(counted, [seat for seat in order if str(seat) in filled["along"]], filled["treasure"])
    due = shares(worth, master, [holder for holder, number in cards.items() if number])
    for seat in order:
        if due[seat]:
            advance(counted, gondolas, seat, due[seat], rule="VEN.B10", why=BUILT, building=kind)
    if not counted.result["moves"]:
        counted.tell("nobody-moves", "VEN.T2" if worth else "VEN.K3")  # the third player scores nothing
    tell_if_over(counted, gondolas, last=filled["last"] == LAST_ONE)
    return counted


def take_treasure(counted: Counted, along: list[int], left: int) -> None:
    """Give a token to each builder alongside, from the master builder on, while there are any (VEN.B9)."""
    counted.result["treasure"] = along[:left]
    for number, seat in enumerate(along):
        counted.tell("treasure" if number < left else "no-treasure", "VEN.B9", seat=seat)


def tell_if_over(counted: Counted, gondolas: dict[int, int], *, last: bool = False) -> None:
    """End the game with the last building of a kind, or with a gondola on 60 or beyond (VEN.E1)."""
    counted.result["over"] = last or max(gondolas.values()) >= LAST
    if counted.result["over"]:
        counted.tell("over", "VEN.E1")


def check_building(kind: str, master: Holder, cards: dict[Holder, int], seen: int) -> None:
    """Refuse cards that don't make this building, an impossible master builder, and more than can be seen."""
    if (number := sum(cards.values())) != CARDS[kind]:
        raise Refusal("wrong-cards", "VEN.K3", building=kind, n=number, wanted=CARDS[kind])
    if not cards[master] or max(cards.values()) > cards[master]:
        raise Refusal("not-master", "VEN.B3", holder=master)
    if kind not in FIXED and seen > MOST_SEEN[kind]:
        raise Refusal("too-many-seen", "VEN.K3", building=kind, n=seen, most=MOST_SEEN[kind])


def check_gondolas(gondolas: dict[int, int]) -> None:
    """Refuse two gondolas on one space (VEN.B11)."""
    for seat, space in gondolas.items():
        if space in taken([other for one, other in gondolas.items() if one != seat]):
            raise Refusal("same-space", "VEN.B11", space=space)


def check_not_over(gondolas: dict[int, int]) -> None:
    """Refuse a game that is over: once a gondola has reached 60, nothing more is built (VEN.E1)."""
    for seat, space in gondolas.items():
        if space >= LAST:
            raise Refusal("already-over", "VEN.E1", seat=seat, space=space)


def advance(
    counted: Counted, gondolas: dict[int, int], seat: int, steps: int, *, rule: str, why: str, **facts: Any
) -> None:
    """Move a gondola and tell it, with one receipt for its points and one for its leaps."""
    start = gondolas[seat]
    landing = walk(start, steps, [space for other, space in gondolas.items() if other != seat])
    gondolas[seat] = landing.space
    move = {"seat": seat, "points": steps, "from": start, "to": landing.space, "leapt": landing.leapt}
    counted.result["moves"].append(move)
    counted.receipts += move_receipts(seat, steps, landing, rule=rule, why=why, facts=facts)
    tell_move(counted.tell, seat, steps, landing)


def payment_fields(players: int, layout: Layout) -> Fields:
    gondola: dict[str, Choice] = {"gondola": Count("", 0, LAST - 1)}
    seats = range(1, players + 1)
    return {
        "payer": Pick("seat", seats),
        "gold": Count("gold", 0, all_gold(layout)),
        "spaces": Sheet("seat", {str(seat): gondola for seat in seats}),
    }


def count_payment(filled: Filled, layout: Layout) -> Counted:
    """Move the gondola of a player who pays during the game, and say what gold is lost (VEN.G1, B11, E1)."""
    gondolas = {int(seat): row["gondola"] for seat, row in filled["spaces"].items()}
    payer, gold = filled["payer"], filled["gold"]
    check_gondolas(gondolas)
    steps = spaces_for(gold)
    lost = gold % PRICE
    counted = Counted({"spaces": steps, "lost": lost, "moves": [], "over": False})
    counted.tell("pays", "VEN.G1", seat=payer, gold=gold, n=steps)
    if lost:
        counted.tell("no-change", "VEN.G1", gold=lost)
    if steps:
        advance(counted, gondolas, payer, steps, rule="VEN.G1", why=PAID, gold=gold)
    tell_if_over(counted, gondolas)
    return counted


def exchange_fields(players: int, layout: Layout) -> Fields:
    gondola = Count("", 0, furthest(players, layout))
    row: dict[str, Choice] = {"gondola": gondola, "gold": Count("gold", 0, all_gold(layout))}
    seats = range(1, players + 1)
    return {"active": Pick("seat", seats), "gondolas": Sheet("seat", {str(seat): row for seat in seats})}


def furthest(players: int, layout: Layout) -> int:
    """Return the furthest space that the move which ends the game can reach, leaping over everyone (VEN.E1, E3)."""
    return LAST - 1 + max(MOST_SEEN[PONTE], spaces_for(all_gold(layout))) + players - 1


def all_gold(layout: Layout) -> int:
    return sum(int(value) * number for token in TOKENS for value, number in layout[token].items())


def exchange(filled: Filled, layout: Layout) -> Counted:
    """Pay everyone's gold, from the left of the player who ended the game, who pays last; then rank (VEN.E2, E3)."""
    gondolas = {int(seat): row["gondola"] for seat, row in filled["gondolas"].items()}
    gold = {int(seat): row["gold"] for seat, row in filled["gondolas"].items()}
    check_gondolas(gondolas)
    if sum(gold.values()) > all_gold(layout):
        raise Refusal("too-much-gold", "VEN.K6", n=sum(gold.values()), most=all_gold(layout))
    counted = Counted({"moves": [], "places": []})
    active, *others = clockwise_from(filled["active"], list(gondolas))
    for seat in (*others, active):
        if steps := spaces_for(gold[seat]):
            advance(counted, gondolas, seat, steps, rule="VEN.E2", why=PAID, gold=gold[seat])
    order = counted.result["places"] = outcome_of(gondolas).places
    counted.tell("won" if len(order[0]) == 1 else "drawn", "VEN.E3", seats=order[0])
    return counted


SHEETS = {
    BUILDING: ScoreSheet(Venedig.players, building_fields, count_building, {"treasure": IN_BOX[TREASURE]}),
    PAYMENT: ScoreSheet(Venedig.players, payment_fields, count_payment),
    EXCHANGE: ScoreSheet(Venedig.players, exchange_fields, exchange),
}
