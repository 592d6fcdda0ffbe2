"""A first evening: the keys of FIRST-EVENING.md, pressed on a new box, show the words that stand beside them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image

from firmware.fonts import Font
from hardware.keys import Key
from tests.firmware.boxes import TestBox

PAGE = Path(__file__).parents[4] / "FIRST-EVENING.md"
KEYS = {"▲": Key.UP, "▼": Key.DOWN, "◀": Key.LEFT, "▶": Key.RIGHT, "OK": Key.OK, "BACK": Key.BACK}
WAIT = "wait"
LINE = re.compile(r"\| ([^|]*) \| ([^|]*) \|[^|]*\|")


class Step(NamedTuple):
    """Keys, and words that are on the screen after them."""

    keys: list[str]
    words: list[str]


def evenings() -> dict[str, list[Step]]:
    """Return the steps under each heading of the page."""
    found: dict[str, list[Step]] = {}
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif (row := LINE.fullmatch(line)) and row[1] not in ("keys", "---"):
            next(reversed(found.values())).append(Step(row[1].split(), row[2].split(" · ")))
    return found


EVENINGS = evenings()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect every text that is drawn."""
    texts: list[str] = []
    draw = Font.draw

    def noting(self: Font, target: Image.Image, at: tuple[int, int], text: str, fill: int = 1) -> int:
        texts.append(text)
        return draw(self, target, at, text, fill)

    monkeypatch.setattr(Font, "draw", noting)
    return texts


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_page_is_what_happens(box: TestBox, written: list[str], evening: str) -> None:
    for step in EVENINGS[evening]:
        for key in step.keys:
            written.clear()
            if key == WAIT:
                box.wait(5)
            else:
                box.tap(KEYS[key])
        box.box.scene.picture()
        on_screen = " ".join(written)
        assert [words for words in step.words if words not in on_screen] == [], on_screen


def test_the_page_has_the_three_evenings() -> None:
    assert [len(steps) > 5 for steps in EVENINGS.values()] == [True] * 3
