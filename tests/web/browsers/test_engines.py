"""In the engine of every iPhone and in Firefox: whole games with one player on such a phone, by taps and buttons.

The browser tests beside this one run in Chromium, often. This one takes minutes, so `make nightly` runs it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.referee.simulation import some_answer
from companion.steps import Decision
from tests.nightly import NIGHTLY
from tests.web.browser import LiveBox, asked, live_box, settled, wait_for, wants_second_tap
from tests.web.browsers.engines import ENGINES, MISSING, Engine
from tests.web.browsers.table.test_turn import lay_ballots

pytestmark = pytest.mark.skipif(not NIGHTLY, reason="make nightly")

NAMES = ["Anna", "Ben", "Caterina"]
HERE = 1


def place_of(value: Any) -> str:
    """Return the place of an option on the board, if it is there."""
    return f'.board [data-option="{value}"]'


def take(page: Engine, field: str, number: int, place: str = "") -> None:
    """Say how many of something: on the board where it is drawn, by tapping as many things, or by the number."""
    things = f'form.question label:has(input[type=checkbox][name="{field}"])'
    if page.has(f'form.question select[name="{field}"]'):
        page.select(f'form.question select[name="{field}"]', str(number))
    elif place and page.has(place_of(place)):
        for _ in range(number):
            page.tap(place_of(place))
    else:
        for thing in range(number):
            page.tap(things, thing)


def fill_in(page: Engine, choice: Choice, value: Any, name: str = "value") -> None:
    if isinstance(choice, Sheet):
        for row, cells in choice.rows.items():
            for column, cell in cells.items():
                field = f"{name}.{row}.{column}"
                if page.has(f'form.question input[type=checkbox][name="{field}"]'):
                    take(page, field, value[row][column])
                else:
                    fill_in(page, cell, value[row][column], field)
    elif isinstance(choice, Pick | Count) and page.has(f'form.question select[name="{name}"]'):
        page.select(f'form.question select[name="{name}"]', str(value))
    elif isinstance(choice, Pick | Count):
        page.tap(f'form.question label:has(input[name="{name}"][value="{value}"])')
    elif isinstance(choice, Spread):
        for place, number in value.items():
            take(page, f"{name}.{place}", number)
    elif isinstance(choice, Several):
        for item in dict.fromkeys(choice.items):
            take(page, f"{name}.{item}", value.count(item), str(item))


def give(box: LiveBox, page: Engine, decision: Decision, value: Any) -> None:
    form = f'form.question[data-question="{decision.id}"]'
    wait_for(page, lambda: page.has(form))
    settled(box, page)
    is_place = isinstance(decision.choice, Pick) and page.has(place_of(value))
    answers_at_once = is_place and page.has(f"{form}[data-open]")
    if is_place:
        page.tap(place_of(value))
        wait_for(page, lambda: page.has(f"{form}.armed") or not page.has(form))  # a tap may come in late
        if wants_second_tap(page):
            page.tap(place_of(value))
    else:
        fill_in(page, decision.choice, value)
    if not answers_at_once:
        page.tap(f"{form} button.go")
    wait_for(page, lambda: not page.has(form))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", games.names())
def test_a_whole_game_with_another_engine_at_the_table(engine: str, game: str, tmp_path: Path) -> None:
    """Every answer of that seat is given there; the page keeps up with the others and stays as wide as the screen."""
    if MISSING[engine]:
        pytest.skip(f"no {engine} here: apt install {MISSING[engine]}")
    rng = Random(4)
    with live_box(tmp_path, NAMES, game) as box, ENGINES[engine]() as page:
        page.goto(f"{box.url}/j/{box.phones.code}")
        page.tap(f"button[value='{HERE}']")
        wait_for(page, lambda: page.has("#live[data-page=seat]"))
        given = 0
        while questions := asked(box):
            seat, decision = questions[-1]
            value = box.in_loop(lambda one=decision: some_answer(box.referee.game, one, rng))
            if seat == HERE:
                give(box, page, decision, value)
                given += 1
            else:
                box.in_loop(lambda seat=seat, value=value: box.referee.answer(seat, value))
        assert given > 10
        outcome = box.referee.outcome
        assert outcome is not None
        settled(box, page)
        told = page.evaluate("() => document.querySelector('.status h1').textContent")
        assert all(NAMES[winner - 1] in told for winner in outcome.winners)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_read_stays_in_its_place_when_a_question_comes_in_above(engine: str, tmp_path: Path) -> None:
    """Chromium and Firefox see to that; for WebKit the page does."""
    if MISSING[engine]:
        pytest.skip(f"no {engine} here: apt install {MISSING[engine]}")
    caption = "() => document.querySelector('figcaption.zoom').getBoundingClientRect().top"
    with live_box(tmp_path, NAMES) as box, ENGINES[engine]() as page:
        page.goto(f"{box.url}/j/{box.phones.code}")
        page.tap(f"button[value='{HERE}']")
        wait_for(page, lambda: page.has("#live[data-page=seat]"))
        lay_ballots(box, 1)
        settled(box, page)
        page.evaluate("() => scrollTo(0, 700)")
        before = page.evaluate(caption)
        lay_ballots(box, 2, 3)
        settled(box, page)
        assert page.has("form.question")
        assert abs(page.evaluate(caption) - before) < 2
