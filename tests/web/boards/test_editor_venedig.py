"""Owners draw their board: by tapping in a real browser, by forms without any script, and in files."""

from __future__ import annotations

import io
import json
import re
import tomllib
from dataclasses import replace
from html import unescape
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

from companion import games
from companion.games.venedig.editor.draft import Draft
from companion.games.venedig.editor.drawing import grid
from companion.games.venedig.rules.board import middle
from companion.games.venedig.rules.kinds import ISLANDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Layout, dump, load, save
from companion.referee.simulation import play_random, random_urn
from tests.tables import table
from tests.web.browser import PHONE, until
from tests.web.browser import phone as open_page
from tests.web.house import House
from tests.web.played import Pages
from tests.web.served import served
from web.boards.sharing import LARGEST, values_of

KIT = games.find("venedig")
PAGE = "/layouts/venedig/edit"
SMALL = {
    "cannaregio": ["B2-B5", "C2-C5", "D2-D5"],
    "castello": ["B8-B11", "C8-C11", "D8-D11"],
    "dorsoduro": ["G2-G5", "H2-H5", "I2-I5"],
    "san-marco": ["G8-G11", "H8-H11", "I8-I11"],
    "giudecca": ["L3-L8", "M3-M8"],
}
"""Five islands, 60 hexes, in strokes along their rows."""


def own(house: House) -> Path:
    return house.ledger.folder / "layouts" / "venedig.toml"


def draft(house: House) -> Path:
    return own(house).with_name("venedig.draft.toml")


def drawn(house: House) -> Layout:
    """Return the draft that the box keeps."""
    assert KIT.editor is not None
    return KIT.editor.read(values_of(load(draft(house), lambda _: None)))


class Drawing:
    """A page without script: it sends its draft with every form, and continues with the one that comes back."""

    def __init__(self, phone: FlaskClient, start: str = "used") -> None:
        self.phone = phone
        self.text = phone.get(PAGE, query_string={"start": start}).text

    def hidden(self, name: str) -> str:
        return unescape(self.text.partition(f'name="{name}" value="')[2].partition('"')[0])

    def send(self, **fields: str) -> int:
        form = {name: self.hidden(name) for name in ("draft", "before", "waiting", "picked")}
        answer = self.phone.post(PAGE, data=form | fields)
        self.text = answer.text
        return answer.status_code

    def mark(self, tool: str, places: str) -> int:
        return self.send(do="use", tool=tool, places=places)

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.hidden("draft"))
        return facts


# Without any script


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_page_is_all_words_and_has_no_script_or_style_of_its_own(pages: Pages, language: str) -> None:
    phone = pages.reader(language)
    for start in ("used", "blank"):
        text = phone.get(f"{PAGE}?start={start}").text
        assert not re.search(r">[^<]*\b(web|tool|tools|tool-hint|refuse|board|island)\.[a-z]", text)
        assert " style=" not in text
        assert re.findall(r"<script[^>]*>(.+?)</script>", text) == []
    assert "edit" in phone.get("/layouts/venedig").text


def test_a_game_without_tools_has_no_such_page(pages: Pages) -> None:
    phone = pages.reader()
    assert phone.get("/layouts/doge/edit").status_code == 404
    assert phone.post("/layouts/doge/edit").status_code == 404
    assert phone.get("/layouts/chess/edit").status_code == 404
    assert "/layouts/doge/edit" not in phone.get("/layouts/doge").text


def test_a_stroke_is_kept_as_a_draft_and_the_board_in_use_stays(pages: Pages) -> None:
    page = Drawing(pages.reader())
    assert page.mark("castello", "A10, A11") == 200
    assert {"A10", "A11"} < set(page.facts()["islands"]["castello"])
    assert {"A10", "A11"} < set(drawn(pages)["islands"]["castello"])
    assert re.search(r'value="castello" checked', page.text), "the tool stays in hand"
    assert not own(pages).exists()
    assert "A10" not in dump(KIT.layout(own(pages).parent))


def test_choosing_a_tool_makes_no_draft(pages: Pages) -> None:
    page = Drawing(pages.reader())
    assert page.send(do="look", tool="way") == 200
    assert page.mark("way", "") == 200
    assert not draft(pages).exists()


def test_waiting_places_stay_while_the_tool_is_the_same(pages: Pages) -> None:
    page = Drawing(pages.reader())
    assert page.mark("palazzo", "C5") == 200
    assert page.hidden("waiting") == "C5"
    assert page.mark("palazzo", "") == 200
    assert page.hidden("waiting") == "C5"
    page.mark("palazzo", "C6")
    assert ["C5", "C6"] in drawn(pages)["buildings"]["palazzo"]
    page.mark("palazzo", "C8")
    page.mark("campo", "C7")
    assert ["C7"] in drawn(pages)["buildings"]["campo"]
    assert ["C8"] not in drawn(pages)["buildings"]["campo"]


