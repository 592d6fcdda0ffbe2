"""Sharp players that think further: in worlds that fit what their seat has seen, with a budget that is on record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Outcome
from companion.ledger import Ledger, record
from companion.ledger.beginning import Beginning
from companion.ledger.game_file import GameFile
from companion.players import PEOPLE, SHARP, STEADY, STRENGTHS, Player, Question, seat_of
from companion.players.knowledge import Knowledge, Unfit
from companion.referee import Referee
from companion.referee.automatic import chance_for, explain, recompute, thought_for, thought_of_box, waiting_for_box
from companion.referee.entries import Corrected
from companion.referee.simulation import random_urn
from companion.referee.views import SeatView
from companion.referee.worlds import ImaginedWorlds, knowledge_of, sample_world
from companion.words import Words, folders_of
from companion.words.answers import reason_text
from tests.counted import counted
from tests.games.test_players import questions, table_for_box
from tests.nightly import NIGHTLY
from tests.twins import secrets_of, twins

ALL = games.names()
SEARCHING = [game for game in ALL if (adviser := games.find(game).game.adviser) and adviser.search]
SEALING = ["doge", "rialto", "venezia"]
"""The games in which several decide at once, each answer sealed until all are in."""
EVERY, COMPARED, THOUGHT = (2, 2_000, 200) if NIGHTLY else (9, 40, 8)
"""Of the questions of a game, one in this many is compared; how many in all; and how many that are thought about."""
FEW_TRIES = 12
"""Guesses that a player can well afford before it finds a world."""
LITTLE = 24
"""Playouts that are enough to change a mind."""
LONG = 60
"""Answers of a game in which they do."""

of_one_game = pytest.mark.xdist_group("thinking")


def known(judge: Referee, seat: int) -> Knowledge:
    worlds = ImaginedWorlds.of(judge.run, seat)
    assert worlds is not None
    return worlds.knowledge


def pairs(game: str) -> Iterator[tuple[Referee, Referee, int]]:
    """Yield games at a question to a seat, each with a twin that differs only in what this seat can't see."""
    rng = Random(11)
    for seed in range(1000):
        for size, options in secrets_of(game).modes:
            asked = questions(game, table_for_box(game, size, **options), seed)
            for number, (judge, seat) in enumerate(asked, 1):
                for pair in twins(judge, rng, most=2) if number % EVERY == 0 else ():
                    twin = pair.twin.open.get(seat)
                    if pair.owner != seat and twin is not None and twin.id == judge.open[seat].id:
                        yield judge, pair.twin, seat


@pytest.mark.parametrize("game", ALL)
def test_a_seat_knows_the_same_whatever_the_others_hold(game: str) -> None:
    """All that worlds are made of is the same in a twin world, so whoever thinks in them can't peek."""
    for judge, twin, seat in islice(pairs(game), COMPARED):
        assert known(judge, seat) == known(twin, seat)
    counted("questions at which a seat knew the same in a world that differs unseen", COMPARED)


@pytest.mark.parametrize("game", SEARCHING)
def test_thinking_further_depends_on_nothing_hidden(game: str) -> None:
    player = Player(games.find(game).game.adviser, SHARP, LITTLE)

    def answer(judge: Referee, seat: int) -> Any:
        view, question = SeatView.of(judge, seat), Question.of(judge.open[seat])
        return player.answer(view, question, Random(5), ImaginedWorlds.of(judge.run, seat))

    thought = (one for one in pairs(game) if player.thinks_about(Question.of(one[0].open[one[2]])))
    for judge, twin, seat in islice(thought, THOUGHT):
        assert answer(judge, seat) == answer(twin, seat)
    counted("answers thought over compared with those in a world that differs unseen", THOUGHT)


def several_asked(game: str) -> Iterator[tuple[Referee, int, int]]:
    """Yield games in which several seats decide at once: one of them, and another that may seal meanwhile."""
    for seed in range(1000):
        for size, options in secrets_of(game).modes:
            for judge, seat in questions(game, table_for_box(game, size, **options), seed):
                others = [one for one in judge.open if one != seat]
                if others:
                    yield Referee(judge.kind, judge.table, judge.urn, judge.entries), seat, others[seed % len(others)]


@pytest.mark.parametrize("game", SEALING)
def test_a_seat_knows_the_same_whoever_has_sealed_meanwhile(game: str) -> None:
    """When others seal is chance: a thought comes to the same before and after."""
    for judge, seat, other in islice(several_asked(game), COMPARED):
        before, decision = known(judge, seat), judge.open[seat]
        judge.answer(other, judge.open[other].choice.sample(Random(1)))
        assert judge.open.get(seat) is decision
        assert known(judge, seat) == before
    counted("questions at which a seat knew the same after another had sealed", COMPARED)


