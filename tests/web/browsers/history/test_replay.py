"""In a real browser: looking back by slider, curve, tellings and keys, and saving a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from companion import games
from companion.referee import Referee
from companion.referee.run import Run
from companion.steps import TABLE
from companion.words import Words, folders_of
from tests.web.browser import CHROMIUM, phone, wait_for
from tests.web.browsers.table.test_big_screen import put
from tests.web.house import House

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

DRAWN = """() => [...document.querySelectorAll('#then .board :is(text, [aria-label])')]
    .map((one) => one.getAttribute('aria-label') || one.textContent)"""
"""Everything that a board says, in words and numbers."""


def open_replay(house: House, url: str, browser: Browser, step: int, **more: Any) -> Page:
    page = phone(browser, **more)
    page.goto(f"{url}/history/{house.game_id()}/replay?step={step}")
    return page


def settled(page: Page, step: int) -> None:
    wait_for(page, lambda: page.get_attribute("#replay", "data-step") == str(step))


def board_at(page: Page, judge: Referee, step: int) -> list[str]:
    """Draw the board of the record at a step in the same browser; return what it says."""
    words = Words("en", folders_of(judge.kind.name), judge.table.seats, long=True)
    paint = games.painter_of(judge.kind.name)
    assert paint is not None
    view = Run(judge.kind, judge.table, judge.urn, judge.entries[:step]).game.view(TABLE)
    svg = paint(view, words, judge.table.seats, None, ()).svg
    said: list[str] = page.evaluate(
        """(svg) => [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('text, [aria-label]')]
        .map((one) => one.getAttribute('aria-label') || one.textContent)""",
        svg,
    )
    return said


@pytest.mark.parametrize("game", games.names())
def test_the_slider_shows_the_board_of_the_record(empty_house: House, url: str, browser: Browser, game: str) -> None:
    """However it is moved: the board in the page is changed in place, and still the right one."""
    judge = put(empty_house, game, min(games.find(game).game.players), None)
    last = len(judge.entries)
    page = open_replay(empty_house, url, browser, last)
    slider = page.locator(".slide input[type=range]")
    for step in (last // 2, last // 2 + 1, 3, last - 1, 0, last):
        slider.evaluate("(one, step) => { one.value = step; one.dispatchEvent(new Event('input')); }", step)
        settled(page, step)
        assert page.evaluate(DRAWN) == board_at(page, judge, step), step
        assert page.url.endswith(f"?step={step}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_curve_tellings_buttons_and_keys_lead_to_a_step(empty_house: House, url: str, browser: Browser) -> None:
    judge = put(empty_house, "venise", 2, None)
    last = len(judge.entries)
    page = open_replay(empty_house, url, browser, last)
    box = page.locator(".strips").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    wait_for(page, lambda: page.get_attribute("#replay", "data-step") != str(last))
    middle = int(page.get_attribute("#replay", "data-step") or -1)
    assert abs(middle - last / 2) <= last / 100 + 1
    page.keyboard.press("ArrowRight")
    settled(page, middle + 1)
    page.keyboard.press("Home")
    settled(page, 0)
    page.click("[data-go=on]")
    settled(page, 1)
    page.locator(".slide input").focus()
    page.keyboard.press("End")
    settled(page, last)
    told = page.locator(".tellings a").last
    step = int(told.get_attribute("data-step") or -1)
    assert step < last
    told.click()
    settled(page, step)
    assert page.locator(".tellings li.now").count() >= 1


def test_it_plays_by_itself_until_stopped(empty_house: House, url: str, browser: Browser) -> None:
    put(empty_house, "venise", 2, None)
    page = open_replay(empty_house, url, browser, 5)
    page.click("#play")
    wait_for(page, lambda: int(page.get_attribute("#replay", "data-step") or 0) >= 7)
    page.click("#play")
    assert page.inner_text("#play") == "Play"


def test_without_script_the_slider_is_a_form(empty_house: House, url: str, browser: Browser) -> None:
    judge = put(empty_house, "venise", 2, None)
    page = open_replay(empty_house, url, browser, 10, java_script_enabled=False)
    page.click("[data-go=on]")
    page.wait_for_url("**step=11")
    page.click(".tellings a >> nth=-1")
    page.locator("button.show").click()
    assert "step=" in page.url
    assert len(judge.entries) > 11


def test_a_picture_is_saved_as_png(empty_house: House, url: str, browser: Browser, tmp_path: Path) -> None:
    put(empty_house, "venise", 2, None)
    page = open_replay(empty_house, url, browser, 20)
    is_a_board(page, tmp_path / "board.png")


def test_a_running_game_is_saved_as_png(house: House, url: str, browser: Browser, tmp_path: Path) -> None:
    page = phone(browser)
    page.goto(url)
    is_a_board(page, tmp_path / "board.png")


def is_a_board(page: Page, file: Path) -> None:
    """Check that what a page saves is a picture of a board."""
    with page.expect_download() as saved:
        page.click("[data-keep]")
    saved.value.save_as(file)
    with Image.open(file) as picture:
        assert picture.format == "PNG"
        assert picture.width == 896
        colours = picture.convert("RGB").getcolors(maxcolors=1 << 20)
    assert colours is not None
    assert len(colours) > 200, "there is a board on it"


def test_a_long_drag_asks_for_few_boards(empty_house: House, url: str, browser: Browser) -> None:
    """While one board is on its way, the slider may pass over a hundred steps: only the last is fetched."""
    judge = put(empty_house, "venise", 2, None)
    page = open_replay(empty_house, url, browser, 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/part" in request.url else None)
    page.evaluate(
        """() => {
        const slider = document.querySelector('.slide input');
        for (let step = 1; step <= 100; step++) { slider.value = step; slider.dispatchEvent(new Event('input')); }
    }"""
    )
    settled(page, 100)
    assert len(asked) <= 3
    assert len(judge.entries) > 100
