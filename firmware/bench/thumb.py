"""An ideal thumb: it knows what it wants and presses the fewest keys. For benchmarks and for tests of whole games.

It works the box from outside, by its keys; to find the shortest way it may look at the scene that is shown.
"""

from __future__ import annotations

import copy
from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

from firmware.box.box import Box
from firmware.scenes import Scene, change_by
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.telling import Telling
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.checklist import Checklist
from firmware.scenes.questions.column import ColumnQuestion, Jump, others
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.maps.places import DONE, GridSeveral
from firmware.scenes.questions.maps.pointing import Pointing, PointingAtSeveral
from firmware.scenes.questions.maps.walking import BoardWalk
from firmware.scenes.questions.nothing import OrNothing
from firmware.scenes.questions.questions import (
    ANSWER_KEYS,
    CountQuestion,
    PickQuestion,
    QuestionScene,
    ThreeWays,
    TwoWays,
)
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.taking import Taking
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key

ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)


class Thumb:
    """Presses keys: `press` sends one (pin edges in a test), `presses` counts them."""

    def __init__(self, box: Box, press: Callable[[Key], None]) -> None:
        self.box = box
        self._press = press
        self.presses = 0

    def press(self, key: Key) -> None:
        self.presses += 1
        self._press(key)

    def wait_out_tellings(self, wait: Callable[[], object]) -> None:
        """Let tellings pass by themselves, without a press; press OK on those that wait for a key."""
        while isinstance(scene := self.box.scene, Telling):
            if scene.wake is None:
                self.press(Key.OK)
            else:
                wait()

    def answer(self, value: Any, seat: int) -> None:
        """Give this answer to the question on the screen, passing the guard if there is one."""
        if isinstance(self.box.scene, Guard):
            unseen = self.box.scene.unseen
            if unseen is not None and unseen.choice.check(unseen.unseen) == value:
                self.press(Key.DOWN)
                return
            while self.box.scene.seats[0] != seat:
                self.press(Key.DOWN)
            self.press(Key.OK)
        if isinstance(self.box.scene, LastDraw) and self._draw_again(self.box.scene, value):
            return
        scene = self.box.scene
        assert isinstance(scene, QuestionScene), type(scene)
        give = next((give for kind, give in WAYS_TO_ANSWER if isinstance(scene, kind)), Thumb._run_to)
        give(self, scene, value)

    def _run_to(self, scene: QuestionScene, value: Any) -> None:
        """Go to the answer with the arrows, and take it."""
        for key in shortest(scene, lambda shown: chosen(shown) == value):
            self.press(key)
        if isinstance(scene, TwoWays):
            self.press(Key.LEFT if scene.options[0] == value else Key.RIGHT)
        else:
            self.press(Key.OK)

    def _cell_by_cell(self, scene: CellByCell, value: Any) -> None:
        for place, column in scene.asked:
            row = scene.rows[place]
            self._point(scene, value[row][[*scene.cells[row]][column]])

    def _point_at(self, scene: Compass, value: Any) -> None:
        self._point(scene, scene.label_of(value) if isinstance(scene, WholeAnswers) else value)

    def _press_at_once(self, scene: ThreeWays, value: Any) -> None:
        self.press(ANSWER_KEYS[scene.options.index(value)])

    def _draw_again(self, scene: LastDraw, value: Any) -> bool:
        """Draw again by OK, once what turns has stopped; any other answer is given to the question itself."""
        if scene.is_turning:
            self.press(Key.OK)
        self.press(Key.OK if value == scene.likely else Key.UP)
        return bool(value == scene.likely)

    def _point(self, scene: Compass | Taking | CellByCell, value: Any) -> None:
        """Go to the page of the answer, and press its key."""
        wanted = next(number for number, page in enumerate(scene.pages) if value in page.values())
        if scene.page not in (0, wanted):
            self.press(Key.BACK)
        if scene.page != wanted:
            self.press(next(key for key, page in scene.turns.items() if page == wanted))
        self.press(next(key for key, answer in scene.answers.items() if answer == value))

    def _point_on_map(self, scene: Pointing, value: Any) -> None:
        """Press the sign of the place until it is the only one."""
        is_given = False
        while not is_given:
            key, items = next((key, items) for key, items in scene.answers.items() if value in items)
            is_given = len(items) == 1
            self.press(key)

    def _point_at_several(self, scene: PointingAtSeveral, value: list[Any]) -> None:
        """Put back what is wrong, point at what is missing; end by OK if fewer than possible are wanted."""
        while set(scene.chosen) - set(value):
            self.press(Key.BACK)
        missing = [item for item in value if item not in scene.chosen]
        for item in missing:
            self._point_on_map(scene, item)
        if not missing or len(value) < scene.choice.high:
            self._point_on_map(scene, DONE)
            self._mean_it(scene)

    def _take_kinds(self, scene: Taking, value: dict[str, int] | list[Any]) -> None:
        """Take one after another, in their order; end by OK if fewer are wanted."""
        while Counter(scene.taken) - Counter(value):
            self.press(Key.BACK)
        missing = [*(Counter(value) - Counter(scene.taken)).elements()]
        for item in sorted(missing, key=[*scene.most].index):
            if not scene.is_full:  # the last ones may have been taken by themselves
                self._point(scene, item)
        if not missing or not scene.is_full:
            self.press(Key.OK)
            self._mean_it(scene)

    def _mean_it(self, scene: OrNothing) -> None:
        """Say that nothing is meant, if the box asks."""
        if scene.doubt is not None:
            self.press(Key.LEFT)

    def _tick(self, scene: Checklist, value: list[Any]) -> None:
        """Tick or untick each wrong name, the nearest first, then take the last line; never tick one too many."""

        def is_wrong(item: Any) -> bool:
            is_full = len(scene.chosen) == scene.choice.high
            return item not in value if item in scene.chosen else item in value and not is_full

        while set(scene.chosen) != set(value):
            self._go(shortest(scene, lambda shown: shown.item is not None and is_wrong(shown.item)))
            self.press(Key.OK)
        self._go(shortest(scene, lambda shown: shown.cursor == len(scene.items)))
        self.press(Key.OK)

    def _go(self, keys: list[Key]) -> None:
        for key in keys:
            self.press(key)

    def _fill(self, sheet: SheetQuestion, value: dict[str, dict[str, Any]]) -> None:
        """Fill a sheet row by row, or cell by cell where there are many columns."""
        for row in asked_rows(sheet):
            wanted = value[row]
            steps = sheet.columns if len(sheet.columns) > 2 else [None]
            for column in steps:
                columns = [column] if column else list(wanted)
                cells = sheet.cells[row]

                def right(_: Scene, cells: Any = cells, columns: Any = columns, wanted: Any = wanted) -> bool:
                    return all(cells[name].values[cells[name].index] == wanted[name] for name in columns)

                for key in self._cell_keys(sheet, right):
                    self.press(key)
                self.press(Key.OK)

    def _run_down(self, sheet: ColumnQuestion, value: dict[str, dict[str, Any]]) -> None:
        """Go row by row: show the wanted value, then take it."""
        for row in asked_rows(sheet):
            ((column, cell),) = sheet.cells[row].items()
            wanted, down = cell.values.index(value[row][column]), -1 if cell.is_number else 1
            self._go(keys_in_column(cell.index, wanted, len(cell.values), down))

    def _run_through(self, scene: RunDown, value: dict[Any, int] | list[Any]) -> None:
        """Go kind by kind, as far as the question goes."""
        numbers = value if isinstance(value, dict) else Counter(value)
        if scene.is_filled:
            self.press(Key.OK)
        while not scene.is_filled:
            kinds = scene.kinds[len(scene.values) :]
            if scene.can_stop and not any(numbers[kind] for kind in kinds):
                self.press(Key.LEFT)
            else:
                self._take_number(scene, scene.numbers.index(numbers[kinds[0]]))
        self._mean_it(scene)

    def _take_number(self, scene: RunDown, wanted: int) -> None:
        if not self.box.has_knob:
            self._go(keys_in_column(scene.index, wanted, len(scene.numbers), -1))
            return
        way = Key.UP if change_by(self.box, Key.UP) * (wanted - scene.index) > 0 else Key.DOWN
        self._go([*[way] * abs(wanted - scene.index), Key.OK])

    def _take(self, scene: GridSeveral, value: list[Any]) -> None:
        """Take place by place, the nearest first."""
        while wrong := set(scene.chosen) ^ set(value):
            self._press_on(scene, wrong)
        self._press_on(scene, [DONE])

    def _press_on(self, scene: GridSeveral, wanted: Collection[Any]) -> None:
        """Press OK on the nearest of these."""
        for key in shortest(scene, lambda shown: chosen(shown) in wanted):
            self.press(key)
        self.press(Key.OK)

    def _cell_keys(self, sheet: SheetQuestion, right: Callable[[Scene], bool]) -> list[Key]:
        """Return the fewest keys that bring the current cells to their values, found by trial."""
        cells = sheet.current
        start = tuple(cell.index for cell in cells)
        keys = ARROWS if len(sheet.columns) < 3 else (Key.UP, Key.DOWN)

        def set_to(indices: tuple[int, ...]) -> None:
            for cell, index in zip(cells, indices, strict=True):
                cell.index = index

        seen = {start}
        waiting: deque[tuple[tuple[int, ...], list[Key]]] = deque([(start, [])])
        while waiting:
            indices, path = waiting.popleft()
            set_to(indices)
            if right(sheet):
                set_to(start)
                return path
            for key in keys:
                set_to(indices)
                sheet.move(key)
                after = tuple(cell.index for cell in cells)
                if after not in seen:
                    seen.add(after)
                    waiting.append((after, [*path, key]))
        raise ValueError("no keys lead there")


