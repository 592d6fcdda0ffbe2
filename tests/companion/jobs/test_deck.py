"""Decks that run on: nothing comes twice before the discards are shuffled, and nobody learns what others drew."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.choices import Spread
from companion.games.venedig.rules.kinds import DECK
from companion.jobs.at_once import draw_all
from companion.jobs.draw import WHO_DRAWS
from companion.ledger import Ledger, record
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.refusal import Refusal
from companion.steps import TABLE

VENISE = games.find("venise").layout()
PILES = [("venise:pile", 2), ("venise:pile", 3), ("venise:pile", 4), ("venedig:pile", 0)]


def begin(name: str, players: int = 0, seed: int = 1) -> Referee:
    kind = games.find_kind(name)
    layout = games.find(name.partition(":")[0]).layout()
    judge = Referee(kind, kind.set_table([], {}, layout), random_urn(Random(seed)))
    if players:
        judge.answer(TABLE, players)
    return judge


def first_pile(name: str, players: int) -> Counter[str]:
    if name == "venedig:pile":
        return Counter(DECK)
    return Counter(VENISE["cards"]) - Counter(VENISE["first"] * players)


def draw_on(judge: Referee) -> None:
    """Draw until the pile is empty and the table is asked for its discards."""
    for _ in range(100):
        if judge.open[TABLE].key == "discards":
            return
        judge.answer(TABLE, "more")
    pytest.fail("the pile has no end")


def cards_told(judge: Referee) -> Counter[str]:
    tells = [tell for tell in judge.game.tells if tell.key == "drawn-cards"]
    assert {tell.to for tell in tells} <= {WHO_DRAWS}, "only whoever draws may see them"
    return Counter(card for tell in tells for card in tell.facts["cards"])


@pytest.mark.rule("VSE.S1", "VSE.T1", "VSE.K2", "VEN.R1", "VEN.K1")
@pytest.mark.parametrize(("name", "players"), PILES)
def test_every_card_comes_once_before_the_pile_is_empty(name: str, players: int) -> None:
    judge = begin(name, players)
    draw_on(judge)
    assert cards_told(judge) == first_pile(name, players)
    assert judge.game.view(TABLE)["left"] == 0


@pytest.mark.rule("VSE.T5", "VEN.R4")
@pytest.mark.parametrize(("name", "players"), PILES)
def test_then_the_discards_come_and_nothing_else(name: str, players: int) -> None:
    """Again and again, whatever the table has on its discard pile."""
    judge, rng = begin(name, players), Random(players)
    for _ in range(3):
        draw_on(judge)
        before = cards_told(judge)
        choice = judge.open[TABLE].choice
        assert isinstance(choice, Spread)
        discards = {card: rng.choice((0, 2, 4, 6)) for card in choice.most}  # even, so that no pair is broken
        judge.answer(TABLE, discards)
        assert judge.game.tells[-2].key == "deck-shuffled"
        draw_on(judge)
        assert cards_told(judge) - before == Counter(discards) - Counter()


@pytest.mark.rule("VSE.T1", "VSE.T5")
def test_a_pair_is_completed_from_the_discards() -> None:
    judge = begin("venise:pile", 2)
    draw_on(judge)
    judge.answer(TABLE, {"small": 3})
    judge.answer(TABLE, "more")
    assert judge.open[TABLE].key == "discards", "one card is drawn, and nobody knows it yet"
    told = cards_told(judge)
    judge.answer(TABLE, {"large": 1})
    assert cards_told(judge) - told == {"small": 1, "large": 1}


@pytest.mark.rule("VSE.T5", "VEN.R4")
@pytest.mark.parametrize(("name", "players"), PILES)
def test_without_discards_nothing_more_is_drawn(name: str, players: int) -> None:
    judge = begin(name, players)
    draw_on(judge)
    drawn = cards_told(judge)
    judge.answer(TABLE, {})
    assert judge.outcome is not None
    assert (judge.game.tells[-1].key, judge.game.tells[-1].to) == ("nothing-left", TABLE)
    assert cards_told(judge) == drawn


@pytest.mark.rule("VSE.T1")
def test_a_single_last_card_is_still_drawn() -> None:
    judge = begin("venise:pile", 2)
    draw_on(judge)
    judge.answer(TABLE, {"small": 1})
    told = cards_told(judge)
    judge.answer(TABLE, {})
    assert (cards_told(judge) - told, judge.outcome is not None) == (Counter({"small": 1}), True)


@pytest.mark.rule("VSE.T5", "VEN.R4")
@pytest.mark.parametrize(("name", "card"), [("venise:pile", "small"), ("venedig:pile", "basilica")])
def test_more_discards_than_there_are_cards_are_refused(name: str, card: str) -> None:
    judge = begin(name, 2 if name == "venise:pile" else 0)
    draw_on(judge)
    with pytest.raises(Refusal) as refused:
        judge.answer(TABLE, {card: 11})
    assert refused.value.rule in ("VSE.T5", "VEN.R4")


@pytest.mark.rule("VSE.T1", "VEN.R1")
@pytest.mark.parametrize("name", ["venise:pile", "venedig:pile"])
def test_nobody_else_learns_what_was_drawn(name: str) -> None:
    """Whatever comes, the table sees the same views, questions and public tells, and the same limits."""

    def seen(seed: int) -> list[str]:
        judge = begin(name, 2 if name == "venise:pile" else 0, seed)
        screens = []
        for _ in range(60):
            asked = judge.open[TABLE]
            public = [tell.to_json() for tell in judge.game.tells if tell.to == TABLE]
            screens.append(json.dumps([judge.game.view(TABLE), asked.to_json(), public]))
            two_of_each = dict.fromkeys(getattr(asked.choice, "most", ()), 2)
            judge.answer(TABLE, two_of_each if asked.key == "discards" else "more")
        return screens

    assert seen(1) == seen(2)


@pytest.mark.parametrize(("name", "players"), PILES)
def test_a_deck_runs_on_after_a_restart(name: str, players: int, tmp_path: Path) -> None:
    """The pile is opened again after every answer, as after a power cut, and still holds what it held."""
    kind = games.find_kind(name)
    table = kind.set_table([], {}, games.find(name.partition(":")[0]).layout())
    judge = Ledger(tmp_path).begin(kind, table, random_urn(Random(7)))
    for answer in (*([players] if players else []), *["more"] * 9):
        judge.answer(TABLE, answer)
        judge = reopened(judge, tmp_path)
    draw_on(judge)
    assert cards_told(judge) == first_pile(name, players)
    judge.answer(TABLE, {})
    found = record.read(record.write(judge))
    assert len(record.verify(found)) == len(judge.run.draws)


def reopened(judge: Referee, data: Path) -> Referee:
    assert isinstance(judge.keeper, GameFile)
    judge.keeper.close()
    return Ledger(data).resume(Ledger(data).games()[0].id)


@pytest.mark.rule("DOG.E4")
@pytest.mark.parametrize("players", [3, 4])
def test_doges_first_player_is_among_those_playing(players: int) -> None:
    kit = games.find("doge")
    kind = kit.draws["first"]
    table = kind.set_table([], {}, kit.layout())
    drawing = draw_all(kind, table, random_urn(Random(1)), 100, lambda *_: players)
    assert set(drawing.drawn) == set(range(1, players + 1))
    assert {(tell.key, tell.rule) for tell in drawing.tells} == {("first", "DOG.E4")}
