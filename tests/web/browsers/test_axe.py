"""In a real browser: axe-core finds nothing to complain about on any page, in any state of a game.

By day it looks at each kind of element where that first appears; `make nightly` has it look at every state, whole.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion import games
from tests.nightly import NIGHTLY
from tests.web.browser import CHROMIUM
from tests.web.states import walk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


EVERYTHING = {"resultTypes": ["violations"]}
"""What is in order need not be described node by node, which takes longest."""
CONTRAST = EVERYTHING | {"runOnly": ["color-contrast"]}
"""All that can be otherwise in the dark."""
MARK = """(known) => {
    const kinds = new Set(known);
    const kindOf = (one) => [
        one.localName, one.parentNode.localName, one.getAttribute("class"), one.textContent.trim() !== "",
        ...[...one.attributes].map(({name, value}) => name + (/^(role|type)$/.test(name) ? value : value !== "")),
    ].join("|");
    for (const one of document.querySelectorAll("*")) {
        one.toggleAttribute("data-new", !kinds.has(kindOf(one)));
    }
    for (const one of document.querySelectorAll("[data-new]")) {
        one.removeAttribute("data-new");
        kinds.add(kindOf(one));
        one.setAttribute("data-new", "");
    }
    return [...kinds];
}"""
"""Marks every element of a kind that was not known. All that axe judges by makes a kind, but for the very words."""
UNMARK = """() => document.querySelectorAll("[data-new]").forEach((one) => one.removeAttribute("data-new"))"""
NEW = {"include": [["[data-new]"]]}


@pytest.mark.parametrize("game", games.names())
def test_no_page_has_a_violation(browser: Browser, game: str) -> None:
    found: dict[str, list[str]] = {}
    seen: list[str] = []
    kinds: list[str] = []

    def look_at(name: str, page: Page) -> None:
        seen.append(name)
        kinds[:] = page.evaluate(MARK, [] if NIGHTLY else kinds)
        if page.locator("[data-new]").count():
            in_light = Axe().run(page, context=NEW, options=EVERYTHING).response["violations"]
            page.emulate_media(color_scheme="dark")
            in_dark = Axe().run(page, context=NEW, options=CONTRAST).response["violations"]
            page.emulate_media(color_scheme="light")
            for one in (*in_light, *in_dark):
                found.setdefault(one["id"], []).append(f"{name}: {one['nodes'][0]['html'][:160]}")
        page.evaluate(UNMARK)

    walk(browser, game, look_at)
    assert found == {}
    assert f"{game}-end" in seen
