"""The referee says what an act has changed, to everyone who listens."""

from __future__ import annotations

from companion.referee.changes import Change
from companion.steps import TABLE
from tests.games.doge.play import Play
from tests.tables import referee


def test_an_answer_brings_new_tellings_and_new_questions() -> None:
    judge = referee("doge", 3)
    heard: list[Change] = []
    judge.listen(heard.append)
    for seat in (1, 2, 3):
        known = len(judge.game.tells)
        judge.answer(seat, "castello")
        judge.answer(seat, [3])
        assert [tell for change in heard[-2:] for tell in change.told] == judge.game.tells[known:]
    assert not any(change.rewritten for change in heard)
    assert heard[-1].asked == {1, 2}, "seat 3 had a question before, and has another now"
    assert not heard[-1].ended


def test_going_back_rewrites_the_past() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    judge, heard = play.referee, list[Change]()
    play.answer("houses", 1)
    known = list(judge.game.tells)
    judge.listen(heard.append)
    play.answer("houses", 1)
    judge.undo(len(judge.entries) - 1, judge.game.seats)
    assert [change.rewritten for change in heard] == [False, True]
    assert judge.game.tells == known
    assert not heard[-1].told


def test_a_rewritten_past_is_told_from_where_the_stories_part() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1)
    judge, heard = play.referee, list[Change]()
    before = list(judge.game.tells)
    judge.listen(heard.append)
    judge.amend(len(judge.entries) - 2, 0, judge.game.seats)
    (change,) = heard
    parted = len(judge.game.tells) - len(change.told)
    assert change.rewritten
    assert judge.game.tells[:parted] == before[:parted]
    assert judge.game.tells[parted] != before[parted]


def test_views_are_made_only_for_listeners_that_want_them() -> None:
    judge = referee("doge", 3)
    heard: list[Change] = []
    judge.listen(heard.append)
    judge.answer(1, "castello")
    assert (heard[-1].was, heard[-1].now) == (None, None)
    judge.listen(heard.append, views=True)
    seen = judge.game.view(TABLE)
    judge.correct("palaces.1.castello", 1)
    assert (heard[-1].was, heard[-1].now) == (seen, judge.game.view(TABLE))
    assert heard[-1].moved
