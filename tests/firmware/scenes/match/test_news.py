"""The latest news stands below the answers; where it has no room, the usual footer does."""

from __future__ import annotations

import pytest

from companion.choices import Choice, Count, Pick, Several, Sheet
from firmware.scenes.questions.questions import Heading
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

AREAS = ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
SHORT = "Anna wins."
LONG = "Cleo controls the advisor of Quarantia 1. It goes to Cannaregio, and Anna's to Castello in its place."
ROWS = {str(seat): {"houses": Count("houses", 0, 9)} for seat in (1, 2)}


def picture(box: TestBox, choice: Choice, news: str) -> bytes:
    heading = Heading("Anna", "vote where?", "Which area?", news)
    return ask(box, "doge", choice, heading=heading)[0].picture().tobytes()


@pytest.mark.parametrize(
    "choice",
    [Pick("area", AREAS), Count("houses", 0, 15), Several("area", AREAS, 1, 3), Sheet("seat", ROWS)],
    ids=["options", "a number", "several", "a sheet"],
)
def test_footer_falls_back_when_news_has_no_room(box: TestBox, choice: Choice) -> None:
    usual = picture(box, choice, "")
    assert picture(box, choice, SHORT) != usual
    assert picture(box, choice, LONG) == usual
