"""Phase 2 of Venezia: on the Piazza. Pigeons land, tourists and hunters come, pigeons move, catch and breed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.choices import Pick, Several, Spread
from companion.games.venezia.rules.counted import count_births, count_caught, count_swept
from companion.games.venezia.rules.dials import HUNTER, TOURIST, place_figure
from companion.games.venezia.rules.grid import AROUND, LEAPS, broods, can_move, caught, targets
from companion.games.venezia.rules.pieces import FEINT, PIAZZA, PIAZZA_MOST
from companion.games.venezia.rules.planning import CARDS, shown
from companion.games.venezia.rules.scoring import born
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venezia.game import Venezia

DONE, OTHER = named("cell", "done", "other")


def piazza(game: Venezia) -> Flow[None]:
    game.phase = "piazza"
    for seat in game.clockwise:
        if game.pieces.plates[seat].on_first:
            yield from reveal_first(game, seat)
    yield from place_figures(game)
    for seat in game.clockwise:
        yield from turn(game, seat)


# Revealing the first card


def reveal_first(game: Venezia, seat: int) -> Flow[None]:
    """VEZ.Z1: Piazza or Feint; all pigeons on it go, either way."""
    plate, at = game.pieces.plates[seat], f"{game.round_number}"
    if plate.first is None:
        plate.first = yield Decision(
            "reveal", seat, at, lambda: first_cards(game, seat), "VEZ.Z1", {"n": plate.on_first}
        )
    number = plate.on_first
    game.tell("reveals", "VEZ.Z1", seat=seat, zone=plate.first, n=number)
    if plate.first == FEINT:
        yield from feint(game, seat, number, at)
    else:
        yield from land(game, seat, number, at)


def first_cards(game: Venezia, seat: int) -> Pick:
    """VEZ.P3: a Piazza card may not bring the eleventh pigeon."""
    number = game.pieces.plates[seat].on_first
    if game.pieces.on_piazza[seat] + number <= PIAZZA_MOST:
        return Pick("zone", (PIAZZA, FEINT))
    return Pick("zone", (FEINT,), {PIAZZA: Refusal("piazza-full", "VEZ.P3", n=number, most=PIAZZA_MOST)})


def land(game: Venezia, seat: int, number: int, at: str) -> Flow[None]:
    cells = None
    if game.pieces.mapped:

        def offer() -> Several:
            return Several("cell", game.pieces.empty_cells(), number, number)

        cells = yield Decision("land", seat, at, offer, "VEZ.Z1", {"n": number})
        game.tell("landed", "VEZ.Z1", seat=seat, n=number, cells=cells)
    game.pieces.land(seat, cells, number)


def feint(game: Venezia, seat: int, number: int, at: str) -> Flow[None]:
    plate = game.pieces.plates[seat]
    secret = game.options["plates"] == "device"
    cards = [str(zone) for zone in plate.zones] if secret else CARDS
    of = "zone" if secret else "card"

    def offer() -> Spread:
        return Spread(of, dict.fromkeys(cards, number), number, number)

    numbers = yield Decision("feint", seat, at, offer, "VEZ.Z1", {"n": number}, secret)
    game.pieces.feint(seat, list(numbers.values()))
    game.tell("feinted", "VEZ.Z1", seat=seat, n=number, numbers=shown(plate))


# Tourists and hunters


def place_figures(game: Venezia) -> Flow[None]:
    at = f"{game.round_number}"
    for number in range(1, 4 if game.options["tourists"] == "three" else 3):  # VEZ.Z2, V2
        yield from place_figure(game, game.figures, TOURIST, number, at)
    for number in range(1, 3 if game.options["hunters"] == "two" else 2):  # VEZ.Z3, V1
        cell = yield from place_figure(game, game.figures, HUNTER, number, at)
        yield from sweep(game, cell, f"{at}.{number}")


def sweep(game: Venezia, hunter: str, at: str) -> Flow[None]:
    """VEZ.Z4: whoever sits on the hunter's nine cells goes to San Michele."""
    swept = sweep_cells(game, hunter) if game.pieces.mapped else (yield from count_swept(game, hunter, at))
    lost = {seat: number for seat, number in swept.items() if number}
    if lost:
        game.tell("swept", "VEZ.Z4", cell=hunter, lost=lost, n=sum(lost.values()))


def sweep_cells(game: Venezia, hunter: str) -> dict[int, int]:
    """How many each player loses."""
    pigeons = game.pieces.cells
    swept = [cell for cell in (hunter, *AROUND[hunter]) if cell in pigeons]
    lost = {seat: sum(pigeons[cell] == seat for cell in swept) for seat in game.seats}
    for cell in swept:
        game.pieces.kill(pigeons[cell], cell=cell)
    return lost


# A player's turn


def turn(game: Venezia, seat: int) -> Flow[None]:
    """VEZ.M1, C1-C4: he moves, then catches, then breeds."""
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


def move_pigeons(game: Venezia, seat: int, at: str) -> Flow[None]:
    """VEZ.M1: each pigeon at most once, in any order, until he is done or none can move."""
    moved: set[str] = set()
    step = 0
    while any(movable(game, seat, moved)):
        step += 1

        def offer() -> Pick:
            return Pick("cell", (DONE, *movable(game, seat, moved)))

        start = yield Decision("mover", seat, f"{at}.{step}", offer, "VEZ.M1", {})
        if start == DONE:
            break
        game.mover, game.moving = seat, start
        target = yield Decision(
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


def movable(game: Venezia, seat: int, moved: set[str]) -> list[str]:
    pigeons = game.pieces.cells
    return [
        cell
        for cell in game.pieces.pigeons_of(seat)
        if cell not in moved and can_move(cell, pigeons, game.tourists, game.barred)
    ]


def destinations(game: Venezia, seat: int, start: str) -> Pick:
    """VEZ.M2-M4: every cell it may go to; or another pigeon after all. Why not, for the cells near by."""
    pigeons = game.pieces.cells
    if pigeons.get(start) != seat:  # the table has set right who stands there
        return Pick("cell", (OTHER,))
    reached = targets(start, pigeons, game.tourists, game.barred)
    near = [*AROUND[start], *(behind for over, behind in LEAPS[start] if over in pigeons or over in game.tourists)]
    barred = {cell: why_not(game, cell) for cell in near if cell not in reached}
    return Pick("cell", (*reached, OTHER), barred)


def why_not(game: Venezia, cell: str) -> Refusal:
    if cell in game.pieces.cells:
        return Refusal("cell-taken", "VEZ.M2", cell=cell)
    if cell in game.pieces.blocked:
        return Refusal("cell-blocked", "VEZ.K5", cell=cell)
    return Refusal("hunter-near", "VEZ.M4", cell=cell)


def catch(game: Venezia, seat: int) -> None:
    """VEZ.C1, C2: all pincers of the mover at once."""
    pieces = game.pieces
    for cell, (one, other) in caught(pieces.cells, seat, game.options["pincer"]).items():
        victim = pieces.cells[cell]
        pieces.kill(victim, cell=cell)
        game.tell("caught", "VEZ.C1", seat=seat, victim=victim, cell=cell, between=[one, other])


def hatch(game: Venezia, seat: int, number: int, on: int) -> None:
    """VEZ.C3, C4: from the stock to the nest, no more than there are."""
    hatched = min(number, game.pieces.stock[seat])
    game.pieces.hatch(seat, hatched)
    facts = {"seat": seat, "n": hatched, "due": number, "on": on}
    if hatched < number:
        game.tell("born-fewer", "VEZ.C4", **facts)
    elif number:
        game.tell("born", "VEZ.C3", **facts)
