"""Phase 2 of Venezia: pigeons land on the Piazza, tourists and hunters come, pigeons move, catch and breed.

Where the box maps the Piazza it works out who is swept, caught and born; otherwise the table counts them.
"""

from __future__ import annotations

from functools import partial
from math import comb

from companion.choices import Count, Pick, Several, Spread
from companion.games.venezia.rules.dials import HUNTER, TOURIST, place_figure
from companion.games.venezia.rules.grid import AROUND, LEAPS, broods, can_move, caught, hunting_ground, targets
from companion.games.venezia.rules.pieces import FEINT, PIAZZA, PIAZZA_MOST
from companion.games.venezia.rules.planning import CARDS, shown
from companion.games.venezia.rules.scoring import BESIDE, ON, born
from companion.games.venezia.rules.state import State
from companion.refusal import Refusal
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

DONE, OTHER = named("cell", "done", "other")


def piazza(game: State) -> Flow[None]:
    game.phase = "piazza"
    for seat in game.clockwise:
        if game.pieces.plates[seat].on_first:
            yield from reveal_first(game, seat)
    yield from place_figures(game)
    for seat in game.clockwise:
        yield from turn(game, seat)


def reveal_first(game: State, seat: int) -> Flow[None]:
    """VEZ.Z1: Piazza or Feint; either way all pigeons leave the card."""
    plate, at = game.pieces.plates[seat], f"{game.round_number}"
    if plate.first is None:
        plate.first = yield from Decision(
            "reveal", seat, at, lambda: first_cards(game, seat), "VEZ.Z1", {"n": plate.on_first}
        )
    number = plate.on_first
    game.tell("reveals", "VEZ.Z1", seat=seat, zone=plate.first, n=number)
    if plate.first == FEINT:
        yield from feint(game, seat, number, at)
    else:
        yield from land(game, seat, number, at)


def first_cards(game: State, seat: int) -> Pick[str]:
    """VEZ.P3: a Piazza card may not bring an eleventh pigeon."""
    number = game.pieces.plates[seat].on_first
    if game.pieces.on_piazza[seat] + number <= PIAZZA_MOST:
        return Pick("zone", (PIAZZA, FEINT))
    return Pick("zone", (FEINT,), {PIAZZA: Refusal("piazza-full", "VEZ.P3", n=number, most=PIAZZA_MOST)})


def land(game: State, seat: int, number: int, at: str) -> Flow[None]:
    """VEZ.Z1: onto empty cells of the player's choice."""
    cells = None
    if game.pieces.mapped:

        def offer() -> Several[str]:
            return Several("cell", game.pieces.empty_cells(), number, number)

        cells = yield from Decision("land", seat, at, offer, "VEZ.Z1", {"n": number})
        game.tell("landed", "VEZ.Z1", seat=seat, n=number, cells=cells)
    game.pieces.land(seat, cells, number)


def feint(game: State, seat: int, number: int, at: str) -> Flow[None]:
    """VEZ.Z1: spread over the zone cards; of real ones only the position is known."""
    plate = game.pieces.plates[seat]
    secret = game.options["plates"] == "device"
    cards = [str(zone) for zone in plate.zones] if secret else CARDS
    of = "zone" if secret else "card"

    def offer() -> Spread:
        return Spread(of, dict.fromkeys(cards, number), number, number)

    numbers = yield from Decision("feint", seat, at, offer, "VEZ.Z1", {"n": number}, secret=secret)
    game.pieces.feint(seat, list(numbers.values()))
    game.tell("feinted", "VEZ.Z1", seat=seat, n=number, numbers=shown(plate))


TOURISTS = {"two": 2, "three": 3}  # VEZ.V2
HUNTERS = {"one": 1, "two": 2}  # VEZ.V1


def place_figures(game: State) -> Flow[None]:
    """VEZ.Z2-Z4: the tourists, then each hunter, who sweeps at once."""
    at = f"{game.round_number}"
    for number in range(1, TOURISTS[game.options["tourists"]] + 1):  # VEZ.Z2
        yield from place_figure(game, game.figures, TOURIST, number, at=at)
    for number in range(1, HUNTERS[game.options["hunters"]] + 1):  # VEZ.Z3
        cell = yield from place_figure(game, game.figures, HUNTER, number, at=at)
        yield from sweep(game, cell, f"{at}.{number}")


