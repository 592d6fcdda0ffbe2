"""Laying, removing and moving planks; a player is asked before anything falls (VSE.W1-W7)."""

from __future__ import annotations

from companion.choices import Pick
from companion.games.venise.rules.plays import liftable, new_places, placements, removals
from companion.games.venise.rules.state import State
from companion.steps import Decision, Flow
from companion.vocabulary import named

(BACK,) = named("cell", "back")
DROP, KEEP = named("drop", "drop", "keep")


def choose_place(game: State, seat: int, size: str, at: str) -> Flow[str | None]:
    """VSE.W1-W5: ask where the plank goes; `None` to go back."""

    def offer() -> Pick[str]:
        return Pick("cell.part", (*placements(game.pieces, seat, size), BACK))

    place = yield from Decision("lay", seat, at, offer, "VSE.W1", {"size": size}, secret=game.hides)
    return None if place == BACK else place


def lay(game: State, seat: int, place: str) -> None:
    game.pieces.lay(seat, place)
    game.tell("laid", "VSE.W1", seat=seat, size=game.pieces.size_of(place), place=place)


def choose_removal(game: State, seat: int, at: str) -> Flow[str | None]:
    """VSE.W6: ask which plank, until the player agrees to what would fall; `None` to go back."""

    def offer() -> Pick[str]:
        free, barred = removals(game.pieces, seat)
        return Pick("cell.part", (*free, BACK), barred)

    removal = Decision("remove", seat, at, offer, "VSE.W6", {}, secret=game.hides)
    return (yield from choose_plank(game, removal))


def choose_plank(game: State, lifting: Decision[str]) -> Flow[str | None]:
    """Ask this, which plank to take up, and whether what would fall may fall; `None` if the player goes back."""
    game.lifting = ""
    plank = yield from lifting
    game.lifting = None
    if plank == BACK:
        return None
    sure = yield from confirm_falls(game, lifting.seat, plank, lifting.at, rule=lifting.rule)
    return plank if sure else None


def confirm_falls(game: State, seat: int, plank: str, at: str, *, rule: str) -> Flow[bool]:
    """Ask whether what would fall may fall. If a correction changes that meanwhile, the plank stays."""
    pieces = game.pieces
    falls = pieces.canal.falls(plank, pieces.lying)
    if not falls:
        return True

    def offer() -> Pick[str]:
        same = plank in pieces.lying and pieces.canal.falls(plank, pieces.lying) == falls
        movable = rule == "VSE.W6" or new_places(pieces, seat, plank)
        possible = same and movable and plank in removals(pieces, seat)[0]
        return Pick("drop", (DROP, KEEP) if possible else (KEEP,))

    facts = {"place": plank, "places": falls, "n": len(falls)}
    game.lifting = plank
    answer = yield from Decision("falls", seat, at, offer, rule, facts, secret=game.hides)
    game.lifting = None
    return answer == DROP


def remove(game: State, seat: int, plank: str) -> None:
    """VSE.W6: the plank goes to the remover's stock, whoever laid it."""
    take_away(game, plank, "VSE.W6")
    game.pieces.stock[seat][game.pieces.size_of(plank)] += 1
    game.tell("removed", "VSE.W6", seat=seat, place=plank)


def take_away(game: State, plank: str, rule: str) -> None:
    """Lift a plank, and tell what fell with it."""
    fallen = game.pieces.take_away(plank)
    if fallen:
        game.may_be_stuck = True
        game.tell("fell", rule, places=fallen, n=len(fallen))


def choose_move(game: State, seat: int, at: str) -> Flow[tuple[str, str] | None]:
    """VSE.W7: ask which plank, and where to, or `None` to go back; the pawn stays where it is."""

    def planks() -> Pick[str]:
        free, barred = liftable(game.pieces, seat)
        return Pick("cell.part", (*free, BACK), barred)

    plank = yield from choose_plank(game, Decision("lift", seat, at, planks, "VSE.W7", {}, secret=game.hides))
    place = (yield from choose_new_place(game, seat, plank, at)) if plank else None
    return (plank, place) if plank and place else None


def choose_new_place(game: State, seat: int, plank: str, at: str) -> Flow[str | None]:
    """VSE.W7: ask where a plank is moved to. If a correction changes what would fall meanwhile, it stays."""
    pieces = game.pieces
    falls = pieces.canal.falls(plank, pieces.lying)

    def offer() -> Pick[str]:
        same = plank in removals(pieces, seat)[0] and pieces.canal.falls(plank, pieces.lying) == falls
        return Pick("cell.part", (*(new_places(pieces, seat, plank) if same else ()), BACK))

    game.lifting = plank
    place = yield from Decision("shift", seat, at, offer, "VSE.W7", {"place": plank}, secret=game.hides)
    game.lifting = None
    return None if place == BACK else place


def move(game: State, seat: int, plank: str, place: str) -> None:
    take_away(game, plank, "VSE.W7")
    game.pieces.lying.add(place)
    game.tell("moved", "VSE.W7", seat=seat, source=plank, place=place)
