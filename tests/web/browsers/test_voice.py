"""In a real browser: a phone says aloud what its owner may know, by its own voice, and only if it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import CHROMIUM, LiveBox, join, live_box, phone, settled, until

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

LISTENING = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (said) => spoken.push([said.lang, said.text]), cancel: () => spoken.push("silence"),
} });
"""
"""A voice that keeps what it should say."""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, ["Anna", "Ben", "Cleo"]) as live:
        yield live


def lay_ballots(box: LiveBox, seat: int, area: str, worth: int = 3) -> None:
    box.in_loop(lambda: (box.referee.answer(seat, area), box.referee.answer(seat, [worth])))


def listening(browser: Browser) -> Page:
    page = phone(browser, locale="en")
    page.add_init_script(LISTENING)
    return page


def said(page: Page) -> list[str]:
    """Return what was said since this was asked last."""
    heard: list[list[str] | str] = page.evaluate("spoken.splice(0)")
    return [one[1] for one in heard if one != "silence"]


def choose(page: Page, measure: str) -> None:
    """Choose a measure, and wait until what speaks has been fetched and has said so."""
    page.select_option("#voice select", measure)
    until(page, "() => typeof Speaker !== 'undefined' && spoken.length > 0")


def hears(page: Page, measure: str) -> None:
    choose(page, measure)
    said(page)


def test_a_phone_is_silent_until_its_owner_wants_to_hear_something(box: LiveBox, browser: Browser) -> None:
    """It is heard at once when switched on, remembered, and silent at once when switched off."""
    page = join(box, listening(browser), 1)
    lay_ballots(box, 1, "castello")
    settled(box, page)
    assert page.evaluate("spoken") == []
    assert page.input_value("#voice select") == "off"
    assert page.evaluate("typeof Speaker") == "undefined", "most phones never fetch what speaks"
    choose(page, "news")
    assert page.evaluate("spoken[0]") == "silence", "what was being said is cut"
    assert page.evaluate("spoken.at(-1)")[0] == "en"
    assert said(page)[-1].startswith("what happens. ")
    page.reload()
    assert page.input_value("#voice select") == "news"
    assert said(page) == [], "what was there before can be read"
    choose(page, "off")
    assert page.evaluate("spoken.at(-1)") == "silence"
    assert said(page) == []
    lay_ballots(box, 2, "san-polo")
    lay_ballots(box, 3, "san-marco")
    settled(box, page)
    assert said(page) == []


def test_a_phone_says_turns_news_or_everything_as_set(box: LiveBox, browser: Browser) -> None:
    page = join(box, listening(browser), 1)
    box.in_loop(lambda: box.referee.teach(taught=True))
    hears(page, "turns")
    lay_ballots(box, 1, "castello")
    settled(box, page)
    lay_ballots(box, 2, "san-polo")
    settled(box, page)
    lay_ballots(box, 3, "san-marco")
    settled(box, page)
    assert said(page) == ["Ben, Cleo.", "Cleo.", "Your turn."], "and no word of what it is about"
    hears(page, "news")
    lay_ballots(box, 1, "san-polo")
    settled(box, page)
    lay_ballots(box, 2, "castello")
    lay_ballots(box, 3, "dorsoduro")
    settled(box, page)
    told = " ".join(said(page))
    assert "Anna places 1 ballot in San Polo." in told
    assert told.endswith("Your turn: Which area do you vote in?")
    assert "(DOG" not in told
    assert "Quarantia" not in told, "what can be answered is read by whoever wants to"
    hears(page, "all")
    for seat, area in ((1, "dorsoduro"), (2, "san-marco"), (3, "castello")):
        lay_ballots(box, seat, area, 2)
    settled(box, page)
    everything = " ".join(said(page))
    turn, _, offered = everything.partition("Your turn: ")
    assert "Anna places 1 ballot in" in turn
    assert "Quarantia." in offered


def test_what_another_seat_does_in_secret_is_not_said(box: LiveBox, browser: Browser) -> None:
    """Two worlds that differ by the vote of another seat sound the same until it is shown."""
    page = join(box, listening(browser), 1)
    heard = []
    for area in ("san-polo", "san-marco"):
        hears(page, "all")
        lay_ballots(box, 1, "castello")
        settled(box, page)
        lay_ballots(box, 2, area)
        settled(box, page)
        heard.append(said(page))
        box.in_loop(lambda: box.referee.undo(0, consent=(1, 2, 3)))
        settled(box, page)
    assert heard[0] == heard[1] != []
    assert "San Polo" not in " ".join(heard[0])


def test_a_refused_answer_is_said(box: LiveBox, browser: Browser) -> None:
    """Whoever can't see why would wait for ever; but not where only turns are wanted."""
    page = join(box, listening(browser), 1)
    for measure, count in (("turns", 0), ("news", 1)):
        hears(page, measure)
        page.evaluate("Turn.speak('That is not possible')")
        page.evaluate("new Promise((later) => setTimeout(later))")
        assert said(page) == ["That is not possible."] * count


def test_the_table_for_everyone_never_speaks(box: LiveBox, browser: Browser) -> None:
    """Not even on a phone whose owner has switched the voice on for a seat."""
    page = join(box, listening(browser), 1)
    choose(page, "all")
    page.goto(f"{box.url}/")
    page.evaluate("Turn.tell('away')")  # said on every page
    assert page.text_content("#said")
    assert page.evaluate("spoken") == []