def sweep(game: State, hunter: str, at: str) -> Flow[None]:
    """VEZ.Z4: every pigeon on the hunter's nine cells goes to San Michele."""
    swept = sweep_cells(game, hunter) if game.pieces.mapped else (yield from count_swept(game, hunter, at))
    lost = {seat: number for seat, number in swept.items() if number}
    if lost:
        game.tell("swept", "VEZ.Z4", cell=hunter, lost=lost, n=sum(lost.values()))


def sweep_cells(game: State, hunter: str) -> dict[int, int]:
    """Remove the pigeons around a hunter; return how many each player loses."""
    pigeons = game.pieces.cells
    swept = [cell for cell in (hunter, *AROUND[hunter]) if cell in pigeons]
    lost = {seat: sum(pigeons[cell] == seat for cell in swept) for seat in game.seats}
    for cell in swept:
        game.pieces.kill(pigeons[cell], cell=cell)
    return lost


def count_swept(game: State, hunter: str, at: str) -> Flow[dict[int, int]]:
    """VEZ.Z4, V1: the table enters each player's losses, at most one per cell that no other hunter has swept."""
    swept = hunting_ground([other for other in game.hunters if other != hunter])
    ground = hunting_ground([hunter]) - game.pieces.blocked - swept

    def offer() -> Spread:
        return standing_pigeons(game, game.seats, len(ground))

    told = yield from Decision("swept", TABLE, at, offer, "VEZ.Z4", {"cell": hunter}, likely={})
    lost = {int(seat): number for seat, number in told.items()}
    for seat, number in lost.items():
        game.pieces.kill(seat, number)
    return lost


def standing_pigeons(game: State, seats: list[int], most: int) -> Spread:
    """Ask how many of these players' pigeons on the Piazza, each player apart, at most this many in all."""
    standing = game.pieces.on_piazza
    return Spread("seat", {str(seat): min(most, standing[seat]) for seat in seats if standing[seat]}, 0, most)


def turn(game: State, seat: int) -> Flow[None]:
    """VEZ.M1, C1-C4: a player moves, then catches, then breeds."""
    if not game.pieces.on_piazza[seat]:
        return
    at = f"{game.round_number}"
    if game.pieces.mapped:
        yield from move_pigeons(game, seat, at)
        catch(game, seat)
        brood = [(one, born(one, game.options["births"])) for one in broods(game.pieces.cells, seat, game.tourists)]
        hatch(game, seat, sum(number for _, number in brood), sum(one.on for one, _ in brood))
    else:
        yield from count_caught(game, seat, at)
        number, on = yield from count_births(game, seat, at)
        hatch(game, seat, number, on)


def move_pigeons(game: State, seat: int, at: str) -> Flow[None]:
    """VEZ.M1: each pigeon at most once, in any order, until the player is done or none can move."""
    moved: set[str] = set()
    step = 0
    while any(movable(game, seat, moved)):
        step += 1

        def offer() -> Pick[str]:
            return Pick("cell", (DONE, *movable(game, seat, moved)))

        start = yield from Decision("mover", seat, f"{at}.{step}", offer, "VEZ.M1", {})
        if start == DONE:
            break
        game.mover, game.moving = seat, start
        target = yield from Decision(
            "target", seat, f"{at}.{step}", partial(destinations, game, seat, start), "VEZ.M1", {"cell": start}
        )
        game.mover = game.moving = None
        if target != OTHER:
            path = targets(start, game.pieces.cells, game.tourists, game.barred)[target]
            game.pieces.move(start, target)
            moved.add(target)
            game.path = [start, *path]
            game.tell("moved", "VEZ.M1", seat=seat, cell=start, path=list(path))
    game.path = []


def movable(game: State, seat: int, moved: set[str]) -> list[str]:
    """VEZ.M1: return the player's pigeons that have not moved yet and can."""
    pigeons, tourists, barred = game.pieces.cells, game.tourists, game.barred
    return [
        cell
        for cell in game.pieces.pigeons_of(seat)
        if cell not in moved and can_move(cell, pigeons, tourists, barred)
    ]


