"""In a real browser: a turn is noticed, the state of the line is seen, and the page changes in place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import CHROMIUM, LiveBox, asked, choose, join, live_box, phone, settled, until, wait_for

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")

NAMES = ["Anna", "Ben", "Cleo"]
TOP = "one => one.getBoundingClientRect().top"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[LiveBox]:
    with live_box(tmp_path, NAMES) as live:
        yield live


def lay_ballots(box: LiveBox, *seats: int, area: str = "castello", ballot: int = 3) -> None:
    for seat in seats:
        box.in_loop(lambda seat=seat: (box.referee.answer(seat, area), box.referee.answer(seat, [ballot])))
    box.in_loop(box.match.go_on)


def wait_for_turn(box: LiveBox, browser: Browser) -> Page:
    """Return Anna's phone once she has laid her ballots and waits for the others."""
    page = join(box, phone(browser), 1)
    lay_ballots(box, 1)
    settled(box, page)
    assert page.locator(".turn.mine").count() == 0
    return page


def test_everyone_who_is_waited_for_is_named_on_a_small_phone(box: LiveBox, browser: Browser) -> None:
    page = wait_for_turn(box, browser)
    page.set_viewport_size({"width": 320, "height": 640})
    clipped = "() => { const h1 = document.querySelector('#turn h1'); return h1.scrollHeight - h1.clientHeight; }"
    assert page.evaluate(clipped) <= 1
    assert page.locator("#turn h1 .seat").count() == 2


def test_a_turn_is_shown_in_title_icon_and_bar_and_said_once(box: LiveBox, browser: Browser) -> None:
    page = wait_for_turn(box, browser)
    calm = page.title(), page.get_attribute("link[rel=icon]", "href")
    region = page.query_selector("#said")
    page.evaluate(
        "window.said = []; new MutationObserver(() => said.push(document.getElementById('said').textContent))"
        ".observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true })"
    )
    lay_ballots(box, 2, 3)
    settled(box, page)
    asks = page.inner_text("form.question h1")
    assert page.title() == f"● Your turn: {asks} · Ballottino"
    assert page.get_attribute("link[rel=icon]", "href") != calm[1]
    assert page.inner_text(".turn.mine b") == "Your turn"
    assert page.evaluate("said") == [f"Your turn: {asks}"]
    assert region is not None
    assert region.evaluate("one => one.isConnected"), "the region that screen readers listen to is never replaced"
    lay_ballots(box, 1, area="san-polo", ballot=2)
    settled(box, page)
    assert (page.title(), page.get_attribute("link[rel=icon]", "href")) == calm


def test_a_turn_rings_and_shakes_where_that_is_allowed(box: LiveBox, browser: Browser) -> None:
    page = phone(browser)
    page.add_init_script("window.felt = []; navigator.vibrate = (how) => { felt.push(how); return true; };")
    join(box, page, 1)
    page.mouse.click(5, 300)
    lay_ballots(box, 1)
    settled(box, page)
    lay_ballots(box, 2, 3)
    settled(box, page)
    assert len(page.evaluate("felt")) == 1
    page.click("#sound")
    for seat in (1, 2, 3):
        lay_ballots(box, seat, area="san-polo", ballot=2)
        settled(box, page)
    assert page.locator(".turn.mine").count() == 1
    assert len(page.evaluate("felt")) == 1, "switched off"


def test_the_bar_stays_in_sight_and_what_is_read_where_it_was(box: LiveBox, browser: Browser) -> None:
    """A turn comes while the player reads below: nothing jumps, and the bar leads to the question."""
    page = wait_for_turn(box, browser)
    page.evaluate("scrollTo(0, 700)")
    read = page.locator("figcaption.zoom")
    before = read.evaluate(TOP)
    lay_ballots(box, 2, 3)
    settled(box, page)
    assert abs(read.evaluate(TOP) - before) < 2
    bar = page.locator(".turn.mine").bounding_box()
    assert bar is not None
    assert 0 <= bar["y"] < 10
    assert page.inner_text(".turn.mine span"), "the bar says what is asked, because the question is out of sight"
    page.click(".turn.mine a")
    title = page.locator("form.question h1").bounding_box()
    assert title is not None
    assert title["y"] >= bar["height"], "not hidden by the bar"


