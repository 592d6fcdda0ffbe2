"""The club is set up on the box: address and password letter by letter, changed and left again, for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.words import LANGUAGES
from firmware.box.program import open_club
from firmware.club.address import CLUB, INSTALLED_FOR, password
from firmware.scenes.menus import Reading
from firmware.scenes.setup.club import ClubSetup
from firmware.scenes.writing import TextEditor
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.looking import look_around

NOBODY = "table-1@127.0.0.1:9"
"""An address at which nobody answers."""


def set_up(box: TestBox) -> ClubSetup:
    menu = ClubSetup(box.box)
    box.box.push(menu)
    return menu


def write(box: TestBox, line: int, text: str) -> None:
    """Choose a line of the menu, put a text into its editor and press OK."""
    menu = box.box.scene
    assert isinstance(menu, ClubSetup)
    menu.cursor = line
    box.tap(Key.OK)
    editor = box.box.scene
    assert isinstance(editor, TextEditor)
    editor.letters, editor.cursor, editor.touched = [*text], 0, True
    box.tap(Key.OK)


def test_a_club_is_joined_changed_and_left(box: TestBox, tmp_path: Path) -> None:
    menu = set_up(box)
    assert "None yet" in menu.items[0].note
    write(box, 0, NOBODY)
    assert box.box.club.publisher is not None
    assert str(box.box.club.publisher.address) == f"mqtt://{NOBODY}"
    assert box.box.preferences[CLUB] == NOBODY
    assert "can’t be reached" in menu.items[0].note
    write(box, 1, "Gondola7")
    assert password(tmp_path) == "Gondola7"
    assert (tmp_path / "club-password").stat().st_mode & 0o777 == 0o600
    menu.cursor = 2
    box.tap(Key.OK)
    assert box.box.club.publisher is None
    assert box.box.preferences[CLUB] == ""


def test_letters_are_written_by_keys(box: TestBox) -> None:
    set_up(box)
    box.tap(Key.OK)
    editor = box.box.scene
    assert isinstance(editor, TextEditor)
    for key in (Key.DOWN, Key.RIGHT, Key.UP, Key.RIGHT, Key.BACK):
        box.tap(key)
    assert editor.text == "b/"


def test_an_address_that_cannot_be_is_refused_and_not_kept(box: TestBox) -> None:
    set_up(box)
    write(box, 0, "a:b:c")
    assert isinstance(box.box.scene, Reading)
    assert box.box.club.publisher is None
    assert box.box.preferences[CLUB] is None


def test_set_up_counts_more_than_what_was_installed(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(INSTALLED_FOR, f"mqtt://{NOBODY}")
    open_club(box.box, None)
    assert box.box.club.publisher is not None
    box.box.club.join("")
    box.box.preferences[CLUB] = ""
    open_club(box.box, None)
    assert box.box.club.publisher is None


def test_a_box_starts_whatever_address_is_kept(box: TestBox) -> None:
    box.box.preferences[CLUB] = "http://nonsense"
    open_club(box.box, None)
    assert box.box.club.publisher is None
    assert "nonsense" in box.box.club.state()


@pytest.mark.parametrize("language", LANGUAGES)
def test_club_set_up_fits_in_every_language(box: TestBox, cut: list[str], language: str) -> None:
    box.box.speak(language)
    box.box.preferences[CLUB] = NOBODY
    set_up(box)
    look_around(box)
    assert cut == []
