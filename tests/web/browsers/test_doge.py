"""In a real browser: a whole Doge game on three phones, a mirror and the box, and the hardships of phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from companion.referee import Referee
from companion.steps import TABLE
from hardware.keys import Key
from tests.games.harness import fingerprint
from tests.web.browser import (
    CHROMIUM,
    LiveBox,
    asked,
    fill_in,
    join,
    live_box,
    phone,
    settled,
    shorten,
    wait_for,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, NAMES) as live:
        yield live


def test_a_whole_game_on_three_phones_a_mirror_and_the_box(box: LiveBox, browser: Browser) -> None:
    """Answers come from phones and from the box's own pins; all pages follow; the record is as good as any other."""
    box.in_loop(lambda: (shorten(box.referee), box.match.go_on()))
    phones = {seat: join(box, phone(browser, reduced_motion="reduce"), seat) for seat in (1, 2, 3)}
    mirror = phone(browser)
    mirror.goto(box.url)
    rng = Random(4)
    by_keys = 0
    while questions := asked(box):
        seat, decision = rng.choice(questions)
        holder = seat if seat != TABLE else 1
        if decision.key == "build" and rng.random() < 0.5:
            answer_two_ways_by_keys(box, decision.id)
            by_keys += 1
            continue
        page = phones[holder]
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]')
        value = "palace" if decision.key == "build" else decision.choice.sample(rng)
        fill_in(page, decision.choice, value)
        page.click("form.question button.go")
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]', state="detached")
    assert box.referee.outcome is not None
    mirror.wait_for_selector("text=Winner:")
    winners = [NAMES[seat - 1] for seat in box.referee.outcome.winners]
    assert winners[0] in mirror.inner_text(".status")
    again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
    assert fingerprint(again) == fingerprint(box.referee)


def answer_two_ways_by_keys(box: LiveBox, question: str) -> None:
    """Press the box's own LEFT until the question is answered; tellings on the way are skipped."""
    import time

    deadline = time.monotonic() + 20
    while any(decision.id == question for _, decision in asked(box)):
        assert time.monotonic() < deadline
        for way in (box.simulated.press, box.simulated.release):
            way(Key.LEFT)
            time.sleep(0.05)


def test_the_mirror_follows_without_reloading(box: LiveBox, browser: Browser) -> None:
    mirror = phone(browser)
    mirror.goto(box.url)
    mirror.wait_for_selector("text=Deciding in secret")
    mirror.evaluate("window.stayed = true")
    seat = join(box, phone(browser), 1)
    for other in (1, 2, 3):
        box.in_loop(lambda other=other: (box.referee.answer(other, "castello"), box.referee.answer(other, [3])))
    box.in_loop(box.match.go_on)
    mirror.wait_for_selector("text=Anna places 1 ballot in Castello")
    seat.wait_for_selector("text=Anna places 1 ballot in Castello")
    assert mirror.evaluate("window.stayed") is True


def test_reload_and_two_tabs_of_one_seat(box: LiveBox, browser: Browser) -> None:
    """A seat is a cookie: it survives a reload, and two tabs show the same; answered in one, both move on."""
    first = join(box, phone(browser), 2)
    context: BrowserContext = first.context
    second = context.new_page()
    second.goto(f"{box.url}/seat")
    first.reload()
    fill_in(first, asked(box)[1][1].choice, "castello")
    first.click("form.question button.go")
    second.wait_for_selector("form.question[data-question^='ballots@']")
    assert len(box.referee.entries) == 1


def test_an_answer_sent_twice_counts_once(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 2)
    form: dict[str, str | float | bool] = {"question": "area@1.1", "asked": "2", "value": "castello"}
    for _ in range(2):
        answer = page.request.post(f"{box.url}/answer", form=form, headers={"Origin": box.url})
        assert answer.status == 200
    assert len(box.referee.entries) == 1


def test_offline_and_back(box: LiveBox, browser: Browser) -> None:
    """A phone that was offline shows the current game when it is back."""
    page = join(box, phone(browser), 1)
    page.context.set_offline(True)
    for seat in (1, 2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)
    page.context.set_offline(False)
    page.wait_for_selector("text=Cleo places 1 ballot in Castello", timeout=20_000)


def test_a_fetch_that_fails_is_tried_again(box: LiveBox, browser: Browser) -> None:
    """The event arrived but the page did not: the phone asks again by itself, even if no other event comes."""
    page = join(box, phone(browser), 1)
    page.route("**/part/seat*", lambda route: route.abort(), times=2)
    for seat in (1, 2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)
    page.wait_for_selector("text=Cleo places 1 ballot in Castello", timeout=20_000)


def test_a_late_reply_does_not_hide_newer_news(box: LiveBox, browser: Browser) -> None:
    """The reply to an answer is overtaken by news of later steps: the news stays."""
    page = join(box, phone(browser), 1)
    held: list[tuple[Any, Any]] = []
    page.route("**/answer", lambda route: held.append((route, route.fetch())))
    fill_in(page, asked(box)[0][1].choice, "castello")
    page.click("form.question button.go")
    wait_for(page, lambda: held)
    box.in_loop(lambda: box.referee.answer(1, [3]))
    for seat in (2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)
    page.wait_for_selector("text=Cleo places 1 ballot in Castello")
    route, reply = held[0]
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/answer")):
        route.fulfill(response=reply)
    settled(box, page)
    assert "Cleo places 1 ballot in Castello" in page.inner_text("main")


