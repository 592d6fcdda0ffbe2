"""In a real browser: what stays unchanged on a phone while the game moves on around it, and what must change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.referee import Referee
from companion.steps import Decision
from tests.web.browser import CHROMIUM, LiveBox, join, live_box, phone, settled

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, ["Anna", "Ben", "Cleo"]) as live:
        yield live


def play_to(box: LiveBox, key: str) -> tuple[int, Decision]:
    """Play at random to a question of this kind; return the seat that is asked."""

    def play(referee: Referee) -> tuple[int, Decision]:
        rng = Random(1)
        while not (found := [asked for asked in referee.open.items() if asked[1].key == key]):
            seat, decision = next(iter(referee.open.items()))
            referee.answer(seat, decision.choice.sample(rng))
        box.match.go_on()
        return found[0]

    reached: tuple[int, Decision] = box.in_loop(lambda: play(box.referee))
    return reached


def ballots_of(box: LiveBox, *seats: int) -> None:
    """Let these seats lay their ballots while the others still think."""
    for seat in seats:
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, "castello"), box.referee.answer(seat, [3])))
    box.in_loop(box.match.go_on)


def focused(page: Page, script: str) -> Any:
    """Return a property of the focused element."""
    return page.evaluate(f"() => document.activeElement.{script}")


def test_a_correction_on_the_box_changes_what_the_phone_offers(box: LiveBox, browser: Browser) -> None:
    """The question keeps its id, but not its answers: the phone has the new ones at once."""
    seat, decision = play_to(box, "houses")
    area = decision.id.partition("@")[2].split(".")[1]
    page = join(box, phone(browser), seat)
    settled(box, page)
    before = page.locator("form.question .number").all_inner_texts()
    assert before == [str(number) for number in decision.choice.legal()]
    left = box.referee.game.corrections()[f"houses.{seat}.{area}"].choice
    for number in left.legal():
        box.in_loop(lambda number=number: box.referee.correct(f"houses.{seat}.{area}", number))
        if [str(one) for one in box.referee.open[seat].choice.legal()] != before:
            break
    box.in_loop(box.match.go_on)
    settled(box, page)
    now = box.referee.open[seat]
    assert now.id == decision.id
    assert page.locator("form.question .number").all_inner_texts() == [str(one) for one in now.choice.legal()]
    assert page.locator("form.question .number").all_inner_texts() != before


def test_a_half_given_answer_stays_when_others_move(box: LiveBox, browser: Browser) -> None:
    """It keeps the choice and the focus: otherwise an open list on a phone would close."""
    page = join(box, phone(browser), 1)
    settled(box, page)
    page.locator('input[value="san-polo"]').check(force=True)
    page.focus('input[value="san-polo"]')
    page.evaluate("() => document.activeElement.addEventListener('blur', () => { window.blurred = true; })")
    ballots_of(box, 2)
    settled(box, page)
    assert page.locator('input[value="san-polo"]').is_checked()
    assert focused(page, "value") == "san-polo"
    assert page.evaluate("() => !window.blurred"), "for no moment"


@pytest.mark.parametrize(
    "where", ["form[action='/undo'] button", "form[action='/leave'] button", ".urn a, .why summary"]
)
def test_the_focus_stays_with_the_same_thing(box: LiveBox, browser: Browser, where: str) -> None:
    """Keyboard users are not thrown to the top of the page each time others move."""
    ballots_of(box, 3)
    page = join(box, phone(browser), 1)
    settled(box, page)
    page.focus(where)
    ballots_of(box, 2)
    settled(box, page)
    assert page.evaluate("where => document.activeElement.matches(where)", where)


def test_open_folds_stay_open_and_no_other_opens(box: LiveBox, browser: Browser) -> None:
    """Ben's receipts are open; the question above them goes, and with it a fold: they stay open, and only they."""
    box.in_loop(lambda: [box.referee.correct(f"palaces.{seat}.castello", 1) for seat in (1, 2, 3)])
    page = join(box, phone(browser), 1)
    settled(box, page)
    page.locator("details", has_text="Every point of Ben").locator("summary").click()
    folds = page.locator("details").count()
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.referee.answer(1, [3]), box.match.go_on()))
    settled(box, page)
    assert page.locator("details").count() < folds, "the question is gone"
    opened = page.locator("details[open]").all_inner_texts()
    assert len(opened) == 1
    assert "Ben" in opened[0]
