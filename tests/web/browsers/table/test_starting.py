"""Starting a game from a phone in a real browser, at a real box whose owner presses OK."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.scenes.home.sealing import Sealed
from firmware.scenes.owner import OwnerAsked
from tests.web.browser import CHROMIUM, live_box, phone
from tests.web.states import press_ok

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


def fill_in_form(page: Page) -> None:
    page.click("a[href='/start/doge']")
    for seat, name in enumerate(("Zoë", "Anna", "Bo"), start=1):
        page.fill(f"[name='name.{seat}']", name)
    page.select_option("[name='player.3']", "steady")
    page.check("[name=mine][value='2']")
    page.fill("[name=word]", "gondola")
    page.click("form.start button.go")


@pytest.mark.parametrize("has_script", [True, False])
def test_a_game_begins_on_every_phone(browser: Browser, tmp_path: Path, has_script: bool) -> None:
    with live_box(tmp_path, ["Anna", "Bo", "Cy"]) as box:
        box.in_loop(box.box.go_home)
        other, page = phone(browser), phone(browser, java_script_enabled=has_script)
        for one in (other, page):
            one.goto(box.url)
        fill_in_form(page)
        page.wait_for_selector("#asking")
        assert box.in_loop(box.box.game) is None
        press_ok(box, page, OwnerAsked)
        if not has_script:
            page.click("#asking button.go")
        for one in (other, page):
            one.wait_for_selector(".seal")
            assert "Zoë, Anna, Bo" in one.inner_text("main")
            assert "gondola" in one.inner_text("main")
        seals = other.locator(".seal b").all_inner_texts()
        assert len(seals) == 2
        press_ok(box, page, Sealed)
        for one in (other, page):
            one.wait_for_selector(".board svg")
        referee = box.in_loop(box.box.game)
        assert [seat.name for seat in referee.table.seats] == ["Zoë", "Anna", "Bo"]
        assert set(referee.game.boxed) == {3}
        assert other.locator("details.urn code").all_inner_texts()[:2] == seals, "they are the seals of this game"
        assert page.inner_text(".me") == "Anna", "the phone that started it plays the seat it named"


def test_what_is_refused_stays_in_the_form(browser: Browser, tmp_path: Path) -> None:
    with live_box(tmp_path, ["Anna", "Bo", "Cy"]) as box:
        box.in_loop(box.box.go_home)
        page = phone(browser)
        page.goto(f"{box.url}/start/doge")
        assert page.input_value("[name='name.1']") == "Anna", "who played last"
        page.fill("[name='name.1']", "bo")
        page.select_option("[name='option.ballots']", "device")
        page.click("form.start button.go")
        assert page.inner_text("[role=alert]") == "Two players have the same name."
        assert page.input_value("[name='name.1']") == "bo"
        assert page.input_value("[name='option.ballots']") == "device"


def test_back_after_a_start_is_a_page(browser: Browser, tmp_path: Path) -> None:
    """The form is refused, corrected, and waits for the owner's word: no step of it is a dead end later on."""
    with live_box(tmp_path, ["Anna", "Bo", "Cy"]) as box:
        box.in_loop(box.box.go_home)
        page = phone(browser)
        page.goto(box.url)
        page.click("a[href='/start/doge']")
        page.fill("[name='name.1']", "bo")
        page.click("form.start button.go")
        page.wait_for_selector("[role=alert]")
        page.fill("[name='name.1']", "Zoë")
        page.check("[name=mine][value='2']")
        page.click("form.start button.go")
        page.wait_for_selector("#asking")
        press_ok(box, page, OwnerAsked)
        page.wait_for_url("**/seat")
        press_ok(box, page, Sealed)
        page.wait_for_selector(".board svg")
        for _ in range(3):
            before = page.go_back()
            assert before is not None
            assert before.status == 200
            assert before.request.redirected_from is None or before.request.method == "GET"
            page.wait_for_selector(".board svg")