def test_an_impossible_mark_is_refused_with_its_reason(pages: Pages) -> None:
    page = Drawing(pages.reader())
    assert page.mark("stone", "A1") == 409
    assert "A1 lies on no island." in page.text
    assert not draft(pages).exists()
    for places in ("'; --", "<b>", "C7" * 3000, "#99999", "#x", "\x00"):
        assert page.mark("way", places) == 409
    assert page.mark("hammer", "C7") == 409
    assert "There is no tool “hammer”." in page.text
    assert page.send(do="shuffle") == page.send(do="passage.n") == 409
    assert page.facts() == values_of(KIT.layout()), "the draft stays"


def test_a_draft_too_large_to_be_sent_again_is_refused(pages: Pages) -> None:
    page = Drawing(pages.reader(), "blank")
    rows = [f"{letter}1-{letter}30" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    assert page.mark("castello", " ".join(rows)) == 200
    assert page.mark("stone", " ".join(rows)) == 200
    room = LARGEST - len(page.hidden("draft"))
    facts = page.facts() | {"crossings": [["A1", "Z30"]] * (room // len('["A1","Z30"],'))}
    assert page.send(do="look", draft=json.dumps(facts, separators=(",", ":"))) == 200
    assert page.mark("crossing", "A1 Z29 A1 Z28") == 409
    assert page.facts() == facts, "nothing is lost"


def test_an_unsound_draft_is_not_saved_and_every_mistake_is_named(pages: Pages) -> None:
    page = Drawing(pages.reader(), "blank")
    assert page.send(do="save") == 409
    for told in ("Castello has no hexes", "Giudecca has no hexes", "0 of 62 places", "1–9, 11–44, 46–56", "10, 45"):
        assert told in page.text
    assert not own(pages).exists()
    assert page.facts()["course"] == []


def test_a_sound_draft_becomes_the_owners_board(pages: Pages) -> None:
    page = Drawing(pages.reader())
    page.mark("stone", "B6 D5")
    assert "All is in order" in page.text
    assert draft(pages).exists()
    assert page.send(do="save") == 303
    assert not draft(pages).exists()
    layout = KIT.layout(own(pages).parent)
    assert sorted(layout["stones"]) == ["B6", "D6", "E12", "F11", "I12", "I6", "K12", "K7", "O8"]
    facts = tomllib.loads(own(pages).read_text("utf-8"))
    assert {name: fact["from"] for name, fact in facts.items()} == {"stones": "owner"}, "what differs from ours"
    page = Drawing(pages.reader())
    page.mark("stone", "B6")
    assert page.send(do="discard") == 303
    assert not draft(pages).exists()
    assert pages.reader().post("/layouts/venedig/ours").status_code == 303


def test_confirmed_facts_stay_confirmed(pages: Pages) -> None:
    stones = json.dumps(KIT.layout()["stones"])
    assert pages.reader().post("/layouts/venedig", data={"fact": "stones", "value": stones}).status_code == 303
    page = Drawing(pages.reader())
    page.mark("casa", "C7")
    assert page.send(do="save") == 303
    assert set(tomllib.loads(own(pages).read_text("utf-8"))) == {"stones", "buildings"}


def test_a_draft_survives_export_and_import(pages: Pages) -> None:
    phone = pages.reader()
    page = Drawing(phone)
    page.mark("giudecca", "P6")
    sent = phone.post(PAGE, data={"do": "export", "draft": page.hidden("draft")})
    assert sent.headers["Content-Disposition"] == "attachment; filename=venedig.toml"
    assert "P6" not in Drawing(phone, "ours").facts()["islands"]["giudecca"]
    phone.post(PAGE, data={"do": "discard"})
    answer = phone.post(PAGE, data={"do": "open", "file": (io.BytesIO(sent.data), "mine.toml")})
    assert answer.status_code == 200
    assert "P6" in drawn(pages)["islands"]["giudecca"]
    assert phone.post(PAGE, data={"do": "export", "draft": page.hidden("draft")}).data == sent.data


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"[islands",
        b"\xff\xfe",
        b"[islands]\nvalue = 1979-05-27\nfrom = 'owner'",
        b"islands = 5",
        b"a=" + b"[" * 5000,
        dump(KIT.layout()).replace("B5", "B99").encode(),
        dump(KIT.layout()).replace("[stones]", "[pebbles]").encode(),
    ],
)
def test_a_file_that_is_no_layout_is_refused_and_the_draft_stays(pages: Pages, sent: bytes) -> None:
    phone = pages.reader()
    page = Drawing(phone)
    page.mark("giudecca", "P6")
    before = draft(pages).read_bytes()
    answer = phone.post(PAGE, data={"do": "open", "file": (io.BytesIO(sent), "x.toml")})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert draft(pages).read_bytes() == before
    assert page.hidden("draft") in unescape(answer.text)


def test_a_file_past_the_limit_is_refused(pages: Pages) -> None:
    phone = pages.reader()
    large = {"do": "open", "file": (io.BytesIO(b"#" * 40_000), "x.toml")}
    assert phone.post(PAGE, data=large).status_code == 413
    assert phone.post(PAGE, data={"do": "open"}).status_code == 409


def test_during_a_game_only_its_players_change_what_the_box_keeps(pages: Pages) -> None:
    pages.referee = pages.play(answers=30)
    stranger = Drawing(pages.reader())
    assert stranger.mark("giudecca", "P6") == 403
    assert not draft(pages).exists()
    for deed in ("save", "discard"):
        assert stranger.send(do=deed) == 403
        assert "Take a seat first" in stranger.text
    assert not own(pages).exists()
    assert Drawing(pages.phone(1)).mark("giudecca", "P6") == 200
    assert draft(pages).exists()


def test_an_unreadable_draft_is_replaced(pages: Pages) -> None:
    draft(pages).parent.mkdir()
    draft(pages).write_text("[islands")
    assert pages.reader().get(PAGE).status_code == 200
    assert Drawing(pages.reader()).mark("giudecca", "P6") == 200
    assert "P6" in drawn(pages)["islands"]["giudecca"]


def test_an_unwritable_folder_is_refused(pages: Pages) -> None:
    own(pages).parent.write_text("a file where the folder should be")
    page = Drawing(pages.reader())
    assert page.mark("giudecca", "P6") == 409
    assert "nothing has changed" in page.text
    assert "P6" not in page.facts()["islands"]["giudecca"]


# By tapping


def choose(page: Page, tool: str) -> None:
    """Choose another tool; that works once the page has its script."""
    page.wait_for_load_state()
    if page.locator(f'input[name="tool"][value="{tool}"]').is_checked():
        return
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f'input[name="tool"][value="{tool}"]').check(force=True)
    page.wait_for_selector(f'input[name="before"][value="{tool}"]', state="attached")


