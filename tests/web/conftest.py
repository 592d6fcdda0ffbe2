"""A house, empty or with a game of Doge on the table, and a browser to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import CHROMIUM, FLAGS
from tests.web.house import House
from tests.web.played import Pages
from tests.web.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def empty_house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def house(empty_house: House) -> House:
    empty_house.begin()
    return empty_house


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    house = Pages(tmp_path)
    yield house
    house.close()


@pytest.fixture(scope="session")
def launched() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: apt install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser(launched: Browser) -> Iterator[Browser]:
    """A browser whose pages are closed after each test: they would go on looking for a box that is gone."""
    yield launched
    for context in launched.contexts:
        context.close()


@pytest.fixture
def url(empty_house: House) -> Iterator[str]:
    with served(empty_house) as address:
        yield address
