"""A score sheet comes to the same count on the box, by its keys, and at a terminal, typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.choices import MANY, Choice, Pick, Several, Sheet
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.words import LANGUAGES, Words, folders_of
from companion.words.answers import receipt_text
from firmware import WORDS
from firmware.scenes.home import scoring
from firmware.scenes.home.drafts import Draft
from firmware.scenes.menus import Reading
from firmware.screens import reading
from firmware.terminal.scoring import SheetAsker, ask_and_count
from tests.firmware.boxes import TestBox

NOTHING = {"cards": 0, "jokers": 0, "yellow-2": 0, "yellow-3": 0, "yellow-4": 0}
FILLED: dict[tuple[str, str], dict[str, Any]] = {
    ("rialto", "played"): {
        "players": 2,
        "card": "F",
        "played": {
            "1": NOTHING | {"cards": 1, "jokers": 2, "place": 2},
            "2": NOTHING | {"jokers": 1, "yellow-3": 1, "yellow-4": 1, "place": 3},
            "neutral": NOTHING | {"cards": 2, "jokers": 1, "place": 1},
        },
    },
    ("rialto", "marked"): {
        "players": 2,
        "turns": {district: {"turn": 6 - number} for number, district in enumerate(DISTRICTS)},
        "laid": ["castello.santa-croce", "santa-croce.dorsoduro"],
    },
    ("venedig", "building"): {
        "players": 2,
        "active": 1,
        "building": "palazzo",
        "seen": 5,
        "master": "third",
        "last": "yes",
        "treasure": 0,
        "along": ["2"],
        "before": {"1": {"cards": 0, "gondola": 4}, "2": {"cards": 1, "gondola": 6}, "third": {"cards": 2}},
    },
    ("venedig", "payment"): {
        "players": 3,
        "payer": 2,
        "gold": 11,
        "spaces": {"1": {"gondola": 9}, "2": {"gondola": 8}, "3": {"gondola": 0}},
    },
    ("doge", "tied"): {
        "players": 4,
        "palaces": 3,
        "builders": {str(seat): {"houses": 5 + seat, "builds": "palace"} for seat in (1, 2, 3, 4)},
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), FILLED)
def test_count_by_keys_says_all_that_the_sheet_tells(game: str, name: str, language: str, tmp_path: Path) -> None:
    kit, filled = games.find(game), FILLED[game, name]
    sheet, layout = kit.sheets[name], kit.layout()
    box = TestBox(tmp_path, language)
    scoring.SheetFilling(box.box, game, name, Draft(filled["players"])).ask()
    for key in sheet.fields(filled["players"], layout):
        box.thumb.answer(filled[key], 0)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    counted = sheet.score(filled, layout)
    seated = scoring.SheetFilling(box.box, game, name, Draft(filled["players"])).words
    said = [f"{seated.tell(tell)} ({tell.rule})" for tell in counted.tells]
    said += [receipt_text(seated, receipt) for receipt in counted.receipts]
    assert scene.lines == [line for one in said for line in reading.wrap(one)]
    box.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), FILLED)
def test_typed_sheet_comes_to_the_same_count(
    game: str, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, filled = games.find(game), FILLED[game, name]
    sheet, layout = kit.sheets[name], kit.layout()
    words = Words(language, [WORDS, *folders_of(game)])
    fields = sheet.fields(filled["players"], layout)
    typed = [line for key, choice in fields.items() for line in lines_for(words, choice, filled[key])]
    monkeypatch.setattr("builtins.input", lambda _: typed.pop(0))
    counted = ask_and_count(SheetAsker(words), sheet, filled["players"], layout)
    assert counted.to_json() == sheet.score(filled, layout).to_json()
    assert typed == []


def lines_for(words: Words, choice: Choice, value: Any) -> Iterator[str]:
    """Yield what is typed for this answer, as people name things."""
    if isinstance(choice, Sheet):
        for row, cells in choice.rows.items():
            for column, cell in cells.items():
                if cell.sole is MANY:
                    yield from lines_for(words, cell, value[row][column])
    elif isinstance(choice, Several):
        yield ", ".join(words.thing(choice.of, item) for item in value)
    elif isinstance(choice, Pick):
        yield words.thing(choice.of, value)
    else:
        yield str(value)