WAYS_TO_ANSWER: tuple[tuple[type[QuestionScene], Callable[[Thumb, Any, Any], None]], ...] = (
    (ColumnQuestion, Thumb._run_down),
    (CellByCell, Thumb._cell_by_cell),
    (SheetQuestion, Thumb._fill),
    (GridSeveral, Thumb._take),
    (Checklist, Thumb._tick),
    (RunDown, Thumb._run_through),
    (Taking, Thumb._take_kinds),
    (Compass, Thumb._point_at),
    (PointingAtSeveral, Thumb._point_at_several),
    (Pointing, Thumb._point_on_map),
    (ThreeWays, Thumb._press_at_once),
)
"""The way to answer each kind of question; of the kinds that fit, the first counts."""


def asked_rows(sheet: SheetQuestion) -> list[str]:
    """Return the rows in which there is anything to choose; the first, if there is none."""
    return [row for place, row in enumerate(sheet.rows) if sheet.is_asked(place)] or sheet.rows[:1]


def keys_in_column(index: int, wanted: int, count: int, down: int) -> list[Key]:
    """Return the fewest keys that take a value in a column where `index` is in the middle.

    `down` is 1 where DOWN shows later values, as in a list of names, and -1 where it shows smaller numbers.

    >>> keys_in_column(1, 0, 9, -1), keys_in_column(1, 8, 9, -1)
    ([<Key.LEFT: 'LEFT'>], [<Key.DOWN: 'DOWN'>, <Key.RIGHT: 'RIGHT'>])
    """
    take = {-1: Key.LEFT, 0: Key.OK, 1: Key.RIGHT}
    waiting: deque[tuple[int, Jump, list[Key]]] = deque([(index, Jump(), [])])
    seen = {(index, Jump())}
    while waiting:
        middle, before, path = waiting.popleft()
        if wanted - middle in take:
            return [*path, take[wanted - middle]]
        for key, way in ((Key.UP, -down), (Key.DOWN, down)):
            after = before.then(way, count)
            state = (others(middle, after, count), after)
            if state not in seen:
                seen.add(state)
                waiting.append((*state, [*path, key]))
    raise ValueError("no keys lead there")


