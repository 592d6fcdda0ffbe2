"""Seats that the box plays: legal in every game, the same answer to the same view, and stronger than chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.choices import MANY
from companion.game import Table
from companion.ledger import record
from companion.players import (
    GENTLE,
    PEOPLE,
    RANDOM,
    SHARP,
    STEADY,
    STRENGTHS,
    Advice,
    Adviser,
    Player,
    Question,
    View,
    reason_for,
)
from companion.players.advice import favourite
from companion.players.player import RIVALS
from companion.referee import Referee
from companion.referee.automatic import answer_for, chance_for, explain, recompute, thought_of_box, waiting_for_box
from companion.referee.entries import Answer, Corrected, answers_of_box
from companion.referee.simulation import check_invariants, random_urn
from companion.referee.views import SeatView
from companion.referee.worlds import Glance
from companion.refusal import Refusal
from companion.seats import Seat
from companion.steps import TABLE, TableDraw
from companion.tournaments.tournament import tournament, wilson
from companion.words import Words, folders_of
from companion.words.answers import reason_text
from tests.counted import counted
from tests.games.harness import tables
from tests.nightly import NIGHTLY
from tests.tables import table
from tests.twins import secrets_of, twins

ALL = games.names()
EVERY, TABLES = (1, 1) if NIGHTLY else (20, 6)
"""Of the questions of a game, one in this many is compared; of the tables, one in this many is played at."""
COMPARED = 20_000 if NIGHTLY else 160
"""Answers of each game that are compared with those of a twin world."""
LONGEST = 800
"""A game of players who err may take long; what is asked later was asked before."""


def table_for_box(game: str, players: int, **options: str) -> Table:
    """Return a table at which the box can play any seat."""
    adviser = games.find(game).game.adviser
    return table(game, players, **{**options, **(adviser.needs if adviser else {})})


def asked(judge: Referee, rng: Random) -> int | None:
    """Return a seat that has a question which the box may answer; put all others to the table first."""
    while judge.open and len(judge.entries) < LONGEST:
        seat = rng.choice(list(judge.open))
        decision = judge.open[seat]
        if seat != TABLE and not isinstance(decision, TableDraw):
            return seat
        lean = judge.game.lean(decision)
        judge.answer(seat, decision.choice.sample(rng) if lean is None else lean)
    return None


def questions(game: str, setting: Table, seed: int) -> Iterator[tuple[Referee, int]]:
    """Yield every question to a seat in a game that three strengths play among themselves."""
    kit = games.find(game)
    rng = Random(seed)
    judge = Referee(kit.game, setting, random_urn(rng))
    players = {seat: Player(kit.game.adviser, STRENGTHS[(seat + seed) % 3]) for seat in judge.game.seats}
    while (seat := asked(judge, rng)) is not None:
        yield judge, seat
        judge.answer(seat, answer_for(judge, players[seat], seat))
    if judge.fault:
        raise judge.fault


def compared_with_twins(game: str) -> Iterator[tuple[Any, Any]]:
    """Yield what every strength answers here, and in a world that differs only in what its seat can't see."""
    rng = Random(7)
    players = [Player(games.find(game).game.adviser, strength) for strength in (*STRENGTHS, RANDOM)]
    for seed in count():
        for size, options in secrets_of(game).modes:
            for number, (judge, seat) in enumerate(questions(game, table_for_box(game, size, **options), seed), 1):
                for pair in twins(judge, rng, most=2) if number % EVERY == 0 else ():
                    twin = pair.twin.open.get(seat)
                    if pair.owner != seat and twin is not None:
                        here = SeatView.of(judge, seat), Question.of(judge.open[seat])
                        there = SeatView.of(pair.twin, seat), Question.of(twin)
                        for player in players:
                            yield player.answer(*here, Random(number)), player.answer(*there, Random(number))


@pytest.mark.parametrize("game", ALL)
def test_same_view_same_question_same_chance_same_answer(game: str) -> None:
    """Whatever the others hold and whatever will be drawn, all strengths answer the same."""
    for here, there in islice(compared_with_twins(game), COMPARED):
        assert here == there
    counted("answers of the box compared with those in a world that differs unseen", COMPARED)


