"""An update and a backup sent from a phone, in a real browser: in pieces, with what becomes of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.web.browser import phone, wait_for
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RELEASE = os.urandom(100_000)


def test_a_file_is_sent_whole_and_its_outcome_is_shown(browser: Browser, empty_house: House, url: str) -> None:
    empty_house.asked = []
    page = phone(browser)
    page.goto(f"{url}/update")
    page.click("main form button")
    page.wait_for_selector("#asking")
    petition = wait_for(page, lambda: empty_house.asked and empty_house.asked[0])
    petition.answer(allowed=True)
    page.wait_for_selector("#sending:not([hidden])")
    file = {"name": "ballottino-9.9.update", "mimeType": "application/octet-stream", "buffer": RELEASE}
    page.set_input_files("#sending input", files=file)  # type: ignore[arg-type]
    page.click("#sending button")
    wait_for(page, lambda: "installing" in (page.text_content("#said") or ""))
    assert empty_house.upkeep.update.sent == RELEASE
    page.close()


def test_a_backup_is_sent_at_the_first_start_without_a_key(browser: Browser, empty_house: House, url: str) -> None:
    """By a phone in the box's own Wi-Fi, which here is this machine."""
    empty_house.asked, empty_house.setting_up.first, empty_house.setting_up.network = [], True, "127.0.0.0/8"
    page = phone(browser)
    page.goto(f"{url}/setup")
    page.click("form[action='/backup/restore'] button")
    page.wait_for_selector("#sending:not([hidden])")
    file = {"name": "old.ballottino", "mimeType": "application/octet-stream", "buffer": RELEASE}
    page.set_input_files("#sending input", files=file)  # type: ignore[arg-type]
    page.click("#sending button")
    wait_for(page, lambda: "restoring" in (page.text_content("#said") or ""))
    assert empty_house.upkeep.restoring.sent == RELEASE
    assert empty_house.asked == []
    page.close()
