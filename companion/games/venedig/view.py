"""The views of Venedig, built from what a seat may see, never cut from the whole; and its map for a small screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.venedig.rules.board import spot
from companion.games.venedig.rules.building import jobs
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, KINDS, PALAZZO, PONTE, SWAMP, THIRD, TREASURE
from companion.games.venedig.rules.state import State
from companion.screen.maps import Chart
from companion.steps import TABLE
from companion.vocabulary import named

HAND, GOLD = named("own", "hand", "gold")
OWN_WORDS = {HAND: "building", GOLD: ""}
SIGNS = {CASA: "^", PALAZZO: "H", CAMPO: "o", BASILICA: "+", PONTE: "="}
"""A roof, two floors, a square, a cross, a deck."""


def view(game: State, seat: int) -> dict[str, Any]:
    """Build what this seat may see; the `TABLE` sees what is public."""
    pieces = game.pieces
    cards = pieces.cards
    seen: dict[str, Any] = {
        "turn": game.turn,
        "active": game.active,
        "phase": game.phase,
        "waiting": [job.name for job in jobs(game)],
        "seats": {str(number): seat_view(game, number) for number in game.seats},
        "third": counts(cards.front[THIRD]) if game.has_third else None,
        "pawns": dict(pieces.pawns),
        "supply": dict(pieces.supply),
        "treasure": pieces.gold.left[TREASURE],
        "swamp": pieces.gold.left[SWAMP],
        "open": list(cards.open),
        "pile": cards.pile,
        "discards": counts(cards.discards),
        "board": board_view(game) if pieces.mapped else None,
    }
    if seat != TABLE:
        seen["own"] = own_view(game, seat)
    return seen


def seat_view(game: State, seat: int) -> dict[str, Any]:
    """Build what everyone sees of a player: of hand and gold only how many there are."""
    pieces = game.pieces
    return {
        "gondola": pieces.gondolas[seat],
        "cards": pieces.cards.held[seat],
        "front": counts(pieces.cards.front[seat]),
        "alone": counts(pieces.cards.sets[seat]),
        "treasure": pieces.gold.held[seat][TREASURE],
        "swamp": pieces.gold.held[seat][SWAMP],
    }


def counts(cards: Counter[str]) -> dict[str, int]:
    """List how many cards there are of each kind, in the usual order of kinds."""
    return {kind: cards[kind] for kind in KINDS if cards[kind]}


def board_view(game: State) -> dict[str, Any]:
    """Build the map: what is printed, what is on every hex now, and hexes chosen while more are asked for."""
    pieces, plan = game.pieces, game.pieces.plan
    return {
        "lies": dict(pieces.ground),
        "chosen": list(game.chosen),
        "buildings": [[kind, *hexes] for kind, hexes in pieces.buildings],
        "islands": {island: list(hexes) for island, hexes in plan.islands.items()},
        "stones": list(plan.stones),
        "crossings": [list(pair) for pair in plan.crossings],
        "start": list(plan.start),
        "track": [list(islands) for islands in plan.track],
        "course": [list(at) for at in game.layout["course"]],
    }


def own_view(game: State, seat: int) -> dict[str, Any]:
    """Build a player's own cards and gold, as far as the box keeps them."""
    cards, gold = game.pieces.cards, game.pieces.gold
    own: dict[str, Any] = {}
    if cards.known:
        own[HAND] = [kind for kind in KINDS for _ in range(cards.hands[seat][kind])]
    if gold.known:
        own[GOLD] = [int(value) for value, number in gold.purse(seat).items() for _ in range(number)]
    return own


def chart(game: State, of: str) -> Chart | None:
    """Chart every hex with what is on it, if hexes are asked for and known."""
    pieces = game.pieces
    if of != "hex" or not pieces.mapped:
        return None
    spots = [spot(name) for name in pieces.plan.hexes]
    rows = [chr(ord("A") + row) for row in span(row for row, _ in spots)]
    columns = [str(column + 1) for column in span(column for _, column in spots)]
    return Chart(
        rows,
        columns,
        marks={name: SIGNS[what] for name, what in pieces.ground.items() if what in SIGNS},
        shaded=[*pieces.swamps],
        shifted=[row for row in rows if spot(f"{row}1")[0] % 2],
        areas=pieces.plan.island,
        chosen=game.chosen,
        told={name: (("island", pieces.plan.island[name]), ("lies", what)) for name, what in pieces.ground.items()},
    )


def laid_out(game: State) -> Mapping[int, Chart]:
    """Return the board with its first buildings and the swamp around them, if its hexes are known."""
    board = chart(game, "hex")
    return {TABLE: board} if board is not None else {}


def span(numbers: Iterable[int]) -> range:
    """Return the range from the least of these numbers to the greatest, both included."""
    known = list(numbers)
    return range(min(known), max(known) + 1)
