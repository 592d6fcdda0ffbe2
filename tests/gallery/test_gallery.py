"""The gallery has every question that is met in a game, and its page shows a picture of every game."""

from __future__ import annotations

import pytest

from companion import games
from companion.words import LANGUAGES
from tests.gallery.__main__ import HERE, PAGE, contact_sheet
from tests.gallery.screens import screens_at_home, screens_of_game
from tests.gallery.teaching import PAGE as TEACHING
from tests.gallery.teaching import SPOKEN, first_round


def test_the_page_shows_the_box_and_every_game() -> None:
    text = PAGE.read_text("utf-8")
    for name in ("box", *games.names()):
        assert f"tests/gallery/pictures/{name}.png" in text
        assert (HERE / f"{name}.png").exists()


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