def test_the_same_question_is_read_out_again(box: LiveBox, browser: Browser) -> None:
    """Once for each time that it is asked, though the words are the same."""
    page = join(box, phone(browser), 1)
    settled(box, page)
    page.evaluate(
        """() => {
            window.heard = [];
            new MutationObserver(() => heard.push(said.textContent)).observe(said, { childList: true });
        }"""
    )
    look = "() => Turn.look(document.getElementById('live'))"
    for time in ("first", "second"):
        page.evaluate("time => { document.querySelector('form.question').dataset.question = time; }", time)
        page.evaluate(look)
        until(page, "() => heard.at(-1)?.startsWith('Your turn')")
        page.evaluate(look)
        page.wait_for_timeout(200)
        assert sum(text != "" for text in page.evaluate("heard.splice(0)")) == 1


def test_who_is_waited_for_and_for_how_long(box: LiveBox, browser: Browser) -> None:
    page = wait_for_turn(box, browser)
    assert "Ben" in page.inner_text(".turn")
    until(page, "() => document.querySelector('.turn time').textContent === '< 1 min'")
    now = box.phones.site._clock()
    box.phones.site._clock = lambda: now + 185
    box.in_loop(box.phones.site.publish)
    until(page, "() => document.querySelector('.turn time').textContent === '3 min'")


