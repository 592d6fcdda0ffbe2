"""Which scene asks which kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.screen.maps import Chart, Plan
from companion.words import Words
from firmware.scenes.questions import places, plans
from firmware.scenes.questions.column import ColumnQuestion, is_short
from firmware.scenes.questions.questions import (
    Counters,
    CountQuestion,
    Done,
    Heading,
    PickQuestion,
    Question,
    TwoWays,
)
from firmware.scenes.questions.run_down import RunDown, as_spread, can_run_down, items_of, names_of
from firmware.scenes.questions.shares import Checklist, Shares
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.three_ways import ThreeWays, are_three
from firmware.screens.lists import stand_side_by_side
from firmware.screens.numbers import stand_below

if TYPE_CHECKING:
    from firmware.box.box import Box


def question(
    box: Box,
    heading: Heading,
    words: Words,
    choice: Choice,
    done: Done,
    likely: Any = None,
    chart: Chart | None = None,
    plan: Plan | None = None,
) -> Question:
    """The scene for a question of any kind. On a `chart` or `plan`, its options are places that a cursor walks."""
    if plan is not None and isinstance(choice, Pick) and plans.has_places(plan, choice):
        return plans.PlanPick(box, heading, words, done, choice, likely, plan)
    if chart is not None and isinstance(choice, Pick | Several) and places.has_places(chart, choice):
        return places.question(box, heading, words, choice, done, likely, chart)
    if isinstance(choice, Pick):
        if are_three(box, words, choice, likely):
            return ThreeWays(box, heading, words, done, choice)
        labels = [words.thing(choice.of, option) for option in choice.options]
        two = stand_side_by_side(labels) and not choice.barred
        return (TwoWays if two else PickQuestion)(box, heading, words, done, choice, likely)
    if isinstance(choice, Count):
        return CountQuestion(box, heading, words, done, choice, likely)
    if isinstance(choice, Several):
        if all(isinstance(item, str) for item in choice.items) and len(set(choice.items)) == len(choice.items):
            return Checklist(box, heading, words, done, choice, likely)
        if can_run_down(box, words, choice):
            return RunDown(box, heading, words, done, choice)
        if stand_below(names_of(words, choice)):
            return Shares(box, heading, words, lambda numbers: done(items_of(numbers)), as_spread(choice), None)
        return Counters(box, heading, words, done, choice)
    if isinstance(choice, Spread):
        if likely is None and can_run_down(box, words, choice):
            return RunDown(box, heading, words, done, choice)
        return Shares(box, heading, words, done, choice, likely)
    assert isinstance(choice, Sheet)
    if not choice.rows:  # the table has set right all that was to be asked
        return PickQuestion(box, heading, words, lambda _: done({}), Pick("", ("OK",)), None)
    kind = ColumnQuestion if is_short(box, words, choice) else SheetQuestion
    return kind(box, heading, words, done, choice, likely)
