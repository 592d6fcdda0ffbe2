"""A question to agree to shows every name on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from companion import games
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.words import LANGUAGES, Words, folders_of
from firmware.fonts import Font
from firmware.scenes.menus import Agree
from firmware.screens.canvas import WIDTH
from hardware.keys import Key
from tests.firmware.boxes import TestBox

LONG = ["Alessandra", "Wilhelmina", "Christophe", "Maddalena", "Gioacchino"]
SHORT = ["Anna", "Bruno", "Carla", "Dino", "Elena"]


def consent(language: str, names: list[str]) -> str:
    words = Words(language, folders_of("rialto"), seat_table(names, games.find("rialto").game.colours))
    return words.refusal(Refusal("needs-consent", seats=list(range(1, len(names) + 1))))


@pytest.mark.parametrize("names", [LONG, SHORT], ids=["long", "short"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_must_agree_is_shown(
    language: str, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = TestBox(tmp_path, language)
    drawn: list[str] = []
    draw = Font.draw

    def noticing(self: Font, target: Image.Image, at: tuple[int, int], text: str, fill: int = 1) -> int:
        drawn.append(text)
        assert at[0] >= 0
        assert at[0] + self.width(text) <= WIDTH
        return draw(self, target, at, text, fill)

    monkeypatch.setattr(Font, "draw", noticing)
    scene = Agree(box.box, "?", consent(language, names), lambda: None)
    scene.picture()
    assert " ".join(drawn).count(",") == len(names) - 1 + consent(language, names[:1]).count(",")
    assert all(name in " ".join(drawn) for name in names)
    box.close()


@pytest.mark.parametrize(("keys", "agreed"), [([Key.LEFT], True), ([Key.OK], False), ([Key.UP, Key.OK], True)])
def test_answered_by_arrow_or_by_knob(box: TestBox, keys: list[Key], agreed: bool) -> None:
    given: list[bool] = []
    box.box.push(Agree(box.box, "?", consent("en", LONG), lambda: given.append(True)))
    for key in keys:
        box.tap(key)
    assert bool(given) == agreed
