"""A phone that waits for the owner's word, in a real browser: it goes on by itself, or says that it was refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion import games
from companion.layout import dump
from tests.web.browser import phone
from tests.web.house import House
from web.boards.editor import draft_file
from web.petitions import Petition

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SELECTED = "#asking"


@pytest.fixture
def page(browser: Browser, empty_house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A phone from elsewhere, though it runs on this machine."""
    monkeypatch.setattr("web.access.is_this_machine", lambda: False)
    empty_house.asked = []
    opened = phone(browser)
    yield opened
    opened.close()


def asked(house: House, number: int) -> Petition:
    """Return the petition that has come, once there are this many."""
    until = time.monotonic() + 10
    while len(house.asked or []) < number and time.monotonic() < until:
        time.sleep(0.02)
    assert house.asked is not None
    return house.asked[number - 1]


def kept_draft(house: House) -> str:
    with house.app.app_context():
        path = draft_file("venise")
    return path.read_text() if path.exists() else ""


def test_a_file_is_opened_once_the_owner_allows_it(page: Page, empty_house: House, url: str) -> None:
    page.goto(f"{url}/layouts/venise/edit")
    board = dump(games.find("venise").layout()).encode()
    page.set_input_files("input[type=file]", {"name": "b.toml", "mimeType": "application/toml", "buffer": board})
    page.click("button[value=open]")
    page.wait_for_selector(SELECTED)
    petition = asked(empty_house, 1)
    assert page.text_content(".code") == petition.code
    assert kept_draft(empty_house) == ""
    petition.answer(allowed=True)
    page.wait_for_selector("#editor")
    assert "sites" in kept_draft(empty_house) or kept_draft(empty_house)


def test_a_tap_of_the_editor_waits_too_and_then_goes_on(page: Page, empty_house: House, url: str) -> None:
    page.goto(f"{url}/layouts/venise/edit")
    page.locator("#canvas [data-place]").first.click(force=True)
    page.wait_for_selector(SELECTED)
    assert kept_draft(empty_house) == ""
    asked(empty_house, 1).answer(allowed=True)
    page.wait_for_selector("#editor")
    assert kept_draft(empty_house)
    assert len({petition.code for petition in empty_house.asked or []}) == 1


def test_a_refusal_is_said(page: Page, empty_house: House, url: str) -> None:
    page.goto(f"{url}/layouts/venise/edit")
    page.locator("#canvas [data-place]").first.click(force=True)
    page.wait_for_selector(SELECTED)
    asked(empty_house, 1).answer(allowed=False)
    page.wait_for_selector("[data-word=refused]:not([hidden])")
    assert page.is_hidden(SELECTED)
    assert kept_draft(empty_house) == ""