@pytest.mark.parametrize("game", ALL)
def test_every_answer_is_legal_at_every_table(game: str) -> None:
    """Every player count and every pair of options: whole games without a refusal, and with all pieces in place."""
    adviser = games.find(game).game.adviser
    assert adviser is not None
    for seed, setting in list(enumerate(tables(game).values()))[::TABLES]:
        options = {**setting.options, **adviser.needs}
        fitting = table(game, len(setting.seats), **{k.replace("draw.", "draw_"): v for k, v in options.items()})
        for judge, seat in questions(game, fitting, seed):
            assert judge.open[seat].choice.sole is MANY or judge.open[seat].always
        check_invariants(judge)


@pytest.mark.parametrize("game", ALL)
def test_the_box_cannot_hold_cardboard(game: str) -> None:
    adviser = games.find(game).game.adviser
    assert adviser is not None
    cardboard = {option.name: option.usual for option in games.find(game).game.own_options}
    assert adviser.lacks(cardboard)
    assert not adviser.lacks({**cardboard, **adviser.needs})


def test_its_chance_is_its_own() -> None:
    """Each question of each seat has a chance of its own, the same whenever it is asked."""
    judge = Referee(games.find("doge").game, table("doge", 3), random_urn(Random(1)))
    first, second = (judge.open[seat] for seat in (1, 2))
    assert chance_for(judge.urn, first).random() == chance_for(judge.urn, first).random()
    assert chance_for(judge.urn, first).random() != chance_for(judge.urn, second).random()
    before = [draw.value for draw in judge.run.draws]
    answer_for(judge, Player(games.find("doge").game.adviser, GENTLE), 1)
    assert [draw.value for draw in judge.run.draws] == before


@pytest.mark.parametrize(("game", "strengths"), [(game, (SHARP, RANDOM)) for game in ALL if game != "doge"])
def test_judgement_beats_chance(game: str, strengths: tuple[str, ...]) -> None:
    """A few games are enough to see it; how much better, `ballottino tournament` measures."""
    standing = tournament(
        games.find(game).game,
        table_for_box(game, 2),
        [Player(games.find(game).game.adviser, strength) for strength in strengths],
        games=6 if game != "venise" else 2,
        seed=3,
    )
    assert standing.entrants[0].wins >= 0.6 * standing.entrants[0].games


def test_a_tournament_repeats_and_its_mirror_is_even() -> None:
    kit = games.find("doge")
    setting = table_for_box("doge", 3)
    mirror = [Player(kit.game.adviser, SHARP)] * 3
    once, again = (tournament(kit.game, setting, mirror, games=3, seed=5) for _ in range(2))
    assert [one.wins for one in once.entrants] == [one.wins for one in again.entrants]
    assert len({one.wins for one in once.entrants}) == 1, "each urn is played from every seat"
    mixed = [Player(kit.game.adviser, one) for one in (SHARP, STEADY, GENTLE)]
    other = tournament(kit.game, setting, mixed, games=3, seed=5)
    assert sum(one.wins for one in other.entrants) == pytest.approx(3)


def test_wilson_interval_of_a_clean_sweep_leaves_room_for_doubt() -> None:
    low, high = wilson(20, 20)
    assert 0.83 < low < 0.85
    assert high == 1.0


def boxed_game(game: str = "rialto") -> Referee:
    """Return a game whose second seat the box has played to the end; the first seat answers at random."""
    judge = Referee(games.find(game).game, table_for_box(game, 2), random_urn(Random(4)))
    judge.hand_seat(2, "steady")
    rng = Random(1)
    while judge.open:
        for seat in waiting_for_box(judge):
            judge.answer(seat, thought_of_box(judge, seat)(), by_box=True)
        if 1 in judge.open:
            judge.answer(1, judge.open[1].choice.sample(rng))
    return judge


def test_every_answer_of_the_box_is_recomputed() -> None:
    judge = boxed_game()
    found = record.read(record.write(judge))
    assert found.header["ballottino"] == record.WITH_BOX, "an older program must not take it for damage"
    assert record.verify(found)
    seats = recompute(found.kind, found.table, found.urn, found.entries)
    assert list(seats) == [2]
    assert seats[2].given == seats[2].follow > 30
    assert not seats[2].others


