"""The scene for each kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.screen.maps import Chart, Plan
from firmware.scenes.questions.cells import CellByCell, fits_cells, has_more_than
from firmware.scenes.questions.checklist import Checklist
from firmware.scenes.questions.column import SHOWN, ColumnQuestion, fits_column
from firmware.scenes.questions.compass import Compass, fits_compass
from firmware.scenes.questions.maps import places, plans
from firmware.scenes.questions.maps.places import GridPick, GridSeveral
from firmware.scenes.questions.maps.plans import PlanPick
from firmware.scenes.questions.maps.pointing import GridPointing, PlanPointing, PointingAtSeveral, can_point
from firmware.scenes.questions.questions import (
    Asking,
    CountQuestion,
    PickQuestion,
    QuestionScene,
    ThreeWays,
    TwoWays,
    fits_three_keys,
    fits_two_keys,
)
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.taking import Taking, can_take
from firmware.scenes.questions.whole import WholeAnswers, fits_whole
from firmware.screens.maps import grid, hexes


def question(
    asking: Asking, choice: Choice, likely: Any = None, chart: Chart | None = None, plan: Plan | None = None
) -> QuestionScene:
    """Return the scene for a question of any kind: on a board, if its options are places there."""
    return _on_board(asking, choice, likely, chart, plan) or WIDGETS[type(choice)](asking, choice, likely)


def _on_board(
    asking: Asking, choice: Choice, likely: Any, chart: Chart | None, plan: Plan | None
) -> QuestionScene | None:
    """Return the scene on which a cursor walks the board, if any option is a place there."""
    if plan is not None and isinstance(choice, Pick) and plans.has_places(plan, choice):
        is_pointed_at = can_point(asking, choice, plans.spots_of(plan, [*choice.options, *choice.barred]))
        return (PlanPointing if is_pointed_at else PlanPick)(asking, choice, likely, plan)
    if chart is not None and isinstance(choice, Pick | Several) and places.has_places(chart, choice):
        is_pointed_at = can_point(asking, choice, grid.spots(chart)) and _is_in_sight(chart)
        if isinstance(choice, Pick):
            return (GridPointing if is_pointed_at else GridPick)(asking, choice, likely, chart)
        return (PointingAtSeveral if is_pointed_at else GridSeveral)(asking, choice, likely, chart)
    return None


def _is_in_sight(chart: Chart) -> bool:
    return not chart.shifted or hexes.is_in_sight(chart)


def _pick(asking: Asking, choice: Pick, likely: Any) -> QuestionScene:
    if fits_three_keys(asking, choice, likely):
        return ThreeWays(asking, choice)
    if fits_two_keys(asking, choice):
        return TwoWays(asking, choice, likely)
    return (Compass if fits_compass(asking, choice) else PickQuestion)(asking, choice, likely)


def _count(asking: Asking, choice: Count, likely: Any) -> QuestionScene:
    return (Compass if fits_compass(asking, choice) else CountQuestion)(asking, choice, likely)


def _several(asking: Asking, choice: Several, likely: Any) -> QuestionScene:
    if fits_whole(asking, choice):
        return WholeAnswers(asking, choice, likely)
    if can_take(asking, choice, likely):
        return Taking(asking, choice, likely)
    if all(isinstance(item, str) for item in choice.items) and len(set(choice.items)) == len(choice.items):
        return Checklist(asking, choice, likely)
    return RunDown(asking, choice, likely)


def _spread(asking: Asking, choice: Spread, likely: Any) -> QuestionScene:
    if fits_whole(asking, choice):
        return WholeAnswers(asking, choice, likely)
    return (Taking if can_take(asking, choice, likely) else RunDown)(asking, choice, likely)


def _sheet(asking: Asking, choice: Sheet, likely: Any) -> QuestionScene:
    if not choice.rows:  # corrections have settled everything that was asked
        return PickQuestion(asking._replace(done=lambda _: asking.done({})), Pick("", ("OK",)), None)
    if fits_whole(asking, choice):
        return WholeAnswers(asking, choice, likely)
    by_cells, in_column = fits_cells(asking, choice, likely), fits_column(asking, choice)
    if in_column and not (by_cells and has_more_than(SHOWN, choice)):
        return ColumnQuestion(asking, choice, likely)
    return (CellByCell if by_cells else SheetQuestion)(asking, choice, likely)


WIDGETS: Mapping[type[Choice], Callable[[Asking, Any, Any], QuestionScene]] = {
    Pick: _pick,
    Count: _count,
    Several: _several,
    Spread: _spread,
    Sheet: _sheet,
}
"""The scene for each kind of question, where it is not asked on a board."""