def test_a_lost_line_is_shown_and_what_was_said_meanwhile_is_sent_once(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    settled(box, page)
    page.context.set_offline(True)
    until(page, "() => document.getElementById('line').textContent === 'Reconnecting…'")
    choose(page, "castello")
    page.click("form.question button.go")
    page.wait_for_timeout(300)
    assert asked(box)[0][1].key == "area"
    page.context.set_offline(False)
    page.wait_for_selector("form.question[data-question^='ballots@']")
    until(page, "() => document.getElementById('line').textContent === ''")
    assert len(box.referee.entries) == 1


def test_a_phone_that_wakes_listens_anew_at_once(box: LiveBox, browser: Browser) -> None:
    """Over plain HTTP no page can keep a phone awake; one that has slept catches up as soon as it is looked at."""
    page = join(box, phone(browser), 1)
    settled(box, page)
    listened: list[str] = []
    page.on("request", lambda one: listened.append(one.url) if "/events" in one.url else None)
    wake = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(wake)
    page.evaluate("const now = Date.now; Date.now = () => now() + 30000")
    assert listened == [], "a line that has just been heard is kept"
    page.evaluate(wake)
    wait_for(page, lambda: listened)


def test_an_answer_says_that_it_is_on_its_way(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    held: list[Any] = []
    page.route("**/answer", lambda route: held.append(route))
    choose(page, "castello")
    page.click("form.question button.go")
    wait_for(page, lambda: held)
    assert page.inner_text("#line") == "Sending…"
    held[0].continue_()
    until(page, "() => document.getElementById('line').textContent === 'Sent'")
    until(page, "() => document.getElementById('line').textContent === ''")


def test_the_other_phones_are_seen_to_come_and_go(box: LiveBox, browser: Browser) -> None:
    anna = join(box, phone(browser), 1)
    presence = "seat => document.querySelector(`[data-phone='${seat}']`).textContent"
    until(anna, f"() => ({presence})(1) === 'on the phone'")
    assert anna.evaluate(presence, 2) == ""
    ben = join(box, phone(browser), 2)
    until(anna, f"() => ({presence})(2) === 'on the phone'")
    ben.close()
    box.phones.site.listeners.publish()  # a connection is noticed to be dead when something is sent
    box.phones.site.listeners.publish()
    until(anna, f"() => ({presence})(2) === 'phone away'")


def test_what_stays_is_the_same_node(box: LiveBox, browser: Browser) -> None:
    """The page is changed, not replaced: the board and the scores are still the ones that were there."""
    page = wait_for_turn(box, browser)
    page.evaluate(
        "window.kept = ['.board svg', '.scores table', '.feed', '#turn'].map((one) => document.querySelector(one))"
    )
    lay_ballots(box, 2, 3)
    settled(box, page)
    stayed = page.evaluate("kept.map((one) => one.isConnected)")
    assert stayed[:3] == [True, True, True]


@pytest.mark.parametrize(("motion", "counts"), [("no-preference", True), ("reduce", False)])
def test_points_count_up_unless_motion_is_unwanted(box: LiveBox, browser: Browser, motion: Any, counts: bool) -> None:
    page = join(box, phone(browser, reduced_motion=motion), 1)
    settled(box, page)
    page.evaluate(
        """() => {
            const cell = document.querySelector('.scores td[data-count]');
            window.shown = [];
            new MutationObserver(() => shown.push(Number(cell.textContent)))
                .observe(cell, { characterData: true, childList: true, subtree: true });
        }"""
    )
    box.in_loop(lambda: (box.referee.correct("palaces.1.castello", 5), box.match.go_on()))
    until(page, "() => document.querySelector('.scores td[data-count]').textContent === '5'")
    assert (len(page.evaluate("shown")) > 1) is counts
    assert page.evaluate("shown.at(-1)") == 5


def test_undo_is_in_sight_while_it_is_free(box: LiveBox, browser: Browser) -> None:
    """Nobody has learned anything from an answer yet: its seat takes it back from the bar, without asking."""

    def play() -> int:
        rng = Random(1)
        while True:
            seat, decision = next(iter(box.referee.open.items()))
            box.referee.answer(seat, decision.choice.sample(rng))
            if seat and not decision.secret and not box.referee.propose_undo(seat).needs:
                box.match.go_on()
                return seat

    seat = box.in_loop(play)
    given = len(box.referee.entries)
    pages = {one: join(box, phone(browser), one) for one in (1, 2, 3)}
    for one, page in pages.items():
        assert page.locator(".turn form[action='/undo']").count() == (one == seat)
        assert page.locator("form[action='/undo']").count() == 1, "others can propose it"
    pages[seat].click(".turn form[action='/undo'] button")
    wait_for(pages[seat], lambda: len(box.referee.entries) == given - 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_in_both_themes(box: LiveBox, browser: Browser, scheme: Any) -> None:
    """Everything that is read has a contrast of at least 4.5 to 1."""
    page = join(box, phone(browser, color_scheme=scheme), 1)
    for path in ("/seat", "/", "/rules/doge", "/history", "/fair"):
        page.goto(box.url + path)
        poor = page.evaluate(CONTRAST)
        assert poor == [], path


CONTRAST = """() => {
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
        .map((one) => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [.2126, .7152, .0722][at], 0);
    const ground = (one) => {
        for (let at = one; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const poor = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !one.checkVisibility()) continue;
        if (one.closest("svg, [disabled], .unseen")) continue;
        const [a, b] = [light(parse(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
        const contrast = (a + .05) / (b + .05);
        if (contrast < 4.5) poor.push(`${texts.currentNode.data.trim().slice(0, 30)} ${contrast.toFixed(2)}`);
    }
    return poor;
}"""


def test_a_phone_on_its_side_has_two_columns(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    page.set_viewport_size({"width": 800, "height": 360})
    board, question = (page.locator(one).bounding_box() for one in (".board", "form.question"))
    assert board is not None
    assert question is not None
    assert board["x"] + board["width"] <= question["x"]
    assert abs(board["y"] - question["y"]) < 60
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def skipped(page: Page) -> Any:
    """Press the first two keys of a page, and return what of the element reached tells which it is."""
    page.keyboard.press("Tab")
    skip = page.locator(".skip").bounding_box()
    assert skip is not None
    assert skip["y"] >= 0, "in sight once it has the focus"
    page.keyboard.press("Enter")
    return page.evaluate(
        "() => { const {dataset, name, id} = document.activeElement; return dataset.option ? 'place' : name || id; }"
    )


def test_two_keys_reach_the_first_place_or_option(box: LiveBox, browser: Browser) -> None:
    """A place on the board where one is asked for, else the first option; who only waits skips to the game."""
    page = join(box, phone(browser), 1)
    assert skipped(page) == "place"
    box.in_loop(lambda: (box.referee.answer(1, "castello"), box.match.go_on()))
    page.reload()
    assert str(skipped(page)).startswith("value")
    box.in_loop(lambda: (box.referee.answer(1, [3]), box.match.go_on()))
    page.reload()
    assert skipped(page) == "live"


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_targets_are_large_enough_for_a_thumb(box: LiveBox, browser: Browser, size: tuple[int, int]) -> None:
    """Buttons, options and folds are at least 44 px high; smaller places on a board are only chosen by a tap."""
    page = join(box, phone(browser), 1)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, .option, select, summary, nav a, .turn a")]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map((one) => `${one.localName} ${one.textContent.trim()} ${one.getBoundingClientRect().height}`)"""
    )
    assert small == []


def test_tab_stops_at_the_board_once_and_arrows_go_from_place_to_place(box: LiveBox, browser: Browser) -> None:
    page = join(box, phone(browser), 1)
    stops = page.locator(".board [data-option][tabindex='0']")
    assert page.locator(".board [data-option]").count() == 7
    assert stops.count() == 1
    stops.focus()
    first = stops.get_attribute("data-option")
    page.keyboard.press("ArrowDown")
    below = stops.get_attribute("data-option")
    assert below != first
    assert page.evaluate("document.activeElement.dataset.option") == below
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('form.question input:checked').value") == below


def test_a_double_tap_looks_closer_at_the_board(box: LiveBox, browser: Browser) -> None:
    """By the button too; after a change the board is as near as it was."""
    page = join(box, phone(browser), 1)
    settled(box, page)
    width = "() => document.querySelector('.board svg').getBoundingClientRect().width"
    whole = page.evaluate(width)
    page.click(".zoom button")
    assert page.evaluate(width) > 2 * whole
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only the board itself scrolls"
    lay_ballots(box, 1)
    settled(box, page)
    assert page.evaluate(width) > 2 * whole
    page.click(".zoom button")
    assert page.evaluate(width) == whole
    page.locator(".board svg").dispatch_event("dblclick", {"bubbles": True, "clientX": 100, "clientY": 400})
    assert page.evaluate(width) > 2 * whole


def test_closer_has_a_place_of_its_own(box: LiveBox, browser: Browser) -> None:
    """On the smallest phone it lies below the whole board; over one that is near, on a bar of its own."""
    page = join(box, phone(browser), 1)
    page.set_viewport_size({"width": 320, "height": 568})
    settled(box, page)
    page.locator(".board").scroll_into_view_if_needed()
    drawn, button = page.locator(".board svg").bounding_box(), page.locator(".zoom button").bounding_box()
    assert drawn is not None
    assert button is not None
    assert button["y"] >= drawn["y"] + drawn["height"]
    assert button["height"] >= 44
    page.click(".zoom button")
    figure, bar = page.locator(".board").bounding_box(), page.locator(".zoom").bounding_box()
    assert figure is not None
    assert bar is not None
    assert (bar["x"], bar["width"]) == (figure["x"], figure["width"])
    colour = "one => getComputedStyle(one).backgroundColor"
    assert page.locator(".zoom").evaluate(colour) == page.locator("body").evaluate(colour)


def test_a_number_that_is_drawn_is_not_written_beneath(tmp_path: Path, browser: Browser) -> None:
    """It stays the name of what is tapped, for those who hear the page."""
    with live_box(tmp_path, NAMES, "doge", ballots="device") as live:
        live.in_loop(lambda: live.referee.answer(1, "castello"))
        page = join(live, phone(browser), 1)
        page.wait_for_selector("form.question[data-question^='ballots@']")
        ballots = page.locator("form.question .option.held")
        drawn = ballots.locator("svg text").all_text_contents()
        assert drawn
        for number, ballot in zip(drawn, ballots.all(), strict=True):
            beneath = ballot.locator("small").bounding_box()
            assert beneath is not None
            assert beneath["width"] <= 1
            assert page.get_by_role("checkbox", name=number, exact=True).count() == drawn.count(number)


def test_cards_are_tapped_to_be_laid(tmp_path: Path, browser: Browser) -> None:
    """Each card of a hand is a picture to tap; the ones that were tapped are laid, and no others."""
    with live_box(tmp_path, NAMES, "venedig") as live:
        seat, decision = asked(live)[0]
        page = join(live, phone(browser), seat)
        cards = page.locator("form.question .option.held")
        hand = live.in_loop(lambda: live.referee.game.view(seat)["own"]["hand"])
        assert cards.count() == len(hand)
        cards.first.click()
        page.click("form.question button.go")
        page.wait_for_selector(f'form.question[data-question="{decision.id}"]', state="detached")
        laid = live.in_loop(lambda: live.referee.entries[0].value)
        assert sum(cells["cards"] for cells in laid.values()) == 1
