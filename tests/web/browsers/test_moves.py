"""In a real browser: what was moved on a board travels, what was not stays, and a fresh draw turns over."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion import games
from companion.referee import Referee
from companion.referee.views import SeatView
from companion.steps import TABLE
from tests.tables import referee
from tests.web.browser import CHROMIUM, phone
from tests.web.house import House
from tests.web.states import DEALT
from web.language import page_words
from web.table.questions import options_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

ANSWERS = 60
"""Answers of a random game whose pictures are compared, each with the one before."""
STRAYS = """([before, after]) => {
    const stage = document.querySelector("figure.board");
    const finish = () => document.getAnimations().forEach((one) => one.finish());
    const place = (one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        return [left, top, width, height].map(Math.round).join(" ");
    };
    const named = (one) => [
        one.closest("[data-key]")?.dataset.key, one.parentNode.textContent,
        one.getAttribute("href"), one.textContent, "",
    ].join(" ");
    const pieces = () => [...stage.querySelectorAll("svg use, svg text")].filter((one) => !one.closest("defs"));
    stage.innerHTML = before;
    finish();
    const stood = new Set(pieces().map((one) => named(one) + place(one)));
    Morph.into(stage, after);
    const starts = new Map(pieces().map((one) => [one, place(one)]));
    finish();
    const isStray = (one) => stood.has(named(one) + place(one)) && starts.get(one) !== place(one);
    return pieces().filter((one) => !one.closest("[class*=-drawn]") && isStray(one))
        .map((one) => `${named(one)}: ${starts.get(one)} -> ${place(one)}`);
}"""
"""Morphs one picture into the next and returns what set out from elsewhere, though it had been in its place."""


ON_THE_WAY = """([before, after, css]) => {
    const stage = document.querySelector("figure.board");
    const place = (one) => {
        const {x, y, width} = one.getBoundingClientRect();
        return [x, y, width].map(Math.round);
    };
    const all = () => Object.fromEntries(css.map((one) => [one, place(stage.querySelector(one))]));
    stage.innerHTML = before;
    document.getAnimations().forEach((one) => one.finish());
    const stood = all();
    Morph.into(stage, after);
    stage.getBoundingClientRect();
    document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 250; });
    const midway = all();
    document.getAnimations().forEach((one) => one.finish());
    return [stood, midway, all()];
}"""
"""Returns where some pieces are before, in the middle of, and after the change of one picture into the next."""


TURNING = """([before, after]) => {
    const stage = document.querySelector("figure.board");
    stage.innerHTML = before;
    Morph.into(stage, after);
    const isOnEdge = (one) => one.getBoundingClientRect().width < 1;
    return [...stage.querySelectorAll(".doge-drawn > *")].filter(isOnEdge).length;
}"""
"""Counts the parts of a card that are on edge as the picture changes."""


def pictures(game: str) -> Iterator[str]:
    """Yield the board after each answer of a random game, with what the next seat may tap."""
    judge, rng = referee(game, 3, 1, None, **DEALT.get(game, {})), Random(3)
    draw = games.painter_of(judge.kind.name)
    assert draw is not None
    words = page_words(judge.kind.name, judge.table.seats)
    before = None
    for _ in range(ANSWERS):
        if not judge.open:
            return
        seat, decision = rng.choice([*judge.open.items()])
        view = SeatView.of(judge, TABLE).pieces
        yield draw(view, words, judge.table.seats, before, {str(one) for one in options_of(decision.choice)}).svg
        before = view
        judge.answer(seat, decision.choice.sample(rng))


@pytest.mark.parametrize("game", games.names())
def test_what_was_not_moved_stays_where_it_is(empty_house: House, url: str, browser: Browser, game: str) -> None:
    """No piece sets out from the place of another: each board becomes the next one in the same page."""
    empty_house.begin(game=game)
    page = phone(browser)
    page.goto(url)
    with empty_house.app.test_request_context("/"):
        drawn = [*pictures(game)]
    strays = [stray for two in pairwise(drawn) for stray in page.evaluate(STRAYS, list(two))]
    assert strays == []


def painted(judge: Referee, view: dict[str, Any], before: dict[str, Any] | None = None) -> str:
    draw = games.painter_of(judge.kind.name)
    assert draw is not None
    return draw(view, page_words(judge.kind.name, judge.table.seats), judge.table.seats, before, ()).svg


def changed(game: str, **options: str) -> tuple[Referee, dict[str, Any], dict[str, Any]]:
    """Return a game that has just begun, and its view twice: the second is to be changed."""
    judge = referee(game, 3, 1, None, **options)
    view = SeatView.of(judge, TABLE).pieces
    return judge, view, deepcopy(view)


Way = tuple[dict[str, list[int]], dict[str, list[int]], dict[str, list[int]]]


def watched(
    house: House, url: str, browser: Browser, judge: Referee, views: list[dict[str, Any]], css: list[str], **more: Any
) -> Way:
    house.begin(game=judge.kind.name)
    page = phone(browser, **more)
    page.goto(url)
    with house.app.test_request_context("/"):
        drawn = [painted(judge, views[0]), painted(judge, views[1], views[0])]
    stood, midway, stands = page.evaluate(ON_THE_WAY, [*drawn, css])
    return stood, midway, stands


ADVISOR, OTHER, AREA = '.doge-crew [data-key="castello"]', '.doge-crew [data-key="san-polo"]', '[data-key="castello"]'


def test_an_advisor_travels_from_its_boat(empty_house: House, url: str, browser: Browser) -> None:
    """Castello's advisor goes ashore for Anna: halfway it is between boat and land, and nobody else moves."""
    judge, view, after = changed("doge")
    after["advisors"]["castello"] |= {"place": "cannaregio", "controller": 1}
    after["area"] = "castello"
    stood, midway, stands = watched(empty_house, url, browser, judge, [view, after], [ADVISOR, OTHER, AREA])
    for axis in (0, 1):
        low, high = sorted((stood[ADVISOR][axis], stands[ADVISOR][axis]))
        assert low + 20 < midway[ADVISOR][axis] < high - 20
    assert stood[OTHER] == midway[OTHER] == stands[OTHER]
    assert stood[AREA] == midway[AREA] == stands[AREA]


