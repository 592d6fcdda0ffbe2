"""In a real browser: Rialto on three phones with the cards in the box; each phone shows its own hand and no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.choices import Pick
from companion.games.rialto.game import Rialto
from companion.referee import Referee
from companion.steps import Decision
from companion.words import Words, folders_of
from tests.games.harness import fingerprint
from tests.web.browser import CHROMIUM, FLAGS, LiveBox, fill_in, live_box, until
from tests.web.test_browser import NAMES, asked, join, phone

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

SEATS = range(1, len(NAMES) + 1)
ROUND, STAGE = 5, "E"
"""What comes before is answered without phones, to save time; a change of rounds and the last one are left."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, NAMES, "rialto", cards="device") as live:
        yield live


class Table:
    """Three phones and a mirror at a table; answers are given by taps and buttons alone."""

    def __init__(self, box: LiveBox, browser: Browser) -> None:
        self.box = box
        self.phones = {seat: join(box, phone(browser), seat) for seat in SEATS}
        self.mirror = phone(browser)
        self.mirror.goto(box.url)
        self.words = Words("en", folders_of("rialto"), box.referee.table.seats)
        self.taps = 0

    @property
    def game(self) -> Rialto:
        game = self.box.referee.game
        assert isinstance(game, Rialto)
        return game

    def play_without_phones(self, rng: Random) -> None:
        """Up to that stage of that round, as if answered elsewhere."""
        box, game = self.box, self.game

        def answer() -> None:
            referee = box.referee
            while (game.round, game.stage) != (ROUND, STAGE):
                seat = min(referee.open)
                referee.answer(seat, sensible(referee.open[seat], rng))
            box.match.changed_by_phone()

        box.in_loop(answer)

    def answer(self, seat: int, value: Any) -> None:
        """As if from elsewhere."""

        def answer() -> None:
            self.box.referee.answer(seat, value)
            self.box.match.changed_by_phone()

        self.box.in_loop(answer)

    def question(self, decision: Decision) -> Page:
        """The phone that is asked, once it shows the question."""
        page = self.phones[decision.seat]
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]')
        return page

    def give(self, decision: Decision, value: Any) -> None:
        page = self.question(decision)
        if isinstance(decision.choice, Pick) and page.locator(f'.board [data-option="{value}"]').count():
            tap(page, value)
            self.taps += 1
        else:
            fill_in(page, decision.choice, value)
            page.click("form.question button.go")
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]', state="detached")

    def hand(self, seat: int) -> list[str]:
        cards = self.box.in_loop(lambda: sorted(map(str, self.game.cards.hand[seat])))
        return [self.words.thing("card", card) for card in cards]


def tap(page: Page, option: str) -> None:
    """On the board, where a finger would: somewhere on the place itself, whatever its shape."""
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


def sensible(decision: Decision, rng: Random) -> Any:
    """Most cards are kept for the rounds on phones; the rest at random."""
    if decision.key == "play" and rng.random() < 0.5:
        return "0"
    return decision.choice.sample(rng)


def chips(page: Page) -> list[str]:
    return sorted(page.locator(".own .chip").all_inner_texts())


def each_hand_on_its_own_phone(table: Table) -> None:
    for seat, page in table.phones.items():
        hand = sorted(table.hand(seat))
        until(page, "n => document.querySelectorAll('.own .chip').length === n", len(hand))
        assert chips(page) == hand
    assert table.mirror.locator(".own").count() == 0


def asked_of_one(table: Table, decision: Decision) -> None:
    """A play is offered on its own phone; the others and the mirror only see who is deciding."""
    name = NAMES[decision.seat - 1]
    others = [page for seat, page in table.phones.items() if seat != decision.seat]
    for page in (*others, table.mirror):
        page.wait_for_selector(f".status h1:has-text('{name}')")
        assert page.locator(f'form.question[data-question="{decision.id}"]').count() == 0
        assert page.locator('form.question input[name="value"]').count() == 0


def test_a_game_by_taps_on_three_phones(box: LiveBox, browser: Browser) -> None:
    """Rows, discards, plays, bridges: the mirror follows stage by stage; the record is as good as any."""
    table = Table(box, browser)
    rng = Random(3)
    table.play_without_phones(rng)
    kinds = set()
    stages: list[str | None] = []
    while questions := asked(box):
        _, decision = rng.choice(questions)
        table.question(decision)
        if decision.key == "play" and (not stages or stages[-1] != table.game.stage):
            stages.append(table.game.stage)
            each_hand_on_its_own_phone(table)
            asked_of_one(table, decision)
        table.give(decision, decision.choice.sample(rng))
        kinds.add(decision.key)
    assert {"row", "discard", "play"} <= kinds
    assert stages == list("EFABCDEF")
    assert table.taps, "connections are tapped on the map"
    assert box.referee.outcome is not None
    table.mirror.wait_for_selector("text=Winner:")
    assert NAMES[box.referee.outcome.winners[0] - 1] in table.mirror.inner_text(".status")
    again = Referee(box.referee.kind, box.referee.table, box.referee.urn, box.referee.entries)
    assert fingerprint(again) == fingerprint(box.referee)


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
    """Until this is asked; what comes before is answered without phones."""
    box = table.box
    for _ in range(400):
        decision: Decision
        (seat, decision), *_ = asked(box)
        if decision.key == key:
            return decision
        value = decision.choice.sample(rng)
        table.answer(seat, value)
    raise AssertionError(f"{key} is never asked")
