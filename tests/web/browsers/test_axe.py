"""In a real browser: axe-core finds nothing to complain about on any page, in any state of a game.

By day it looks at each kind of element where that first appears; `make nightly` has it look at every state, whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion import games
from tests.nightly import NIGHTLY
from tests.web.browser import CHROMIUM, phone
from tests.web.house import House, token_of
from tests.web.states import sizes_of, walk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


EVERYTHING = {"resultTypes": ["violations"]}
"""What is in order need not be described node by node, which takes longest."""
CONTRAST = EVERYTHING | {"runOnly": ["color-contrast"]}
"""All that can be otherwise in the dark."""
LAID_OUT = EVERYTHING | {"runOnly": ["scrollable-region-focusable", "target-size"]}
"""All that can be otherwise on a screen of another size."""
OTHERWISE = ("", "asked", "end", "tv")
"""States that are laid out otherwise in each game: the table, a question, the end, the big screen."""
AROUND_BOARDS = {"exclude": [[".board svg"]]}
"""A board has the same places on every screen; small ones are tapped twice."""
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


def violations(name: str, page: Page, context: Any, options: Any) -> Iterator[tuple[str, str]]:
    """Yield what axe has against a page: by which rule, and where first."""
    for one in Axe().run(page, context=context, options=options).response["violations"]:
        yield one["id"], f"{name}: {one['nodes'][0]['html'][:160]}"


def in_the_dark(name: str, page: Page, context: Any = None) -> Iterator[tuple[str, str]]:
    page.emulate_media(color_scheme="dark")
    yield from violations(f"{name}, dark", page, context, CONTRAST)
    page.emulate_media(color_scheme="light")


def on_other_screens(name: str, page: Page) -> Iterator[tuple[str, str]]:
    """Look at a page on small phones and a tablet, or on televisions: what is too wide, or otherwise wrong."""
    upright = page.viewport_size
    assert upright is not None
    for size, (width, height) in sizes_of(page).items():
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate("() => document.documentElement.scrollWidth") > width:
            yield "wider-than-the-screen", f"{name}, {size}"
        yield from violations(f"{name}, {size}", page, AROUND_BOARDS, LAID_OUT)
    page.set_viewport_size(upright)


@pytest.mark.parametrize("game", games.names())
def test_no_page_has_a_violation(browser: Browser, game: str) -> None:
    found: dict[str, list[str]] = {}
    seen: list[str] = []
    kinds: list[str] = []

    def look_at(name: str, page: Page) -> None:
        seen.append(name)
        kinds[:] = page.evaluate(MARK, [] if NIGHTLY else kinds)
        if page.locator("[data-new]").count():
            note(violations(name, page, NEW, EVERYTHING))
            note(in_the_dark(name, page, NEW))
        page.evaluate(UNMARK)
        kind = name.removeprefix(game).split("-")[1]
        if NIGHTLY or (kind not in laid_out and (game == games.names()[0] or kind in OTHERWISE)):
            laid_out.add(kind)
            note(on_other_screens(name, page))

    def note(wrong: Iterator[tuple[str, str]]) -> None:
        for rule, where in wrong:
            found.setdefault(rule, []).append(where)

    laid_out = set[str]()
    walk(browser, game, look_at)
    assert found == {}
    assert f"{game}-end" in seen


def test_what_newcomers_are_told_has_no_violation(empty_house: House, url: str, browser: Browser) -> None:
    """The seat of somebody who practises, and the hint it gets."""
    form = {"practice": "1", "name.1": "Anna", "commitment": empty_house.site.urn.commitment}
    assert empty_house.stranger().post("/start/doge", data=form).status_code == 302
    page = phone(browser, reduced_motion="reduce")
    page.context.add_cookies([{"name": "seat", "value": token_of(empty_house.phone(1)), "url": url}])
    found = []
    for path in ("/seat", "/hint"):
        page.goto(url + path)
        assert page.locator(".lesson").count()
        found += [*violations(path, page, None, EVERYTHING), *in_the_dark(path, page), *on_other_screens(path, page)]
    assert found == []
