"""Building what is complete (VEN.B6-B12): the place, treasure for those who lie along, then the gondolas."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.choices import Pick
from companion.games.venedig.rules.gondolas import BUILT, move
from companion.games.venedig.rules.kinds import CARDS, CASA, KINDS, SHARED, Holder
from companion.games.venedig.rules.laying import ALONE
from companion.games.venedig.rules.paying import offer_gold
from companion.games.venedig.rules.scoring import shares
from companion.games.venedig.rules.sites import find_site
from companion.games.venedig.rules.treasure import take_treasure
from companion.steps import Decision, Flow

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig


class Job(NamedTuple):
    """A building whose cards are complete: of this kind, by one alone or, with no name, by all who have cards."""

    kind: str
    alone: Holder | None

    @property
    def name(self) -> str:
        return f"{self.kind}.{ALONE}" if self.alone is not None and self.kind != CASA else self.kind


def jobs(game: Venedig) -> list[Job]:
    """VEN.B7: every building whose cards are complete, each that can be told apart once."""
    cards = game.pieces.cards
    alone = [Job(kind, holder) for holder, laid in cards.sets.items() for kind in KINDS if laid[kind]]
    together = [Job(kind, None) for kind in SHARED if cards.out(kind) == CARDS[kind]]
    return [*alone, *together]


def build_all(game: Venedig, active: int, at: str) -> Flow[bool]:
    """VEN.B7: one after the other, in the order that the active player likes; the end of the game stops it.

    Whether any was built in which a real player has a part.
    """
    number = 0
    rewarded = False
    while not game.over and (waiting := jobs(game)):
        number += 1
        game.building = True
        job = yield from next_job(game, active, waiting, f"{at}.{number}")
        rewarded |= yield from build(game, active, job, f"{at}.{number}")
    game.building = False
    return rewarded


def next_job(game: Venedig, active: int, waiting: list[Job], at: str) -> Flow[Job]:
    by_name = {job.name: job for job in waiting}
    name: str = yield Decision("next", active, at, lambda: Pick("card.times", list(by_name)), "VEN.B7", {})
    return by_name[name]


def build(game: Venedig, active: int, job: Job, at: str) -> Flow[bool]:
    """VEN.B8-B12: one building, from the choice of its place to its cards on the discards.

    Whether it was built, and by real players.
    """
    pieces = game.pieces
    builders = builders_of(game, job)
    master = job.alone if job.alone is not None else pieces.pawns[job.kind]
    assert master is not None
    chooser = master if isinstance(master, int) else active  # VEN.T2
    order = [seat for seat in pieces.clockwise(chooser) if seat in builders]
    if active in builders:
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
        yield from take_treasure(game, order, payer, site, at)
        yield from move_builders(game, active, order, shares(site.points, master, builders), job.kind, at)
    clear_away(game, job)
    return site is not None and bool(order)


def end_with_last(game: Venedig, kind: str) -> None:
    """VEN.E1: the game ends at once where the last of a kind is built. Its builders still move."""
    if not game.pieces.supply[kind]:
        game.over = True
        game.tell("last-one", "VEN.E1", building=kind)


def builders_of(game: Venedig, job: Job) -> list[Holder]:
    """VEN.B10: everyone with a card of it before him; who builds alone, by himself."""
    if job.alone is not None:
        return [job.alone]
    return [holder for holder, front in game.pieces.cards.front.items() if front[job.kind]]


def move_builders(
    game: Venedig, active: int, order: list[int], due: dict[Holder, int], kind: str, at: str
) -> Flow[None]:
    """VEN.B11, G1: one by one; the active player may pay before another one moves, while the game lasts (VEN.E1).

    Right before or after his own move it is all the same: both count the free spaces ahead of him.
    """
    for seat in order:
        if seat != active and due[seat] and not game.over:
            yield from offer_gold(game, active, f"{at}.{seat}")
        move(game, seat, due[seat], "VEN.B10", BUILT, building=kind)


def clear_away(game: Venedig, job: Job) -> None:
    """VEN.B12: cards to the discards, the pawn home; alone in one go, no pawn was moved (VEN.B5)."""
    cards = game.pieces.cards
    if job.alone is not None:
        cards.discard_set(job.alone, job.kind)
        return
    for holder in cards.front:
        cards.discard_front(holder, job.kind)
    game.pieces.pawns[job.kind] = None
