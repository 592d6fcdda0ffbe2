"""The owner draws his board: by tapping in a real browser, by forms without any script, and in files."""

from __future__ import annotations

import io
import re
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page
from werkzeug.serving import WSGIRequestHandler, make_server

from companion import games
from companion.games.venedig.editor.draft import Draft
from companion.games.venedig.editor.drawing import grid
from companion.games.venedig.rules.hexes import middle
from companion.games.venedig.rules.kinds import ISLANDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Layout, dump, load, save
from companion.referee.simulation import play_random, random_urn
from tests.tables import table
from tests.web.browser import PHONE
from tests.web.browser import phone as open_page
from tests.web.house import House
from tests.web.played import Pages

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


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    house = Pages(tmp_path)
    yield house
    house.close()


def own(house: House) -> Path:
    return house.ledger.folder / "layouts" / "venedig.toml"


def draft(house: House) -> Path:
    return own(house).with_name("venedig.draft.toml")


def drawn(house: House) -> Layout:
    assert KIT.editor is not None
    return load(draft(house), KIT.editor.accept)


def mark(phone: FlaskClient, tool: str, places: str, waiting: str = "") -> tuple[int, str]:
    form = {"tool": tool, "before": tool, "places": places, "waiting": waiting}
    answer = phone.post(PAGE, data=form)
    return answer.status_code, answer.text + answer.headers.get("Location", "")


# Without any script


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_page_is_all_words_and_has_no_script_or_style_of_its_own(pages: Pages, language: str) -> None:
    phone = pages.reader(language)
    for start in ("used", "blank"):
        assert phone.post(f"{PAGE}/begin", data={"start": start}).status_code == 303
        text = phone.get(PAGE).text
        assert not re.search(r">[^<]*\b(web|tool|tools|tool-hint|refuse|board|island)\.[a-z]", text)
        assert " style=" not in text
        assert re.findall(r"<script[^>]*>(.+?)</script>", text) == []
    assert "edit" in phone.get("/layouts/venedig").text


def test_a_game_without_tools_has_no_such_page(pages: Pages) -> None:
    phone = pages.reader()
    assert phone.get("/layouts/doge/edit").status_code == 404
    assert phone.post("/layouts/doge/edit/save").status_code == 404
    assert phone.get("/layouts/chess/edit").status_code == 404
    assert "/layouts/doge/edit" not in phone.get("/layouts/doge").text


def test_a_stroke_is_kept_as_a_draft_and_the_board_in_use_stays(pages: Pages) -> None:
    phone = pages.reader()
    status, text = mark(phone, "castello", "A10, A11")
    assert (status, "tool=castello" in text) == (303, True)
    assert {"A10", "A11"} < set(drawn(pages)["islands"]["castello"])
    assert not own(pages).exists()
    assert "A10" not in dump(KIT.layout(own(pages).parent))


def test_places_that_wait_are_handed_on_as_long_as_the_tool_is_the_same(pages: Pages) -> None:
    phone = pages.reader()
    status, text = mark(phone, "palazzo", "C5")
    assert (status, text.endswith("waiting=C5")) == (303, True)
    assert 'name="waiting" value="C5"' in phone.get(f"{PAGE}?tool=palazzo&waiting=C5").text
    mark(phone, "palazzo", "C6", "C5")
    assert ["C5", "C6"] in drawn(pages)["buildings"]["palazzo"]
    form = {"tool": "campo", "before": "palazzo", "places": "C7", "waiting": "C8"}
    phone.post(PAGE, data=form)
    assert ["C7"] in drawn(pages)["buildings"]["campo"]
    assert ["C8"] not in drawn(pages)["buildings"]["campo"]


def test_what_can_not_be_marked_is_refused_with_its_reason(pages: Pages) -> None:
    status, text = mark(pages.reader(), "stone", "A1")
    assert (status, "A1 lies on no island." in text) == (409, True)
    assert not draft(pages).exists()
    for places in ("'; --", "<b>", "C7" * 3000, "#99999", "#x", "\x00"):
        assert mark(pages.reader(), "way", places)[0] == 409
    assert mark(pages.reader(), "hammer", "C7")[0] == 303, "no such tool is the first one"


def test_a_draft_that_is_no_board_is_not_saved_and_all_that_is_wrong_is_told(pages: Pages) -> None:
    phone = pages.reader()
    phone.post(f"{PAGE}/begin", data={"start": "blank"})
    answer = phone.post(f"{PAGE}/save")
    assert answer.status_code == 409
    for told in ("Castello has no hexes", "Giudecca has no hexes", "0 of 62 places", "1–9, 11–44, 46–56", "10, 45"):
        assert told in answer.text
    assert not own(pages).exists()
    assert draft(pages).exists()


def test_a_sound_draft_becomes_the_owners_board(pages: Pages) -> None:
    phone = pages.reader()
    mark(phone, "stone", "B6 D5")
    assert "All is in order" in phone.get(PAGE).text
    assert phone.post(f"{PAGE}/save").status_code == 303
    assert not draft(pages).exists()
    layout = KIT.layout(own(pages).parent)
    assert sorted(layout["stones"]) == ["B6", "D6", "E12", "F11", "I12", "I6", "K12", "K7", "O8"]
    facts = tomllib.loads(own(pages).read_text("utf-8"))
    assert {name: fact["from"] for name, fact in facts.items()} == {"stones": "owner"}, "what differs from ours"
    mark(phone, "stone", "B6")
    phone.post(f"{PAGE}/begin", data={"start": "used"})
    assert not draft(pages).exists()
    assert phone.post("/layouts/venedig/ours").status_code == 303


