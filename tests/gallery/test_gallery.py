"""The gallery has every question that is met in a game, and its page shows a picture of every game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from companion import games
from companion.words import LANGUAGES, extract, language_name
from tests.gallery import texts
from tests.gallery.__main__ import HERE, contact_sheet
from tests.gallery.screens import screens_at_home, screens_of_game
from tests.gallery.teaching import PAGE as TEACHING
from tests.gallery.teaching import SPOKEN, first_round


def test_the_page_shows_the_box_and_every_game() -> None:
    text = texts.PAGE.read_text("utf-8")
    for name in ("box", *games.names()):
        assert f"tests/gallery/pictures/{name}.png" in text
        assert (HERE / f"{name}.png").exists()


def test_the_page_counts_the_texts_of_every_room_in_every_language() -> None:
    """None is missing and none was cut off where the tests set them on the screen."""
    page = texts.PAGE.read_text("utf-8").partition(texts.HEADING)[2]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    heads = ["room", *map(language_name, LANGUAGES), "missing"]
    assert heads in rows
    rooms = {row[0]: row[1:] for row in rows if len(row) == len(heads)}
    assert {str(home.relative_to(extract.ROOT)) for home, _ in extract.homes()} < rooms.keys()
    assert rooms["all"][-1] == "0"
    fitted = [row for row in rows if len(row) == 3 and row[0] in map(language_name, LANGUAGES)]
    assert len(fitted) == len(LANGUAGES)
    assert all(int(row[1].replace(",", "")) > 1000 and row[2] == "0" for row in fitted)


def test_a_text_that_is_missing_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its room, and in all."""
    shutil.copytree(games.HERE / "doge" / "words", tmp_path / "words")
    german = tmp_path / "words" / "de.po"
    german.write_text(re.sub(r'(msgid "lay.pieces"\n)msgstr .*', r'\1msgstr ""', german.read_text("utf-8")), "utf-8")
    wanted = extract.wanted()[games.HERE / "doge"]
    assert set(wanted) - texts.filled(tmp_path, "de") == {"lay.pieces"}
    assert set(wanted) - texts.filled(tmp_path, "en") == set()
    monkeypatch.setattr(extract, "wanted", lambda: {tmp_path: wanted})
    monkeypatch.setattr(extract, "ROOT", tmp_path.parent)
    assert [row["missing"] for row in texts.by_room().rows] == [1, 1]


def test_the_same_screens_are_shown_in_every_language() -> None:
    at_home = [screens_at_home(language) for language in LANGUAGES]
    assert len({tuple(screens) for screens in at_home}) == 1
    sheet = contact_sheet(at_home)
    assert sheet.width > 3 * 3 * 128


def test_a_game_shows_its_questions_tellings_and_menus() -> None:
    captions = set(screens_of_game("doge", "en"))
    assert {"asks: ballots", "asks: laid", "tells: wins", "hand over", "menu", "while playing"} <= captions


@pytest.mark.parametrize("game", games.names())
def test_the_taught_first_round_is_the_one_that_is_played(game: str) -> None:
    text = TEACHING.read_text("utf-8")
    for language in SPOKEN:
        assert "\n".join(first_round(game, language)) in text, "make teaching"
    assert (HERE / f"set-up-{game}.png").exists()
    assert (HERE / f"set-up-{game}-phone.png").exists()
