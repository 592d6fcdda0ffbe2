"""In a real browser: Rialto on phones with the cards in the box; each phone shows its own hand and no other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.choices import Pick
from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.scoring import ROUNDS
from companion.referee import Referee
from companion.steps import Decision
from companion.words import Words, folders_of
from tests.games.harness import fingerprint
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
    until,
    wants_second_tap,
)
from tests.web.browsers.test_doge import NAMES

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, NAMES, "rialto", cards="device") as live:
        yield live


class Table:
    """Phones for each player and a mirror at a table; answers are given by taps and buttons alone."""

    def __init__(self, box: LiveBox, browser: Browser) -> None:
        self.box = box
        self.phones = {
            seat: join(box, phone(browser, reduced_motion="reduce"), seat) for seat in box.referee.game.seats
        }
        self.browser = browser
        self.words = Words("en", folders_of("rialto"), box.referee.table.seats)
        self.taps: set[str] = set()

    @cached_property
    def mirror(self) -> Page:
        """Open a page when it is first looked at, to save time."""
        page = phone(self.browser)
        page.goto(self.box.url)
        return page

    @property
    def game(self) -> Rialto:
        game = self.box.referee.game
        assert isinstance(game, Rialto)
        return game

    def answer(self, seat: int, value: Any) -> None:
        """Answer as if from elsewhere."""

        def answer() -> None:
            self.box.referee.answer(seat, value)

        self.box.in_loop(answer)

    def question(self, decision: Decision) -> Page:
        """Return the phone that is asked, once it shows the question."""
        page = self.phones[decision.seat]
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]')
        settled(self.box, page)
        return page

    def give(self, decision: Decision, value: Any) -> None:
        """Answer the open question by a tap if it is on the board; otherwise fill in the form and send it."""
        page = self.question(decision)
        form = f'form.question[data-question="{decision.id}"]'
        on_board = isinstance(decision.choice, Pick) and page.locator(f'.board [data-option="{value}"]').count() > 0
        if on_board and not decision.secret:
            tap(page, value)
            self.taps.add(decision.key)
        else:
            if isinstance(decision.choice, Pick):
                choose(page, value)
            else:
                fill_in(page, decision.choice, value)
            page.click(f"{form} button.go")
        page.wait_for_selector(form, state="detached")

    def hand(self, seat: int) -> list[str]:
        cards = self.box.in_loop(lambda: sorted(map(str, self.game.cards.hand[seat])))
        return [self.words.thing("card", card) for card in cards]


def tap(page: Page, option: str) -> None:
    """On the board, where a finger would: somewhere on the place itself, whatever its shape; twice if it is small."""
    spot = until(
        page,
        """option => {
            const place = document.querySelector(`.board [data-option="${option}"]`);
            if (!place) return null;
            place.scrollIntoView({block: "center"});
            const around = place.getBoundingClientRect();
            for (let y = around.top + 2; y < around.bottom; y += 3)
                for (let x = around.left + 2; x < around.right; x += 3)
                    if (document.elementFromPoint(x, y)?.closest("[data-option]") === place) return [x, y];
            return null;
        }""",
        option,
    )
    page.mouse.click(*spot)
    if wants_second_tap(page):
        page.mouse.click(*spot)


def held(page: Page) -> list[str]:
    """Return the names of the cards that a player's own page draws."""
    return sorted(page.locator(".own .held [role=img]").evaluate_all("all => all.map(one => one.ariaLabel)"))


def each_hand_on_its_own_phone(table: Table) -> None:
    for seat, page in table.phones.items():
        hand = sorted(table.hand(seat))
        until(page, "n => document.querySelectorAll('.own .held [role=img]').length === n", len(hand))
        assert held(page) == hand
    assert table.mirror.locator(".own").count() == 0


def asked_of_one(table: Table, decision: Decision) -> None:
    """A play is offered on its own phone; the others and the mirror only see who is deciding."""
    name = NAMES[decision.seat - 1]
    others = [page for seat, page in table.phones.items() if seat != decision.seat]
    for page in (*others, table.mirror):
        page.wait_for_selector(f".status h1:has-text('{name}')")
        assert page.locator(f'form.question[data-question="{decision.id}"]').count() == 0
        assert page.locator('form.question input[name="value"]').count() == 0


@pytest.mark.rule("RIA.N1", "RIA.Z4")
def test_a_whole_game_by_taps(tmp_path: Path, browser: Browser) -> None:
    """Two players and the neutral one, from set-up to the winner. In the last round a mirror follows stage by stage.

    Each hand is on its own phone only; the record is as good as any, and the final count is on every page.
    """
    with live_box(tmp_path, NAMES[:2], "rialto", cards="device", neutral="with") as box:
        table = Table(box, browser)
        rng = Random(3)
        kinds = set()
        stages: list[tuple[int, str | None]] = []
        while questions := asked(box):
            _, decision = rng.choice(questions)
            if decision.key == "play" and (table.game.round, table.game.stage) not in stages:
                stages.append((table.game.round, table.game.stage))
                if table.game.round == ROUNDS:
                    table.question(decision)
                    each_hand_on_its_own_phone(table)
                    asked_of_one(table, decision)
            table.give(decision, decision.choice.sample(rng))
            kinds.add(decision.key)
        assert stages == [(number, stage) for number in range(1, ROUNDS + 1) for stage in "ABCDEF"]
        assert {"first-building", "row", "discard", "play", "bridge", "gondola"} <= kinds
        assert {"first-building", "row", "bridge", "gondola", "activate"} <= table.taps
        the_end_is_on_every_page(table)
        again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
        assert fingerprint(again) == fingerprint(box.referee)


def the_end_is_on_every_page(table: Table) -> None:
    """Check that every page names the winner, who has the most in the final count."""
    outcome, points = table.box.referee.outcome, table.box.referee.game.score
    assert outcome is not None
    for page in (table.mirror, *table.phones.values()):
        page.wait_for_selector("text=Winner:")
        assert NAMES[outcome.winners[0] - 1] in page.inner_text(".status")
        totals = page.locator(".sum .total td").all_inner_texts()
        assert totals == [str(tallies["points"]) for tallies in points.values()]


def test_a_bridge_is_laid_by_a_tap_and_seen_by_all(box: LiveBox, browser: Browser) -> None:
    """The connection on the map is the option; the bridge lies there on every page, its ends readable."""
    table = Table(box, browser)
    rng = Random(3)
    decision = play_to(table, "bridge", rng)
    page = table.question(decision)
    connection = next(iter(decision.choice.legal()))
    tap(page, connection)
    page.wait_for_selector("form.question[data-question^='bridge-end@']")
    ((_, end),) = asked(box)
    table.give(end, next(iter(end.choice.legal())))
    laid = box.in_loop(lambda: table.game.pieces.connections[connection])
    for shown in (*table.phones.values(), table.mirror):
        for district, value in laid.ends.items():
            name = table.words.thing("district", district)
            until(shown, "said => document.querySelector('.board').innerHTML.includes(said)", f"{name} {value}")


def play_to(table: Table, key: str, rng: Random) -> Decision:
    """Play until this is asked; answers before it are given without phones."""
    box = table.box
    for _ in range(400):
        decision: Decision
        (seat, decision), *_ = asked(box)
        if decision.key == key:
            return decision
        value = decision.choice.sample(rng)
        table.answer(seat, value)
    raise AssertionError(f"{key} is never asked")
