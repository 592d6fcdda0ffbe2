"""In a real browser: small phones and large letters. Nothing is wider than the screen; all targets are on it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from companion import games
from companion.referee.simulation import play_random
from companion.words import LANGUAGES
from tests.tables import file_of, referee
from tests.web.browser import CHROMIUM, live_box, phone
from tests.web.house import House, token_of
from tests.web.states import DEALT

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

SMALL: ViewportSize = {"width": 320, "height": 640}
READ = ("/", "/seat", "/rules", "/rules/venedig", "/history", "/fair", "/join", "/layouts/venedig/edit")
LESSONS = ("/set-up", "/set-up?step=5", "/rules/rialto/short")
BOARDS = ("/layouts/venise/edit", "/layouts/venise/edit?board=night-4", "/layouts/venise/ours/day-2")
ASKED_FOR = (*READ, *LESSONS, *BOARDS, *(f"/layouts/{game}" for game in games.names()), "/history/none")


def put(house: House, game: str, key: str, **options: str) -> int:
    """Put a random game on the table, advanced to this question; return the seat that is asked."""
    judge, rng = referee(game, 3, 1, None, **options), Random(1)
    while not (asked := [seat for seat, decision in judge.open.items() if decision.key == key]):
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    return asked[0]


def small_phone(browser: Browser, house: House, url: str, seat: int) -> Page:
    page = phone(browser)
    page.set_viewport_size(SMALL)
    cookie = token_of(house.phone(seat))
    page.context.add_cookies([{"name": "seat", "value": cookie, "url": url}])
    return page


def measure(page: Page, script: str, arg: Any = None) -> Any:
    return page.evaluate(script, arg)


PHONES = ((320, "100%"), (390, "170%"), (320, "200%"))
"""Widths, each with the size of the letters that somebody has set."""
WIDTH = """letters => {
    document.documentElement.style.fontSize = letters;
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    return document.documentElement.scrollWidth;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_the_phone(house: House, url: str, browser: Browser, language: str) -> None:
    page = small_phone(browser, house, url, 1)
    page.context.add_cookies([{"name": "language", "value": language, "url": url}])
    for path in ASKED_FOR:
        page.goto(url + path)
        for width, letters in PHONES:
            page.set_viewport_size({"width": width, "height": 700})
            assert measure(page, WIDTH, letters) <= width, (path, letters)


def test_all_ballots_and_the_button_are_in_sight(house: House, url: str, browser: Browser) -> None:
    seat = put(house, "doge", "ballots")
    page = small_phone(browser, house, url, seat)
    page.goto(f"{url}/seat")
    targets = "[...document.querySelectorAll('.question .option, .question .go')]"
    edges = measure(page, f"() => {targets}.map(one => one.getBoundingClientRect().toJSON())")
    assert len(edges) == 7 + 1
    assert all(edge["left"] >= 0 and edge["right"] <= SMALL["width"] for edge in edges)
    assert all(edge["top"] >= 0 and edge["bottom"] <= SMALL["height"] for edge in edges)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_into_its_neighbour(empty_house: House, url: str, browser: Browser, language: str) -> None:
    """The header is one line; the names of cards keep clear of the buttons beside them."""
    page = small_phone(browser, empty_house, url, put(empty_house, "venezia", "spread", **DEALT["venezia"]))
    page.context.add_cookies([{"name": "language", "value": language, "url": url}])
    page.goto(f"{url}/seat")
    header = page.locator("header").bounding_box()
    assert header is not None
    assert header["height"] < 80
    page.wait_for_selector(".pile.taps")
    gaps = measure(
        page,
        """() => [...document.querySelectorAll('.pile')].map(one => {
            const name = document.createRange();
            name.selectNodeContents(one.querySelector('label span'));
            return one.querySelector('.by').getBoundingClientRect().left - name.getBoundingClientRect().right;
        })""",
    )
    assert len(gaps) == 4
    assert min(gaps) >= 0


def test_a_place_is_answered_without_a_button_in_the_way(empty_house: House, url: str, browser: Browser) -> None:
    """Until a place is chosen there is nothing to send; chosen by a thumb that may have missed, it is confirmed."""
    page = small_phone(browser, empty_house, url, put(empty_house, "venedig", "place", board="mapped"))
    page.goto(f"{url}/seat")
    button = page.locator("form.question button.go")
    assert not button.is_visible()
    page.locator(".board [data-option]").first.click()
    button.wait_for()


def test_every_key_of_the_box_is_on_a_small_phone(tmp_path: Path, browser: Browser) -> None:
    with live_box(tmp_path, ["Anna", "Ben", "Cleo"]) as box:
        page = phone(browser)
        page.set_viewport_size(SMALL)
        page.goto(f"{box.url}/box")
        rights = measure(
            page, "() => [...document.querySelectorAll('.key')].map(one => one.getBoundingClientRect().right)"
        )
        assert len(rights) == 11
        assert max(rights) <= SMALL["width"]


def test_a_row_of_cards_is_tapped_without_scrolling(empty_house: House, url: str, browser: Browser) -> None:
    """Rialto's rows come before the map while one may be taken."""
    seat = put(empty_house, "rialto", "row", cards="device")
    page = small_phone(browser, empty_house, url, seat)
    page.goto(f"{url}/seat")
    reached = measure(
        page,
        """() => [...document.querySelectorAll('.board [data-option]')].filter(place => {
            const {left, right, top, bottom} = place.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return place.contains(hit);
        }).length""",
    )
    assert reached == page.locator(".board [data-option]").count() > 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_a_board_can_be_read_on_a_small_phone(
    empty_house: House, url: str, browser: Browser, game: str, language: str
) -> None:
    """No letter is tiny, and no word is cut off by the board's edge."""
    empty_house.begin(game=game)
    page = phone(browser)
    page.set_viewport_size(SMALL)
    page.context.add_cookies([{"name": "language", "value": language, "url": url}])
    page.goto(url)
    small, cut = measure(
        page,
        """() => {
            const edge = document.querySelector('.board svg').getBoundingClientRect();
            const size = one => {
                const {a, b} = one.getScreenCTM();
                return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
            };
            const all = [...document.querySelectorAll('.board svg text')].filter(one => !one.closest('defs'));
            const out = one => {
                const {left, right} = one.getBoundingClientRect();
                return left < edge.left - .5 || right > edge.right + .5;
            };
            const said = some => some.map(one => one.textContent);
            return [said(all.filter(one => size(one) < 7.5)), said(all.filter(out))];
        }""",
    )
    assert small == []
    assert cut == []


def test_names_of_districts_stay_in_their_tiles(empty_house: House, url: str, browser: Browser) -> None:
    """Whichever of Rialto's districts is present, and marked as such."""
    empty_house.begin(game="rialto")
    page = small_phone(browser, empty_house, url, 1)
    page.goto(url)
    beyond = measure(
        page,
        """() => [...document.querySelectorAll('.rialto-tab')].map(tile => {
            tile.classList.add('rialto-now');
            const parts = ['path', 'text:last-child'].map(one => tile.querySelector(one));
            const [edge, name] = parts.map(one => one.getBoundingClientRect());
            return Math.max(name.right - edge.right, edge.left - name.left);
        })""",
    )
    assert len(beyond) == 6
    assert max(beyond) <= 0


def test_an_islands_name_is_drawn_over_the_places_to_tap(empty_house: House, url: str, browser: Browser) -> None:
    """It can be read where it stands; a tap goes through it."""
    seat = put(empty_house, "venedig", "drain", board="mapped")
    page = small_phone(browser, empty_house, url, seat)
    page.goto(f"{url}/seat")
    places_before = measure(
        page,
        """() => {
            const names = document.querySelector('.venedig-names');
            const places = [...document.querySelectorAll('.venedig-place')];
            return places.map(place => place.compareDocumentPosition(names) & Node.DOCUMENT_POSITION_FOLLOWING);
        }""",
    )
    assert places_before
    assert all(places_before)
    assert measure(page, "() => getComputedStyle(document.querySelector('.venedig-names')).pointerEvents") == "none"


def test_the_tools_of_an_editor_stand_apart(empty_house: House, url: str, browser: Browser) -> None:
    page = phone(browser)
    for width in (320, 414):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(f"{url}/layouts/venedig/edit")
        overlaps = measure(
            page,
            """() => {
                const boxes = [...document.querySelectorAll('.tools .option span')]
                    .map(one => one.getBoundingClientRect());
                return boxes.filter((a, i) => boxes.slice(i + 1).some(b => a.left < b.right - 1
                    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
            }""",
        )
        assert overlaps == 0


def test_what_is_tapped_on_pages_to_read_is_large_enough(empty_house: House, url: str, browser: Browser) -> None:
    """The shelf of games, the slider of a game that is looked back at, and the tools of an editor: 44 px high."""
    judge = referee("venise", 2, 1, None)
    play_random(judge, Random(1))
    file = file_of(empty_house.ledger.begin(judge.kind, judge.table, judge.urn))
    file.rewrite(0, judge.entries, [])
    file.finish(judge.run.final)
    file.close()
    (game,) = empty_house.ledger.games()
    page = phone(browser)
    page.set_viewport_size(SMALL)
    low = """css => [...document.querySelectorAll(css)].map(one => one.getBoundingClientRect().height)"""
    for path, css in (
        ("/", ".shelf .button"),
        ("/rules/doge", ".shelf .button"),
        (f"/history/{game.id}/replay", ".slide input, .slide a.button, .slide button:not(.show)"),
        ("/layouts/venedig/edit", ".tools .option span"),
    ):
        page.goto(url + path)
        heights = measure(page, low, css)
        assert heights, path
        assert min(heights) >= 44, path
