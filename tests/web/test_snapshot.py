"""What a page is made of stays as it was, whatever the table does while it is made."""

from __future__ import annotations

from companion.steps import TABLE
from tests.games.doge.play import Play
from web.table.snapshot import snapshot


def test_a_question_stays_as_it_was_when_the_table_sets_something_right() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    (asked,) = snapshot(play.referee, TABLE).asked
    before = play.decision.to_json()
    assert asked.to_json() == before
    play.referee.correct("palaces.3.castello", 1)
    play.referee.correct("houses.2.castello", 0)
    now = play.decision.to_json()
    assert now["facts"] != before["facts"]
    assert now["choice"] != before["choice"]
    assert asked.to_json() == before
