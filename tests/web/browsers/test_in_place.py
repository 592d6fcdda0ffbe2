"""In a real browser: undo, redo, taking back, agreeing and handing over a seat do not leave the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from companion.referee.simulation import play_random
from tests.web.browser import CHROMIUM, LiveBox, join, live_box, phone, settled, shorten, wait_for

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, ["Anna", "Ben", "Cleo"]) as live:
        yield live


def lay_ballots(box: LiveBox) -> None:
    """Let everyone lay a ballot in Castello: what is revealed then is undone only by consent."""
    for seat in (1, 2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)


def stay(box: LiveBox, page: Page) -> Page:
    """Note that this page is still the one that was loaded, scrolled to where it is."""
    settled(box, page)
    page.evaluate("() => { window.stayed = true; }")
    return page


def has_stayed(box: LiveBox, page: Page) -> bool:
    settled(box, page)
    return bool(page.evaluate("() => window.stayed === true"))


def entries(box: LiveBox) -> int:
    return len(box.referee.entries)


def test_a_sealed_answer_is_taken_back_in_place(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.match.go_on()))
    stay(box, page)
    page.click("form[action='/take-back'] button")
    wait_for(page, lambda: entries(box) == 0)
    assert has_stayed(box, page)
    assert page.locator("form.question[data-question^='area@']").count() == 1


def test_undo_and_its_consent_stay_on_the_page(box: LiveBox, browser: Browser) -> None:
    """Ben says no, then Ben and Cleo agree: which button was pressed is sent along. Then it is done again."""
    pages = [join(box, phone(browser), seat) for seat in (1, 2, 3)]
    lay_ballots(box)
    for page in pages:
        stay(box, page)
    pages[0].click("form[action='/undo'] button")
    pages[1].click("form.wish button[value='no']")
    wait_for(pages[0], lambda: box.in_loop(lambda: box.referee.proposal) is None)
    settled(box, pages[0])
    pages[0].click("form[action='/undo'] button")
    for page in pages[1:]:
        page.click("form.wish button[value='yes']")
    wait_for(pages[0], lambda: entries(box) == 5)
    pages[2].click("form[action='/redo'] button")
    wait_for(pages[0], lambda: entries(box) == 6)
    assert all(has_stayed(box, page) for page in pages)


def test_a_seat_is_handed_over_where_the_page_is_scrolled_to(box: LiveBox, browser: Browser) -> None:
    """The fold stays open, and the button where it was under the thumb."""
    page = stay(box, join(box, phone(browser), 1))
    page.click("details.players summary")
    button = page.locator("form[data-key='player-3'] button[value='steady']")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.press("Enter")
    wait_for(page, lambda: box.in_loop(lambda: 3 in box.referee.game.boxed))
    assert has_stayed(box, page)
    after = button.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 10


def test_an_undo_waits_for_the_line(box: LiveBox, browser: Browser) -> None:
    """Sent while the line is down, it says so, and is done once when the line is back."""
    page = join(box, phone(browser), 1)
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.match.go_on()))
    stay(box, page)
    page.route("**/take-back", lambda route: route.abort(), times=1)
    page.click("form[action='/take-back'] button")
    page.wait_for_selector("#line.away")
    wait_for(page, lambda: entries(box) == 0)
    assert has_stayed(box, page)


def test_an_undo_whose_reply_was_lost_is_done_once(box: LiveBox, browser: Browser) -> None:
    """It is sent again, is too late then, and nothing is said of that: it has been done."""
    page = join(box, phone(browser), 1)
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.referee.answer(1, [3]), box.match.go_on()))
    stay(box, page)
    page.route("**/undo", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    page.click("form[action='/undo'] button")
    wait_for(page, lambda: entries(box) == 1)
    page.wait_for_selector("#line.sent")
    assert page.locator(".refused").count() == 0
    assert entries(box) == 1


def test_why_an_undo_is_refused_is_said_beside_it(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.referee.answer(1, [3]), box.match.go_on()))
    stay(box, page)
    page.evaluate("() => { document.querySelector(\"form[action='/undo'] [name=entries]\").value = 99; }")
    page.click("form[action='/undo'] button")
    page.wait_for_selector("form[action='/undo'] [role=alert]")
    assert has_stayed(box, page)


def test_leaving_leaves(box: LiveBox, browser: Browser) -> None:
    page = stay(box, join(box, phone(browser), 1))
    page.click("form[action='/leave'] button")
    page.wait_for_url(f"{box.url}/")
    assert box.in_loop(lambda: not box.phones.site.seats.taken(box.phones.site.door.host.game_id()))


def test_the_end_of_a_game_is_dressed_where_it_appears(box: LiveBox, browser: Browser) -> None:
    """The podium's style is not loaded with a game in progress, but with its end."""
    page = stay(box, join(box, phone(browser), 1))
    assert page.locator("link[href*='ending.css']").count() == 0
    box.in_loop(lambda: (shorten(box.referee), play_random(box.referee, Random(1)), box.match.go_on()))
    assert has_stayed(box, page)
    anchored = "() => getComputedStyle(document.querySelector('.podium text')).textAnchor"
    wait_for(page, lambda: page.evaluate(anchored) == "middle")
