"""Every page to read links to every other: with a game on the table or without."""

from __future__ import annotations

import re

import pytest

from companion import games
from companion.words import Words, folders_of
from tests.web.house import House

SHELF = re.compile(r'<a class="button" href="/rules/(\w+)"( aria-current="page")?>([^<]+)</a>')


def titles(language: str) -> list[tuple[str, str]]:
    return [(name, Words(language, folders_of(name)).thing("game", name)) for name in games.names()]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", games.names())
def test_the_rules_of_a_game_lead_to_those_of_all_others(empty_house: House, game: str, language: str) -> None:
    page = empty_house.stranger().get(f"/rules/{game}", headers={"Accept-Language": language}).text
    shelf = SHELF.findall(page)
    assert [(name, title) for name, _, title in shelf] == titles(language)
    assert [name for name, here, _ in shelf if here] == [game]
    assert page.index("aria-current") < page.index('type="search"')


@pytest.mark.parametrize(("language", "begin"), [("en", "Play."), ("fr", "Jouer."), ("it", "Gioca.")])
@pytest.mark.parametrize("path", ["/", "/part/mirror"])
def test_a_table_without_a_game_says_how_to_begin(empty_house: House, path: str, language: str, begin: str) -> None:
    """And what there is to read meanwhile."""
    page = empty_house.stranger().get(path, headers={"Accept-Language": language}).text
    assert begin in page
    assert [(name, title) for name, _, title in SHELF.findall(page)] == titles(language)
    assert '<a class="button" href="/history">' in page


def test_a_table_with_a_game_shows_the_game(house: House) -> None:
    page = house.stranger().get("/").text
    assert not SHELF.findall(page)
    assert "<svg" in page