def test_an_answer_that_does_not_follow_is_counted() -> None:
    judge = boxed_game()
    entries = list(judge.entries)
    number = max(n for n, one in enumerate(entries) if isinstance(one, Answer) and one.seat == 2)
    last = entries[number]
    assert isinstance(last, Answer)
    assert last.decision is not None
    other = next(value for value in last.decision.choice.legal() if value != last.value)
    entries[number:] = [replace(last, value=other)]
    seats = recompute(judge.kind, judge.table, judge.urn, entries)
    assert seats[2].follow == seats[2].given - 1


def test_answers_of_another_version_are_not_recomputed() -> None:
    judge = boxed_game()
    entries = [Corrected("player.2.7", "steady"), *judge.entries[1:]]
    seats = recompute(judge.kind, judge.table, judge.urn, entries)
    assert seats[2].given == seats[2].others
    assert not seats[2].follow


def test_a_seat_is_handed_over_and_taken_back() -> None:
    judge = Referee(games.find("doge").game, table_for_box("doge", 3), random_urn(Random(2)))
    assert waiting_for_box(judge) == []
    judge.hand_seat(1, "gentle")
    assert waiting_for_box(judge) == [1]
    assert judge.game.tells[-1].key == "seat-boxed"
    with pytest.raises(Refusal, match="played-by-box"):
        judge.answer(1, "castello")
    judge.answer(1, thought_of_box(judge, 1)(), by_box=True)
    judge.hand_seat(1, PEOPLE)
    assert waiting_for_box(judge) == []
    judge.answer(1, next(iter(judge.open[1].choice.legal())))


def test_undo_goes_behind_what_the_box_answered_and_asks_no_box() -> None:
    judge = Referee(games.find("venezia").game, table_for_box("venezia", 2), random_urn(Random(2)))
    judge.hand_seat(2, "sharp")
    judge.answer(TABLE, 1)
    judge.answer(1, "castello")
    judge.answer(2, thought_of_box(judge, 2)(), by_box=True)
    proposal = judge.propose_undo(TABLE)
    assert judge.entries[proposal.start] == judge.entries[2]
    assert 2 not in proposal.needs


@pytest.mark.parametrize("game", ALL)
def test_the_box_thinks_again_after_an_amendment(game: str) -> None:
    """Answers of people are kept, those of the box found again: each follows from what its seat sees then."""
    judge = Referee(games.find(game).game, table_for_box(game, 3), random_urn(Random(4)))
    judge.hand_seat(2, STEADY)
    rng = Random(1)
    play_on(judge, rng, 30)
    by_box = answers_of_box(judge.entries)
    number, other = next(
        (number, value)
        for number, entry in enumerate(judge.entries[: max(by_box)])
        if isinstance(entry, Answer) and entry.decision is not None and number not in by_box
        for value in entry.decision.choice.legal()
        if value != entry.value
    )
    judge.amend(number, other, judge.game.seats)
    assert all(given < number for given in answers_of_box(judge.entries))
    play_on(judge, rng, 30)
    seats = recompute(judge.kind, judge.table, judge.urn, judge.entries)
    assert seats[2].given == seats[2].follow > 0
    with pytest.raises(Refusal, match="played-by-box"):
        judge.propose_amend(min(answers_of_box(judge.entries)), 1)


def play_on(judge: Referee, rng: Random, most: int) -> None:
    """Let people answer at random and the box as it does, until there are this many entries."""
    while judge.open and len(judge.entries) < most:
        for seat in waiting_for_box(judge):
            judge.answer(seat, thought_of_box(judge, seat)(), by_box=True)
        for seat in [seat for seat in judge.open if seat not in waiting_for_box(judge)][:1]:
            judge.answer(seat, judge.open[seat].choice.sample(rng))


def test_cardboard_hands_stay_with_people() -> None:
    judge = Referee(games.find("doge").game, table("doge", 3, ballots="table"), random_urn(Random(2)))
    with pytest.raises(Refusal, match="cardboard-hand"):
        judge.hand_seat(1, "steady")
    with pytest.raises(Refusal, match="no-such-place"):
        judge.correct("player.1.1", "steady")


