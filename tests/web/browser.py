"""A real browser on phone-size pages, and a real box for them to join."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion import games
from companion.choices import Count, Pick, Several, Sheet, Spread
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import seat_table
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.phones.redrawn import find_browser
from firmware.box.box import Box
from firmware.box.phones import Phones
from firmware.scenes.match.match import Match
from hardware.panel import Panel
from hardware.profile import load
from hardware.simulator.simulated import Simulated

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = find_browser()
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
FLAGS = ["--no-sandbox", "--disable-gpu", *QUIET]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}


def wait_for(page: Any, truth: Callable[[], Any]) -> Any:
    """Wait until something is true, while the page keeps running, and return it."""
    deadline = time.monotonic() + 30
    while not (said := truth()):
        assert time.monotonic() < deadline, "in vain"
        page.wait_for_timeout(25)
    return said


def until(page: Any, script: str, arg: Any = None) -> Any:
    """Wait until a function of the page says something true.

    Playwright's own wait_for_function evaluates text in the page from its second look on, which the pages' content
    policy forbids; a call from outside may.
    """
    return wait_for(page, lambda: page.evaluate(script, arg))


class LiveBox:
    """A box with its loop in a thread and its pages on a free port of this machine."""

    def __init__(self, data: Path, names: list[str], game: str = "doge", **options: str) -> None:
        self.panel = Panel.open_screen(load("simulated"))
        self.box = Box(self.panel, Ledger(data), Words("en", [WORDS, SHARED_WORDS]))
        self.panel.open_keys(self.box.post)
        self.phones = self.box.phones = Phones(self.box, "127.0.0.1", 0)
        kit = games.find(game)
        kind = kit.game
        setting = kind.set_table(seat_table(names, kind.colours), options, kit.layout(None, options))
        self.referee = self.box.ledger.begin(kind, setting, random_urn(Random(5)))
        self.match = Match(self.box, self.referee, self.box.words_for(folders_of(game), setting.seats))
        self.box.play(self.match)
        self.match.go_on()
        self.phones.start()
        self._thread = threading.Thread(target=self.box.run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.phones.port}"

    @property
    def simulated(self) -> Simulated:
        """Return the far end of the box's wires."""
        assert self.panel.simulated is not None
        return self.panel.simulated

    def in_loop(self, action: Any) -> Any:
        """Run something in the box's loop, and wait for it."""
        return self.phones.site.door._in_loop(action)

    def close(self) -> None:
        self.box.post(self.box.stop)
        self._thread.join(10)
        self.phones.stop()
        self.panel.close()


def settled(box: LiveBox, page: Any) -> None:
    """Wait until a page shows the game as it is now, so that nothing is redrawn under a finger."""
    box.in_loop(lambda: None)  # once this is done, the phones have been told of every change
    shown = "() => Number(document.getElementById('live')?.dataset.version)"
    wait_for(page, lambda: page.evaluate(shown) == box.phones.site.listeners.version)


@contextmanager
def live_box(data: Path, names: list[str], game: str = "doge", **options: str) -> Iterator[LiveBox]:
    box = LiveBox(data, names, game, **options)
    try:
        yield box
    finally:
        box.close()


def phone(browser: Browser, **more: Any) -> Page:
    """Open a page that fails the test on any error of its script or of the content policy."""
    page = browser.new_context(**{**PHONE, **more}).new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script: {error}"))
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security" in said.text else None)
    return page


def join(box: LiveBox, page: Page, seat: int) -> Page:
    page.goto(f"{box.url}/j/{box.phones.code}")
    page.click(f"button[value='{seat}']")
    page.wait_for_url("**/seat")
    return page


def asked(box: LiveBox) -> list[tuple[int, Any]]:
    questions: list[tuple[int, Any]] = box.in_loop(lambda: list(box.referee.open.items()))
    return questions


def fill_in(page: Any, choice: Any, value: Any, name: str = "value") -> None:
    """Fill the widget of a question with an answer, as a thumb would."""
    if isinstance(choice, Pick | Count):
        picker = page.locator(f'form.question [name="{name}"]')
        if picker.first.evaluate("one => one.tagName") == "SELECT":
            picker.select_option(str(value))
        else:
            page.locator(f'form.question input[name="{name}"][value="{value}"]').check(force=True)
    elif isinstance(choice, Several):
        for item in dict.fromkeys(choice.items):
            take(page, f"{name}.{item}", value.count(item))
    elif isinstance(choice, Spread):
        for place, number in value.items():
            take(page, f"{name}.{place}", number)
    elif isinstance(choice, Sheet):
        for row, cells in choice.rows.items():
            for column, cell in cells.items():
                field = f"{name}.{row}.{column}"
                if page.locator(f'input[type=checkbox][name="{field}"]').count():
                    take(page, field, value[row][column])
                else:
                    fill_in(page, cell, value[row][column], field)


def take(page: Any, field: str, number: int) -> None:
    """Say how many of something: by tapping as many of the things as are drawn, or by choosing the number."""
    things = page.locator(f'input[type=checkbox][name="{field}"]')
    if not things.count():
        page.select_option(f'[name="{field}"]', str(number))
    for place in range(things.count()):
        things.nth(place).set_checked(place < number, force=True)


def choose(page: Any, value: Any) -> None:
    """Press the label of an option, as a thumb would; one that is redrawn meanwhile is pressed at its new place."""
    page.click(f'form.question label.option:has(input[name="value"][value="{value}"])')


def wants_second_tap(page: Any) -> bool:
    """Return whether a tap on a place too small for a thumb has only chosen it, and another tap will answer."""
    waiting = "() => document.querySelector('form.question.armed[data-open] button.go:not(:disabled)') !== null"
    return bool(page.evaluate(waiting))


def shorten(referee: Referee) -> None:
    """Put a palace in every district from the start: the game ends with its first year."""
    for seat in referee.game.seats:
        for district in ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce"):
            referee.correct(f"palaces.{seat}.{district}", 1)
