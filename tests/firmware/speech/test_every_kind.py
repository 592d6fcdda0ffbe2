"""Every kind of question can be answered by ear: lists, numbers, share-outs, ticks, tables and maps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.refusal import Refusal
from companion.screen.maps import Chart, Plan, Post
from companion.words import folders_of
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.checklist import Checklist
from firmware.scenes.questions.column import ColumnQuestion
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.maps.places import GridPick, GridSeveral
from firmware.scenes.questions.maps.plans import PlanPick
from firmware.scenes.questions.questions import CountQuestion, PickQuestion, QuestionScene, ThreeWays, TwoWays
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.taking import Taking
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask
from tests.firmware.speech.blind import BlindPlayer
from tests.firmware.speech.hearing import listen
from tests.firmware.speech.meaning import is_meant

CELLS = tuple(f"{row}{column}" for row in "ABC" for column in "123")
CHART = Chart("ABC", "123", {"B2": "1"}, (), ("C3",))
PLAN = Plan([Post((0, 0)), Post((2, 0))], {"A": (0, 0), "B": (2, 0), "C": (2, 2)}, {}, (), {"A": "1"}, ("B",))
AREAS = ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce", "quarantia")
BARRED = {"castello": Refusal("over"), "dorsoduro": Refusal("over")}
CASES: list[tuple[type[QuestionScene], Choice, dict[str, Any]]] = [
    (TwoWays, Pick("area", AREAS[:2]), {}),
    (ThreeWays, Pick("area", ("1", "2", "3")), {}),
    (Compass, Pick("area", AREAS), {}),
    (Compass, Pick("area", ("san-polo",), BARRED), {}),
    (PickQuestion, Pick("", tuple(range(30))), {}),
    (CountQuestion, Count("", 0, 40), {}),
    (Taking, Several("area", AREAS, 1, 3), {}),
    (Taking, Spread("area", dict.fromkeys(AREAS[:3], 3), 4, 4), {}),
    (WholeAnswers, Spread("", {"1": 2, "2": 2, "3": 2}, 2, 2), {}),
    (WholeAnswers, Several("", (1, 1, 2, 3), 1, 2), {}),
    (WholeAnswers, Sheet("seat", {str(seat): {"cards": Count("", 0, 1)} for seat in (1, 2, 3)}), {}),
    (RunDown, Spread("area", dict.fromkeys(AREAS, 9), 12, 12), {}),
    (RunDown, Several("", (0, 0, 1, 1, 2, 2, 3, 3), 4, 8), {"likely": [0, 1, 2, 3]}),
    (Checklist, Several("area", AREAS, 2, 2), {"kind": Checklist, "likely": None}),
    (ColumnQuestion, Sheet("area", {area: {"cards": Count("", 0, 9)} for area in AREAS[:3]}), {}),
    (CellByCell, Sheet("area", {area: {"1": Count("", 0, 2), "2": Count("", 0, 1)} for area in AREAS[:2]}), {}),
    (GridPick, Pick("cell", CELLS), {"chart": CHART}),
    (GridPick, Pick("cell", ("A1", "C3", "enough")), {"chart": CHART}),
    (GridSeveral, Several("cell", CELLS, 2, 2), {"chart": CHART}),
    (PlanPick, Pick("place", ("A", "B", "C")), {"plan": PLAN}),
]


@pytest.mark.parametrize(("kind", "choice", "more"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_an_answer_is_the_one_that_was_meant(
    kind: type[QuestionScene], choice: Choice, more: dict[str, Any], box: TestBox
) -> None:
    """By a player who gets only the words: whatever it decides to take is what is answered."""
    ears = listen(box)

    def press(key: Key) -> str:
        box.tap(key)
        return ears.take()

    for seed in range(4):
        scene, given = ask(box, "doge", choice, **dict(more))
        assert type(scene) is kind
        player = BlindPlayer("en", Random(seed), press, ears.take)
        player.hear(ears.take())
        for _ in range(300):
            if given:
                break
            player.play_on()
        words = box.box.words_for(folders_of("doge")).aloud()
        assert is_meant(words, choice, choice.check(given[0]), player.meant), (given, player.meant)


def test_a_table_is_filled_in_by_ear(box: TestBox) -> None:
    """Each key says the cell it leads to, or its new value."""
    ears = listen(box)
    counts = {"1": Count("", 0, 9), "2": Count("", 0, 9), "3": Count("", 0, 9)}
    rows = Sheet("area", {"castello": counts, "san-polo": counts})
    scene, given = ask(box, "doge", rows)
    assert type(scene) is SheetQuestion
    assert ears.take().endswith("up and down change it. Castello. Seat 1: 4. OK: next.")
    heard = []
    for key in (Key.UP, Key.OK, Key.RIGHT, Key.DOWN, Key.OK, *[Key.OK] * 3):
        box.tap(key)
        heard.append(ears.take())
    assert heard[:5] == [
        "Castello. Seat 1: 5. OK: next.",
        "Castello. Seat 2: 4. OK: next.",
        "Castello. Seat 3: 4. OK: next.",
        "Castello. Seat 3: 3. OK: next.",
        "San Polo. Seat 1: 4. OK: next.",
    ]
    assert given == [{"castello": {"1": 5, "2": 4, "3": 3}, "san-polo": {"1": 4, "2": 4, "3": 4}}]


def test_nothing_at_all_is_asked_for_again_by_ear(box: TestBox) -> None:
    ears = listen(box)
    _, given = ask(box, "doge", Several("area", AREAS, 0, 3))
    ears.take()
    box.tap(Key.OK)
    assert ears.take() == "Which? Anna: 0 of 3: really nothing? Left: yes. Right: no. OK: no."
    box.tap(Key.LEFT)
    assert given == [[]]
