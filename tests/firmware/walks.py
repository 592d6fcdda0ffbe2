"""A question on a map, and the places its cursor can reach."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from companion.choices import Choice, Pick
from firmware.scenes.questions.maps.places import GridPick, GridQuestion, GridSeveral
from firmware.scenes.questions.maps.plans import PlanPick
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

Map = TypeVar("Map", GridQuestion, PlanPick)


class Asked(Generic[Map]):
    """A question of this kind on a test box, and the list of its answers. More arguments are those of `ask`."""

    def __init__(self, box: TestBox, kind: type[Map], game: str, choice: Choice, likely: Any, **more: Any) -> None:
        walked = GridPick if isinstance(choice, Pick) else GridSeveral
        more = {"kind": PlanPick if kind is PlanPick else walked, **more}  # with keys alone places are pointed at
        scene, self.answers = ask(box, game, choice, likely, **more)
        assert isinstance(scene, kind)
        self.box = box
        self.scene: Map = scene

    def tap(self, *keys: Key) -> Any:
        """Press keys and return the cursor's place; check that the chip shows what the scene draws."""
        for key in keys:
            self.box.tap(key)
        assert self.box.glass().tobytes() == self.scene.picture().tobytes()
        return self.scene.cursor


def reached(scene: Map, keys: Sequence[Key]) -> set[Any]:
    """Return every option the cursor reaches with these keys."""
    waiting = [scene]
    seen = set()
    while waiting:
        shown = waiting.pop()
        if (state := (shown.cursor, shown.place, shown.column)) in seen:
            continue
        seen.add(state)
        for key in keys:
            after = copy.copy(shown)
            after.move(key)
            waiting.append(after)
    return {cursor for cursor, _, _ in seen}
