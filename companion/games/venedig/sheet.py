"""Venedig's score sheets: one building, from what the table sees to where gondolas land, and the final exchange."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Count, Pick, Sheet
from companion.games.venedig.rules.kinds import (
    BOX,
    CARDS,
    CASA,
    FIXED,
    KINDS,
    MOST_AROUND,
    PONTE,
    THIRD,
    TOKENS,
    Holder,
    points,
    shares,
)
from companion.games.venedig.rules.track import (
    BUILT,
    LAST,
    PAID,
    clockwise_from,
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
from companion.vocabulary import named

PLAYERS = (2, 3, 4, 5)
MOST_SEEN = MOST_AROUND | {PONTE: BOX[CASA]}

named("field", "building", "seen", "master", "active", "before", "gondolas")
named("column", "cards", "gondola", "gold")
BUILDING, EXCHANGE = named("sheet", "building", "exchange")


def building_fields(players: int, layout: Layout) -> Fields:
    """List the fields; for two players also the imaginary third's cards and whose turn it is (VEN.T2, T3)."""
    seats: list[Holder] = list(range(1, players + 1))
    gondola = Count("", 0, furthest(players, layout))
    row: dict[str, Choice] = {"cards": Count("cards", 0, max(CARDS.values())), "gondola": gondola}
    rows = {str(seat): row for seat in seats}
    fields: Fields = {
        "building": Pick("building", KINDS),
        "seen": Count("seen", 0, max(MOST_SEEN.values())),
        "master": Pick("seat", seats),
        "before": Sheet("seat", rows),
    }
    if players == 2:
        fields["master"] = Pick("seat", [*seats, THIRD])
        fields["active"] = Pick("seat", seats)
        fields["before"] = Sheet("seat", rows | {THIRD: {"cards": row["cards"]}})
    return fields


def count_building(filled: Filled, layout: Layout) -> Counted:
    """Count a building's points, everyone's share of them, and where each gondola lands (VEN.K3, B10, B11)."""
    kind, master = filled["building"], filled["master"]
    rows = {seat if seat == THIRD else int(seat): row for seat, row in filled["before"].items()}
    cards = {holder: row["cards"] for holder, row in rows.items()}
    gondolas = {holder: row["gondola"] for holder, row in rows.items() if isinstance(holder, int)}
    check_building(kind, master, cards, filled["seen"])
    check_gondolas(gondolas)
    check_not_over(gondolas)
    worth = points(kind, filled["seen"])
    due = shares(worth, master, [holder for holder, number in cards.items() if number])
    counted = Counted({"points": worth, "moves": [], "over": False})
    counted.tell("stands-there", "VEN.K3", building=kind, n=worth)
    first = master if isinstance(master, int) else filled["active"]
    for seat in clockwise_from(first, list(gondolas)):
        if due.get(seat):
            advance(counted, gondolas, seat, due[seat], rule="VEN.B10", why=BUILT, building=kind)
    if not counted.result["moves"]:
        counted.tell("nobody-moves", "VEN.T2" if worth else "VEN.K3")  # the third player scores nothing
    counted.result["over"] = max(gondolas.values()) >= LAST
    if counted.result["over"]:
        counted.tell("over", "VEN.E1")
    return counted


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
    BUILDING: ScoreSheet(PLAYERS, building_fields, count_building),
    EXCHANGE: ScoreSheet(PLAYERS, exchange_fields, exchange),
}
