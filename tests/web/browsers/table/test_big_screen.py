"""In a real browser: the big screen fits every television, becomes the podium by itself, and shows a lost line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion import games
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.seats import seat_table
from companion.words import LANGUAGES
from tests.tables import file_of
from tests.web.browser import CHROMIUM, phone, shorten, until, wait_for
from tests.web.house import House

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (1920, 1200), (3840, 2160))
LONG_NAMES = ["Wilhelmine", "Alessandra", "Maximilian", "Benedettaa", "MMMMMMMMMM"]
OUTSIDE = """() => {
    const seen = [...document.querySelectorAll('.drift :is(h1, h2, p, li, td, th, figure, svg, time, b, small)')];
    const parts = seen.filter((one) => !one.closest('svg') || one.localName === 'svg');
    return parts.filter((one) => {
        const {left, top, right, bottom, width} = one.getBoundingClientRect();
        return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
    }).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What is not wholly on the screen."""
COVERED = """() => {
    const joining = document.getElementById('joining').getBoundingClientRect();
    if (!joining.width) return [];
    const texts = [...document.querySelectorAll('.standing td, .standing th, .asks p, .news li, .over li')];
    return texts.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.right > joining.left && box.bottom > joining.top + 1;
    }).map((one) => one.textContent);
}"""
"""What lies behind the code to join with."""


def put(house: House, game: str, players: int, most: int | None, seed: int = 3) -> Referee:
    """Put a game with the longest names on the table, after this many random answers or at its end."""
    kind = games.find(game).game
    setting = kind.set_table(seat_table(LONG_NAMES[:players], kind.colours), {}, games.find(game).layout(None, {}))
    judge = Referee(kind, setting, random_urn(Random(seed)))
    if game == "doge":
        shorten(judge)
    play_random(judge, Random(seed), most=most)
    put_on = house.put(kind, setting, judge.urn, judge.entries)
    if put_on.outcome is not None:
        file_of(put_on).finish(put_on.run.final)
    return put_on


def screen(browser: Browser, url: str, **more: Any) -> Page:
    page = phone(browser, device_scale_factor=1, **more)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{url}/tv")
    return page


def fits(page: Page) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield every size at which the page scrolls, or something is cut or covered."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong = page.evaluate(OUTSIDE) + page.evaluate(COVERED)
        scrolls = page.evaluate(
            "() => { const all = document.documentElement;"
            " return all.scrollHeight > innerHeight || all.scrollWidth > innerWidth; }"
        )
        if wrong or scrolls:
            yield (width, height), f"{wrong or 'scrolls'}"


@pytest.mark.parametrize("game", games.names())
def test_nothing_scrolls_or_is_cut_on_any_television(
    empty_house: House, url: str, browser: Browser, game: str
) -> None:
    """With fewest and most players, in every language, before the game, in its middle and at its end."""
    numbers = games.find(game).game.players
    for players, language, most in (
        (max(numbers), "de", 0),
        (max(numbers), "es", 12),
        (max(numbers), "it", 60),
        (min(numbers), "en", 45),
        (max(numbers), "fr", None),
        (min(numbers), "it", None),
    ):
        put(empty_house, game, players, most)
        page = screen(browser, url, locale=language)
        assert list(fits(page)) == [], (players, language, most)
        page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_waits_for_a_game(empty_house: House, url: str, browser: Browser, language: str) -> None:
    page = screen(browser, url, locale=language)
    assert list(fits(page)) == []
    assert page.inner_text("#clock time").count(":") == 1


def test_it_follows_the_game_and_becomes_the_podium_by_itself(empty_house: House, url: str, browser: Browser) -> None:
    judge = put(empty_house, "venise", 2, 12)
    page = screen(browser, url)
    loaded = page.evaluate("performance.timeOrigin")
    said = page.inner_text(".news li:first-child")
    empty_house.run(lambda: (play_random(judge, Random(1), most=18), empty_house.refresh()))
    wait_for(page, lambda: page.inner_text(".news li:first-child") != said)
    assert page.locator(".podium").count() == 0
    empty_house.run(lambda: (play_random(judge, Random(1)), empty_house.refresh()))
    page.wait_for_selector(".over .podium")
    assert judge.outcome is not None
    names = {seat.number: seat.name for seat in judge.table.seats}
    assert all(names[seat] in page.inner_text(".over h1") for seat in judge.outcome.winners)
    podium = page.locator(".podium").bounding_box()
    assert podium is not None
    assert podium["width"] > 0.4 * 1280, "it can be read from afar"
    assert not page.locator("#joining").is_visible(), "nobody joins a game that is over"
    assert page.evaluate("performance.timeOrigin") == loaded, "nobody had to load it again"
    assert list(fits(page)) == []


def test_a_lost_line_is_shown(empty_house: House, url: str, browser: Browser) -> None:
    put(empty_house, "venise", 2, 10)
    page = screen(browser, url)
    page.wait_for_timeout(300)
    page.context.set_offline(True)
    until(page, "() => document.getElementById('line').textContent === 'Reconnecting…'")
    until(page, "() => getComputedStyle(document.getElementById('line')).opacity === '1'")


def test_nothing_burns_in(empty_house: House, url: str, browser: Browser) -> None:
    """The board is dark by day too, and everything is shifted every two minutes, in jumps that nobody notices."""
    put(empty_house, "rialto", 5, 30)
    page = screen(browser, url, color_scheme="light")
    ink = page.evaluate("getComputedStyle(document.querySelector('.rialto-board')).color")
    assert min(map(int, re.findall(r"\d+", ink)[:3])) > 150, "light letters"
    places = page.evaluate(
        """() => {
        const [shift] = document.querySelector('.drift').getAnimations();
        shift.pause();
        return [0, 150, 300, 450, 600, 750, 900].map((seconds) => {
            shift.currentTime = seconds * 1000;
            const box = document.querySelector('.standing').getBoundingClientRect();
            return [Math.round(box.left), Math.round(box.top)].join();
        });
    }"""
    )
    assert len(set(places)) == 7
    assert list(fits(page)) == []


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_the_podium_rises_only_where_motion_is_welcome(
    empty_house: House, url: str, browser: Browser, motion: str, moves: bool
) -> None:
    put(empty_house, "venise", 2, None)
    page = screen(browser, url, reduced_motion=motion)
    names = page.evaluate(
        "[...document.querySelectorAll('.podium g')].map((one) => getComputedStyle(one).animationName)"
    )
    assert ("rise" in names) == moves