def chosen(scene: Scene) -> Any:
    """Return what OK would answer, or take, now."""
    if isinstance(scene, BoardWalk):
        return scene.cursor
    if isinstance(scene, PickQuestion):
        return scene.options[scene.cursor]
    if isinstance(scene, CountQuestion):
        return scene.value
    assert isinstance(scene, TwoWays)
    return ...


def shortest(scene: QuestionScene, right: Callable[[Any], bool], arrows: Sequence[Key] = ARROWS) -> list[Key]:
    """Return the fewest arrows after which `right` holds, found by trying them on copies of the scene."""
    if isinstance(scene, TwoWays):
        return []
    waiting: deque[tuple[QuestionScene, list[Key]]] = deque([(scene, [])])
    seen = {_state(scene)}
    while waiting:
        shown, path = waiting.popleft()
        if right(shown):
            return path
        for key in arrows:
            after = copy.copy(shown)
            after.move(key)
            if (state := _state(after)) not in seen:
                seen.add(state)
                waiting.append((after, [*path, key]))
    raise ValueError("no keys lead there")


def _state(scene: QuestionScene) -> Any:
    if isinstance(scene, Checklist):
        return scene.cursor
    if isinstance(scene, BoardWalk):
        return scene.cursor, scene.place, scene.column
    return chosen(scene)
