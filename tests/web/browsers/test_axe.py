"""In a real browser: axe-core finds nothing to complain about on any page, in any state of a game."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion import games
from tests.web.browser import CHROMIUM
from tests.web.states import walk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


EVERYTHING = {"resultTypes": ["violations"]}
"""What is in order need not be described node by node, which takes longest."""
CONTRAST = EVERYTHING | {"runOnly": ["color-contrast"]}
"""All that can be otherwise in the dark."""


@pytest.mark.parametrize("game", games.names())
def test_no_page_has_a_violation(browser: Browser, game: str) -> None:
    found: dict[str, list[str]] = {}
    seen: list[str] = []

    def look_at(name: str, page: Page) -> None:
        seen.append(name)
        in_light = Axe().run(page, options=EVERYTHING).response["violations"]
        page.emulate_media(color_scheme="dark")
        in_dark = Axe().run(page, options=CONTRAST).response["violations"]
        page.emulate_media(color_scheme="light")
        for one in (*in_light, *in_dark):
            found.setdefault(one["id"], []).append(f"{name}: {one['nodes'][0]['html'][:160]}")

    walk(browser, game, look_at)
    assert found == {}
    assert f"{game}-end" in seen
