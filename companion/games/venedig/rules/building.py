"""Building what is complete (VEN.B6-B12): the place and its points, treasure, then the gondolas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from companion.choices import Count, Pick
from companion.games.venedig.rules.board import Shape, in_order
from companion.games.venedig.rules.gold import farthest, offer_gold, take_treasure
from companion.games.venedig.rules.hand import ALONE
from companion.games.venedig.rules.kinds import (
    CAMPO,
    CARDS,
    CASA,
    FIXED,
    HEXES,
    KINDS,
    MOST_AROUND,
    PONTE,
    Holder,
    points,
    shares,
)
from companion.games.venedig.rules.state import State
from companion.games.venedig.rules.track import BUILT, LAST
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

(NOWHERE,) = named("hex", "nowhere")
ROOM, NO_ROOM = named("room", "yes", "no")
named("column", "along")


class Job(NamedTuple):
    """A building whose cards are complete, by one player `alone` or (`None`) by all who have cards of its kind."""

    kind: str
    alone: Holder | None

    @property
    def name(self) -> str:
        return f"{self.kind}.{ALONE}" if self.alone is not None and self.kind != CASA else self.kind


class Site(NamedTuple):
    """The site of a building: its points, and the islands it stands on; without a map they are unknown."""

    points: int
    islands: list[str]


def jobs(game: State) -> list[Job]:
    """VEN.B7: return every building whose cards are complete; identical ones of one player are listed once."""
    cards = game.pieces.cards
    whole = {holder: laid for holder, laid in cards.sets.items() if any(laid.values())}
    alone = [Job(kind, holder) for holder, laid in whole.items() for kind in KINDS if laid[kind]]
    begun = [kind for kind, holder in game.pieces.pawns.items() if holder is not None]
    together = [Job(kind, None) for kind in begun if cards.out[kind] == CARDS[kind]]
    return [*alone, *together]


def build_all(game: State, active: int, at: str) -> Flow[bool]:
    """VEN.B7: one after the other, in the order that the active player likes; the end of the game stops it.

    Return whether any was built in which a real player had a part.
    """
    number = 0
    rewarded = False
    while not game.over and (waiting := jobs(game)):
        number += 1
        game.building = True
        job = yield from next_job(active, waiting, f"{at}.{number}")
        rewarded |= yield from build(game, active, job, f"{at}.{number}")
    game.building = False
    return rewarded


def next_job(active: int, waiting: list[Job], at: str) -> Flow[Job]:
    by_name = {job.name: job for job in waiting}
    name = yield from Decision("next", active, at, lambda: Pick("card.times", list(by_name)), "VEN.B7", {})
    return by_name[name]


def build(game: State, active: int, job: Job, at: str) -> Flow[bool]:
    """VEN.B8-B12: one building, from the choice of its place to the discarding of its cards.

    Return whether it was built and a real player had a part in it.
    """
    pieces = game.pieces
    builders = builders_of(game, job)
    master = job.alone if job.alone is not None else pieces.pawns[job.kind]
    assert master is not None
    chooser = master if isinstance(master, int) else active  # VEN.T2
    order = [seat for seat in pieces.clockwise(chooser) if seat in builders]
    if active in builders or can_pay_first(game, active, job.kind, order):
        yield from offer_gold(game, active, f"{at}.before")
        if game.over:
            return False
    site = yield from find_site(game, chooser, job.kind, at)
    if site is None:
        game.tell("no-place", "VEN.B8", building=job.kind)
    else:
        game.tell("built", "VEN.B10", building=job.kind, seats=list(builders))
        end_with_last(game, job.kind)
        payer = active if chooser != active and not game.over else None
        yield from take_treasure(game, order, site.islands, at, payer=payer)
        due = shares(site.points, master, builders)
        yield from move_builders(game, active, order, due=due, kind=job.kind, at=at)
    clear_away(game, job)
    return site is not None and bool(order)


def can_pay_first(game: State, active: int, kind: str, order: Sequence[int]) -> bool:
    """VEN.G1, T3: return whether paying before a building of others could matter, judging by what everyone sees.

    Reaching 60 ends the game before they gain by it. And the last building of a kind ends it too: then this is the
    last moment to leap over a gondola before it moves on. Anything else can as well be paid for later.
    """
    reach = farthest(game, active)
    return (reach.space >= LAST and bool(order)) or (game.pieces.supply[kind] == 1 and bool(reach.leapt))


def builders_of(game: State, job: Job) -> list[Holder]:
    """VEN.B10: everyone with a card of this kind in front of them; a player who builds alone, nobody else."""
    if job.alone is not None:
        return [job.alone]
    return [holder for holder, front in game.pieces.cards.front.items() if front[job.kind]]


def find_site(game: State, chooser: int, kind: str, at: str) -> Flow[Site | None]:
    """VEN.B8: ask the master builder for a place; none if nothing fits."""
    if game.pieces.mapped:
        return (yield from choose_site(game, chooser, kind, at))
    return (yield from count_site(game, kind, at))


def choose_site(game: State, chooser: int, kind: str, at: str) -> Flow[Site | None]:
    """`board: mapped`: ask for the place and read its points off the map."""
    pieces = game.pieces
    hexes = yield from choose_hexes(game, chooser, kind, at)
    if hexes is None:
        return None
    pieces.build(kind, hexes)
    islands = pieces.plan.islands_of(hexes)
    if kind == PONTE:
        worth = yield from houses_of_one(game, chooser, islands, at)
    else:
        around = pieces.plan.around(hexes)
        built = pieces.developed(around)
        worth = points(kind, built if kind == CAMPO else len(around) - built)
    game.tell("stands", "VEN.B8", building=kind, hexes=list(hexes), islands=islands, n=worth)
    return Site(worth, islands)


def choose_hexes(game: State, chooser: int, kind: str, at: str) -> Flow[Shape | None]:
    """Ask hex by hex, unless only one will do. Everyone sees those chosen so far.

    If a correction has left no site with the hexes chosen so far, the choice starts again.
    """
    chosen = game.chosen
    asked = 0
    while len(chosen) < HEXES[kind]:
        asked += 1
        facts: dict[str, Any] = {"building": kind, "n": HEXES[kind]}

        def offer(facts: dict[str, Any] = facts) -> Pick[str]:
            sites = game.pieces.sites(kind)
            fitting = [site for site in sites if set(site).issuperset(chosen)] if chosen else sites
            if not fitting:
                chosen.clear()
                fitting = sites
            facts["chosen"] = list(chosen)
            possible = set(chain.from_iterable(fitting)).difference(chosen)
            return Pick("hex", [one for one in game.pieces.plan.hexes if one in possible] or (NOWHERE,))

        name = yield from Decision("place", chooser, f"{at}.{asked}", offer, "VEN.B8", facts)
        if name == NOWHERE:
            break
        chosen.append(name)
    game.chosen = []
    return in_order(chosen) if len(chosen) == HEXES[kind] else None


def houses_of_one(game: State, chooser: int, islands: list[str], at: str) -> Flow[int]:
    """VEN.K3: a ponte counts the casas of one of its two islands, chosen by the master builder."""
    houses = {island: game.pieces.houses_on(island) for island in islands}
    if len(set(houses.values())) > 1:
        best = max(houses, key=lambda island: houses[island])
        island = yield from Decision(
            "district", chooser, at, lambda: Pick("island", islands), "VEN.K3", {"houses": houses}, likely=best
        )
        return game.pieces.houses_on(island)
    return houses[islands[0]]


def count_site(game: State, kind: str, at: str) -> Flow[Site | None]:
    """`board: counted`: ask the table whether there is room, and what it sees there."""
    pieces = game.pieces
    facts = {"building": kind}
    room = yield from Decision("room", TABLE, at, lambda: Pick("room", (ROOM, NO_ROOM)), "VEN.B8", facts, likely=ROOM)
    if room == NO_ROOM:
        return None
    pieces.build(kind, ())
    worth = FIXED.get(kind, 0)
    if kind == PONTE:
        worth = yield from Decision("houses", TABLE, at, lambda: Count("houses", 0, pieces.houses()), "VEN.K3", facts)
    elif kind not in FIXED:
        choice = Count("hexes", 0, MOST_AROUND[kind])
        worth = yield from Decision(
            "developed" if kind == CAMPO else "undeveloped", TABLE, at, choice, "VEN.K3", facts
        )
    game.tell("stands-there", "VEN.B8", building=kind, n=worth)
    return Site(worth, [])


def end_with_last(game: State, kind: str) -> None:
    """VEN.E1: the game ends at once when the last building of a kind is built. Its builders still move."""
    if not game.pieces.supply[kind]:
        game.over = True
        game.tell("last-one", "VEN.E1", building=kind)


def move_builders(
    game: State, active: int, order: Iterable[int], *, due: dict[Holder, int], kind: str, at: str
) -> Flow[None]:
    """VEN.B11, G1: one by one; before anyone else moves the active player may pay, while the game lasts (VEN.E1).

    Whether they pay right before or after their own move makes no difference: both count the free spaces ahead.
    """
    for seat in order:
        if seat != active and due[seat] and not game.over:
            yield from offer_gold(game, active, f"{at}.{seat}")
        game.move(seat, due[seat], "VEN.B10", BUILT, building=kind)


def clear_away(game: State, job: Job) -> None:
    """VEN.B12: the cards are discarded and the pawn returns, unless it was built alone in one go (VEN.B5)."""
    cards = game.pieces.cards
    if job.alone is not None:
        cards.discard_set(job.alone, job.kind)
        return
    for holder in cards.front:
        cards.discard_front(holder, job.kind)
    game.pieces.pawns[job.kind] = None
