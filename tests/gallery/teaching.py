"""Make TEACHING.md again, with its pictures: `make teaching`. Look at what changes."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from companion import games
from companion.players import STEADY, Player
from companion.referee import Referee
from companion.referee.automatic import answer_for
from companion.steps import TABLE, Decision
from companion.teaching.explaining import Explainer
from companion.teaching.practice import practice_urn
from companion.words import Words, folders_of, language_name
from companion.words.answers import answer_text
from companion.words.set_up import set_up_of
from firmware.scenes.home.laying_out import LayingOut, SetUpWalk
from firmware.scenes.match.telling import Turning
from firmware.screens.canvas import HEIGHT, WIDTH
from hardware.keys import Key
from tests.firmware.long_tables import on_box
from tests.gallery.__main__ import GAP, GROUND, HERE, LARGER
from tests.tables import table
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.house import House
from tests.web.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

PAGE = Path(__file__).parents[2] / "TEACHING.md"
SPOKEN = ("en", "de")
PHONE: ViewportSize = {"width": 390, "height": 844}
PHONE_STEPS = 3
ACROSS = 4
"""Screens of the box beside each other."""

INTRODUCTION = """# A first evening

What newcomers see: the set-up of each game on the box, some steps of it and some rules on a phone, then its first
round in {languages}, answered by steady players of the box. Rules that are new are explained before the first
question in which they matter. Made by `make teaching`.
"""


def taught(game: str) -> Referee:
    """Return the game that is shown: with as few players as it allows, always the same."""
    referee = Referee(games.find(game).game, table(game, min(games.find(game).game.players)), practice_urn(game))
    referee.teach(taught=True)
    return referee


def first_round(game: str, language: str) -> Iterator[str]:
    """Yield the lines of a taught first round: the set-up, then rules, questions, answers and tellings."""
    referee = taught(game)
    words = Words(language, folders_of(game), referee.table.seats)
    placed = set_up_of(referee.game)
    for number, one in enumerate(placed, start=1):
        yield f"{number:>2}  {one.text(words)}"
    explainer, player = Explainer(referee), Player(referee.kind.adviser, STEADY)
    told, holder = len(referee.game.tells), TABLE
    while referee.open and referee.game.round <= 1:
        seat, decision = min(referee.open.items())
        rules = explainer.in_public() if decision.secret and seat != holder else []
        yield from _asked(words, decision, [*rules, *explainer.before(decision)])
        answer = next(iter(decision.choice.legal())) if seat == TABLE else answer_for(referee, player, seat)
        yield f"> {answer_text(words, decision.choice, answer)}"
        referee.answer(seat, answer)
        holder = seat if decision.secret and len(referee.game.tells) == told else TABLE
        yield from (f"· {words.tell(tell)}" for tell in referee.game.tells[told:] if tell.to == TABLE)
        told = len(referee.game.tells)


def _asked(words: Words, decision: Decision, rules: list[str]) -> Iterator[str]:
    yield ""
    for rule in rules:
        yield f"  {words('teach.rule', rule=rule, text=words(rule))}"
    yield words.pair(words.thing("seat", decision.seat), words.ask(decision))


def on_the_box(game: str, language: str) -> Image.Image:
    """Draw every step of the set-up as the box shows it."""
    with tempfile.TemporaryDirectory() as folder, on_box(taught(game), language, Path(folder)) as (_, match):
        scenes = [page() for page in SetUpWalk(match).pages]
        for scene in scenes:
            if isinstance(scene, Turning) and not isinstance(scene, LayingOut):
                scene.key(Key.OK)
        screens = [scene.picture() for scene in scenes]
    wide, high = WIDTH * LARGER // 2 + GAP, HEIGHT * LARGER // 2 + GAP
    rows = -(-len(screens) // ACROSS)
    sheet = Image.new("L", (wide * ACROSS + GAP, high * rows + GAP), GROUND)
    for number, screen in enumerate(screens):
        row, column = divmod(number, ACROSS)
        small = screen.convert("L").resize((wide - GAP, high - GAP), Image.Resampling.BOX)
        sheet.paste(small, (column * wide + GAP, row * high + GAP))
    return sheet.quantize(8)


def on_a_phone(browser: Browser, game: str) -> Image.Image:
    """Take pictures of some steps of the set-up on a phone, each with its place marked, and of a rule explained."""
    referee = taught(game)
    placed = [number for number, one in enumerate(set_up_of(referee.game), 1) if one.instruction.places]
    steps = [placed[len(placed) * part // PHONE_STEPS] for part in range(PHONE_STEPS)]
    with tempfile.TemporaryDirectory() as folder, closing(House(Path(folder))) as house:
        house.put(referee.kind, referee.table, referee.urn)
        house.run(lambda: house.judge.teach(taught=True))
        with served(house) as url:
            page = browser.new_page(viewport=PHONE, locale="en", reduced_motion="reduce")
            shots = [shot(page, f"{url}/set-up?step={number}") for number in steps]
            shots.append(shot(page, f"{url}/rules/{game}/short", "#live figure.case"))
            page.close()
    sheet = Image.new("RGB", ((PHONE["width"] + GAP) * len(shots) - GAP, PHONE["height"]), (GROUND,) * 3)
    for place, one in enumerate(shots):
        sheet.paste(one, (place * (PHONE["width"] + GAP), 0))
    return sheet.quantize(96)


def shot(page: Page, url: str, to: str = "h1") -> Image.Image:
    """Take a picture of a page, from a part of it on."""
    page.goto(url)
    page.locator(to).first.evaluate("one => (one.closest('li') || document.body).scrollIntoView()")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    from playwright.sync_api import sync_playwright

    text = INTRODUCTION.format(languages=" and ".join(map(language_name, SPOKEN)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games.names():
            title = Words("en", folders_of(game)).thing("game", game)
            on_the_box(game, "en").save(HERE / f"set-up-{game}.png", optimize=True)
            on_a_phone(browser, game).save(HERE / f"set-up-{game}-phone.png", optimize=True)
            text += f"\n## {title}\n\n![The set-up of {title} on the box](tests/gallery/pictures/set-up-{game}.png)\n"
            text += f"\n![The set-up of {title} on a phone](tests/gallery/pictures/set-up-{game}-phone.png)\n"
            for language in SPOKEN:
                lines = "\n".join(first_round(game, language))
                text += f"\n### {language_name(language)}\n\n```text\n{lines}\n```\n"
        browser.close()
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
