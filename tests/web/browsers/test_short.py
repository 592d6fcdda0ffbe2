"""In a real browser: a game in five minutes is one sheet of paper, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion import games
from companion.words import LANGUAGES
from tests.web.browser import CHROMIUM, phone

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


def test_a_game_in_five_minutes_prints_on_one_sheet(browser: Browser, url: str) -> None:
    page = phone(browser)
    longer = []
    for game in games.names():
        for language in LANGUAGES:
            page.context.add_cookies([{"name": "language", "value": language, "url": url}])
            page.goto(f"{url}/rules/{game}/short")
            printed = page.pdf(format="A4", prefer_css_page_size=True)
            if printed.count(b"/Type /Page\n") != 1:
                longer.append((game, language, printed.count(b"/Type /Page\n")))
    assert longer == []
