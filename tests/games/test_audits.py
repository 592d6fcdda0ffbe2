"""The audit of every game, on which the random games rely: it notices each way to lose, make or misplace a piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import games
from companion.game import Broken
from tests.tables import referee

Spoil = Callable[[Any], object]

DOGE: dict[str, Spoil] = {
    "seat 1: .*'houses': -1": lambda pieces: pieces.reserve.update({1: 14}),
    "least supply -1": lambda pieces: pieces.add_houses(1, "castello", 16),
    "castello: 0 palaces and 4 free": lambda pieces: pieces.free_sites.update(castello=4),
    "castello: fewer houses": lambda pieces: pieces.add_houses(1, "castello", -1),
    "castello stands in castello for 1": lambda pieces: pieces.post(pieces.advisors["castello"], 1, "castello"),
    "castello: advisors for .*, rings of .1": lambda pieces: pieces.rings_in["castello"].append(1),
}
VENEDIG: dict[str, Spoil] = {
    "treasure: 17 left": lambda pieces: pieces.gold.left.update(treasure=17),
    "swamp: -1 left": lambda pieces: pieces.gold.left.update(swamp=-1) or pieces.gold.held[1].update(swamp=87),
    "seat 1 holds .*, but {1: 1}": lambda pieces: pieces.gold.purses[1].update({1: 1}),
    "treasure {.*}, not": lambda pieces: pieces.gold.unseen["treasure"].subtract([3]),
    "two gondolas on a space": lambda pieces: pieces.gondolas.update({1: 4, 2: 4}),
    "pawn of campo with 2, 0 cards out": lambda pieces: pieces.pawns.update(campo=2),
    "2 has the pawn of campo and no card": lambda pieces: (
        pieces.pawns.update(campo=2) or _lay_out(pieces, 1, "campo")
    ),
    "0 campo stand, 5 left": lambda pieces: pieces.buildings.remove(_standing(pieces, "campo")),
    "campo: stands on": lambda pieces: pieces.ground.update(B5="campo"),
    "hexes with swamp": lambda pieces: pieces.drain(["B5"]),
    "swamp on .*'B5'": lambda pieces: pieces.ground.update(B5="empty"),
    "cards unseen, 28 in their places": lambda pieces: setattr(pieces.cards, "pile", 28),
    "hands of {1: 4": lambda pieces: pieces.cards.held.update({1: 4}),
    "hands of .*, open .'casa', 'casa'": lambda pieces: _turn_up(pieces, "casa", "casa"),
    "9 cards campo, not 8": lambda pieces: pieces.cards.discards.update(campo=1),
    "cards campo out": lambda pieces: [_lay_out(pieces, 1, "campo") for _ in range(5)],
}
VENEDIG_COUNTED: dict[str, Spoil] = {"supply {": lambda pieces: pieces.supply.update(campo=-1)}
VENEZIA: dict[str, Spoil] = {
    "seat 1 has .*, 39 pigeons": lambda pieces: pieces.stock.update({1: 27}),
    "1 on the map, 0 on the Piazza": lambda pieces: pieces.cells.update(A1=1),
    "seat 1 has the cards": lambda pieces: pieces.hand[1].pop(),
    "grey pigeons": lambda pieces: pieces.grey.update(castello=-1),
    "on a blocked cell": lambda pieces: setattr(pieces, "blocked", {"A1"}) or _land(pieces, 1, "A1"),
}
VENISE: dict[str, Spoil] = {
    "the pawn of seat 1 stands on Z9": lambda pieces: pieces.pawn.update({1: "Z9"}),
    "the pawn of seat 1 is in the water": lambda pieces: pieces.pawn.update({1: min(pieces.canal.places)}),
    "hourglass tiles": lambda pieces: pieces.tiles.update({1: 99}),
    "gems {": lambda pieces: pieces.gems[1].append(pieces.gems[1][0]),
    "small planks": lambda pieces: pieces.stock[1].update(small=9),
    "can't lie there": lambda pieces: [pieces.lay(1, place) for place in _crossing(pieces)],
    "cards in hand": lambda pieces: pieces.deck.pop(),
    "the cards are": lambda pieces: pieces.deck.append("swap") or pieces.hand[1].pop(),
    "jokers in hand": lambda pieces: pieces.jokers.update({1: 99}),
}
VENISE_CARDBOARD: dict[str, Spoil] = {
    "more cards were played than there are": lambda pieces: pieces.played.extend(
        pieces.deck.pop() or "large" for _ in range(7)
    ),
}


def _lay_out(pieces: Any, holder: int, kind: str) -> None:
    """Lay a card out of the pile in front of a player."""
    pieces.cards.turn_up(kind)
    pieces.cards.lay_front(holder, kind, 1)


def _turn_up(pieces: Any, *kinds: str) -> None:
    for kind in kinds:
        pieces.cards.turn_up(kind)
    pieces.cards.open.extend(kinds)


def _standing(pieces: Any, kind: str) -> Any:
    return next(building for building in pieces.buildings if building[0] == kind)


def _land(pieces: Any, seat: int, cell: str) -> None:
    pieces.stock[seat] -= 1
    pieces.on_piazza[seat] += 1
    pieces.cells[cell] = seat


def _crossing(pieces: Any) -> list[str]:
    """Return two places that planks of one seat can't take together."""
    places = list(pieces.canal.places)
    return next(
        [one, other] for one in places for other in places if one != other and not pieces.canal.can_lie(other, {one})
    )


WAYS = [
    *(("doge", {}, *way) for way in DOGE.items()),
    *(("venedig", {}, *way) for way in VENEDIG.items()),
    *(("venedig", {"board": "counted"}, *way) for way in VENEDIG_COUNTED.items()),
    *(("venezia", {}, *way) for way in VENEZIA.items()),
    *(("venise", {}, *way) for way in VENISE.items()),
    *(("venise", {"cards": "table"}, *way) for way in VENISE_CARDBOARD.items()),
]


@pytest.mark.parametrize(("game", "options", "found", "spoil"), WAYS, ids=[f"{way[0]}: {way[2]}" for way in WAYS])
def test_the_audit_finds(game: str, options: dict[str, Any], found: str, spoil: Spoil) -> None:
    judge = referee(game, max(games.find(game).game.players), **options)
    pieces: Any = judge.game.__dict__["pieces"]
    pieces.check()
    spoil(pieces)
    with pytest.raises(Broken, match=found):
        pieces.check()


@pytest.mark.parametrize("game", games.names())
def test_the_audit_finds_a_score_without_a_receipt(game: str) -> None:
    played = referee(game, min(games.find(game).game.players)).game
    played.score[1][played.tallies[0]] += 1
    with pytest.raises(Broken, match="receipts add up to"):
        played.check()


@pytest.mark.parametrize("game", ["doge", "venedig", "venise"])
def test_the_audit_finds_a_receipt_without_its_piece(game: str) -> None:
    played = referee(game, min(games.find(game).game.players)).game
    played.gain(1, played.tallies[0], 1, "", "")
    with pytest.raises(Broken, match="by receipts"):
        played.check()


def test_the_audit_finds_a_pawn_that_left_too_early() -> None:
    played = referee("venise", 2).game
    played.__dict__["pieces"].pawn[1] = None
    with pytest.raises(Broken, match="the pawn of seat 1 stands on None"):
        played.check()
