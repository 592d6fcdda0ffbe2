"""In a real browser: a phone looks closer at a board, upright or on its side, and its letters can be read then."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion import games
from tests.web.browser import CHROMIUM, phone, wait_for
from tests.web.browsers.test_narrow import put
from tests.web.house import House, token_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

UPRIGHT = (360, 640)
ON_ITS_SIDE = ((667, 375), (740, 360), (932, 430))
SMALLEST = """() => {
    const size = (one) => {
        const {a, b} = one.getScreenCTM();
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
    };
    const all = [...document.querySelectorAll(".board svg text")].filter((one) => !one.closest("defs"));
    return Math.min(...all.map(size));
}"""
THUMB: dict[str, Any] = {"has_touch": True, "is_mobile": True}


def seated(browser: Browser, house: House, url: str, seat: int, size: tuple[int, int], **more: Any) -> Page:
    page = phone(browser, **more)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.add_cookies([{"name": "seat", "value": token_of(house.phone(seat)), "url": url}])
    page.goto(f"{url}/seat")
    return page


@pytest.mark.parametrize("game", games.names())
def test_letters_can_be_read_on_a_near_board(empty_house: House, url: str, browser: Browser, game: str) -> None:
    empty_house.begin(game=game)
    page = seated(browser, empty_house, url, 1, UPRIGHT)
    page.click(".zoom button")
    for width, height in (UPRIGHT, *ON_ITS_SIDE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALLEST) >= 12, (width, height)


@pytest.mark.parametrize("size", ON_ITS_SIDE)
def test_a_phone_on_its_side_looks_closer(house: House, url: str, browser: Browser, size: tuple[int, int]) -> None:
    """The button is there, the board grows, and its frame stays on the screen."""
    page = seated(browser, house, url, 1, size)
    drawn, frame = page.locator(".board svg"), page.locator(".board")
    before = drawn.bounding_box()
    page.click(".zoom button")
    after, around = drawn.bounding_box(), frame.bounding_box()
    assert before
    assert after
    assert around
    assert after["width"] > 1.9 * before["width"]
    assert after["height"] > 1.9 * before["height"]
    assert around["height"] <= size[1]


def test_a_tall_board_fills_its_half_of_a_phone_on_its_side(empty_house: House, url: str, browser: Browser) -> None:
    """It is scrolled in its frame, by keys too, and what is asked stays beside it."""
    empty_house.begin(game="venezia")
    page = seated(browser, empty_house, url, 1, ON_ITS_SIDE[0])
    drawn, frame = page.locator(".board svg").bounding_box(), page.locator(".board").bounding_box()
    assert drawn
    assert frame
    assert drawn["width"] > 0.4 * ON_ITS_SIDE[0][0]
    assert drawn["height"] > frame["height"]
    assert frame["y"] + frame["height"] <= ON_ITS_SIDE[0][1]
    assert page.get_attribute("figure.board", "tabindex") == "0"
    page.set_viewport_size({"width": UPRIGHT[0], "height": UPRIGHT[1]})
    wait_for(page, lambda: page.get_attribute("figure.board", "tabindex") is None)


def double_tap(page: Page, css: str) -> None:
    """Tap twice, as fast as a browser takes for a double tap."""
    page.locator(css).scroll_into_view_if_needed()
    box = page.locator(css).bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_double_tap_on_a_small_place_looks_closer(empty_house: House, url: str, browser: Browser) -> None:
    """It chooses the place but does not answer; near enough, a second tap answers as ever."""
    seat = put(empty_house, "venedig", "drain", board="mapped")
    page = seated(browser, empty_house, url, seat, UPRIGHT, **THUMB)
    answers = len(empty_house.judge.entries)
    first = page.locator(".board [data-option]").first.get_attribute("data-option")
    place = f'.board [data-option="{first}"]'
    double_tap(page, place)
    assert page.locator(f".board.near {place.partition(' ')[2]}.chosen").count() == 1
    assert len(empty_house.judge.entries) == answers
    double_tap(page, place)
    wait_for(page, lambda: len(empty_house.judge.entries) > answers)
    assert page.locator(".board.near").count() == 1


def test_boards_are_tapped_without_delay(house: House, url: str, browser: Browser) -> None:
    """The browser's own double tap would wait for a second one, and enlarge the whole page."""
    page = seated(browser, house, url, 1, UPRIGHT)
    assert page.locator(".board svg").evaluate("one => getComputedStyle(one).touchAction") == "manipulation"
