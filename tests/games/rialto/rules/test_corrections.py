"""What a Rialto table may fix: tiles that were laid or taken off, and coins on buildings."""

from __future__ import annotations

from random import Random

import pytest

from companion.choices import Pick
from companion.games.rialto.rules.pieces import BRIDGE, GONDOLA
from tests.games.rialto.play import Play
from tests.tables import referee

HERE = "san-marco.castello"
FIRST = {1: "green-1", 2: "yellow-1", 3: "blue-1"}


def options(play: Play, place: str) -> list[object]:
    choice = play.game.corrections()[place].choice
    assert isinstance(choice, Pick)
    return list(choice.options)


@pytest.mark.rule("RIA.K2", "RIA.E2")
def test_a_gondola_is_added_and_taken_off() -> None:
    play = Play(3).to("B")
    play.referee.correct(f"add.{HERE}", GONDOLA)
    assert (play.game.pieces.connections[HERE].tile, play.game.pieces.gondolas) == (GONDOLA, 5)
    assert options(play, f"tile.{HERE}")[-1] == "nowhere"
    assert f"add.{HERE}" not in play.game.corrections()
    play.referee.correct(f"tile.{HERE}", "nowhere")
    assert (play.game.pieces.connections[HERE].tile, play.game.pieces.gondolas) == (None, 6)
    play.game.check()


@pytest.mark.rule("RIA.K2", "RIA.S2")
def test_a_bridge_is_added_from_below_the_top_and_taken_off() -> None:
    play = Play(3).to("B")
    pieces = play.game.pieces
    top, below = pieces.bridge, sorted(pieces.bridges)
    assert options(play, f"add.{HERE}") == ["empty", GONDOLA, *(f"bridge.{tile}" for tile in below)]
    play.referee.correct(f"add.{HERE}", f"bridge.{below[0]}")
    low, high = map(int, below[0].split("-"))
    assert pieces.connections[HERE].ends == {"san-marco": low, "castello": high}
    assert (pieces.bridge, len(pieces.bridges)) == (top, 4)
    play.referee.correct(f"tile.{HERE}", "nowhere")
    assert (pieces.bridge, sorted(pieces.bridges)) == (top, below)
    play.game.check()


@pytest.mark.rule("RIA.S2")
def test_another_bridge_may_be_on_top() -> None:
    """So the tile that the box believes on top can be laid where it lies."""
    play = Play(3).to("B")
    pieces = play.game.pieces
    top, other = pieces.bridge, sorted(pieces.bridges)[0]
    play.referee.correct("top", other)
    assert pieces.bridge == other
    play.referee.correct(f"add.{HERE}", f"bridge.{top}")
    assert pieces.connections[HERE].tile == BRIDGE
    assert len(pieces.bridges) == 4
    play.game.check()


@pytest.mark.rule("RIA.D2")
def test_another_top_while_a_bridge_is_laid_is_asked_again() -> None:
    play = Play(3).to("D").plays({1: "3"}).answer("bridge", HERE)
    other = sorted(play.game.pieces.bridges)[0]
    play.referee.correct("top", other)
    play.answer("bridge-end", "castello")
    assert (play.key, play.decision.facts) == ("bridge", {"bridge": other})
    play.answer("bridge", HERE).answer("bridge-end", "castello")
    assert sorted(play.game.pieces.connections[HERE].ends.values()) == [int(end) for end in other.split("-")]


@pytest.mark.rule("RIA.X5")
def test_coins_on_buildings() -> None:
    play = Play(3, buildings=FIRST).to("B")
    coins = play.game.pieces.coins
    play.referee.correct("active.1.green-1", 1)
    assert play.game.pieces.coins == coins - 1
    assert [building.state for building in play.game.pieces.boards[1]] == ["used"]
    play.referee.correct("active.1.green-1", 0)
    assert (play.game.pieces.coins, play.game.pieces.boards[1][0].state) == (coins, "idle")
    assert "active.2.green-1" not in play.game.corrections()


@pytest.mark.rule("RIA.K2")
@pytest.mark.parametrize("cards", ["device", "table"])
@pytest.mark.parametrize("drawn", ["device", "table"])
def test_any_offered_correction_keeps_the_game_sound(cards: str, drawn: str) -> None:
    rng, seen = Random(f"{cards} {drawn}"), set()
    for seed in range(4):
        judge = referee("rialto", 3, seed=seed, cards=cards, draw_bridge=drawn)
        while judge.open and len(judge.entries) < 150:
            if rng.random() < 0.3:
                kind = rng.choice(sorted({one.key for one in judge.game.corrections().values()}))
                places = {place: one for place, one in judge.game.corrections().items() if one.key == kind}
                place, one = rng.choice(list(places.items()))
                assert one.choice.check(one.now) == one.now
                judge.correct(place, one.choice.sample(rng))
                seen.add(kind)
            else:
                seat = rng.choice(list(judge.open))
                judge.answer(seat, judge.open[seat].choice.sample(rng))
            judge.game.check()
            assert judge.fault is None
    assert {"add", "tile", "ends", "top", "active", "coins", "buildings"} <= seen
