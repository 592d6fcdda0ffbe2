"""Going back is free while nothing new was seen, takes the table's word after that, and can be redone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.choices import Count
from companion.game import Outcome
from companion.referee import Referee
from companion.referee.changes import Change
from companion.refusal import NeedsConsent, Refusal
from companion.steps import TABLE, Decision, Draw, Flow, Together
from tests.companion.referee.test_referee import Dice, bets, dice


class Deck(Dice):
    """A game in which an answer says from how many cards one is drawn, and another how many times more."""

    def play(self) -> Flow[Outcome]:
        cards: int = yield Decision("cards", 1, "1", lambda: Count("cards", 2, 60), "DIE.1", {})
        yield Draw("card", "1", "", list(range(cards)), "DIE.1")
        more: int = yield Decision("more", 2, "1", lambda: Count("more", 0, 3), "DIE.1", {})
        for number in range(more):
            yield Draw("more", f"{number}", "", list(range(10)), "DIE.1")
        yield Decision("end", 1, "1", lambda: Count("end", 0, 3), "DIE.1", {})
        return Outcome([[1], [2]], "DIE.5")


class Whisper(Dice):
    """A game of secrets: one seat's alone, then everyone's, with a card drawn unseen by the others in between."""

    def play(self) -> Flow[Outcome]:
        yield Decision("word", 1, "1", lambda: Count("word", 0, 3), "DIE.1", {}, secret=True)
        yield Together({seat: self.whisper(seat) for seat in self.seats})
        return Outcome([[1], [2]], "DIE.5")

    def whisper(self, seat: int) -> Flow[None]:
        yield Decision("first", seat, "1", lambda: Count("first", 0, 3), "DIE.1", {}, secret=True)
        if seat == 1:
            yield Draw("card", "1", "", list(range(10)), "DIE.1")
        yield Decision("second", seat, "1", lambda: Count("second", 0, 3), "DIE.1", {}, secret=True)


class Calls(Dice):
    """A game in which all call a number at once, without a secret."""

    def play(self) -> Flow[Outcome]:
        yield Together({seat: self.call(seat) for seat in self.seats})
        return Outcome([[1], [2]], "DIE.5")

    def call(self, seat: int) -> Flow[None]:
        yield Decision("call", seat, "1", lambda: Count("call", 0, 3), "DIE.1", {})


class Aside(Dice):
    """A game in which a seat answers in secret, then openly."""

    def play(self) -> Flow[Outcome]:
        for number, secret in enumerate((True, False, False)):
            yield Decision("word", 1, f"{number}", lambda: Count("word", 0, 3), "DIE.1", {}, secret=secret)
        return Outcome([[1], [2]], "DIE.5")


def tipping(players: int = 2) -> Referee:
    """A game in which the dice have been cast and the first seat is asked for a tip."""
    judge = dice(players)
    bets(judge, *[12] * players)
    return judge


def words_needed(judge: Referee, by: int, to: int | None = None) -> list[int]:
    return sorted(judge.propose_undo(by, to).needs)


def test_ones_own_last_answer_is_free() -> None:
    judge = tipping()
    judge.answer(1, 2)
    assert words_needed(judge, by=1) == []
    judge.undo(2, by=1)
    assert judge.open[1].key == "tip"


def test_a_public_answer_of_another_seat_takes_everyones_word() -> None:
    judge = tipping()
    judge.answer(1, 2)
    with pytest.raises(NeedsConsent) as refused:
        judge.undo(2, by=2)
    assert refused.value.facts["seats"] == [1]
    judge.undo(2, [1], by=2)


def test_an_answer_is_no_longer_free_once_another_seat_has_answered() -> None:
    judge = tipping(3)
    judge.answer(1, 2)
    judge.answer(2, 1)
    for by in (1, 2):  # Ben's own answer was the last, but he would take Anna's back with it
        assert words_needed(judge, by, to=3) == [1, 2, 3]


def test_an_answer_that_is_taken_back_stays_seen() -> None:
    """Ben takes his answer back for nothing. Anna has seen it all the same, so hers is no longer free."""
    judge = tipping(3)
    judge.answer(1, 2)
    judge.answer(2, 1)
    judge.undo(4, by=2)
    assert words_needed(judge, by=1) == [1, 2, 3]


def test_undoing_an_answer_before_a_draw_takes_everyones_word() -> None:
    """The second tip opens the next round; bets are sealed, then the die is cast with the last of them."""
    judge = tipping()
    judge.answer(1, 2)
    judge.answer(2, 2)
    bets(judge, 12, 12)
    assert judge.run.draws[-1].after == len(judge.entries)
    for by in (TABLE, 1, 2):
        assert words_needed(judge, by) == [1, 2]


def test_undoing_a_public_answer_before_a_draw_is_not_free() -> None:
    judge = dice(kind=Deck)
    judge.answer(1, 60)
    for by in (TABLE, 1):
        assert words_needed(judge, by) == [1, 2]


def test_a_secret_that_was_given_alone_takes_everyones_word() -> None:
    judge = dice(kind=Whisper)
    judge.answer(1, 2)
    for by in (TABLE, 1):
        assert words_needed(judge, by) == [1, 2]


def test_a_secret_is_not_free_because_an_open_answer_followed_it() -> None:
    judge = dice(kind=Aside)
    judge.answer(1, 2)
    judge.answer(1, 2)
    assert words_needed(judge, by=1, to=1) == []
    assert words_needed(judge, by=1, to=0) == [1, 2]


def test_whoever_has_drawn_since_takes_no_sealed_answer_back_alone() -> None:
    """Anna has seen her card and might like another answer better; Ben has drawn nothing yet."""
    judge = dice(kind=Whisper)
    judge.answer(1, 2)
    judge.answer(2, 1)
    judge.take_back(2)
    judge.answer(1, 0)
    with pytest.raises(NeedsConsent) as refused:
        judge.take_back(1)
    assert refused.value.facts["seats"] == [2]


def test_the_box_takes_back_an_open_call_alone_and_a_phone_with_its_owners_word() -> None:
    judge = dice(kind=Calls)
    judge.answer(1, 2)
    assert words_needed(judge, by=TABLE) == []
    for by in (1, 2):
        assert words_needed(judge, by) == [1]


def test_a_row_of_ones_own_answers_is_free_step_by_step() -> None:
    judge = tipping()
    judge.answer(1, 3)
    judge.answer(1, "a")
    for left in (3, 2):
        judge.undo(left, by=1)
    assert len(judge.entries) == 2
    assert words_needed(judge, by=1) == [1, 2]


def test_the_box_goes_one_players_row_back_freely_and_no_further() -> None:
    judge = tipping()
    judge.answer(1, 2)
    judge.answer(2, 3)
    assert words_needed(judge, by=TABLE) == []
    judge.undo(3)
    assert words_needed(judge, by=TABLE) == [1, 2]


def test_one_seat_cannot_erase_a_game() -> None:
    judge = tipping()
    for _ in range(2):
        judge.answer(1, 2)
        judge.answer(2, 2)
        bets(judge, 12, 12)
    before = len(judge.entries)
    for by in (1, 2):
        for _ in range(before):
            with pytest.raises(Refusal):
                judge.undo(len(judge.entries) - 1, [by], by=by)
    assert len(judge.entries) == before


def test_a_sealed_answer_is_its_owners_alone() -> None:
    judge = dice(3)
    judge.answer(2, 5)
    assert words_needed(judge, by=TABLE) == [2]
    assert words_needed(judge, by=1) == [2]


def test_a_correction_is_anyones_to_take_back_at_once() -> None:
    judge = tipping()
    judge.correct("points.1", 7)
    assert words_needed(judge, by=2) == []
    judge.answer(1, 1)
    assert words_needed(judge, by=2, to=2) == [1, 2]


def test_what_was_taken_back_can_be_redone_until_the_next_answer() -> None:
    judge = tipping()
    judge.answer(1, 2)
    judge.answer(2, 1)
    score = {seat: dict(tallies) for seat, tallies in judge.game.score.items()}
    judge.undo(2, [1, 2])
    judge.redo()
    assert len(judge.entries) == 4
    assert judge.game.score == score
    judge.undo(3)
    judge.answer(2, 2)
    with pytest.raises(Refusal, match="nothing-to-redo"):
        judge.redo()


def test_steps_are_redone_in_turn() -> None:
    judge = tipping()
    judge.answer(1, 3)
    judge.answer(1, "b")
    judge.undo(3, by=1)
    judge.undo(2, by=1)
    judge.redo(1)
    judge.redo(1)
    assert [entry.value for entry in judge.entries[2:]] == [3, "b"]


def test_nobody_redoes_what_another_has_taken_back_for_themselves() -> None:
    judge = tipping()
    judge.answer(1, 2)
    judge.undo(2, by=1)
    with pytest.raises(Refusal, match="nothing-to-redo"):
        judge.redo(2)
    judge.redo(1)


def test_a_sealed_answer_is_redone_by_its_owner_only() -> None:
    judge = dice(3)
    judge.answer(2, 5)
    judge.take_back(2)
    for by in (TABLE, 1):
        assert not judge.may_redo(by)
    judge.redo(2)
    assert [entry.value for entry in judge.entries] == [5]


def test_a_late_take_back_is_refused_after_another_answer() -> None:
    judge = dice(3)
    judge.answer(2, 5)
    first = judge.given[2]
    judge.take_back(2, first)
    judge.answer(2, 6)
    with pytest.raises(Refusal, match="moved-on"):
        judge.take_back(2, first)
    assert [entry.value for entry in judge.entries] == [6]


def test_going_back_is_told_to_all_who_listen() -> None:
    judge = tipping()
    judge.answer(1, 2)
    heard: list[Change] = []
    judge.listen(heard.append)
    last = judge.entries[-1]
    judge.undo(2, by=1)
    judge.redo(1)
    assert [list(change.taken_back) for change in heard] == [[last], []]


def test_a_proposal_is_heard_and_lapses_when_the_game_moves_on() -> None:
    judge = tipping(3)
    judge.answer(1, 2)
    heard: list[object] = []
    judge.listen(lambda _: heard.append(judge.proposal))
    proposal = judge.propose_undo(by=2)
    judge.put(proposal)
    judge.answer(2, 1)
    assert heard == [proposal, None]


def test_a_proposal_is_pursued_once_everyone_needed_has_agreed() -> None:
    judge = tipping(3)
    judge.answer(1, 2)
    proposal = judge.propose_undo(by=2)
    for seat in (1, 3):
        entries = len(judge.entries)
        judge.pursue(proposal)
        assert (judge.proposal, len(judge.entries)) == (proposal, entries)
        proposal.agree(judge.run, [seat])
    judge.pursue(proposal)
    assert judge.proposal is None
    assert (len(judge.entries), judge.open[1].key) == (proposal.start, "tip")


MOVES: list[Callable[[Referee], object]] = [
    lambda judge: judge.draws_changed_by(0, 1),
    lambda judge: judge.propose_amend(0, TABLE),
]


@pytest.mark.parametrize("look", MOVES)
def test_looking_at_what_an_amendment_would_change_changes_nothing(look: Callable[[Referee], object]) -> None:
    judge = tipping()
    entries, draws = list(judge.entries), list(judge.run.draws)
    look(judge)
    assert (list(judge.entries), list(judge.run.draws)) == (entries, draws)


def deck() -> Referee:
    judge = dice(kind=Deck)
    judge.answer(1, 60)
    judge.answer(2, 3)
    return judge


def test_the_table_knows_which_draws_an_amendment_changes() -> None:
    """The first card comes from another deck; of the three after it one is no longer drawn."""
    judge = deck()
    changed = [few for few in range(2, 60) if judge.draws_changed_by(0, few)]
    assert changed
    (draw,) = judge.draws_changed_by(0, changed[0])
    assert draw is judge.run.draws[0]
    assert [one.draw for one in judge.draws_changed_by(1, 2)] == [judge.run.draws[-1].draw]
    judge.amend(0, changed[0], [1, 2])
    assert judge.run.draws[0].value != draw.value


def test_an_amendment_takes_everyones_word_once_something_was_seen() -> None:
    judge = deck()
    for by in (TABLE, 1, 2):
        assert sorted(judge.propose_amend(0, by).needs) == [1, 2]


def test_a_bet_changes_no_draw() -> None:
    """A die does not know what was bet on it."""
    judge = tipping()
    judge.answer(1, 2)
    judge.answer(2, 2)
    bets(judge, 12, 12)
    assert judge.draws_changed_by(0, 1) == []