def test_a_file_goes_out_and_comes_back(pages: Pages) -> None:
    phone = pages.reader()
    mark(phone, "giudecca", "P6")
    sent = phone.get(f"{PAGE}.toml")
    assert sent.headers["Content-Disposition"] == "attachment; filename=venedig.toml"
    phone.post(f"{PAGE}/begin", data={"start": "ours"})
    assert "P6" not in drawn(pages)["islands"]["giudecca"]
    answer = phone.post(f"{PAGE}/bring", data={"file": (io.BytesIO(sent.data), "mine.toml")})
    assert answer.status_code == 303
    assert "P6" in drawn(pages)["islands"]["giudecca"]
    assert phone.get(f"{PAGE}.toml").data == sent.data


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
    mark(phone, "giudecca", "P6")
    before = draft(pages).read_bytes()
    answer = phone.post(f"{PAGE}/bring", data={"file": (io.BytesIO(sent), "x.toml")})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert draft(pages).read_bytes() == before


def test_a_file_past_the_limit_is_refused(pages: Pages) -> None:
    phone = pages.reader()
    assert phone.post(f"{PAGE}/bring", data={"file": (io.BytesIO(b"#" * 40_000), "x.toml")}).status_code == 413
    assert phone.post(f"{PAGE}/bring").status_code == 409


def test_during_a_game_only_its_players_draw(pages: Pages) -> None:
    pages.referee = pages.play(answers=30)
    for way in ("/save", "/begin", "/bring"):
        assert pages.reader().post(f"{PAGE}{way}").status_code == 403
    status, text = mark(pages.reader(), "giudecca", "P6")
    assert status == 409
    assert "Take a seat first" in text
    assert not draft(pages).exists()
    assert mark(pages.phone(1), "giudecca", "P6")[0] == 303
    assert pages.reader().get(PAGE).status_code == 200


def test_a_draft_that_can_not_be_read_is_no_obstacle(pages: Pages) -> None:
    draft(pages).parent.mkdir()
    draft(pages).write_text("[islands")
    assert pages.reader().get(PAGE).status_code == 200
    assert mark(pages.reader(), "giudecca", "P6")[0] == 303
    assert "P6" in drawn(pages)["islands"]["giudecca"]


def test_a_folder_that_takes_no_file_is_a_refusal(pages: Pages) -> None:
    own(pages).parent.write_text("a file where the folder should be")
    status, text = mark(pages.reader(), "giudecca", "P6")
    assert (status, "nothing has changed" in text) == (409, True)


# By tapping


class Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


@contextmanager
def served(house: House) -> Iterator[str]:
    """The pages of a house, on a free port of this machine."""
    server = make_server("127.0.0.1", 0, house.app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()


def choose(page: Page, tool: str) -> None:
    """Take another tool; that counts once the page has its script."""
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
    """Hexes of water beside one or two islands, to lay spaces on."""
    board = Draft(layout)
    water = [name for name in grid(board) if name not in board.island]
    return [name for name in water if 1 <= len(board.islands_near(middle(name))) <= 2]


def test_a_small_board_is_drawn_from_nothing_and_played_on(empty_house: House, browser: Browser) -> None:
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}/layouts/venedig")
        page.click("text=Draw my board")
        page.click("text=Open water")
        draw_islands(page)
        assert "Giudecca has no hexes" in page.inner_text(".problems")
        page.click("text=Save as my board")
        assert "Giudecca has no hexes" in page.inner_text("[role=alert]")
        assert not own(empty_house).exists()
        choose(page, "giudecca")
        for row in SMALL["giudecca"]:
            paint(page, row)
        draw_the_rest(page, empty_house)
        assert page.inner_text(".problems h2") == "Not a board yet: 1 thing to do"
        assert "Spaces 10, 45: 4 islands each." in page.inner_text(".problems")
        set_borders(page, drawn(empty_house))
        page.wait_for_selector("text=All is in order")
        page.click("text=Save as my board")
        page.wait_for_url("**/layouts/venedig")
        assert page.locator(".venedig-island").count() == len(ISLANDS)
        play_on(empty_house, url, browser)


def draw_islands(page: Page) -> None:
    """All but one; a hex too many is tapped away again."""
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
    """The space along four islands: it and then the islands that it lacks are tapped."""
    near = layout["track"][9]
    choose(page, "border")
    tap(page, "#10")
    for island, name in (("cannaregio", "C4"), ("castello", "C8"), ("dorsoduro", "H4"), ("san-marco", "H8")):
        if island not in near:
            tap(page, name)


def play_on(house: House, url: str, browser: Browser) -> None:
    """A game begins on the board that was drawn; its first player drains a hex of it by tapping."""
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
    phone.locator('[data-option="L4"]').click()
    phone.wait_for_selector('[data-option="L4"]', state="detached")
    assert judge.entries[-1].value == "L4"  # type: ignore[union-attr]
    house.run(lambda: play_random(judge, Random(1), most=5000))
    assert judge.outcome is not None


def test_a_tap_that_is_refused_says_why(empty_house: House, browser: Browser) -> None:
    """A phone without a seat, during a game."""
    empty_house.begin()
    with served(empty_house) as url:
        page = open_page(browser)
        page.goto(f"{url}{PAGE}")
        page.locator('[data-place="P6"]').click()
        page.wait_for_selector("[role=alert] >> text=Take a seat first")
    assert not draft(empty_house).exists()


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
