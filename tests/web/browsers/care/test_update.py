"""An update sent from a phone, in a real browser: in pieces, by the owner's word, with what becomes of it."""

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
    page.wait_for_selector("#update:not([hidden])")
    file = {"name": "ballottino-9.9.update", "mimeType": "application/octet-stream", "buffer": RELEASE}
    page.set_input_files("#update input", files=file)  # type: ignore[arg-type]
    page.click("#update button")
    wait_for(page, lambda: "installing" in (page.text_content("#said") or ""))
    assert empty_house.upkeep.sent == RELEASE
    page.close()