@pytest.mark.parametrize("game", SEALING)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_answers_follow_whoever_seals_while_the_box_thinks(game: str, strength: str) -> None:
    """Others seal before a thought, between it and its answer, and after; some take it back and redo it."""
    adviser = games.find(game).game.adviser
    assert adviser is not None
    judge = Referee(games.find(game).game, table_for_box(game, 3), random_urn(Random(4)))
    judge.speed = lambda: LITTLE / adviser.search.playouts if adviser.search else 0.0
    judge.hand_seat(2, strength)
    rng, meanwhile = Random(1), 0
    while judge.open and meanwhile < 8:
        others = [seat for seat in judge.open if seat != 2]
        thinks = 2 in waiting_for_box(judge) and (not others or rng.random() < 0.7)
        thought = thought_of_box(judge, 2) if thinks else None
        for seat in rng.sample(others, rng.randint(0 if thought else 1, len(others))):
            judge.answer(seat, judge.open[seat].choice.sample(rng))
            meanwhile += thinks
            if thinks and rng.random() < 0.3:
                judge.take_back(seat)
                judge.redo(seat)
        if thought:
            judge.answer(2, thought(), by_box=True)
    seats = recompute(judge.kind, judge.table, judge.urn, judge.entries)
    assert meanwhile > 0
    assert seats[2].given == seats[2].follow


def worlds_found(asked: Iterator[tuple[Referee, int]]) -> list[bool]:
    """Try to find a world at each of these questions, and return where one was found; each has the same knowledge."""
    found = []
    for judge, seat in asked:
        seen = known(judge, seat)
        found.append(False)
        with suppress(Unfit):
            world = sample_world(judge.kind, judge.table, seen, Random(2), tries=FEW_TRIES)
            assert knowledge_of(world.run, seat) == seen
            found[-1] = True
    return found


@pytest.mark.parametrize("game", ALL)
def test_worlds_fit_a_game_played_with_its_urn(game: str) -> None:
    """Whatever the order in which seats answer, a few tries mostly find a world with the same knowledge."""
    found = []
    for size, options in secrets_of(game).modes:
        found += worlds_found(islice(questions(game, table_for_box(game, size, **options), seed=3), 10, 120, 10))
    assert found.count(True) >= 0.8 * len(found) > 8


