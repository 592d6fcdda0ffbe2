"""An ideal thumb: it knows what it wants and presses the fewest keys. For benchmarks and for tests of whole games.

It works the box from outside, by its keys; to find the shortest way it may look at the scene that is shown.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from typing import Any

from firmware.box import Box
from firmware.scenes import Scene
from firmware.scenes.match import Guard
from firmware.scenes.questions import Counters, CountQuestion, PickQuestion, Question, SheetQuestion, TwoWays
from firmware.scenes.telling import Telling
from hardware.keys import Key

ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)


class Thumb:
    """Presses keys; `press` is how (pin edges in a test), `presses` how many it took."""

    def __init__(self, box: Box, press: Callable[[Key], None]) -> None:
        self.box = box
        self._press = press
        self.presses = 0

    def press(self, key: Key) -> None:
        self.presses += 1
        self._press(key)

    def wait_out_tellings(self, wait: Callable[[], object]) -> None:
        """Tellings pass by themselves; a thumb that waits presses nothing."""
        while isinstance(self.box.scene, Telling):
            wait()

    def answer(self, value: Any, seat: int) -> None:
        """Give this answer to the question on the screen, over the guard if there is one."""
        if isinstance(self.box.scene, Guard):
            while self.box.scene.seats[0] != seat:
                self.press(Key.DOWN)
            self.press(Key.OK)
        scene = self.box.scene
        assert isinstance(scene, Question), type(scene)
        if isinstance(scene, SheetQuestion):
            self._fill(scene, value)
            return
        for key in shortest(scene, lambda shown: chosen(shown) == value):
            self.press(key)
        if isinstance(scene, TwoWays):
            self.press(Key.LEFT if scene.options[0] == value else Key.RIGHT)
        else:
            self.press(Key.OK)

    def _fill(self, sheet: SheetQuestion, value: dict[str, dict[str, Any]]) -> None:
        """Row by row, or cell by cell where there are many columns."""
        for row in sheet.rows:
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

    def _cell_keys(self, sheet: SheetQuestion, right: Callable[[Scene], bool]) -> list[Key]:
        """The fewest keys that bring the current cells to their values, tried out and taken back."""
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


def chosen(scene: Scene) -> Any:
    """What OK would answer now."""
    if isinstance(scene, PickQuestion):
        return scene.options[scene.cursor]
    if isinstance(scene, CountQuestion):
        return scene.value
    if isinstance(scene, Counters):
        return scene.answer()
    assert isinstance(scene, TwoWays)
    return ...


def shortest(scene: Question, right: Callable[[Scene], bool]) -> list[Key]:
    """The fewest arrows after which `right` holds, by trying them on copies of the scene."""
    if isinstance(scene, TwoWays):
        return []
    waiting: deque[tuple[Question, list[Key]]] = deque([(scene, [])])
    seen = {_state(scene)}
    while waiting:
        shown, path = waiting.popleft()
        if right(shown):
            return path
        for key in ARROWS:
            after = copy.copy(shown)
            if isinstance(after, Counters):
                after.values = dict(after.values)
            after.move(key)
            if (state := _state(after)) not in seen:
                seen.add(state)
                waiting.append((after, [*path, key]))
    raise ValueError("no keys lead there")


def _state(scene: Question) -> Any:
    if isinstance(scene, Counters):
        return scene.cursor, tuple(scene.values.values())
    return chosen(scene)
