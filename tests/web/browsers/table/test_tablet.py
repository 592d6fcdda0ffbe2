"""In a real browser: the table for everyone to see, on a tablet or a large screen. The whole board is visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion import games
from tests.web.browser import CHROMIUM, phone
from tests.web.browsers.test_narrow import put
from tests.web.house import House

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

LARGE = ((820, 1180), (1180, 820), (1600, 900))
MEASURED = """() => {
    const board = document.querySelector('.board svg'), {width, height} = board.viewBox.baseVal;
    const {left, right, top, bottom} = board.getBoundingClientRect();
    return {right, bottom, beyond: (right - left) - (bottom - top) * width / height};
}"""
"""The bottom of the board, and how much wider it is than its visible part should be."""


def boards(browser: Browser, url: str, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield the board of one page on screens of these sizes."""
    page = phone(browser)
    page.goto(url)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height, page.evaluate(MEASURED)


@pytest.mark.parametrize("game", games.names())
def test_the_whole_board_is_seen_without_scrolling(empty_house: House, url: str, browser: Browser, game: str) -> None:
    empty_house.begin(game=game)
    for width, height, board in boards(browser, url, LARGE):
        assert board["bottom"] <= height, (width, height)
        assert board["right"] <= width, (width, height)
        assert board["bottom"] > height * 0.75, "as large as it can be"


def test_the_whole_board_is_seen_below_a_long_question(empty_house: House, url: str, browser: Browser) -> None:
    put(empty_house, "rialto", "stage", cards="table")
    for width, height, board in boards(browser, url, LARGE):
        assert board["bottom"] <= height, (width, height)


@pytest.mark.parametrize("game", games.names())
def test_nothing_beside_a_board_is_drawn(empty_house: House, url: str, browser: Browser, game: str) -> None:
    """Land and water end where the board does: a wider picture would show what lies beyond."""
    empty_house.begin(game=game)
    for width, height, board in boards(browser, url, ((320, 640), (360, 640), (844, 390), *LARGE)):
        assert abs(board["beyond"]) < 1, (width, height)