def tap(page: Page, *places: str) -> None:
    for place in places:
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            page.locator(f'[data-place="{place}"]').click(position={"x": 8, "y": 9} if "#" in place else None)
        answer.value.finished()
        page.wait_for_selector(".touched", state="detached")


def paint(page: Page, row: str) -> None:
    """Drag from the first hex of a row to its last."""
    first, last = row.split("-")
    page.locator(f'[data-place="{last}"]').scroll_into_view_if_needed()
    boxes = [page.locator(f'[data-place="{place}"]').bounding_box() for place in (first, last)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=12)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.mouse.up()
    answer.value.finished()
    page.wait_for_selector(".touched", state="detached")


def along(layout: Layout) -> list[str]:
    """Return hexes of water beside one or two islands, to lay spaces on."""
    board = Draft(layout)
    water = [name for name in grid(board) if name not in board.island]
    return [name for name in water if 1 <= len(board.islands_near(middle(name))) <= 2]


def test_a_small_board_is_drawn_from_nothing_and_played_on(empty_house: House, browser: Browser) -> None:
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}/layouts/venedig")
        page.click("text=Draw my board")
        page.click("text=Open water")
        page.wait_for_url("**/edit?start=blank")
        draw_islands(page)
        assert "Giudecca has no hexes" in page.inner_text(".findings")
        page.click("text=Save as my board")
        assert "Giudecca has no hexes" in page.inner_text("[role=alert]")
        assert not own(empty_house).exists()
        choose(page, "giudecca")
        for row in SMALL["giudecca"]:
            paint(page, row)
        draw_the_rest(page, empty_house)
        assert page.inner_text(".verdict") == "Not a board yet: 1 thing to do"
        assert "Spaces 10, 45: 4 islands each." in page.inner_text(".findings")
        set_borders(page, drawn(empty_house))
        page.wait_for_selector("text=All is in order")
        page.click("text=Save as my board")
        page.wait_for_url("**/layouts/venedig")
        assert page.locator(".venedig-island").count() == len(ISLANDS)
        play_on(empty_house, url, browser)


def draw_islands(page: Page) -> None:
    """Lay all but one; tap an extra hex away again."""
    for island in ISLANDS[:4]:
        choose(page, island)
        for row in SMALL[island]:
            paint(page, row)
    tap(page, "J9")
    tap(page, "J9")