def test_a_pawn_travels_whosever_turn_it_is(empty_house: House, url: str, browser: Browser) -> None:
    judge, view, after = changed("venise")
    pawns = [f'[data-key="pawn-{seat.colour}"]' for seat in judge.table.seats]
    cells = [cell for pile in view["board"]["piles"] for cell in pile["cells"]]
    view["seats"] = {seat: own | {"pawn": cells[int(seat)]} for seat, own in view["seats"].items()}
    after["seats"] = deepcopy(view["seats"])
    after["seats"]["1"]["pawn"], view["seat"], after["seat"] = cells[-1], 1, 2
    stood, midway, stands = watched(empty_house, url, browser, judge, [view, after], pawns)
    assert stood[pawns[0]][1] + 20 < midway[pawns[0]][1] < stands[pawns[0]][1] - 20
    assert stood[pawns[1]] == midway[pawns[1]] == stands[pawns[1]]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_that_was_drawn_turns_over(empty_house: House, url: str, browser: Browser, motion: Any) -> None:
    """The first district of next year is drawn: its card is narrow at first, unless motion is unwelcome."""
    judge, view, after = changed("doge")
    after["next"] = ["castello"]
    empty_house.begin(game="doge")
    page = phone(browser, reduced_motion=motion)
    page.goto(url)
    with empty_house.app.test_request_context("/"):
        drawn = [painted(judge, view), painted(judge, after, view)]
    assert page.evaluate(TURNING, drawn) == (2 if motion == "no-preference" else 0)
