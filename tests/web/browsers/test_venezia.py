"""In a real browser: Venezia played by taps on its board, and its dials for a table that wants only those."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.choices import Choice, Pick, Several, Spread
from companion.games.venezia.game import Venezia
from companion.games.venezia.picture.paving import at
from companion.games.venezia.rules.grid import CELLS
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.steps import TABLE, Decision
from firmware.scenes.home.drawing import draw
from tests.games.harness import fingerprint
from tests.games.venezia.players import Breeder
from tests.web.browser import (
    CHROMIUM,
    LiveBox,
    asked,
    fill_in,
    join,
    live_box,
    phone,
    settled,
    until,
    wants_second_tap,
)
from tests.web.browsers.test_doge import NAMES

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

NEARLY = 47
"""Enough points that the next district ends the game."""
SEATS = range(1, len(NAMES) + 1)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, NAMES, "venezia", plates="device", piazza="mapped") as live:
        yield live


class Quick(Breeder):
    """Put few on the Piazza, make few moves, and send the rest to the districts: a game of two rounds."""

    def spread(self, decision: Decision) -> Any:
        assert isinstance(decision.choice, Spread)
        first, *zones = decision.choice.most
        few = min(3, decision.choice.most[first])
        return {first: few, zones[0]: decision.choice.high - few} | dict.fromkeys(zones[1:], 0)

    def mover(self, decision: Decision) -> Any:
        return "done" if decision.at.endswith(".3") else super().mover(decision)


class Table:
    """Three phones and a mirror at a table; answers are given by taps alone."""

    def __init__(self, box: LiveBox, browser: Browser) -> None:
        self.box = box
        self.phones = {seat: join(box, phone(browser, reduced_motion="reduce"), seat) for seat in SEATS}
        self.mirror = phone(browser)
        self.mirror.goto(box.url)

    @property
    def game(self) -> Venezia:
        game = self.box.referee.game
        assert isinstance(game, Venezia)
        return game

    def question(self, decision: Decision) -> Page:
        """Return the phone that is asked, once it shows the question."""
        page = self.phones[max(1, decision.seat)]
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]')
        settled(self.box, page)
        return page

    def give(self, decision: Decision, value: Any) -> None:
        page = self.question(decision)
        if on_board(decision.choice, value):
            tap(page, decision.choice, value)
        else:
            fill_in_ticks(page, decision.choice, value)
        if not answers_at_once(decision, value):
            page.click("form.question button.go")
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]', state="detached")

    def play_to(self, key: str, rng: Random) -> Decision:
        """Play until this is asked; answers before it are given without phones."""
        for _ in range(200):
            decision: Decision
            (seat, decision), *_ = asked(self.box)
            if decision.key == key:
                return decision
            value = Breeder(rng, self.box.referee).answer(decision)
            self.answer(seat, value)
        raise AssertionError(f"{key} is never asked")

    def answer(self, seat: int, value: Any) -> None:
        """Answer as if from elsewhere."""
        box = self.box
        box.in_loop(lambda: box.referee.answer(seat, value))

    def bring_near_the_end(self) -> None:
        """Correct the table: whoever takes a district next ends the game."""
        for seat in SEATS:
            self.box.in_loop(lambda seat=seat: self.box.referee.correct(f"points.{seat}", NEARLY))
        self.box.in_loop(self.box.match.go_on)


def on_board(choice: Choice, value: Any) -> bool:
    return isinstance(choice, Pick | Several) and choice.of == "cell" and value not in ("done", "other")


def answers_at_once(decision: Decision, value: Any) -> bool:
    return isinstance(decision.choice, Pick) and not decision.secret and on_board(decision.choice, value)


def tap(page: Page, choice: Choice, value: Any) -> None:
    """Tap cells on the board; of several, each is marked, and counted beside the button."""
    cells = value if isinstance(choice, Several) else [value]
    for number, cell in enumerate(cells, start=1):
        place = page.locator(f'.board [data-option="{cell}"]')
        ring = place.locator("use").first  # the middle of the place itself may be the middle of a pigeon's way
        ring.click()
        if wants_second_tap(page):
            ring.click()
        if isinstance(choice, Several):
            assert "chosen" in (place.get_attribute("class") or "")
            assert page.inner_text("form.question .tally") == f"{number} / {choice.high}"


def fill_in_ticks(page: Page, choice: Choice, value: Any) -> None:
    if isinstance(choice, Several):
        for item in value:
            page.locator(f'form.question input[data-place="{item}"]').check(force=True)
    else:
        fill_in(page, choice, value)


def pigeon_on(colour: str, cell: str) -> str:
    """Return the drawn pigeon of this colour on a cell; on a tourist it stands a little lower."""
    x, y = at(cell)
    drawn = f'.venezia-piazza use[href="#d-pigeon-{colour}"][x="{x}"]'
    return f'{drawn}[y="{y}"], {drawn}[y="{y + 4}"]'


def test_a_whole_game_by_taps_on_three_phones(box: LiveBox, browser: Browser) -> None:
    """Cells are tapped, cards ticked, pigeons shared out; the mirror follows; the record is as good as any other."""
    table = Table(box, browser)
    rng = Random(3)
    player = Quick(rng, box.referee)
    shortened = False
    kinds = set()
    while questions := asked(box):
        if table.game.round == 2 and not shortened:
            table.bring_near_the_end()
            shortened = True
            continue
        _, decision = rng.choice(questions)
        value = player.answer(decision)
        table.give(decision, value)
        kinds.add(decision.key)
        if decision.key in ("land", "target") and value != "other":
            follows(table, decision.seat, value)
    assert {"zones", "spread", "land", "mover", "target", "action"} <= kinds
    assert box.referee.outcome is not None
    table.mirror.wait_for_selector("text=Winner:")
    assert NAMES[box.referee.outcome.winners[0] - 1] in table.mirror.inner_text(".status")
    again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
    assert fingerprint(again) == fingerprint(box.referee)


def follows(table: Table, seat: int, value: Any) -> None:
    """Check that the mirror shows pigeons where they moved, unless a hunter or a pincer has taken them since."""
    colour = table.box.referee.table.seats[seat - 1].colour
    for cell in value if isinstance(value, list) else [value]:
        if table.game.pieces.cells.get(cell) == seat:
            table.mirror.wait_for_selector(pigeon_on(colour, cell), state="attached")


def test_pigeons_are_laid_by_taps_on_cards_and_on_the_map(box: LiveBox, browser: Browser) -> None:
    """A tap lays one more, a button takes one away, and a tap takes all of a card back once no pigeon is left."""
    table = Table(box, browser)
    spread = table.play_to("spread", Random(3))
    page = table.question(spread)
    assert isinstance(spread.choice, Spread)
    first, one, other, _ = spread.choice.most
    left = spread.choice.high - 3

    def lying(card: str) -> list[int]:
        pile = page.locator(f'.pile:has([data-place="{card}"])')
        return [int(pile.locator("select").input_value()), pile.locator(".lying:not(.none) svg").count()]

    def lay(card: str, times: int) -> None:
        for _ in range(times):
            page.click(f'.pile:has([data-place="{card}"]) > svg')

    lay(one, 2)
    page.click(f'.pile:has([data-place="{one}"]) [data-more="-1"]')
    assert lying(one) == [1, 1]
    page.locator(f'.board [data-option="{other}"] use').first.click()
    page.locator(f'.board [data-option="{other}"] use').first.click()
    assert lying(other) == [2, 2]
    assert page.inner_text("form.question .picked").endswith(" 2")
    assert "chosen" in (page.locator(f'.board [data-option="{other}"]').get_attribute("class") or "")
    page.select_option(f'[name="value.{first}"]', str(left))
    assert page.inner_text("form.question .tally") == f"{left + 3} / {left + 3}"
    assert page.locator(".pile [data-more='1']:enabled").count() == 0
    lay(one, 1)
    assert lying(one) == [0, 0]
    page.click("form.question button.go")
    page.wait_for_selector(f'form.question[data-question="{spread.id}"]', state="detached")
    page.wait_for_selector(".sealed .lying svg >> nth=1")
    sealed = box.in_loop(lambda: box.referee.run.last_sealed(spread.seat))
    assert {place: n for place, n in sealed.value.items() if n} == {first: left, other: 2}


def test_a_second_tap_on_a_small_place_answers(box: LiveBox, browser: Browser) -> None:
    """First the pigeon, then its destination. A cell is smaller than a thumb: one tap chooses it, shows it beside the
    button and changes nothing; another cell may be chosen instead; the second tap on the same one answers.
    """
    table = Table(box, browser)
    mover = table.play_to("mover", Random(3))
    page = table.question(mover)
    start, *others = (cell for cell in mover.choice.legal() if cell != "done")
    for cell in (*others, start):
        page.locator(f'.board [data-option="{cell}"]').click()
    assert page.inner_text("form.question .picked") == start
    assert asked(box) == [(mover.seat, mover)], "one tap changes nothing"
    page.locator(f'.board [data-option="{start}"]').click()
    page.wait_for_selector("form.question[data-question^='target@']")
    ((_, target),) = asked(box)
    goal = next(cell for cell in target.choice.legal() if cell != "other")
    tap(page, target.choice, goal)
    page.wait_for_selector(f'form.question[data-question="{target.id}"]', state="detached")
    colour = box.referee.table.seats[mover.seat - 1].colour
    for shown in (page, table.mirror):
        shown.wait_for_selector(pigeon_on(colour, goal), state="attached")
        assert shown.locator(pigeon_on(colour, start)).count() == 0


@pytest.mark.parametrize("key", ["land", "mover", "target"])
def test_question_board_and_button_are_on_one_screen(box: LiveBox, browser: Browser, key: str) -> None:
    """Nobody has to scroll to tap cells: neither for the Piazza nor for the button."""
    table = Table(box, browser)
    page = table.question(table.play_to(key, Random(3)))
    page.locator(".board [data-option] use").first.click()  # a single cell has its button once it is chosen
    page.wait_for_selector("form.question .bar")
    question, piazza, button = page.evaluate(
        """() => ["form.question h1", ".venezia-piazza", "form.question .bar"].map(
            (part) => document.querySelector(part).getBoundingClientRect().toJSON())"""
    )
    assert question["top"] >= 0
    assert question["bottom"] <= piazza["top"]
    assert piazza["bottom"] <= button["top"]
    assert button["bottom"] <= page.evaluate("innerHeight")


def test_too_many_are_shown_and_refused_and_nothing_is_lost(box: LiveBox, browser: Browser) -> None:
    """The count beside the button shows that too many are chosen; if sent all the same they stay; a tap puts one
    back.
    """
    table = Table(box, browser)
    decision = table.play_to("land", Random(3))
    page = table.question(decision)
    assert isinstance(decision.choice, Several)
    cells = CELLS[: decision.choice.high + 1]
    for cell in cells:
        page.locator(f'.board [data-option="{cell}"]').click()
    tally = page.locator("form.question .tally")
    assert "wrong" in (tally.get_attribute("class") or "")
    page.click("form.question button.go")
    page.wait_for_selector("form.question .refused")
    assert page.locator("form.question input:checked").count() == len(cells), "what was refused stays filled in"
    page.locator(f'.board [data-option="{cells[-1]}"]').click()
    assert "enough" in (tally.get_attribute("class") or "")
    page.click("form.question button.go")
    page.wait_for_selector(f'form.question[data-question="{decision.id}"]', state="detached")
    assert set(cells[:-1]) <= set(table.game.pieces.cells)


def test_a_phone_without_a_seat_spins_the_dials(box: LiveBox, browser: Browser) -> None:
    """A drawing has no seats: its question is on the mirror, anyone there presses, and the new cell is marked."""
    page = phone(browser)
    page.goto(box.url)
    page.wait_for_selector(".venezia-board")
    box.in_loop(lambda: draw(box.box, "venezia:dials", Urn.fresh()))
    for spin in (1, 2, 3):
        page.wait_for_selector(f"form.question[data-question='go-on@{spin}']")
        assert page.locator(".venezia-zone").count() == 0, "only the Piazza"
        cells = box.in_loop(lambda: cells_spun(box))
        assert len(cells) == spin
        x, y = at(cells[-1])
        assert page.locator(f'.venezia-piazza use[href="#d-tourist"][x="{x}"][y="{y}"]').count() == 1
        marked = page.locator(f'.venezia-fresh[x="{x}"][y="{y}"]').count() == 1
        assert marked == (spin > 1 and cells[-1] != cells[-2]), "what is new is marked"
        page.locator('form.question input[value="more"]').check(force=True)
        page.click("form.question button.go")


def test_another_games_board_gets_its_style_without_reloading(tmp_path: Path, browser: Browser) -> None:
    """A phone left open while the box goes from Doge to Venezia's dials shows the Piazza correctly."""
    with live_box(tmp_path, NAMES) as box:
        page = phone(browser)
        page.goto(box.url)
        page.wait_for_selector(".board")
        page.evaluate("window.stayed = true")
        box.in_loop(lambda: draw(box.box, "venezia:dials", Urn.fresh()))
        page.wait_for_selector(".venezia-board")
        until(page, "() => getComputedStyle(document.querySelector('.venezia-arcade')).fill !== 'rgb(0, 0, 0)'")
        assert page.evaluate("window.stayed") is True


def cells_spun(box: LiveBox) -> list[str]:
    referee = box.box.game()
    assert referee is not None
    return [one["cell"] for one in referee.game.view(TABLE)["drawn"]]
