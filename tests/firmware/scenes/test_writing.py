"""Writing letter by letter: whoever speaks one of our languages can write their name."""

from __future__ import annotations

import pytest

from companion.seats import NAME_LENGTH
from firmware.fonts import Font
from firmware.scenes.writing import LETTERS, NameEditor
from hardware.keys import Key
from tests.firmware.boxes import TestBox

OF_LANGUAGES = {
    "de": "äöüß",
    "en": "abcdefghijklmnopqrstuvwxyz-'",
    "es": "áéíóúüñ",
    "fr": "àâäçéèêëîïôöœùûü",
    "it": "àèéìòù",
}
"""The letters that names in a language are written with."""


@pytest.mark.parametrize("language", OF_LANGUAGES)
def test_every_letter_of_a_language_can_be_written(language: str) -> None:
    assert set(OF_LANGUAGES[language]) <= set(LETTERS)


def test_every_letter_is_there_once_and_can_be_drawn() -> None:
    assert len(set(LETTERS)) == len(LETTERS)
    assert all(Font.load(font).can_draw(LETTERS + LETTERS.upper()) for font in ("small", "tiny"))


def test_a_spanish_name_is_written_by_keys(box: TestBox) -> None:
    taken: list[str] = []
    box.box.push(NameEditor(box.box, NAME_LENGTH, taken.append))
    editor = box.box.scene
    assert isinstance(editor, NameEditor)
    for letter in "íñigo":
        while editor.letters[editor.cursor] != letter:
            box.tap(Key.DOWN)
        box.tap(Key.RIGHT)
    box.tap(Key.BACK)
    box.tap(Key.OK)
    assert taken == ["Íñigo"]
