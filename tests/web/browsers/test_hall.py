"""In a real browser: the hall's pages with few, many and very many tables, on a screen for all and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from companion.club.messages import ONLINE, STATE
from tests.web.browser import CHROMIUM, PHONE, until, wait_for
from tests.web.browsers.test_axe import EVERYTHING, in_the_dark, on_other_screens, violations
from tests.web.hall.test_hall import end, guest, hall, organiser, say, seat
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall

__all__ = ["guest", "hall", "organiser"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

SCREEN: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
NAMES = ("Anna", "Hieronymus", "Maximilian")
LEAST = 9
"""Pixels of the letters on a wall of a hundred tables: as small as a screen for all may be."""
LETTERS = (
    "() => [...document.querySelectorAll('.tile li b')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
)
OVERFLOW = """() => {
    const root = document.documentElement;
    return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight];
}"""


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, create_hall(hall), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    hall.listeners.close()
    server.shutdown()
    thread.join(5)
    server.server_close()


def fill(hall: Hall, organiser: FlaskClient, tables: int) -> None:
    """Have a club of this many tables play: one has just ended, one is away, one is free, one plays a shared urn."""
    for number in range(1, tables + 1):
        seat(hall, f"table-{number}", *NAMES, over=number == 2)
    say(hall, "table-3", ONLINE, {"online": False})
    say(hall, "table-4", STATE, {"since": 1, "table": None})
    hall.tables.take_board("table-1", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>')
    people = [f"{name}{number}" for number in range(tables) for name in ("Anna", "Ben", "Cleo", "Dora")]
    organiser.post("/rounds/stir", data={"words": "gondola ponte"})
    drawn = {"people": "\n".join(people), "tables.doge": str(tables)}
    for number in range(2):
        organiser.post("/rounds", data=drawn)
        for place, meeting in enumerate(hall.book.evening().rounds[-1].round.meetings, start=1):
            end(hall, 1000 * number + place, *meeting.people)
    organiser.post("/rounds/end")
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data=drawn)
    organiser.post("/people/hide", data={"name": people[0], "hidden": "1"})
    organiser.post("/people/merge", data={"name": people[1], "into": "Benno"})
    organiser.post("/shared", data={"kind": "doge.3", "table": ["table-1", "table-2"]})
    assert not hall.tables.take("ballottino/1/table-1/state", b"{")


@pytest.mark.parametrize("tables", [4, 30, 100])
@pytest.mark.parametrize("size", ["screen", "phone"])
def test_every_page_of_the_hall_fits_and_has_no_violation(
    browser: Browser, hall: Hall, organiser: FlaskClient, address: str, tables: int, size: str
) -> None:
    fill(hall, organiser, tables)
    context = browser.new_context(**(SCREEN if size == "screen" else PHONE))
    context.add_cookies([{"name": KEY_COOKIE, "value": hall.key, "url": address}])
    page = context.new_page()
    found: list[tuple[str, str]] = []
    paths = ["/", "/table/table-1", "/table/table-3", "/rounds", "/evenings/1", "/results", "/fame", "/people"]
    for path in [*paths, "/person/Benno", "/shared", "/refused"]:
        answer = page.goto(address + path)
        assert answer is not None
        assert answer.status == 200, path
        assert page.evaluate(OVERFLOW)[0] == 0, f"{path} is wider than a {size}"
        if tables == 4 or path == "/":  # more tables are more of the same
            found += [*violations(path, page, None, EVERYTHING), *in_the_dark(path, page)]
        if tables == 4 and size == "phone":
            found += on_other_screens(path, page)
    assert found == []
    page.goto(address)
    assert page.locator(".tile").count() == tables
    if size == "screen":
        check_wall(page)
    context.close()


def check_wall(page: Page) -> None:
    """Check that nothing on a wall has to be scrolled, that it can be read, and that no score is out of its tile."""
    until(page, "() => document.getElementById('tiles').style.fontSize !== ''")
    assert page.evaluate(OVERFLOW) == [0, 0]
    assert min(page.evaluate(LETTERS)) >= LEAST
    outside = """() => [...document.querySelectorAll('.tile')].filter((tile) => {
        const frame = tile.getBoundingClientRect();
        return [...tile.querySelectorAll('b, .note')].some((one) => {
            const box = one.getBoundingClientRect();
            return box.width && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
        });
    }).map((tile) => tile.id)"""
    assert page.evaluate(outside) == []
    lost = f"() => {{ events.onerror(); return [line.textContent, ...({OVERFLOW})()]; }}"
    assert page.evaluate(lost) == ["Reconnecting…", 0, 0]


def test_a_table_that_was_not_shown_comes_in_though_nothing_happens_there(
    browser: Browser, hall: Hall, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.hall.wall.MOST", 2)
    for number in range(1, 4):
        seat(hall, f"table-{number}", "Anna", "Ben", "Cleo")
    page = browser.new_context(**SCREEN).new_page()
    page.goto(address)
    until(page, "() => document.getElementById('tiles').style.fontSize !== ''")
    assert page.locator("#tile-table-3").count() == 0
    say(hall, "table-1", ONLINE, {"online": False})
    hall.listeners.publish()
    wait_for(page, lambda: page.locator("#tile-table-3").count())
    assert page.locator(".tile").count() == 2


def test_results_come_in_while_somebody_looks(browser: Browser, hall: Hall, address: str) -> None:
    end(hall, 1, "Anna", "Ben", "Cleo")
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{address}/results")
    page.evaluate("() => { window.stayed = true; }")
    assert "Zeno" not in page.content()
    end(hall, 2, "Zeno", "Anna", "Ben")

    hall.listeners.publish()
    wait_for(page, lambda: page.locator("#live li", has_text="Zeno").count())
    assert page.evaluate("() => window.stayed"), "the page was not loaded again"