@pytest.mark.parametrize(
    ("game", "size", "seed"),
    [*((game, size, 3) for game in SEARCHING for size in games.find(game).game.players), ("rialto", 2, 4)],
)
def test_worlds_fit_to_the_end(game: str, size: int, seed: int) -> None:
    """Also after piles were used up and shuffled again: most of the time a world is found late in the game."""
    found = worlds_found(islice(questions(game, table_for_box(game, size), seed), 10, None, 8))
    late = found[len(found) // 2 :]
    assert late.count(True) >= 0.8 * len(late) > 2


@cache
def thought_through(game: str) -> Referee:
    """Return the beginning of a game whose second seat is played by someone who thinks; others answer at random."""
    adviser = games.find(game).game.adviser
    assert adviser is not None
    assert adviser.search is not None
    kind = games.find(game).game
    judge = Referee(kind, table_for_box(game, min(kind.players)), random_urn(Random(4)))
    judge.speed = lambda: LITTLE / adviser.search.playouts  # type: ignore[union-attr]
    judge.hand_seat(2, SHARP)
    rng = Random(1)
    while judge.open and len(judge.entries) < LONG:
        for seat in waiting_for_box(judge):
            judge.answer(seat, thought_of_box(judge, seat)(), by_box=True)
        for seat in [seat for seat in judge.open if seat != 2][:1]:
            judge.answer(seat, judge.open[seat].choice.sample(rng))
    return judge


def thinking_game(game: str, answers: int) -> Referee:
    """Return the first answers of such a game, to go on from."""
    judge = thought_through(game)
    return Referee(judge.kind, judge.table, judge.urn, judge.entries[:answers])


@of_one_game
@pytest.mark.parametrize("game", SEARCHING)
def test_answers_that_were_thought_over_are_recomputed(game: str) -> None:
    judge = thinking_game(game, 40)
    assert judge.entries[0] == Corrected(f"player.2.{judge.kind.adviser.version}.{LITTLE}", SHARP)  # type: ignore[union-attr]
    assert judge.game.boxed[2].playouts == LITTLE
    found = record.read(record.write(judge))
    assert found.header["ballottino"] == record.WITH_THINKING, "an older program must not take it for damage"
    seats = recompute(found.kind, found.table, found.urn, found.entries)
    assert seats[2].given == seats[2].follow > 5


@of_one_game
def test_thinking_changes_some_answers() -> None:
    """Else a budget would be nothing but waiting."""
    changed = 0
    judge = thinking_game("doge", LONG)
    before = Referee(judge.kind, judge.table, judge.urn)
    hasty = Player(judge.kind.adviser, SHARP)
    for entry in judge.entries:
        if 2 in waiting_for_box(before) and entry.line().get("seat") == 2:
            changed += thought_for(before, hasty, 2)() != entry.value
        before.run.enter(entry)
    assert changed


@of_one_game
def test_the_box_says_that_it_thought_its_way_to_an_answer() -> None:
    """What it thought over is never called a slip, and never told before the end: it looked at its own hand."""
    judge = thinking_game("doge", LONG)
    words = Words("en", folders_of("doge"), judge.table.seats)
    assert not any(one.reason.thought for one in explain(judge))
    judge.run.outcome = Outcome([[1], [2], [3]], "")
    told = [one for one in explain(judge) if one.reason.thought]
    assert not any(one.reason.is_slip for one in told)
    assert any("came out ahead when played on" in reason_text(words, one) for one in told)


@pytest.mark.parametrize("game", SEARCHING)
def test_what_is_thought_over_is_not_told_in_the_open(game: str) -> None:
    adviser = games.find(game).game.adviser
    assert adviser is not None
    assert adviser.search is not None
    assert not adviser.search.questions & adviser.in_the_open


def test_the_budget_is_that_of_the_machine() -> None:
    adviser = games.find("doge").game.adviser
    assert adviser is not None
    assert adviser.search is not None
    judge = Referee(games.find("doge").game, table_for_box("doge", 3), random_urn(Random(4)))
    full = adviser.search.playouts
    for speed, strength, playouts in [
        (1.0, SHARP, full),
        (0.5, SHARP, full // 2),
        (0.07, SHARP, 0),
        (1.0, STEADY, 0),
    ]:
        judge.speed = lambda speed=speed: speed  # type: ignore[misc]
        judge.hand_seat(1, strength)
        assert judge.game.boxed[1].playouts == playouts
        judge.hand_seat(1, PEOPLE)


@of_one_game
def test_a_seat_handed_over_again_by_redo_keeps_its_budget() -> None:
    judge = thinking_game("doge", 1)
    judge.undo(0, judge.game.seats)
    assert not judge.game.boxed
    judge.redo()
    assert judge.game.boxed[2].playouts == LITTLE
    place = judge.entries[0].place  # type: ignore[union-attr]
    assert (handed := seat_of(place)) is not None
    assert handed.playouts == LITTLE


@of_one_game
def test_a_player_judges_once_pieces_were_set_right() -> None:
    """Nobody can tell how another world would have come to that; the answer still follows."""
    judge = thinking_game("doge", 12)
    place, correction = next((place, one) for place, one in judge.game.corrections().items() if one.key != "player")
    judge.correct(place, next(value for value in correction.choice.legal() if value != correction.now))
    assert ImaginedWorlds.of(judge.run, next(iter(judge.open))) is None
    while 2 not in waiting_for_box(judge):
        seat = next(seat for seat in judge.open if seat != 2)
        judge.answer(seat, judge.open[seat].choice.sample(Random(1)))
    judge.answer(2, thought_of_box(judge, 2)(), by_box=True)
    seats = recompute(judge.kind, judge.table, judge.urn, judge.entries)
    assert seats[2].given == seats[2].follow


@of_one_game
def test_another_budget_is_another_player() -> None:
    """A record that claims a smaller budget than was spent is found out."""
    judge = thinking_game("doge", LONG)
    first = judge.entries[0]
    assert isinstance(first, Corrected)
    entries = [replace(first, place=f"player.2.{judge.kind.adviser.version}"), *judge.entries[1:]]  # type: ignore[union-attr]
    seats = recompute(judge.kind, judge.table, judge.urn, entries)
    assert seats[2].follow < seats[2].given


@of_one_game
def test_its_chance_is_drawn_before_it_thinks() -> None:
    """The loop goes on while a player thinks: what it was given then is not looked at again."""
    judge = thinking_game("doge", 30)
    while 2 not in waiting_for_box(judge):
        seat = next(seat for seat in judge.open if seat != 2)
        judge.answer(seat, judge.open[seat].choice.sample(Random(1)))
    thought = thought_of_box(judge, 2)
    expected = thought_of_box(judge, 2)()
    assert chance_for(judge.urn, judge.open[2]).random() == chance_for(judge.urn, judge.open[2]).random()
    judge.answer(2, expected, by_box=True)
    for seat in [seat for seat in judge.open if seat != 2]:
        judge.answer(seat, judge.open[seat].choice.sample(Random(1)))
    assert thought() == expected


def test_a_kept_game_hands_out_the_machine_s_budget_and_keeps_it(tmp_path: Path) -> None:
    """A game that is resumed elsewhere goes on with the budget it was begun with: so says its record."""
    kind = games.find("venise").game
    assert kind.adviser is not None
    assert kind.adviser.search is not None
    ledger = Ledger(tmp_path)
    ledger.speed = lambda: 0.5
    judge = Beginning(kind, table_for_box("venise", 2), random_urn(Random(1)), {2: SHARP}).begin(ledger)
    assert judge.game.boxed[2].playouts == kind.adviser.search.playouts // 2
    keeper = judge.keeper
    assert isinstance(keeper, GameFile)
    game_id = keeper.path.stem
    keeper.close()
    slow = Ledger(tmp_path)
    assert slow.resume(game_id).game.boxed[2].playouts == kind.adviser.search.playouts // 2
