"""In a real browser: a whole game of Venedig on two phones, from its first question to the winner, on the map."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.choices import Pick
from companion.games.venedig.game import Venedig
from companion.referee import Referee
from companion.steps import Decision
from tests.games.harness import fingerprint
from tests.games.venedig.players import Brisk
from tests.web.browser import (
    CHROMIUM,
    LiveBox,
    asked,
    choose,
    fill_in,
    join,
    live_box,
    phone,
    settled,
    wants_second_tap,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

NAMES = ["Anna", "Ben"]
SHORT = 25
"""With this seed the players need about 140 answers, the fewest of many."""


class Table:
    """Two phones at a table, without animation; answers are given by taps and buttons alone."""

    def __init__(self, box: LiveBox, browser: Browser) -> None:
        self.box = box
        self.phones = {seat: join(box, phone(browser, reduced_motion="reduce"), seat) for seat in (1, 2)}
        self.tapped: Counter[str] = Counter()

    @property
    def game(self) -> Venedig:
        assert isinstance(self.box.referee.game, Venedig)
        return self.box.referee.game

    def give(self, decision: Decision, value: Any) -> None:
        """Answer by a tap if it is on the board; sealed answers, and those not on it, need the button too."""
        page = self.phones[decision.seat]
        form = f'form.question[data-question="{decision.id}"]'
        page.wait_for_selector(form)
        settled(self.box, page)
        is_place = isinstance(decision.choice, Pick) and is_on_board(page, value)
        if is_place:
            page.click(f'.board [data-option="{value}"]')
            if wants_second_tap(page):
                page.click(f'.board [data-option="{value}"]')
            self.tapped[decision.key] += 1
        elif isinstance(decision.choice, Pick):
            choose(page, value)
        else:
            fill_in(page, decision.choice, value)
        if decision.secret or not is_place:
            page.click(f"{form} button.go")
        page.wait_for_selector(form, state="detached")

    def all_see_what_is_chosen(self) -> bool:
        """Check that both phones tick every hex chosen so far; return whether there are any."""
        chosen = self.box.in_loop(lambda: list(self.game.chosen))
        for page in self.phones.values() if chosen else ():
            page.wait_for_selector(f'.venedig-chosen[aria-label^="{chosen[-1]},"]', state="attached")
            assert page.locator(".venedig-chosen").count() == len(chosen)
        return bool(chosen)


def is_on_board(page: Page, value: Any) -> bool:
    return page.locator(f'.board [data-option="{value}"]').count() > 0


def test_a_whole_game_by_taps_on_two_phones(tmp_path: Path, browser: Browser) -> None:
    """Nothing is answered elsewhere; everyone sees the chosen hexes; the record is as good as any other."""
    with live_box(tmp_path, NAMES, "venedig", board="mapped") as box:
        table = Table(box, browser)
        player = Brisk(Random(SHORT), box.referee)
        keys: Counter[str] = Counter()
        ticked = 0
        while questions := asked(box):
            ((_, decision),) = questions
            table.give(decision, box.in_loop(lambda decision=decision: player.answer(decision)))
            keys[decision.key] += 1
            ticked += table.all_see_what_is_chosen()
        assert {"third-when", "cards", "place", "drain", "take", "pay"} <= set(keys)
        assert table.tapped["place"] == keys["place"], "every place by a tap on the map"
        assert table.tapped["drain"] > 10
        assert table.tapped["take"], "a card by a tap on the pile"
        assert ticked > 10, "the first of two hexes, again and again"
        outcome = box.referee.outcome
        assert outcome is not None
        assert len(box.referee.entries) == keys.total(), "by nothing but these answers"
        mirror = phone(browser)
        mirror.goto(box.url)
        for page in (mirror, *table.phones.values()):
            page.wait_for_selector("text=Winner:")
            assert NAMES[outcome.winners[0] - 1] in page.inner_text(".status h1")
        again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
        assert fingerprint(again) == box.in_loop(lambda: fingerprint(box.referee))
