"""In a real browser: the small drawings beside rules can be made out, by day and by night, in every seat's colour."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

import web
from companion import games
from companion.picture.board import at_the_start
from companion.picture.cases import draw
from companion.words import Words, folders_of
from tests.web.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

FOR_TEXT, FOR_SHAPES = 4.5, 3.0
"""What WCAG 2.2 AA asks for: 1.4.3 of small text, 1.4.11 of what one has to see."""
STYLE = (Path(web.__file__).parent / "static" / "style.css").read_text("utf-8")
SCALE = 2
PARTS = """() => [...document.querySelectorAll("svg.case")].flatMap((svg) =>
  [...svg.querySelectorAll("text, use, path")].map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    const looks = `${one.getAttribute("class")} ${one.getAttribute("fill")}`;
    const ground = /-(land|paving|seam|water|hunted|halo)\\b|url/.test(looks);
    return {rule: svg.parentElement.id, kind: one.localName, says: one.textContent, fill: getComputedStyle(one).fill,
            ground: ground || width + height === 0, box: [x, y, x + width, y + height]};
  }))"""
"""Every part of every drawing, where it is, and whether it is only what others lie on."""

Colour = tuple[int, ...]


def luminance(colour: Colour) -> float:
    parts = [value / 255 for value in colour[:3]]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def page_of(game: str) -> str:
    """Return a page with every case of a game, in each seat's colour, beside its board."""
    kit = games.find(game)
    words = Words("en", folders_of(game))
    board = at_the_start(kit, kit.layout(), words).svg
    colours = kit.game.colours[: max(kit.game.players)]
    pairs = [colours[turn:] + colours[:turn] for turn in range(len(colours))]
    drawn = "".join(
        f'<figure class="case lesson" id="{case.rule}">{draw(game, case, pair)}</figure>'
        for case, pair in product(kit.cases.values(), pairs)
    )
    aside = f'<div style="position:absolute;left:-999px;width:400px">{board}</div>'
    return f'<style>{STYLE}{kit.board_style}</style>{aside}<main style="display:flex;flex-wrap:wrap">{drawn}</main>'


def too_faint(parts: list[dict[str, Any]], image: Image.Image) -> Iterator[tuple[Any, ...]]:
    """Yield what can hardly be told from what lies around it."""
    for part in parts:
        box = [round(value * SCALE) for value in part["box"]]
        if part["kind"] == "text":
            if part["says"]:
                behind = colours(image, box).most_common(1)[0][0]
                ink = tuple(int(value) for value in part["fill"].removeprefix("rgb(").rstrip(")").split(","))
                if contrast(ink, behind) < FOR_TEXT:
                    yield part["rule"], part["says"], ink, behind
        elif not part["ground"] and not any(bears(part, other) for other in parts):
            wide = [box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4]
            around = colours(image, wide) - colours(image, box)
            beside = around.most_common(1)[0][0]
            if max(contrast(colour, beside) for colour in colours(image, box)) < FOR_SHAPES:
                yield part["rule"], part["kind"], box, beside


def bears(part: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether a number is written on this part: that can be read, whatever it stands on."""
    (left, top, right, low), (begins, high, ends, foot) = part["box"], other["box"]
    return bool(
        other["kind"] == "text" and other["says"] and begins < right and left < ends and high < low and top < foot
    )


def colours(image: Image.Image, box: list[int]) -> Counter[Colour]:
    cut = image.crop((box[0], box[1], max(box[2], box[0] + 1), max(box[3], box[1] + 1)))
    counted: Any = cut.getcolors(cut.width * cut.height)
    return Counter({colour: n for n, colour in counted})


@pytest.mark.parametrize("game", [game for game in games.names() if games.find(game).cases])
def test_every_part_of_a_case_stands_out(browser: Browser, game: str) -> None:
    context = browser.new_context(device_scale_factor=SCALE, viewport={"width": 1400, "height": 600})
    page = context.new_page()
    page.set_content(page_of(game))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        parts = page.evaluate(PARTS)
        hidden = page.add_style_tag(content=".case text{visibility:hidden}")
        image = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
        hidden.evaluate("one => one.remove()")
        assert sum(part["kind"] == "text" for part in parts) > 3
        assert list(too_faint(parts, image)) == [], scheme
    context.close()
