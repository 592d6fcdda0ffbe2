"""In a real browser: a phone says aloud what its owner may know, by its own voice, and only if it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import CHROMIUM, LiveBox, join, live_box, phone, settled

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


def lay_ballots(box: LiveBox, seat: int, area: str) -> None:
    box.in_loop(lambda: (box.referee.answer(seat, area), box.referee.answer(seat, [3])))


def listening(browser: Browser) -> Page:
    page = phone(browser, locale="en")
    page.add_init_script(LISTENING)
    return page


def test_a_phone_speaks_to_its_owner_once_switched_on(box: LiveBox, browser: Browser) -> None:
    """What the live region says, and nothing before; the switch is remembered, and silence is at once."""
    page = join(box, listening(browser), 1)
    lay_ballots(box, 1, "castello")
    settled(box, page)
    assert page.evaluate("spoken") == []
    assert page.inner_text("#voice") == "Voice: off"
    page.click("#voice")
    assert page.inner_text("#voice") == "Voice: on"
    assert page.evaluate("spoken") == ["silence", "silence", ["en", "Voice: on"]]
    page.reload()
    assert page.inner_text("#voice") == "Voice: on"
    lay_ballots(box, 2, "san-polo")
    lay_ballots(box, 3, "san-marco")
    settled(box, page)
    said = page.evaluate("spoken").pop()
    assert said == ["en", page.text_content("#said")]
    assert said[1].startswith("Your turn: ")
    page.click("#voice")
    assert page.evaluate("spoken").pop() == "silence"


def test_the_table_for_everyone_never_speaks(box: LiveBox, browser: Browser) -> None:
    """Not even on a phone whose owner has switched the voice on for a seat."""
    page = join(box, listening(browser), 1)
    page.click("#voice")
    page.goto(f"{box.url}/")
    page.evaluate("Turn.tell('away')")  # said on every page
    assert page.text_content("#said")
    assert page.evaluate("spoken") == []
