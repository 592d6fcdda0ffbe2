"""A language that was just added: chosen with the keys and on a phone, and a game played in it on both."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import sync_playwright

from companion.words import LANGUAGES, Words, folders_of, language_name
from firmware.fonts import Font
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, play_by_keys, start, turn_to
from tests.web.browser import CHROMIUM, FLAGS, asked, fill_in, join, live_box, phone, settled, shorten

SPOKEN = "eo"
NAMES = ["Anna", "Ben", "Cleo"]


def test_on_the_box_by_keys(tmp_path: Path) -> None:
    """It is in the list at Set-up; the whole game speaks it, and the box keeps it for the next evening."""
    assert LANGUAGES[0] == "en"
    assert SPOKEN in LANGUAGES
    box = TestBox(tmp_path)
    choose(box, box.box.words("home.setup"))
    turn_to(box, box.box.words("setup.language"), language_name(SPOKEN))
    box.box.go_home()
    assert box.box.words.language == box.box.preferences["language"] == SPOKEN
    match = start(box, "doge", 3)
    play_by_keys(box, match, Random(3), most=12)
    shorten(match.referee)
    play_by_keys(box, match, Random(3))
    assert match.referee.outcome is not None
    said = "".join(match.words.tell(told) for told in match.referee.game.tells)
    assert "é" in said
    assert set(said) <= Font.load("small").characters
    box.close()


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")
def test_on_three_phones(tmp_path: Path) -> None:
    with live_box(tmp_path, NAMES, "doge") as box, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phones = {seat: join(box, phone(browser, locale=SPOKEN), seat) for seat in (1, 2, 3)}
        words = Words(SPOKEN, folders_of("doge"), box.referee.table.seats, long=True)
        box.in_loop(lambda: shorten(box.referee))
        rng = Random(5)
        while questions := asked(box):
            seat, decision = questions[0]
            page = phones[seat or 1]
            form = f'form.question[data-question="{decision.id}"]'
            page.wait_for_selector(form)
            settled(box, page)
            assert words.ask(decision) in page.locator(form).inner_text().replace("\u00ad", "")
            fill_in(page, decision.choice, decision.choice.sample(rng))
            page.click(f"{form} button.go")
            page.wait_for_selector(form, state="detached")
        assert phones[1].locator("html").get_attribute("lang") == SPOKEN
        browser.close()
