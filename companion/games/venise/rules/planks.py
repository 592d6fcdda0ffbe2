"""Planks: laid, removed and moved; what would fall is told before it is done (VSE.W1-W7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.games.venise.rules.plays import liftable, new_places, placements, removals
from companion.steps import Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venise.game import Venise

(BACK,) = named("cell", "back")
DROP, KEEP = named("drop", "drop", "keep")


def choose_place(game: Venise, seat: int, size: str, at: str) -> Flow[str | None]:
    """VSE.W1-W5: where the plank goes, or nowhere after all."""

    def offer() -> Pick:
        return Pick("cell.part", (*placements(game.pieces, seat, size), BACK))

    place: str = yield Decision("lay", seat, at, offer, "VSE.W1", {"size": size}, game.hides)
    return None if place == BACK else place


def lay(game: Venise, seat: int, place: str) -> None:
    game.pieces.lay(seat, place)
    game.tell("laid", "VSE.W1", seat=seat, size=game.pieces.size_of(place), place=place)


def choose_removal(game: Venise, seat: int, at: str) -> Flow[str | None]:
    """VSE.W6: which plank, and whether what would fall may fall."""

    def offer() -> Pick:
        free, barred = removals(game.pieces, seat)
        return Pick("cell.part", (*free, BACK), barred)

    game.lifting = ""
    plank: str = yield Decision("remove", seat, at, offer, "VSE.W6", {}, game.hides)
    game.lifting = None
    if plank == BACK:
        return None
    sure = yield from confirm_falls(game, seat, plank, at, "VSE.W6")
    return plank if sure else None


def confirm_falls(game: Venise, seat: int, plank: str, at: str, rule: str) -> Flow[bool]:
    """What would fall is shown before it does. What the table has set right since is asked about anew."""
    pieces = game.pieces
    falls = pieces.canal.falls(plank, pieces.lying)
    if not falls:
        return True

    def offer() -> Pick:
        same = plank in pieces.lying and pieces.canal.falls(plank, pieces.lying) == falls
        movable = rule == "VSE.W6" or new_places(pieces, seat, plank)
        possible = same and movable and plank in removals(pieces, seat)[0]
        return Pick("drop", (DROP, KEEP) if possible else (KEEP,))

    facts = {"place": plank, "places": falls, "n": len(falls)}
    game.lifting = plank
    answer: str = yield Decision("falls", seat, at, offer, rule, facts, game.hides)
    game.lifting = None
    return answer == DROP


def remove(game: Venise, seat: int, plank: str) -> None:
    """VSE.W6: the plank goes to the remover's stock, whoever laid it."""
    take_away(game, plank, "VSE.W6")
    game.pieces.stock[seat][game.pieces.size_of(plank)] += 1
    game.tell("removed", "VSE.W6", seat=seat, place=plank)


def take_away(game: Venise, plank: str, rule: str) -> None:
    fallen = game.pieces.take_away(plank)
    if fallen:
        game.may_be_stuck = True
        game.tell("fell", rule, places=fallen, n=len(fallen))


def choose_move(game: Venise, seat: int, at: str) -> Flow[tuple[str, str] | None]:
    """VSE.W7: which plank and where to; the pawn stays where it is."""
    pieces = game.pieces

    def planks() -> Pick:
        free, barred = liftable(pieces, seat)
        return Pick("cell.part", (*free, BACK), barred)

    game.lifting = ""
    plank: str = yield Decision("lift", seat, at, planks, "VSE.W7", {}, game.hides)
    game.lifting = None
    if plank == BACK:
        return None
    sure = yield from confirm_falls(game, seat, plank, at, "VSE.W7")
    if not sure:
        return None
    falls = pieces.canal.falls(plank, pieces.lying)

    def places() -> Pick:
        same = plank in removals(pieces, seat)[0] and pieces.canal.falls(plank, pieces.lying) == falls
        return Pick("cell.part", (*(new_places(pieces, seat, plank) if same else ()), BACK))

    game.lifting = plank
    place: str = yield Decision("shift", seat, at, places, "VSE.W7", {"place": plank}, game.hides)
    game.lifting = None
    return None if place == BACK else (plank, place)


def move(game: Venise, seat: int, plank: str, place: str) -> None:
    take_away(game, plank, "VSE.W7")
    game.pieces.lying.add(place)
    game.tell("moved", "VSE.W7", seat=seat, source=plank, place=place)