def destinations(game: State, seat: int, start: str) -> Pick[str]:
    """VEZ.M2-M4: offer every cell this pigeon may go to, with reasons why not for nearby ones; or another pigeon."""
    pigeons = game.pieces.cells
    if pigeons.get(start) != seat:  # a correction took it away meanwhile
        return Pick("cell", (OTHER,))
    reached = targets(start, pigeons, game.tourists, game.barred)
    near = [*AROUND[start], *(behind for over, behind in LEAPS[start] if over in pigeons or over in game.tourists)]
    barred = {cell: why_not(game, cell) for cell in near if cell not in reached}
    return Pick("cell", (*reached, OTHER), barred)


def why_not(game: State, cell: str) -> Refusal:
    if cell in game.pieces.cells:
        return Refusal("cell-taken", "VEZ.M2", cell=cell)
    if cell in game.pieces.blocked:
        return Refusal("cell-blocked", "VEZ.K5", cell=cell)
    return Refusal("hunter-near", "VEZ.M4", cell=cell)


def catch(game: State, seat: int) -> None:
    """VEZ.C1, C2: all of the mover's pincers close at once."""
    pieces = game.pieces
    for cell, (one, other) in caught(pieces.cells, seat, game.options["pincer"]).items():
        victim = pieces.cells[cell]
        pieces.kill(victim, cell=cell)
        game.tell("caught", "VEZ.C1", seat=seat, victim=victim, cell=cell, between=[one, other])


def count_caught(game: State, seat: int, at: str) -> Flow[None]:
    """VEZ.C1: the mover enters who was caught; each pair of pigeons catches at most one."""
    others = [other for other in game.clockwise if other != seat]

    def offer() -> Spread:
        everyone = sum(game.pieces.on_piazza[other] for other in others)
        return standing_pigeons(game, others, min(everyone, comb(game.pieces.on_piazza[seat], 2)))

    told = yield from Decision("caught", seat, at, offer, "VEZ.C1", {}, likely={})
    for other, number in told.items():
        if number:
            game.pieces.kill(int(other), number)
            game.tell("caught-some", "VEZ.C1", seat=seat, victim=int(other), n=number)


def count_births(game: State, seat: int, at: str) -> Flow[tuple[int, int]]:
    """VEZ.C3: the mover enters how many stand on a tourist, and how many next to one (next to two counts twice).

    Return how many young are due, and how many pigeons stand on a tourist.
    """
    per_tourist = game.options["births"] == "per-tourist"
    reached = [cell for cell in game.tourists if cell not in game.barred]

    def standing() -> int:
        return game.pieces.on_piazza[seat]

    on = yield from Decision(
        "on", seat, at, lambda: Count("pigeons", 0, min(standing(), len(reached))), "VEZ.C3", {}, likely=0
    )

    def most_beside() -> int:
        return most_pairs(game, standing(), on) if per_tourist else max(0, standing() - on)

    beside = yield from Decision(
        "beside" if per_tourist else "beside-only",
        seat,
        at,
        lambda: Count("pigeons", 0, most_beside()),
        "VEZ.C3",
        {},
        likely=0,
    )
    return ON * on + BESIDE * beside, on


def most_pairs(game: State, standing: int, on: int) -> int:
    """Return the most pairs of a pigeon and a tourist next to it; a pigeon on a tourist is not next to that one."""
    room = [sum(near not in game.barred for near in AROUND[cell]) for cell in game.tourists]
    fewer = sorted(min(cells, standing) - min(cells, standing - 1) for cells in room)
    return max(0, sum(min(cells, standing) for cells in room) - sum(fewer[:on]))


def hatch(game: State, seat: int, number: int, on: int) -> None:
    """VEZ.C3, C4: young go from the stock to the nest, no more than the stock has."""
    hatched = min(number, game.pieces.stock[seat])
    game.pieces.hatch(seat, hatched)
    facts = {"seat": seat, "n": hatched, "due": number, "on": on}
    if hatched < number:
        game.tell("born-fewer", "VEZ.C4", **facts)
    elif number:
        game.tell("born", "VEZ.C3", **facts)