def test_an_answer_keeps_the_page(box: LiveBox, browser: Browser) -> None:
    """No page is reloaded for an answer: the next question appears where the last one stood."""
    page = join(box, phone(browser), 1)
    page.evaluate("window.stayed = true")
    fill_in(page, asked(box)[0][1].choice, "castello")
    page.click("form.question button.go")
    page.wait_for_selector("form.question[data-question^='ballots@']")
    assert page.evaluate("window.stayed") is True


def test_an_answer_comes_through_once_online_again(box: LiveBox, browser: Browser) -> None:
    """An answer sent while offline is sent again by itself, and counts once."""
    page = join(box, phone(browser), 1)
    page.route("**/answer", lambda route: route.abort(), times=2)
    fill_in(page, asked(box)[0][1].choice, "castello")
    page.click("form.question button.go")
    page.wait_for_selector("form.question[data-question^='ballots@']")
    assert len(box.referee.entries) == 1


def test_a_barred_option_says_why_when_it_is_tapped(box: LiveBox, browser: Browser) -> None:
    """Castello has Anna's ballots already: she sees it among the areas, and a tap shows the reason."""
    for seat in (1, 2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)
    page = join(box, phone(browser), 1)
    barred = page.locator("form.question .barred", has_text="Castello")
    assert not barred.locator("p").is_visible()
    barred.locator("summary").click()
    assert barred.locator("p").is_visible()
    assert barred.locator("p").inner_text()


def test_undo_by_consent(box: LiveBox, browser: Browser) -> None:
    """A revealed answer is undone when all three have agreed, and not before."""
    pages = [join(box, phone(browser), seat) for seat in (1, 2, 3)]
    for seat in (1, 2, 3):
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)
    pages[0].wait_for_selector("text=Cleo places 1 ballot")
    pages[0].click("text=Undo the last step")
    for page in pages[1:]:
        page.wait_for_selector("text=wants to take back")
        assert len(box.referee.entries) == 6
        page.click("text=I agree")
        page.wait_for_load_state()
    pages[0].wait_for_selector("form.wish", state="detached")
    assert len(box.referee.entries) == 5


def test_the_simulated_box_shows_the_very_dots(box: LiveBox, browser: Browser) -> None:
    """The canvas holds what the chip's memory holds, and its keys press the box's pins."""
    page = phone(browser)
    page.goto(f"{box.url}/box")
    wait_for(page, lambda: dots_on(page) == dots_of(box))
    page.keyboard.press("Enter", delay=60)
    wait_for(page, lambda: box.match.holder == 1)  # Enter was OK: the box was handed to Anna
    wait_for(page, lambda: dots_on(page) == dots_of(box))


def test_the_simulated_box_can_be_used_by_keyboard(box: LiveBox, browser: Browser) -> None:
    """Enter presses the focused key, follows a link, and changes the language; otherwise it is OK."""
    page = phone(browser)
    page.goto(f"{box.url}/box")
    pressed: list[str] = []

    def note(request: Request) -> None:
        if "/box/key" in request.url:
            pressed.append(request.post_data or "")

    page.on("request", note)
    page.focus("[data-key=BACK]")
    page.keyboard.press("Enter")
    wait_for(page, lambda: pressed == ["key=BACK&way=down", "key=BACK&way=up"])
    page.focus("[data-key=UP]")
    page.keyboard.press("Escape")
    wait_for(page, lambda: pressed[2:] == ["key=BACK&way=down", "key=BACK&way=up"])
    page.evaluate("() => document.activeElement.blur()")
    page.click("[data-key=UP]")
    wait_for(page, lambda: pressed[4:] == ["key=UP&way=down", "key=UP&way=up"])
    page.keyboard.press("Enter")
    wait_for(page, lambda: pressed[6:] == ["key=OK&way=down", "key=OK&way=up"])
    page.focus("footer button[value=it]")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=it]")
    page.focus("header nav a[href='/history']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/history")


def dots_on(page: Page) -> list[int]:
    lit: list[int] = page.evaluate(
        "() => [...document.getElementById('glass').getContext('2d').getImageData(0, 0, 128, 64).data]"
        ".filter((_, n) => n % 4 === 0).map((red) => red > 100 ? 1 : 0)"
    )
    return lit


def dots_of(box: LiveBox) -> list[int]:
    glass = box.simulated.chip.picture()
    return [1 if dot else 0 for dot in glass.convert("L").tobytes()]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_in_every_language_and_scheme(box: LiveBox, browser: Browser, language: str, scheme: str) -> None:
    """Pages speak the phone's language, fit its width, and need nothing from elsewhere."""
    page = phone(browser, locale=language, color_scheme=scheme)
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    join(box, page, 1)
    for path in ("/", "/seat", "/join", "/rules/doge", "/box"):
        page.goto(box.url + path)
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than a phone"
    assert all(url.startswith(box.url) for url in asked_for)


def test_the_first_load_is_small(box: LiveBox, browser: Browser) -> None:
    """Everything a phone loads at first is under 30 KB on the wire: the script comes compressed, like the rest."""
    page = phone(browser)
    loaded: list[Any] = []
    page.on("response", lambda response: loaded.append(response))
    page.goto(box.url)
    wait_for(page, lambda: any("app.js" in response.url for response in loaded))
    sizes = [int(response.header_value("content-length")) for response in loaded if "events" not in response.url]
    assert 5_000 < sum(sizes) < 30_000
