"""A phone in the middle of each game: the real pages of a real box, in a real browser."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from companion.referee import Referee
from companion.seats import NAMES
from tests.readme.moments import Moment, play_to
from tests.web.browser import CHROMIUM, FLAGS, LiveBox, live_box, until

WIDTH, HEIGHT, SCALE = 390, 780, 1.5
CORNER, RIM = 36, 3
CLEAR = 255
"""The index of the transparent colour."""
CASE = "#57606a"


MOMENTS = (
    Moment("rialto", 4, 260, "play", 2, mirror=True),
    Moment("venezia", 4, 90, "target", 4, {"piazza": "mapped"}),
    Moment("doge", 4, 420, "build", 3, mirror=True),
    Moment("venise", 3, 100, "lay", 6, {"board": "night-3"}, dark=True),
    Moment("venedig", 4, 110, "place", 5),
)


def bring_about(box: LiveBox, moment: Moment) -> int:
    """Play up to the moment; return whose it is. The last answer comes last, so that the page marks its changes."""
    beside = Referee(box.referee.kind, box.referee.table, box.referee.urn)
    play_to(beside, moment)
    *before, last = beside.entries

    def give(entries: Any) -> None:
        for entry in entries:
            box.referee.answer(entry.seat, entry.value)

    box.in_loop(lambda: give(before))
    box.in_loop(lambda: give([last]))
    return min(beside.open)


def screenshot(browser: Browser, moment: Moment) -> Image.Image:
    names = NAMES[: moment.players]
    with tempfile.TemporaryDirectory() as folder, live_box(Path(folder), names, moment.game, **moment.options) as box:
        seat = bring_about(box, moment)
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=SCALE,
            color_scheme="dark" if moment.dark else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        if moment.mirror:
            page.goto(box.url)
        else:
            page.goto(f"{box.url}/j/{box.phones.code}")
            page.click(f"button[value='{seat}']")
            page.wait_for_url("**/seat")
        page.wait_for_selector(".board svg")
        until(page, "() => document.fonts.status === 'loaded'")
        taken = page.screenshot()
        context.close()
    return Image.open(BytesIO(taken)).convert("RGB")


def in_case(screen: Image.Image) -> Image.Image:
    """Return the screen with round corners and a thin rim, transparent around it."""
    size = (screen.width + 2 * RIM, screen.height + 2 * RIM)
    phone = Image.new("RGB", size, CASE)
    phone.paste(screen, (RIM, RIM), rounded(screen.size, CORNER))
    flat = phone.quantize(CLEAR, Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
    flat.putpalette([*(flat.getpalette() or ())[: 3 * CLEAR], *bytes(3)])
    flat.paste(CLEAR, (0, 0, *size), ImageChops.invert(rounded(size, CORNER + RIM)))
    return flat


def rounded(size: tuple[int, int], corner: int) -> Image.Image:
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), corner, fill=255)
    return mask


def main(folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for moment in MOMENTS:
            phone = in_case(screenshot(browser, moment))
            phone.save(folder / f"{moment.game}.png", optimize=True, transparency=CLEAR)
        browser.close()
