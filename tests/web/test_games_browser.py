"""In a real browser: Venise on three phones, by taps and buttons, to the winner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.choices import Pick
from companion.entries import Answer
from companion.referee import Referee
from companion.simulate import some_answer
from companion.steps import TABLE
from tests.games.harness import fingerprint
from tests.web.browser import CHROMIUM, FLAGS, fill_in, live_box
from tests.web.test_browser import NAMES, join, phone
from tests.web.test_rialto_browser import tap

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

ON_PHONES = 45
"""So many answers, the last of the game, are given on phones; those before are given without, to save time."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


def played(referee: Referee, rng: Random) -> list[Answer]:
    """A whole game with this table and urn, played beside it."""
    beside = Referee(referee.kind, referee.table, referee.urn)
    while beside.open:
        seat = min(beside.open)
        beside.answer(seat, some_answer(beside.game, beside.open[seat], rng))
    return [entry for entry in beside.entries if isinstance(entry, Answer)]


def give(page: Page, answer: Answer, choice: Any) -> bool:
    """By a tap where the place is on the board, else by its form; whether it was a tap."""
    form = f'form.question[data-question="{answer.question}"]'
    page.wait_for_selector(form)
    on_board = isinstance(choice, Pick) and page.locator(f'.board [data-option="{answer.value}"]').count() > 0
    sealed = page.locator(form).get_attribute("data-open") is None
    if on_board:
        tap(page, str(answer.value))
    else:
        fill_in(page, choice, answer.value)
    if sealed or not on_board:
        page.click(f"{form} button.go")
    page.wait_for_selector(form, state="detached")
    return on_board


@pytest.mark.parametrize(
    ("game", "options", "taps"),
    [("venise", {"cards": "table"}, 5)],
)
def test_to_the_winner_on_three_phones(
    game: str, options: dict[str, str], taps: int, tmp_path: Path, browser: Browser
) -> None:
    """The same answers lead to the very same game, on phones and without them; the mirror says who has won."""
    with live_box(tmp_path, NAMES, game, **options) as box:
        answers = played(box.referee, Random(5))
        before = answers[:-ON_PHONES]
        box.in_loop(lambda: [box.referee.answer(one.seat, one.value) for one in before])
        box.in_loop(box.match.changed_by_phone)
        phones = {seat: join(box, phone(browser), seat) for seat in range(1, len(NAMES) + 1)}
        tapped = 0
        for answer in answers[-ON_PHONES:]:
            page = phones[answer.seat if answer.seat != TABLE else 1]
            choice = box.in_loop(lambda seat=answer.seat: box.referee.open[seat].choice)
            tapped += give(page, answer, choice)
        assert tapped >= taps
        assert box.referee.outcome is not None
        beside = Referee(box.referee.kind, box.referee.table, box.referee.urn, answers)
        assert box.in_loop(lambda: fingerprint(box.referee)) == fingerprint(beside)
        mirror = phone(browser)
        mirror.goto(box.url)
        winner = NAMES[box.referee.outcome.winners[0] - 1]
        assert winner in mirror.locator(".status h1").inner_text()
