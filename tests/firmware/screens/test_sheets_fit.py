"""Nothing is cut off on a score sheet: every field of every sheet, in every language, with the longest names."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.words import LANGUAGES
from firmware.scenes.home import scoring
from firmware.scenes.home.drafts import Draft
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import LONG_NAMES

SHEETS = [(game, name) for game in games.names() for name in games.find(game).sheets]
CROWDED = 3
"""With more columns than this only the one under the cursor is named."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_every_field_of_a_sheet_fits(
    game: str, name: str, language: str, tmp_path: Path, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "known_names", lambda _: LONG_NAMES)
    sheet, layout, rng = games.find(game).sheets[name], games.find(game).layout(), Random(1)
    for players in sheet.players:
        box = TestBox(tmp_path / str(players), language)
        scoring.SheetFilling(box.box, game, name, Draft(players)).ask()
        for choice in sheet.fields(players, layout).values():
            scene = box.box.scene
            assert isinstance(scene, QuestionScene)
            draw(box, scene)
            value = choice.check(choice.sample(rng))
            scene.done(scene.label_of(value) if isinstance(scene, WholeAnswers) else value)
        box.box.scene.picture()
        box.close()
    assert sorted(set(cut)) == []


def draw(box: TestBox, scene: QuestionScene) -> None:
    scene.picture()
    if isinstance(scene, SheetQuestion) and len(scene.columns) > CROWDED:
        for _ in range(len(scene.rows) * len(scene.columns)):
            box.tap(Key.RIGHT)
            scene.picture()
