"""The set-up that newcomers are led through is that of the game on the table: every game, count and option."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Table
from companion.games.doge.game import Doge
from companion.games.rialto.game import Rialto
from companion.games.venedig.game import Venedig
from companion.games.venezia.game import Venezia
from companion.games.venise.game import Venise
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.rules import rules_of
from companion.words import LANGUAGES, folders_of
from companion.words.checking import StrictWords
from companion.words.set_up import Placed, set_up_of
from tests.games.harness import new_referee, tables

SET_UP = [pytest.param(table, id=name) for game in games.names() for name, table in tables(game).items()]
GAMES = {name: game for game in games.names() for name in tables(game)}


@pytest.fixture
def referee(request: pytest.FixtureRequest, table: Table) -> Referee:
    return new_referee(table, GAMES[request.node.callspec.id], 5)


@pytest.mark.parametrize("table", SET_UP)
def test_the_set_up_agrees_with_the_pieces_of_the_game(referee: Referee) -> None:
    placed = set_up_of(referee.game)
    said: dict[str, Mapping[str, Any]] = {one.instruction.key: one.instruction.facts for one in placed}
    CHECKS[referee.kind.name](referee, placed, said)


@pytest.mark.parametrize("table", SET_UP)
def test_every_step_has_words_and_a_rule(referee: Referee) -> None:
    placed = set_up_of(referee.game)
    assert placed
    for language in LANGUAGES:
        words = StrictWords(language, folders_of(referee.kind.name), referee.table.seats)
        texts = [one.text(words) for one in placed]
        assert all(texts)
        assert len(set(texts)) == len(texts), "nothing is said twice"
    assert {one.instruction.rule for one in placed} <= rules_of(referee.kind.name).keys()


@pytest.mark.parametrize("table", SET_UP)
def test_the_set_up_is_the_same_at_any_time_of_the_game(referee: Referee) -> None:
    """Once everything is drawn, whoever joins late reads what the others read."""
    rng = Random(1)
    while referee.open and referee.game.round == 0:
        seat, decision = min(referee.open.items())
        referee.answer(seat, some_answer(referee.game, decision, rng))
    before = set_up_of(referee.game)
    for _ in range(40):
        if referee.open:
            seat, decision = min(referee.open.items())
            referee.answer(seat, some_answer(referee.game, decision, rng))
    assert set_up_of(referee.game) == before


def drawn(placed: list[Placed], key: str) -> Mapping[str, Any] | None:
    """Return the facts that the box has drawn for a step."""
    return next((one.told.facts for one in placed if one.told is not None and one.told.key == key), None)


Said = Mapping[str, Mapping[str, Any]]


def check_doge(referee: Referee, placed: list[Placed], said: Said) -> None:
    game = referee.game
    assert isinstance(game, Doge)
    pieces = game.pieces
    for seat in game.seats:
        taken = {"houses": pieces.reserve[seat], "palaces": pieces.unbuilt[seat], "rings": pieces.rings[seat]}
        assert said["pieces"] == taken
        cardboard = {"cards": len(pieces.cards[seat]), "ballots": len(pieces.hand[seat])}
        assert said["ballots" if game.options["ballots"] == "table" else "no-ballots"] == cardboard
    assert said["advisors"]["n"] == len(pieces.advisors)
    if game.options["draw.order"] == "device" == game.options["draw.first"]:
        told = drawn(placed, "year")
        assert told is not None
        assert told["order"] == game.brown
        assert said["brown"]["n"] == said["blue"]["n"] == len(game.brown)
    else:
        assert drawn(placed, "year") is None, "the table has not drawn it yet"
    first = drawn(placed, "first")
    assert (first is None) == ("draw-first" in said) == (game.options["draw.first"] == "table")
    assert first is None or first["seat"] == game.clockwise[0]


def check_rialto(referee: Referee, placed: list[Placed], said: Said) -> None:
    game = referee.game
    assert isinstance(game, Rialto)
    pieces, cards = game.pieces, game.cards
    for seat in game.seats:
        assert said["councillors"] == {"own": pieces.personal[seat], "rest": pieces.general[seat]}
    assert said["tiles"]["gondolas"] == pieces.gondolas
    assert said["tiles"]["coins"] == pieces.coins + sum(pieces.purse.values())
    assert said["tiles"]["banks"] == len(pieces.banks)
    assert said["buildings"]["n"] == sum(pieces.supply.values()) + sum(map(len, pieces.boards.values()))
    assert said["cards" if game.options["cards"] == "table" else "no-cards"]["n"] == len(cards.pile)
    assert ("neutral" in said) == game.neutral
    if all(game.options[f"draw.{one}"] == "device" for one in Rialto.randomisers):
        facts = {key: drawn(placed, key) for key in ("turns", "next-bridge", "track", "coins")}
        assert facts["turns"] == {"turns": game.turns}
        assert facts["next-bridge"] == {"bridge": pieces.bridge}
        assert facts["track"] == {"order": pieces.track.order()}
        assert facts["coins"] == {"coins": pieces.purse}
        points = {game.score[seat]["points"] for seat in game.seats}
        assert points == {said["points"]["n"]}
        assert said.get("shared-buildings", {"n": 1})["n"] == (1 if len(game.seats) <= 3 else 2), "RIA.S8"


def check_venezia(referee: Referee, placed: list[Placed], said: Said) -> None:
    game = referee.game
    assert isinstance(game, Venezia)
    pieces = game.pieces
    for seat in game.seats:
        assert said["pigeons"] == {"reserve": pieces.reserve[seat], "stock": pieces.stock[seat]}
        cards = {"actions": len(pieces.hand[seat]), "zones": len(pieces.zones)}
        assert said["plates" if game.options["plates"] == "table" else "no-plates"] == cards
    assert said["figures"]["grey"] == pieces.grey_left
    rng = Random(2)
    while referee.open and not (game.hunters and game.round == 1):
        seat, decision = min(referee.open.items())
        referee.answer(seat, some_answer(game, decision, rng))
        if game.round > 1:
            break
    spun = [tell.facts["figure"] for tell in game.tells if tell.key == "spun"]
    if game.round == 1 and game.phase != "planning":
        assert spun.count("tourist") == said["figures"]["tourists"]
        assert spun.count("hunter") <= said["figures"]["n"] <= 2


def check_venise(referee: Referee, placed: list[Placed], said: Said) -> None:
    game = referee.game
    assert isinstance(game, Venise)
    pieces = game.pieces
    assert said["piles"]["n"] == len(pieces.canal.piles)
    pawns = {one.instruction.facts["seat"]: one.instruction.facts for one in placed if one.instruction.key == "pawn"}
    for seat in game.seats:
        assert pawns[seat]["start"] == pieces.pawn[seat]
        assert pawns[seat]["gems"] == pieces.gems[seat]
        assert said["planks"] == pieces.stock[seat]
    assert said["tiles"] == {"tiles": pieces.tiles_left(), "jokers": pieces.jokers_left()}
    held = {len(hand) for hand in pieces.hand.values()}
    if game.options["draw.first"] == "device" and game.options["cards"] == "table":
        assert held == {len(said["four-cards"]["cards"]) + said["pile"]["n"]}
        assert said["pile"]["all"] == len(pieces.deck) + said["pile"]["n"] * len(game.seats)


def check_venedig(referee: Referee, placed: list[Placed], said: Said) -> None:
    game = referee.game
    assert isinstance(game, Venedig)
    pieces = game.pieces
    if pieces.mapped:
        assert said["swamp"]["n"] == len(pieces.swamps) == pieces.gold.left["swamp"]
        assert sum(said["buildings"]["buildings"].values()) == len(pieces.buildings)
    has_gold = game.options["gold"] == "table"
    assert said["treasure" if has_gold else "treasure-drawn"]["n"] == pieces.gold.left["treasure"]
    assert said["pawns"]["n"] == len(pieces.pawns)
    assert ("third" in said) == (len(game.seats) == 2)
    cards = said["cards" if game.options["cards"] == "table" else "no-cards"]
    if game.options["draw.first"] == "device":
        assert set(pieces.cards.held.values()) == {cards["n"]}
        assert cards["all"] == pieces.cards.pile + sum(pieces.cards.held.values())


CHECKS: Mapping[str, Callable[[Referee, list[Placed], Said], None]] = {
    "doge": check_doge,
    "rialto": check_rialto,
    "venezia": check_venezia,
    "venise": check_venise,
    "venedig": check_venedig,
}
