"""The referee's promises: a refusal changes nothing, undo cannot re-roll, secrets need consent, a fault halts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.choices import Count, Pick
from companion.game import Correction, Game, Outcome
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.steps import TABLE, Decision, Draw, Flow, Together
from tests.games.harness import fingerprint
from tests.tables import referee


class Dice(Game):
    """A tiny game to try the referee on: everyone bets on a number, a die is rolled, and hits score."""

    name = "dice"
    players = (2, 3)
    colours = ("red", "blue", "green")
    tallies = ("points",)
    randomisers = ("die",)

    def play(self) -> Flow[Outcome]:
        for lap in range(1, 4):
            bets = yield Together({seat: self.bet(seat, lap) for seat in self.seats})
            rolled: int = yield Draw("die", str(lap), "", [1, 2, 3, 4, 5, 6], "DIE.1")
            for seat, bet in bets.items():
                if bet == 13:
                    raise ZeroDivisionError("unlucky")
                if bet == rolled:
                    self.gain(seat, "points", 5, "DIE.2", "hit")
            for seat in self.seats:
                tip: int = yield Decision("tip", seat, f"{lap}", lambda: Count("tip", 0, 3), "DIE.3", {})
                if tip == 3:
                    extra: str = yield Decision("extra", seat, f"{lap}", lambda: Pick("", ("a", "b")), "DIE.4", {})
                    self.tell("extra", "DIE.4", seat=seat, extra=extra)
                self.gain(seat, "points", tip, "DIE.3", "tip")
        order = sorted(self.seats, key=lambda seat: -self.score[seat]["points"])
        return Outcome([[seat] for seat in order], "DIE.5")

    def bet(self, seat: int, lap: int) -> Flow[int]:
        bet: int = yield Decision("bet", seat, f"{lap}", lambda: Count("bet", 1, 13), "DIE.1", {}, secret=True)
        return bet

    @property
    def round(self) -> int:
        return 1

    def view(self, seat: int) -> dict[str, Any]:
        return {"points": {str(number): score["points"] for number, score in self.score.items()}}

    def corrections(self) -> dict[str, Correction]:
        return {
            f"points.{seat}": Correction("points", {"seat": seat}, Count("points", 0, 99), self.score[seat]["points"])
            for seat in self.seats
        }

    def correct(self, place: str, value: Any) -> None:
        seat = int(place.split(".")[1])
        self.gain(seat, "points", value - self.score[seat]["points"], "", "corrected")
        self.tell("corrected", "", seat=seat)

    def check(self) -> None:
        self.check_receipts()


def dice(players: int = 2, seed: int = 1, kind: type[Game] = Dice, **options: str) -> Referee:
    seats = seat_table(["Anna", "Ben", "Cleo"][:players], Dice.colours)
    table = Dice.set_table(seats, {key.replace("_", "."): value for key, value in options.items()}, Layout("", {}))
    return Referee(kind, table, random_urn(Random(seed)))


def bets(judge: Referee, *values: int) -> None:
    for seat, value in enumerate(values, start=1):
        judge.answer(seat, value)


REFUSED = [
    (lambda judge: judge.answer(3, 1), "not-asked"),
    (lambda judge: judge.answer("1", 1), "not-asked"),
    (lambda judge: judge.answer(True, 1), "not-asked"),
    (lambda judge: judge.answer(1, "one"), "not-a-number"),
    (lambda judge: judge.answer(1, 14), "out-of-range"),
    (lambda judge: judge.answer(1, 1, question="bet@9"), "stale-question"),
    (lambda judge: judge.undo(5), "nothing-to-undo"),
    (lambda judge: judge.undo("0"), "nothing-to-undo"),
    (lambda judge: judge.amend(7, 1), "no-such-entry"),
    (lambda judge: judge.correct("points.9", 1), "no-such-place"),
    (lambda judge: judge.correct("points.1", -1), "out-of-range"),
    (lambda judge: judge.take_back(2), "nothing-sealed"),
]


@pytest.mark.parametrize(("attempt", "key"), REFUSED, ids=[f"{n}-{key}" for n, (_, key) in enumerate(REFUSED)])
def test_a_refusal_says_why_and_changes_nothing(attempt: Any, key: str) -> None:
    judge = dice()
    before = fingerprint(judge)
    with pytest.raises(Refusal) as refused:
        attempt(judge)
    assert refused.value.key == key
    assert fingerprint(judge) == before


def test_seats_asked_together_answer_in_any_order() -> None:
    one, other = dice(3), dice(3)
    for seat in (1, 2, 3):
        one.answer(seat, seat)
    for seat in (3, 1, 2):
        other.answer(seat, seat)
    assert one.game.score == other.game.score
    assert one.run.draws[0].value == other.run.draws[0].value


def test_undo_keeps_the_draw() -> None:
    """After undo, other bets and another undo, the die shows the same."""
    judge = dice()
    bets(judge, 1, 2)
    rolled = judge.run.draws[0].value
    for first in range(1, 7):
        judge.undo(0, [1, 2])
        bets(judge, first, 3)
        assert judge.run.draws[0].value == rolled


def test_undoing_a_revealed_secret_needs_everyone() -> None:
    judge = dice(3)
    bets(judge, 1, 2, 3)
    for consent in ([], [1], [1, 2]):
        with pytest.raises(Refusal) as refused:
            judge.undo(0, consent)
        assert refused.value.key == "needs-consent"
    assert refused.value.facts["seats"] == [3]
    judge.undo(0, [1, 2, 3])
    assert len(judge.open) == 3


def test_undoing_ones_last_open_answer_needs_nobody() -> None:
    judge = dice()
    bets(judge, 1, 2)
    judge.answer(1, 2)
    judge.undo(2)
    assert judge.open[1].key == "tip"


def test_a_sealed_answer_can_be_taken_back_by_its_owner() -> None:
    judge = dice(3)
    judge.answer(1, 6)
    judge.answer(2, 5)
    judge.take_back(1)
    assert sorted(judge.open) == [1, 3]
    judge.answer(1, 4)
    judge.answer(3, 3)
    assert [entry.value for entry in judge.entries] == [5, 4, 3]
    with pytest.raises(Refusal):
        judge.take_back(1)


def test_taking_back_anothers_sealed_answer_needs_their_consent() -> None:
    judge = dice(3)
    judge.answer(2, 5)
    with pytest.raises(Refusal) as refused:
        judge.undo(0, [1, 3])
    assert refused.value.facts["seats"] == [2]
    judge.undo(0, [2])


def test_amend_runs_the_rest_again() -> None:
    """The bet two turns ago was 1, not 2."""
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    bets(judge, 12, 12)
    judge.amend(2, 1, [1, 2])
    assert judge.game.score[1]["points"] == 1
    assert len(judge.entries) == 6
    assert not judge.kept


def test_amend_stops_at_an_answer_that_no_longer_fits() -> None:
    """Amending to 3 raises a new question; once that is answered, the remaining answers are given again."""
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    bets(judge, 12, 12)
    judge.answer(1, 1)
    judge.amend(2, 3, [1, 2])
    assert judge.open[1].key == "extra"
    assert len(judge.kept) == 4
    judge.answer(1, "b")
    assert not judge.kept
    assert [entry.value for entry in judge.entries] == [12, 12, 3, "b", 2, 12, 12, 1]


def test_amending_a_secret_needs_everyone() -> None:
    judge = dice()
    bets(judge, 1, 2)
    with pytest.raises(Refusal) as refused:
        judge.amend(0, 3, [1])
    assert refused.value.facts["seats"] == [2]
    judge.amend(0, 3, [1, 2])


def test_amending_to_an_illegal_value_changes_nothing() -> None:
    judge = dice()
    bets(judge, 1, 2)
    judge.answer(1, 2)
    before = fingerprint(judge)
    with pytest.raises(Refusal):
        judge.amend(2, 9, [1, 2])
    assert fingerprint(judge) == before


def test_a_correction_is_told_receipted_and_undoable() -> None:
    judge = dice()
    bets(judge, 12, 12)
    judge.correct("points.2", 40)
    assert judge.game.score[2]["points"] == 40
    assert judge.game.tells[-1].to == TABLE
    assert judge.game.receipts[-1].amount == 40
    judge.answer(1, 0)
    judge.undo(2, [1, 2])
    assert judge.game.score[2]["points"] == 0
    with pytest.raises(Refusal) as refused:
        judge.correct("points.2", 1)
        judge.amend(2, 3)
    assert refused.value.key == "not-an-answer"


def test_the_table_may_draw_instead_of_the_urn() -> None:
    judge = dice(draw_die="table")
    bets(judge, 4, 2)
    assert judge.open[TABLE].key == "draw"
    with pytest.raises(Refusal):
        judge.answer(TABLE, 7)
    judge.answer(TABLE, 4)
    assert judge.game.score[1]["points"] == 5
    assert judge.run.draws[0].by == "table"


def test_a_fault_halts_the_game_until_it_is_undone() -> None:
    judge = dice()
    bets(judge, 13, 1)
    assert isinstance(judge.fault, ZeroDivisionError)
    assert len(judge.entries) == 2, "the record is whole"
    attempts: list[Callable[[], object]] = [lambda: judge.answer(1, 1), lambda: judge.correct("points.1", 1)]
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.key == "halted"
        assert refused.value.facts["fault"].startswith("ZeroDivisionError, test_referee.py:"), "without its message"
    judge.undo(0, [1, 2])
    assert judge.fault is None
    bets(judge, 2, 1)
    assert judge.fault is None


class Hasty(Dice):
    """A game whose first seat fails before it can bet."""

    def bet(self, seat: int, lap: int) -> Flow[int]:
        if seat == 1:
            raise ZeroDivisionError("hasty")
        return (yield from super().bet(seat, lap))


def test_a_fault_in_one_seats_flow_halts_all_seats() -> None:
    table = Hasty.set_table(seat_table(["Anna", "Ben"], Hasty.colours), {}, Layout("", {}))
    judge = Referee(Hasty, table, random_urn(Random(1)))
    assert isinstance(judge.fault, ZeroDivisionError), "the fault itself, not one that followed from it"
    assert judge.open == {}


def test_a_finished_game_takes_no_answers() -> None:
    judge = dice()
    for _ in range(3):
        bets(judge, 12, 12)
        judge.answer(1, 0)
        judge.answer(2, 1)
    assert judge.outcome is not None
    attempts: list[Callable[[], object]] = [lambda: judge.answer(1, 1), lambda: judge.correct("points.1", 1)]
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.key == "over"


def test_a_question_with_one_answer_is_not_asked() -> None:
    """In Doge the last ballot of a hand is placed without a question."""
    judge = referee("doge", 3)
    for ballots in ([0, 1, 1, 2], [2, 3]):
        for seat in (1, 2, 3):
            judge.answer(seat, next(judge.open[seat].choice.legal()))
            judge.answer(seat, ballots)
    judge.answer(1, "san-polo")
    assert 1 not in judge.open


def test_an_entry_that_does_not_fit_is_refused() -> None:
    judge = dice()
    with pytest.raises(Refusal) as refused:
        Referee(Dice, judge.table, Urn(bytes(32)), [Answer(1, "tip@1", 2)])
    assert refused.value.key == "stale-question"


class FullFrom:
    """A keeper whose disk has room for a few more entries."""

    def __init__(self, room: int) -> None:
        self.room = room

    def append(self, entry: object) -> None:
        if self.room == 0:
            raise Refusal("not-saved", why="full")
        self.room -= 1

    def rewrite(self, *_: object) -> None:
        pass

    def finish(self, winners: object) -> None:
        pass

    def teach(self, *, taught: bool) -> None:
        pass


def test_a_stored_answer_stands_when_the_kept_ones_find_no_room() -> None:
    """Those stay kept, and follow the next answer that is stored."""
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    bets(judge, 12, 12)
    judge.amend(2, 3, [1, 2])
    waiting = dict(judge.kept)
    judge.keeper = FullFrom(1)
    judge.answer(1, "b")
    assert [entry.value for entry in judge.entries] == [12, 12, 3, "b"]
    assert judge.kept == waiting
    judge.keeper = FullFrom(9)
    judge.answer(2, 2)
    assert [entry.value for entry in judge.entries] == [12, 12, 3, "b", 2, 12, 12]
    assert not judge.kept


def test_a_stored_amendment_stands_when_the_kept_answers_find_no_room() -> None:
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    judge.amend(2, 3, [1, 2])
    judge.keeper = FullFrom(0)
    judge.amend(2, 1, [1, 2])
    assert [entry.value for entry in judge.entries] == [12, 12, 1]
    assert [answer.value for answer in judge.kept.values()] == [2]


def test_undo_drops_answers_kept_by_an_amendment() -> None:
    """Play may take another course after an undo, so no old answer is given unasked."""
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    judge.amend(2, 3, [1, 2])
    assert judge.kept
    judge.undo(2, [1, 2])
    assert not judge.kept
    judge.answer(1, 0)
    assert judge.open[2].key == "tip"


def test_amend_returns_the_corrections_it_drops() -> None:
    judge = dice()
    bets(judge, 12, 12)
    judge.answer(1, 2)
    judge.answer(2, 2)
    judge.correct("points.2", 9)
    assert [entry.place for entry in judge.amend(2, 3, [1, 2])] == ["points.2"]


def test_a_fault_in_a_correction_halts_that_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = dice()
    monkeypatch.setattr(Dice, "correct", lambda *_: 1 / 0)
    judge.correct("points.1", 3)
    assert isinstance(judge.fault, ZeroDivisionError)
    judge.undo(0)
    assert judge.fault is None
