"""The time from an answer to the moment every phone has redrawn its page, in a real browser."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from firmware.bench.figures import Cell, FigureTable, quantile, ratio, share
from firmware.bench.phones.busy_box import BusyBox

PHONES, CHANGES, WARM = 10, 40, 3
REST = 0.7
"""Seconds before an answer, as at a table: by then hardly anything moves on the pages any more."""
GAMES = ("doge", "venise")
"""A page with little on its board, and one with much."""
PATIENCE = 10.0
NOTE_REDRAWING = """() => {
    const live = document.getElementById("live");
    window.redrawn = {};
    window.waiting = {};
    new MutationObserver(() => {
        const version = live.dataset.version;
        requestAnimationFrame(() => setTimeout(() => {
            redrawn[version] ??= Date.now() / 1000;
            waiting[version]?.(redrawn[version]);
        }));
    }).observe(live, { attributes: true, attributeFilter: ["data-version"] });
}"""
"""A page notes which version it shows once it has been changed; after the next frame that is on the screen."""
WHEN_REDRAWN = """([version, patience]) => redrawn[version] ?? new Promise((done) => {
    waiting[version] = done;
    setTimeout(() => done(0), patience * 1000);
})"""
"""When a page has shown a version; it is waited for without being asked again, which would take time from it."""


def measure(effort: float = 1) -> list[FigureTable]:
    rows: list[dict[str, Cell]] = []
    for game in GAMES:
        alone, *_ = both = [
            redrawing(game, phones, share(CHANGES, effort)) for phones in (1, share(PHONES, effort, 2))
        ]
        for row in both:
            one, here = alone["ms p95"], row["ms p95"]
            row["p95 over one"] = ratio(float(here), float(one), 1) if here and one else None
        rows += both
    meaning = (
        "Answers given on the box while phones show the game in a real browser, all of them on this machine; as many "
        "as there are seats have one, the others watch. Milliseconds from before the answer, which is made durable "
        "first, to the frame in which each phone shows it, and how much later that is than with one phone alone. "
        "Without a browser (Playwright, and chromium) there are no figures."
    )
    return [FigureTable("Phones are redrawn", meaning, rows)]


def find_browser() -> str | None:
    """Return where Chromium is; the engine without a window is preferred, as it starts and draws quicker."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


def redrawing(game: str, phones: int, changes: int) -> dict[str, Cell]:
    took: list[float] = []
    browser = find_browser()
    with ExitStack() as stack:
        if browser is not None:
            box = BusyBox(Path(stack.enter_context(tempfile.TemporaryDirectory())), game)
            stack.callback(box.close)
            threading.Thread(target=box.box.run, daemon=True).start()
            stack.callback(box.box.post, box.box.stop)
            pages = stack.enter_context(opened(browser, box, phones))
            for number in range(WARM + changes if pages else 0):
                if number >= WARM:
                    pages[0].wait_for_timeout(1000 * REST)
                took += answered(box, pages)
    took = took[WARM * phones :]
    return {
        "game": game,
        "phones": phones,
        "changes": changes,
        "ms p50": round(quantile(took, 0.5) * 1000) if took else None,
        "ms p95": round(quantile(took, 0.95) * 1000) if took else None,
    }


@contextmanager
def opened(browser: str, box: BusyBox, phones: int) -> Iterator[list[Any]]:
    """Yield that many phones' pages, seats first; none without Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield []
        return
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        pages = [running.new_context(viewport={"width": 390, "height": 844}).new_page() for _ in range(phones)]
        url, seats = f"http://127.0.0.1:{box.phones.port}", len(box.referee.table.seats)
        for number, page in enumerate(pages, start=1):
            page.goto(f"{url}/j/{box.phones.code}" if number <= seats else url)
            if number <= seats:
                page.click(f"button[name=seat][value='{number}']")
                page.wait_for_url("**/seat")
            page.evaluate(NOTE_REDRAWING)
        yield pages
        running.close()


def answered(box: BusyBox, pages: list[Any]) -> list[float]:
    """Give an answer; return how long each phone took to show it. One that never does counts with the whole wait."""
    start = time.time()  # the clock that browsers have too
    box.phones.site.door.do(box.answer)
    version = str(box.phones.site.listeners.version)
    shown = [page.evaluate(WHEN_REDRAWN, [version, PATIENCE]) for page in pages]
    return [(one or start + PATIENCE) - start for one in shown]
