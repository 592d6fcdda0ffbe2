"""In a real browser: whole games of Venise on two phones, by taps and buttons alone, from set-up to the winner."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.choices import Pick
from companion.games.venise.game import Venise
from companion.games.venise.rules.pieces import JOKER
from companion.referee import Referee
from companion.steps import Decision
from companion.words import Words, folders_of
from tests.games.harness import fingerprint
from tests.web.browser import CHROMIUM, LiveBox, asked, choose, fill_in, join, live_box, phone, settled
from tests.web.browsers.test_rialto import held, tap

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

NAMES = ["Anna", "Ben"]
EAGER = 0.9
"""How often a player takes the next step towards a gem instead of a random one: random walks take all day."""


class Table:
    """Two phones at a table. Everything that happens in the game comes from them."""

    def __init__(self, box: LiveBox, browser: Browser) -> None:
        self.box = box
        self.phones = {
            seat: join(box, phone(browser, reduced_motion="reduce"), seat) for seat in range(1, len(NAMES) + 1)
        }
        self.words = Words("en", folders_of("venise"), box.referee.table.seats)
        self.tapped: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()

    @property
    def game(self) -> Venise:
        game = self.box.referee.game
        assert isinstance(game, Venise)
        return game

    def give(self, decision: Decision, value: Any) -> None:
        """Answer by a tap if the place is on the board, otherwise by the form; then the question is gone."""
        page = self.phones[decision.seat]
        settled(self.box, page)
        form = f'form.question[data-question="{decision.id}"]'
        is_open = page.locator(form).get_attribute("data-open") is not None
        on_board = isinstance(decision.choice, Pick) and page.locator(f'.board [data-option="{value}"]').count() > 0
        self.asked[decision.key] += 1
        self.tapped[decision.key] += on_board
        if on_board:
            tap(page, str(value))
        elif isinstance(decision.choice, Pick):
            choose(page, value)
        else:
            fill_in(page, decision.choice, value)
        if not (on_board and is_open):
            page.click(f"{form} button.go")
        page.wait_for_selector(form, state="detached")

    def sees_own_hand_only(self, seat: int) -> None:
        """Check that the phone of the player who is asked shows the cards dealt to that hand, and no other phone
        does.
        """

        def in_hand() -> list[str]:
            return [str(card) for card in self.game.pieces.hand[seat]] + [JOKER] * self.game.pieces.jokers[seat]

        hand = self.box.in_loop(in_hand)
        page: Page = self.phones[seat]
        settled(self.box, page)
        assert held(page) == sorted(self.words.thing("card", card) for card in hand)


@pytest.mark.parametrize("cards", ["table", "device"])
def test_a_whole_game_on_two_phones(cards: str, tmp_path: Path, browser: Browser) -> None:
    """Every answer of the game is given there; the mirror names the winner, and the record holds."""
    rng = Random(6)
    with live_box(tmp_path, NAMES, "venise", cards=cards) as box:
        table = Table(box, browser)
        assert not box.referee.entries, "nothing has been answered yet"
        while questions := asked(box):
            ((seat, decision),) = questions
            if cards == "device" and table.asked["play"] % 10 == 0:
                table.sees_own_hand_only(seat)
            eager = box.in_loop(lambda one=decision: table.game.lean(one)) if rng.random() < EAGER else None
            table.give(decision, decision.choice.sample(rng) if eager is None else eager)
        outcome = box.referee.outcome
        assert outcome is not None
        assert outcome.rule == "VSE.E1", "with four gems"
        assert sum(table.asked.values()) == len(box.referee.entries), "nothing came from elsewhere"
        for key in ("lay", "walk"):
            assert table.tapped[key] >= 0.9 * table.asked[key], "planks and steps are tapped on the canal"
        mirror = phone(browser)
        mirror.goto(box.url)
        assert NAMES[outcome.winners[0] - 1] in mirror.locator(".status h1").inner_text()
        again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
        assert box.in_loop(lambda: fingerprint(box.referee)) == fingerprint(again)