@pytest.mark.parametrize("game", ALL)
def test_reasons_told_in_the_game_give_no_hand_away(game: str) -> None:
    """Where advice is said to look at nothing hidden, another hand of the same seat weighs every answer the same."""
    adviser = games.find(game).game.adviser
    assert adviser is not None
    rng, player = Random(3), Player(adviser, SHARP)
    keys = set()
    for size, options in secrets_of(game).modes:
        for judge, seat in questions(game, table_for_box(game, size, **options), seed=1):
            key = judge.open[seat].key
            if key not in adviser.in_the_open or judge.open[seat].secret or key in keys:
                continue
            for pair in twins(judge, rng, most=3):
                twin = pair.twin.open.get(seat)
                if pair.owner == seat and twin is not None and twin.id == judge.open[seat].id:
                    here = player.weigh(SeatView.of(judge, seat), Question.of(judge.open[seat]))
                    assert here == player.weigh(SeatView.of(pair.twin, seat), Question.of(twin)), key
                    why, why_there = (
                        reason_for(player, SeatView.of(one, seat), Question.of(one.open[seat]), here[0].answer)
                        for one in (judge, pair.twin)
                    )
                    assert why == why_there, key
                    keys.add(key)
    assert bool(keys) == bool(adviser.in_the_open), "nothing was compared"


def test_the_box_says_why() -> None:
    """During the game only what follows from what everyone may see; afterwards all, best moves and slips alike."""
    judge = boxed_game()
    assert judge.outcome
    words = Words("en", folders_of("rialto"), judge.table.seats)
    explained = list(explain(judge))
    given = [one for one in judge.entries if isinstance(one, Answer) and one.seat == 2]
    assert len(explained) == len(given)
    assert any(one.reason.is_slip for one in explained), "a steady player makes small slips"
    said = [reason_text(words, one) for one in explained]
    assert any(" is worth " in text and "the next best" in text for text in said)
    judge.undo(len(judge.entries) // 2, judge.game.seats)
    assert judge.game.adviser
    told = [one.answer.decision for one in explain(judge)]
    assert told
    assert all(one and not one.secret and one.key in judge.game.adviser.in_the_open for one in told)


@pytest.mark.parametrize("game", ALL)
def test_a_gentle_player_looks_at_nobody_else(game: str) -> None:
    adviser = games.find(game).game.adviser
    assert adviser is not None
    assert adviser.gentle != adviser.numbers
    assert getattr(adviser.gentle, RIVALS, 0.0) == 0.0


def test_a_gentle_player_hurts_nobody_for_nothing() -> None:
    """However far its eye is off, what only costs others something is no answer; what serves it best may be."""
    harmless, spiteful, greedy = Advice("pass", 1.0), Advice("chase", 1.0), Advice("win", 1.5)

    class Fun(NamedTuple):
        rivals: float = 0.0

    def advise(view: View, question: Question, numbers: Fun) -> list[Advice]:
        hurts = {"pass": 0.0, "chase": 2.0, "win": 2.0}
        return [Advice(one, worth + numbers.rivals * hurts[one]) for one, worth in (harmless, spiteful, greedy)]

    judge = Referee(games.find("venezia").game, table_for_box("venezia", 2), random_urn(Random(2)))
    view, question = SeatView.of(judge, TABLE), Question.of(judge.open[TABLE])
    gentle = Player(Adviser(advise, Fun(rivals=1.0), doubt=1.0, gentle=Fun()), GENTLE)
    given = {gentle.answer(view, question, Random(seed)) for seed in range(60)}
    assert given == {"pass", "win"}


def test_a_favourite_place_is_a_matter_of_the_name() -> None:
    places = ("castello", "san-marco", "san-polo")
    seats = [Seat(number, name, "") for number, name in enumerate(["Anna", "Ben", "Cleo", "Dario", "Elsa"], start=1)]
    likes = {seat: favourite(Glance(seat, seats, {}, {}, {}), places) for seat in range(1, 6)}
    assert set(likes.values()) == set(places)
    turned = [Seat(number, seats[number % 5].name, "") for number in range(1, 6)]
    assert [favourite(Glance(seat, turned, {}, {}, {}), places) for seat in range(1, 6)] == [
        likes[1 + seat % 5] for seat in range(1, 6)
    ]
