"""Every page and state that phones show, for tests that look at all of them, and for pictures of them.

python -m tests.web.states FOLDER [game ...]     # pictures, in light and dark, upright and on its side
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import games
from companion.referee.simulation import play_random
from firmware.scenes.owner import SETTLE, OwnerAsked
from hardware.keys import Key
from tests.tables import id_of
from tests.web.browser import CHROMIUM, FLAGS, LiveBox, join, live_box, phone, settled, until, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ["Anna", "Benedetta", "Cleo"]
DEALT: dict[str, dict[str, str]] = {
    "rialto": {"cards": "device"},
    "venezia": {"plates": "device", "piazza": "mapped"},
    "venise": {"cards": "device"},
}
"""Options with which the box deals, so that hands and sealed plans are on the phones."""
CARE = ("/setup", "/health", "/backup", "/update")
SHARED = ("/join", "/j/WRONG", "/rules", "/history", "/fame", "/fair", "/api/", "/nowhere", *CARE)
"""Pages that are the same whatever is played."""
OF_A_GAME = ("/", "/tv", "/why", "/set-up", "/rules/{}", "/rules/{}/short", "/layouts/{}")
OF_THE_PAST = (
    *(
        "/",
        "/tv",
        "/history",
        "/history/{}",
        "/history/{}/replay",
        "/history/{}/replay?step=40",
        "/history/{}/delete",
    ),
    *("/fair/{}", "/fame", f"/fame/{NAMES[0]}"),
)
"""Pages of a game that has been played to its end and is still on the table."""
MOST = 200
"""Answers after which a random game has asked nearly everything it asks."""
WAITS = 3
"""States of waiting for others that are looked at."""
SIZES = {"phone": (390, 844), "small": (320, 640), "side": (800, 360), "tablet": (820, 1180)}
TELEVISIONS = {"television": (1280, 720), "large": (3840, 2160)}

Shot = tuple[str, "Page"]


def table_states(box: LiveBox, browser: Browser, game: str) -> Iterator[Shot]:
    """Yield a seat's page at each question that a random game asks it, while it waits, and at the end."""
    page = join(box, phone(browser, reduced_motion="reduce"), 1)
    rng, known = Random(2), set[str]()
    while asked := box.in_loop(lambda: dict(box.referee.open)):
        if len(box.referee.entries) < MOST and (state := _new_state(asked, known)):
            yield f"{game}-{state}", _shown(box, page)
        box.in_loop(lambda: play_random(box.referee, rng, most=len(box.referee.entries) + 1))
    yield f"{game}-end", _shown(box, page)
    page.context.close()


def _shown(box: LiveBox, page: Page) -> Page:
    """Return the page once it shows the game as it is now."""
    box.in_loop(box.match.go_on)
    settled(box, page)
    return page


def _new_state(asked: dict[int, Any], known: set[str]) -> str:
    """Return a name for what the first seat sees, if it was not seen before."""
    decision = asked.get(1) or asked.get(0)
    state = f"asked-{decision.key}" if decision else f"waits-{next(iter(asked.values())).key}"
    if state in known or (not decision and len([one for one in known if one.startswith("waits")]) >= WAITS):
        return ""
    known.add(state)
    return state


def pages_of(box: LiveBox, browser: Browser, game: str) -> Iterator[Shot]:
    """Yield the pages that need no seat: those of a game, and once, with the first game, those of all."""
    page = phone(browser, reduced_motion="reduce")
    for path in (*(SHARED if game == games.names()[0] else ()), *(one.format(game) for one in OF_A_GAME)):
        page.goto(box.url + path)
        yield f"{game}{path.replace('/', '-')}", page
    page.goto(f"{box.url}/j/{box.phones.code}")
    yield f"{game}-seats", page
    page.goto(box.url)
    until(page, "() => document.querySelector('[data-waits]').textContent")
    page.context.set_offline(True)
    page.wait_for_selector("#line.away")
    yield f"{game}-offline", page
    page.context.close()


def past_states(box: LiveBox, browser: Browser, game: str) -> Iterator[Shot]:
    """Yield what phones show of the game that has just been played to its end."""
    page = phone(browser, reduced_motion="reduce")
    for path in OF_THE_PAST:
        page.goto(box.url + path.format(id_of(box.referee)))
        yield f"{game}-past{path.replace('/', '-').replace('{}', 'game').partition('?')[0]}", page
    page.context.close()


def idle_states(box: LiveBox, browser: Browser, game: str) -> Iterator[Shot]:
    """Yield what phones show while no game is on: the games to start, the form of this one, and what it refuses."""
    box.in_loop(box.box.go_home)
    page = phone(browser, reduced_motion="reduce")
    page.goto(box.url)
    yield f"{game}-idle", page
    page.goto(f"{box.url}/start/{game}")
    yield f"{game}-start", page
    page.fill("[name='name.1']", NAMES[1])
    page.click("button.go")
    page.wait_for_selector("[role=alert]")
    yield f"{game}-start-refused", page
    if game == games.names()[0]:
        page.fill("[name='name.1']", NAMES[0])
        page.click("button.go")
        page.wait_for_selector("#asking")
        yield f"{game}-start-asking", page
        press_ok(box, page, OwnerAsked)
        page.wait_for_selector(".seal")
        yield f"{game}-begins", page
        page.goto(f"{box.url}/tv")
        yield f"{game}-begins-tv", page
    page.context.close()


def press_ok(box: LiveBox, page: Page, scene: type[object]) -> None:
    """Press OK on the box once it shows this, and somebody has had the time to read it."""
    wait_for(page, lambda: isinstance(box.in_loop(lambda: box.box.scene), scene))
    page.wait_for_timeout(1000 * SETTLE + 200)
    box.simulated.press(Key.OK)
    page.wait_for_timeout(100)
    box.simulated.release(Key.OK)


def sizes_of(page: Page) -> dict[str, tuple[int, int]]:
    """Return the screens that a page is looked at on."""
    return TELEVISIONS if page.url.endswith("/tv") else SIZES


def walk(browser: Browser, game: str, look_at: Callable[[str, Page], None]) -> None:
    """Walk through all states of a game, and show each to `look_at`."""
    with tempfile.TemporaryDirectory() as folder, live_box(Path(folder), NAMES, game, **DEALT.get(game, {})) as box:
        for states in (pages_of, table_states, past_states, idle_states):
            for name, page in states(box, browser, game):
                look_at(name, page)


def main(folder: Path, chosen: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)

    def keep(name: str, page: Page) -> None:
        for size, (width, height) in sizes_of(page).items():
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=folder / f"{name}-{size}.png")
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=folder / f"{name}-dark.png")
        page.emulate_media(color_scheme="light")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in chosen or games.names():
            walk(browser, game, keep)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