def draw_the_rest(page: Page, house: House) -> None:
    for tool, places in (
        ("stone", ["B2", "H3"]),
        ("casa", ["C3"]),
        ("palazzo", ["C9", "C10"]),
        ("crossing", ["B5", "B8"]),
    ):
        choose(page, tool)
        tap(page, *places)
    shore = [name for name in along(drawn(house)) if name != "F7"]
    assert len(shore) >= 54
    choose(page, "way")
    tap(page, "A1", *shore[:9], "F7", *shore[9:43], *shore[43:54])
    page.wait_for_selector('.using .chip:text-is("#57")')
    tap(page, "A14", "B14", "C14", "D14", "E14")


def set_borders(page: Page, layout: Layout) -> None:
    """Tap the space along four islands, then the islands that it lacks."""
    near = layout["track"][9]
    choose(page, "border")
    tap(page, "#10")
    for island, name in (("cannaregio", "C4"), ("castello", "C8"), ("dorsoduro", "H4"), ("san-marco", "H8")):
        if island not in near:
            tap(page, name)


def play_on(house: House, url: str, browser: Browser) -> None:
    """Begin a game on the drawn board; its first player drains a hex of it by tapping."""
    layout = KIT.layout(own(house).parent)
    assert {island: len(hexes) for island, hexes in layout["islands"].items()} == dict.fromkeys(ISLANDS, 12)
    assert len(layout["course"]) == LAST + 2
    assert layout["stones"] == ["B2", "H3"]
    assert layout["buildings"] | {"casa": 0} == {
        "casa": 0, "palazzo": [["C9", "C10"]], "campo": [], "basilica": [], "ponte": [],
    }  # fmt: skip
    setting = replace(table("venedig", 3, cards="table", gold="table"), layout=layout)
    judge = house.put(KIT.game, setting, random_urn(Random(1)))
    seat = judge.game.view(0)["active"]
    house.run(lambda: (judge.answer(seat, "done"), house.refresh()))
    assert judge.open[seat].key == "drain"
    phone = open_page(browser)
    phone.goto(f"{url}/j/{house.site.codes.code}")
    phone.click(f"button[value='{seat}']")
    phone.wait_for_url("**/seat")
    phone.locator('[data-option="L4"]').dblclick()
    phone.wait_for_selector('[data-option="L4"]', state="detached")
    assert judge.entries[-1].value == "L4"
    house.run(lambda: play_random(judge, Random(1), most=5000))
    assert judge.outcome is not None


def test_a_refused_tap_says_why_and_a_tap_can_be_undone(empty_house: House, browser: Browser) -> None:
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}{PAGE}")
        before = page.input_value("[name=draft]")
        choose(page, "stone")
        tap(page, "A1")
        page.wait_for_selector("[role=alert] >> text=A1 lies on no island.")
        choose(page, "giudecca")
        tap(page, "P6")
        assert "P6" in page.input_value("[name=draft]")
        page.click("#undo")
        until(page, "was => document.querySelector('[name=draft]').value === was", before)
        assert page.locator("#undo").is_disabled()


def test_a_phone_without_a_seat_is_told_to_take_one(empty_house: House, browser: Browser) -> None:
    """Where there is no box to ask the owner on. The page may be looked at, and its first tap changes nothing."""
    empty_house.begin()
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}{PAGE}")
        page.wait_for_load_state()
        page.locator('[data-place="P6"]').click()
        page.wait_for_selector("text=Take a seat first")
    assert not draft(empty_house).exists()


def test_places_are_typed_and_a_closed_page_loses_nothing(empty_house: House, browser: Browser) -> None:
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}{PAGE}")
        choose(page, "giudecca")
        page.fill("#places", "P5-P7")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.keyboard.press("Enter")
        until(page, "() => document.getElementById('places').value === ''")
        made = page.input_value("[name=draft]")
        assert "P7" in made
        page.close()
        again = open_page(browser)
        again.goto(f"{url}{PAGE}")
        assert again.input_value("[name=draft]") == made
        again.click("text=Forget")
        again.wait_for_load_state()
        assert "P7" not in again.input_value("[name=draft]")


def test_the_drawing_fits_a_phone_in_every_language(empty_house: House, browser: Browser) -> None:
    save(KIT.layout(), draft(empty_house))
    with served(empty_house) as url:
        for language in ("en", "fr", "it"):
            page = browser.new_context(**PHONE, locale=language).new_page()
            page.goto(f"{url}{PAGE}?tool=way")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1200])
def test_no_tool_covers_another(browser: Browser, url: str, width: int) -> None:
    page = open_page(browser)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{url}/layouts/venedig/edit")
    boxes = [tool.bounding_box() for tool in page.locator(".tools .option").all()]
    assert len(boxes) > 6
    for one, other in combinations(filter(None, boxes), 2):
        apart_across = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        apart_down = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert apart_across or apart_down
