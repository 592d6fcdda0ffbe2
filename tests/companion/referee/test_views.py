"""A seat's view stays as it was taken, whatever the table does afterwards."""

from __future__ import annotations

from companion.referee.views import SeatView
from companion.steps import TABLE
from tests.games.doge.play import Play


def test_a_view_keeps_its_question_when_the_board_is_corrected() -> None:
    play = Play("castello", {1: [3], 2: [3]}, {"houses.1.castello": 3, "houses.2.castello": 3})
    play.answer("houses", 1).answer("houses", 1).answer("build", "palace")
    (asked,) = SeatView.of(play.referee, TABLE).asked
    before = play.decision.to_json()
    assert asked.to_json() == before
    play.referee.correct("palaces.3.castello", 1)
    play.referee.correct("houses.2.castello", 0)
    now = play.decision.to_json()
    assert now["facts"] != before["facts"]
    assert now["choice"] != before["choice"]
    assert asked.to_json() == before
