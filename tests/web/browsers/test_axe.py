"""In a real browser: axe-core finds nothing to complain about on any page, in any state of a game."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion import games
from tests.web.browser import CHROMIUM
from tests.web.states import walk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", games.names())
def test_no_page_has_a_violation(browser: Browser, game: str, scheme: Any) -> None:
    found: dict[str, list[str]] = {}
    seen: list[str] = []

    def look_at(name: str, page: Page) -> None:
        seen.append(name)
        for one in Axe().run(page).response["violations"]:
            found.setdefault(one["id"], []).append(f"{name}: {one['nodes'][0]['html'][:160]}")

    walk(browser, game, look_at, color_scheme=scheme)
    assert found == {}
    assert f"{game}-end" in seen
