"""Create your board: made by tapping in a real browser, by a form without script, shared, and played on."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import resource
import tomllib
import tracemalloc
import zlib
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

from companion import games
from companion.input.confined import read_toml
from companion.layout import Fact, Layout
from companion.layout import layout as layouts
from companion.referee.simulation import random_urn
from companion.refusal import Refusal
from companion.seats import seat_table
from tests.web.browser import CHROMIUM, phone, until
from tests.web.house import House
from web.boards import boards, sharing, shelf
from web.boards.shelf import board_lock, editor_of

KIT = games.find("venise")
EDIT = "/layouts/venise/edit"
TOOLS = {"start.red": "A1", "start.white": "A3", "start.green": "C3", "start.yellow": "C1", "plain": "B2"}
"""A cross of five piles, on which nobody starts where they want to be."""

WALL = '{"piles": [{"at": "A1", "kind": "wall", "cells": [["n"], ["s"]]}]}'

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


def gems_of(colour: str) -> list[str]:
    return [place for place in TOOLS.values() if place != TOOLS[f"start.{colour}"]]


def ready(board: str = "day-3") -> str:
    """Return one of our boards as a draft."""
    _, editor = editor_of("venise")
    return sharing.write(editor.read(sharing.values_of(KIT.layout(None, {"board": board}))))


@pytest.fixture
def client(empty_house: House) -> FlaskClient:
    return empty_house.stranger()


def save(client: FlaskClient, name: str, draft: str | None = None) -> tuple[int, str]:
    data = {"do": "save", "name": name, "draft": ready() if draft is None else draft}
    answer = client.post(EDIT, data=data)
    return answer.status_code, answer.text


def kept(house: House) -> list[str]:
    """Return the boards that the box keeps, without drafts."""
    folder = house.ledger.folder / "layouts"
    files = {str(path.relative_to(folder)) for path in folder.rglob("*.toml")}
    return sorted(files - {"venise.draft.toml"})


# In a browser


def tap(page: Page, tool: str, place: str) -> None:
    """Choose a tool, tap the canal, and wait until it shows; taps count once the page has its script."""
    page.wait_for_load_state()
    page.locator(f'.tool input[value="{tool}"]').check(force=True)
    before = page.input_value("[name=draft]")
    page.locator(f'[data-place="{place}"]').click()
    until(page, "before => document.querySelector('[name=draft]').value !== before", before)


@in_browser
@pytest.mark.rule("VSE.K4", "VSE.L3")
def test_a_board_is_made_by_tapping_then_saved_and_played(browser: Browser, url: str, empty_house: House) -> None:
    page = phone(browser)
    page.goto(url + EDIT)
    assert "a start for each colour first" in page.inner_text(".verdict")
    for tool, place in TOOLS.items():
        tap(page, tool, place)
    for colour in ("red", "white", "green"):
        for place in gems_of(colour):
            tap(page, f"gem.{colour}", place)
    assert "Gems missing: yellow 4" in page.inner_text(".findings")

    page.fill("[name=name]", "The cross")
    page.click("button[value=save]")
    page.wait_for_selector(".refused")
    assert "four gems on four cells" in page.inner_text(".refused")
    assert kept(empty_house) == []

    for place in gems_of("yellow"):
        tap(page, "gem.yellow", place)
    page.wait_for_selector(".verdict.good")
    assert page.inner_text(".verdict") == "All is in order: this is a board."
    assert "red 12, white 12, green 12, yellow 12" in page.inner_text(".findings")
    assert page.locator(".findings .good").count() == 2, "symmetric, and playable"
    page.click("button[value=save]")
    page.wait_for_url("**/mine/The%20cross")
    assert kept(empty_house) == ["venise-own.toml", "venise/The cross.toml"]

    layout = KIT.layout(empty_house.ledger.folder / "layouts", {"board": "own"})
    seats = seat_table(["Anna", "Ben"], KIT.game.colours)
    table = KIT.game.set_table(seats, {"board": "own"}, layout)
    empty_house.put(KIT.game, table, random_urn(Random(1)))
    page.goto(url)
    page.wait_for_selector(".venise-board")
    assert page.locator('.venise-day use[href^="#d-berth-"]').count() == 4
    assert page.locator('.venise-day > g > use[href="#d-stone"]').count() == 5


@in_browser
def test_a_wall_turns_a_tap_is_undone_and_a_wrong_one_says_why(browser: Browser, url: str) -> None:
    page = phone(browser)
    page.goto(url + EDIT)
    tap(page, "wall", "C3")
    stood = page.input_value("[name=draft]")
    tap(page, "wall", json.loads(stood)["piles"][0]["at"] + ".e")
    assert page.input_value("[name=draft]") != stood
    page.click("#undo")
    until(page, "was => document.querySelector('[name=draft]').value === was", stood)
    page.locator('.tool input[value="gem.red"]').check(force=True)
    page.locator('[data-place="A1"]').click()
    page.wait_for_selector(".refused")
    assert "put one there first" in page.inner_text(".refused")
    page.select_option('[name="setting.side"]', "night")
    page.wait_for_selector(".board .venise-night")
    assert page.locator(".refused").is_hidden()


def switch(page: Page, way: str) -> None:
    """Tap a passage of the pile in close-up, and wait until it shows."""
    before = page.input_value("[name=draft]")
    page.locator(f'.compass button[value="passage.{way}"]').click()
    until(page, "before => document.querySelector('[name=draft]').value !== before", before)


def first_cells(page: Page) -> list[list[str]]:
    cells: list[list[str]] = json.loads(page.input_value("[name=draft]"))["piles"][0]["cells"]
    return cells


@in_browser
@pytest.mark.rule("VSE.L1")
def test_a_wall_is_put_between_two_directions_passage_by_passage(browser: Browser, url: str) -> None:
    """Passages can be read and tapped unless they are forced; the checks follow, and it can be undone."""
    page = phone(browser)
    page.goto(url + EDIT)
    assert page.locator(".compass").count() == 0
    for tool, place in (("start.red", "D3"), ("wall", "C3"), ("gem.red", "C3.e")):
        tap(page, tool, place)
    page.locator('.tool input[value="ways"]').check(force=True)
    page.locator('[data-place="C3.w"]').click()
    page.wait_for_selector(".compass")
    lost = page.locator(".findings .bad", has_text="C3")
    assert lost.count() == 1, "the south is closed: no way in"
    assert page.locator(".compass .to-s").inner_text().split("\n") == ["S", "closed"]
    assert page.locator(".compass .to-e").is_disabled(), "without the middle a side is not one stretch"
    switch(page, "s")
    assert lost.count() == 0
    assert page.locator(".compass .to-s").inner_text().split("\n") == ["S", "side 1"]
    switch(page, "n")
    assert first_cells(page) == [["ne", "e", "se", "s"], ["n", "sw", "w", "nw"]]
    assert page.evaluate("document.activeElement.value") == "passage.n", "the next key goes on from there"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("#undo")
    page.wait_for_selector(".compass .to-n.is-closed")
    assert first_cells(page)[1] == ["sw", "w", "nw"]


@in_browser
def test_a_board_can_be_made_by_keyboard(browser: Browser, url: str) -> None:
    page = phone(browser)
    page.goto(url + EDIT)
    page.locator('[data-place="B2"]').focus()
    page.keyboard.press("Enter")
    until(page, "() => JSON.parse(document.querySelector('[name=draft]').value).piles.length === 1")
    assert page.evaluate("document.activeElement.dataset.place") == "B2", "the next key goes on from there"


@in_browser
def test_a_form_does_everything_without_script(browser: Browser, url: str) -> None:
    page = phone(browser, java_script_enabled=False)
    page.goto(url + EDIT)
    for tool, place in (("bridge", "B2"), ("start.red", "A1"), ("gem.red", "B2.under")):
        page.locator(f'.tool input[value="{tool}"]').check(force=True)
        page.select_option("[name=places]", place)
        page.click(".by-hand button")
    draft = json.loads(page.input_value("[name=draft]"))
    assert (draft["starts"], draft["gems"]["red"]) == ({"red": "A1"}, ["B2.under"])
    page.goto(url + EDIT)
    assert json.loads(page.input_value("[name=draft]")) == draft, "the box keeps it"
    page.click("text=An empty one")
    page.locator('.tool input[value="wall"]').check(force=True)
    page.select_option("[name=places]", "B2")
    page.click(".by-hand button")
    for way in ("n", "s"):
        page.click(f'.compass button[value="passage.{way}"]')
    assert first_cells(page) == [["n", "ne", "e", "se"], ["s", "sw", "w", "nw"]]
    page.goto(f"{url}{EDIT}?board=night-2")
    before = page.input_value("[name=draft]")
    page.click("button[value=shuffle]")
    assert page.input_value("[name=draft]") != before
    page.fill("[name=name]", "Shuffled")
    page.click("button[value=save]")
    page.wait_for_url("**/mine/Shuffled")


# On the line


def draft_in(page: str) -> str:
    """Return the draft that a page carries."""
    return unescape(page.partition('name="draft" value="')[2].partition('"')[0])


def test_a_tap_is_answered_with_the_draft_drawn_and_judged(client: FlaskClient) -> None:
    page = client.post(EDIT, data={"draft": "", "do": "use", "tool": "plain", "places": "B2"}).text
    assert json.loads(draft_in(page))["piles"] == [{"at": "B2", "kind": "plain"}]
    assert '<figure class="board"><svg ' in page
    assert '<li class="so">1 pile of 18</li>' in page
    assert '<p class="verdict">' in page
    assert '<p class="verdict good">' in client.post(EDIT, data={"draft": ready(), "do": "look"}).text


@pytest.mark.parametrize(
    "data",
    [
        {"draft": "[" * 9000},
        {"draft": "[1]"},
        {"draft": "{"},
        {"draft": '{"piles": 3}'},
        {"draft": '{"piles": [[[[[[]]]]]]}'},
        {"draft": "x" * 17_000},
        {"draft": "{}", "setting.side": "dusk"},
        {"draft": "{}", "do": "use", "tool": "plain", "places": "Z9"},
        {"draft": "{}", "do": "use", "tool": "<b>", "places": "A1"},
        {"draft": "{}", "do": "use"},
        {"draft": "{}", "do": "shuffle"},
        {"draft": "{}", "do": "passage.n", "picked": "A1"},
        {"draft": "{}", "do": "passage.n"},
        {"draft": '{"piles": [{"at": "A1", "kind": "plain"}]}', "do": "passage.n", "picked": "A1"},
        {
            "draft": '{"piles": [{"at": "A1", "kind": "wall", "cells": [["n"], ["s"]]}]}',
            "do": "passage.",
            "picked": "A1",
        },
    ],
)
def test_nonsense_is_refused_with_its_reason(client: FlaskClient, data: dict[str, str]) -> None:
    answer = client.post(EDIT, data=data)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert "<b>&lt;b&gt;" not in answer.text


def test_a_game_without_an_editor_has_no_page_for_it(client: FlaskClient) -> None:
    assert client.get("/layouts/doge/edit").status_code == 404
    assert client.get("/layouts/chess/edit").status_code == 404
    assert client.post("/layouts/doge/edit").status_code == 404
    assert EDIT not in client.get("/layouts/doge").text
    assert EDIT in client.get("/layouts/venise").text


def test_the_last_draft_is_kept_until_it_is_saved_or_deleted(client: FlaskClient, empty_house: House) -> None:
    kept_draft = empty_house.ledger.folder / "layouts" / "venise.draft.toml"
    assert client.post(EDIT, data={"draft": "", "do": "look"}).status_code == 200
    assert not kept_draft.exists(), "nothing has been drawn"
    made = client.post(EDIT, data={"draft": "", "do": "use", "tool": "plain", "places": "B2 B3"}).text
    assert draft_in(client.get(EDIT).text) == draft_in(made)
    assert draft_in(client.get(f"{EDIT}?start=blank").text) != draft_in(made)
    client.post(EDIT, data={"draft": ready(), "do": "look"})
    assert draft_in(client.get(EDIT).text) == draft_in(made), "to look at another board is no change"
    client.post(EDIT, data={"draft": ready(), "do": "undo"})
    assert draft_in(client.get(EDIT).text) == ready(), "what is undone is not kept either"
    assert client.post(EDIT, data={"do": "discard"}).status_code == 303
    assert not kept_draft.exists()
    client.post(EDIT, data={"draft": draft_in(made), "do": "undo"})
    assert kept_draft.exists()
    save(client, "Mine")
    assert not kept_draft.exists()


def test_a_draft_is_downloaded_as_a_file(client: FlaskClient) -> None:
    file = client.post(EDIT, data={"do": "export", "draft": ready("night-4")})
    assert file.headers["Content-Disposition"] == "attachment; filename=venise.toml"
    assert tomllib.loads(file.text)["side"]["value"] == "night"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_is_in_words(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    save(client, "Mine")
    for path in (EDIT, f"{EDIT}?board=night-4", f"{EDIT}?name=Mine", "/layouts/venise/mine/Mine"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert not any(f">{key}." in answer.text for key in ("web", "make", "tool", "board", "colour", "option"))
        assert " style=" not in answer.text
        assert "<script>" not in answer.text


# Kept and shared


def test_boards_are_kept_by_name_laid_on_the_table_and_deleted(client: FlaskClient, empty_house: House) -> None:
    assert save(client, "First")[0] == 303
    assert save(client, " Second ", ready("night-1"))[0] == 303
    assert kept(empty_house) == ["venise-own.toml", "venise/First.toml", "venise/Second.toml"]
    folder = empty_house.ledger.folder / "layouts"
    assert KIT.layout(folder, {"board": "own"})["side"] == "night", "the last one saved lies on the table"
    assert client.post("/layouts/venise/mine/First", data={"do": "lay"}).status_code == 303
    assert KIT.layout(folder, {"board": "own"})["side"] == "day"
    assert "/mine/Second" in client.get(EDIT).text
    assert client.post("/layouts/venise/mine/Second", data={"do": "forget"}).status_code == 303
    assert kept(empty_house) == ["venise-own.toml", "venise/First.toml"]
    assert client.get("/layouts/venise/mine/Second").status_code == 404


def test_a_deleted_board_is_no_longer_played(client: FlaskClient, empty_house: House) -> None:
    """It lay on the table: it is removed there too, unless the same board is kept under another name."""
    save(client, "Mine")
    save(client, "Twin")
    client.post("/layouts/venise/mine/Mine", data={"do": "forget"})
    assert kept(empty_house) == ["venise-own.toml", "venise/Twin.toml"]
    client.post("/layouts/venise/mine/Twin", data={"do": "forget"})
    assert kept(empty_house) == []


def test_an_unreadable_board_can_be_deleted(client: FlaskClient, empty_house: House) -> None:
    save(client, "Mine")
    (empty_house.ledger.folder / "layouts" / "venise" / "Mine.toml").write_text("[half")
    assert client.post("/layouts/venise/mine/Mine", data={"do": "forget"}).status_code == 303
    assert kept(empty_house) == ["venise-own.toml"]


def test_the_disk_is_not_filled_with_boards(
    client: FlaskClient, empty_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the limit a new name is refused with a reason; a board that is kept can still be changed or deleted."""
    monkeypatch.setattr(boards, "MOST", 2)
    assert [save(client, name)[0] for name in ("First", "Second")] == [303, 303]
    status, text = save(client, "Third", ready("night-1"))
    assert status == 409
    assert "There are 2 boards already" in text
    assert ready("night-1") in unescape(text), "the draft stays"
    assert kept(empty_house) == ["venise-own.toml", "venise/First.toml", "venise/Second.toml"]
    assert save(client, "First", ready("night-1"))[0] == 303
    client.post("/layouts/venise/mine/Second", data={"do": "forget"})
    assert save(client, "Third")[0] == 303


def test_boards_are_written_under_the_lock(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two phones that save, lay or delete at once: each finds the other's work whole."""
    held: list[bool] = []
    for name in ("save", "forget"):
        real = getattr(layouts, name)
        monkeypatch.setattr(layouts, name, lambda *what, real=real: (held.append(board_lock.locked()), real(*what)))
    save(client, "Mine")
    for deed in ("lay", "forget"):
        client.post("/layouts/venise/mine/Mine", data={"do": deed})
    assert held == [True] * 5


@pytest.mark.parametrize(
    "name", ["", "  ", "../x", "a/b", "a.toml", "x" * 25, "a\nb", "-a", "\ud800".encode("utf-8", "replace").decode()]
)
def test_a_bad_name_is_refused_and_the_draft_stays(client: FlaskClient, empty_house: House, name: str) -> None:
    status, text = save(client, name)
    assert status == 409
    assert ready() in unescape(text)
    assert kept(empty_house) == []


def test_one_of_our_boards_is_edited_as_its_page_shows_it(client: FlaskClient) -> None:
    """With its owner's corrections."""
    assert KIT.layout()["level"] != "expert"
    assert client.post("/layouts/venise", data={"fact": "level", "value": '"expert"'}).status_code == 303
    assert "expert" in client.get("/layouts/venise/ours/day-1").text
    opened = client.get(f"{EDIT}?board=day-1").text
    assert json.loads(draft_in(opened))["level"] == "expert"


@pytest.mark.parametrize("board", ["zzz", "own", "../venise", "day-1.toml", "x" * 5000])
def test_an_unknown_board_opens_no_other(client: FlaskClient, board: str) -> None:
    told = client.get(EDIT, query_string={"board": board})
    assert told.status_code == 404
    assert board[:24] in told.text


@pytest.mark.parametrize(
    ("language", "first", "unready"),
    [
        ("en", "Put a start for each colour first", "Not a board yet"),
        ("fr", "Pose d’abord un départ pour chaque couleur", "Pas encore un plateau"),
        ("it", "Metti prima una partenza per ogni colore", "Non è ancora una plancia"),
    ],
)
def test_an_empty_board_says_what_to_do_first_and_no_error(
    client: FlaskClient, language: str, first: str, unready: str
) -> None:
    """For either side; from the first pile on, the page says what is still to be done."""
    spoken = {"Accept-Language": language}
    new = client.get(EDIT, headers=spoken).text
    night = client.post(EDIT, data={"do": "look", "setting.side": "night"}, headers=spoken).text
    for page in (new, night):
        assert first in page
        assert '<li class="bad">' not in page
        assert "venise-own" not in page
    begun = client.post(EDIT, data={"do": "use", "tool": "plain", "places": "B2"}, headers=spoken).text
    assert unready in begun
    assert '<li class="bad">' in begun
    assert "venise-own" not in begun


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_refused_draft_is_not_called_by_an_inner_name(client: FlaskClient, language: str) -> None:
    data = {"do": "save", "name": "Half", "draft": ""}
    refused = client.post(EDIT, data=data, headers={"Accept-Language": language})
    assert refused.status_code == 409
    said = refused.text.partition('role="alert"')[2].partition("</p>")[0]
    assert "(VSE.L3)" in said
    assert "venise-own" not in said
    assert ": ." not in said.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("white gem", "white start")),
        ("fr", ("pierre blanche", "pierre verte", "départ blanc", "départ vert")),
        ("it", ("gemma bianca", "gemma rossa", "partenza gialla")),
    ],
)
def test_a_tools_colour_agrees_with_what_it_is(client: FlaskClient, language: str, said: tuple[str, ...]) -> None:
    page = client.get(EDIT, headers={"Accept-Language": language}).text
    for tool in said:
        assert f"<small>{tool}</small>" in page


def test_an_unsound_board_is_not_kept(client: FlaskClient, empty_house: House) -> None:
    status, text = save(client, "Half", '{"piles": [{"at": "A1", "kind": "start"}], "starts": {"red": "A1"}}')
    assert status == 409
    assert "one start pile of its own" in text
    assert kept(empty_house) == []


def test_during_a_game_only_its_players_keep_boards(house: House) -> None:
    stranger, player = house.stranger(), house.phone(1)
    assert stranger.get(EDIT).status_code == 200
    assert stranger.post(EDIT, data={"draft": ready(), "do": "shuffle"}).status_code == 403
    assert save(stranger, "Mine")[0] == 403
    assert stranger.post(EDIT, data={"do": "discard"}).status_code == 403
    assert not list((house.ledger.folder / "layouts").rglob("*.toml")), "nor their drafts"
    assert save(player, "Mine")[0] == 303
    assert stranger.post("/layouts/venise/mine/Mine", data={"do": "forget"}).status_code == 403
    assert "venise/Mine.toml" in kept(house)


def test_a_file_goes_from_one_box_to_another(client: FlaskClient, tmp_path: Path) -> None:
    save(client, "Mine", ready("night-4"))
    file = client.get("/layouts/venise/mine/Mine.toml")
    assert "attachment" in file.headers["Content-Disposition"]
    assert tomllib.loads(file.text)["side"]["value"] == "night"
    sent = {"do": "open", "file": (io.BytesIO(file.data), "Mine.toml")}
    opened = client.post(EDIT, data=sent, content_type="multipart/form-data")
    assert opened.status_code == 200
    assert ready("night-4") in unescape(opened.text)


@pytest.mark.parametrize(
    "data", [b"", b"[side", b"\xff\xfe", b"side = 3", b"[piles]\nvalue = 3\nfrom = 'owner'", b"a" * 20_000]
)
def test_a_file_without_a_board_is_refused_or_empty(client: FlaskClient, data: bytes) -> None:
    sent = {"do": "open", "file": (io.BytesIO(data), "<b>.toml")}
    answer = client.post(EDIT, data=sent, content_type="multipart/form-data")
    assert answer.status_code == (200 if data == b"" else 409)
    assert "<b>.toml" not in answer.text


@pytest.mark.parametrize("data", [b".".join([b"a"] * 15_400) + b" = 1", b"x = [" + b"[" * 9000, b"a=1\n" * 7000])
def test_a_hostile_file_is_refused_before_it_is_parsed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(shelf, "read_toml", lambda text: (parsed.append(text), read_toml(text))[1])
    sent = {"do": "open", "file": (io.BytesIO(data), "x.toml")}
    answer = client.post(EDIT, data=sent, content_type="multipart/form-data")
    assert answer.status_code == 409
    assert "at most" in answer.text
    assert parsed == []


def test_a_costly_file_within_bounds_is_stopped_while_parsed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fourteen seconds and a gigabyte, if it were parsed to the end."""
    monkeypatch.setattr("companion.layout.layout.check_toml", lambda text, bounds: None)
    sent = {"do": "open", "file": (io.BytesIO(b".".join([b"a"] * 15_400) + b" = 1"), "x.toml")}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = client.post(EDIT, data=sent, content_type="multipart/form-data")
    assert answer.status_code == 409
    assert "too much memory" in answer.text
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert not shelf.upload_lock.locked()


def test_one_file_is_parsed_at_a_time(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "PATIENCE", 0.01)
    sent = {"do": "open", "file": (io.BytesIO(b""), "x.toml")}
    with shelf.upload_lock:
        answer = client.post(EDIT, data=sent, content_type="multipart/form-data")
    assert "Somebody else is sending a file" in answer.text
    assert not shelf.upload_lock.locked()


@pytest.mark.parametrize("board", ["day-1", "night-4"])
def test_a_code_holds_a_board_and_fits_a_qr_code(client: FlaskClient, board: str) -> None:
    draft = Layout("any", {name: Fact(value, "owner") for name, value in json.loads(ready(board)).items()})
    typical = editor_of("venise")[1].typical
    code = sharing.pack(draft, typical)
    assert sharing.unpack(code, typical) == json.loads(ready(board))
    assert len(code) < 360, "its QR code has at most 57 dots a side, which any phone reads"
    assert code.isalnum()
    assert code == code.upper()
    link = f"HTTP://10.0.0.7:8080/B/VENISE/{code}"
    for path in (f"{EDIT}/{code}", f"/B/VENISE/{code}", f"/B/venise/{code.lower()}", f"{EDIT}?link={link}"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert ready(board) in unescape(answer.text)
    save(client, "Mine", ready(board))
    assert 'class="qr"' in client.get("/layouts/venise/mine/Mine").text


@pytest.mark.parametrize("code", ["A", "!!!", "AAAAAAAA", "é", "Z" * 500])
def test_a_code_that_holds_no_board_is_refused(client: FlaskClient, code: str) -> None:
    pasted = {"link": f"http://box.local/B/VENISE/{code}"}
    for answer in (client.get(f"{EDIT}/{code}"), client.get(EDIT, query_string=pasted)):
        assert answer.status_code == 409
        assert "holds no board" in answer.text


def test_a_code_that_was_cut_or_mistyped_is_refused() -> None:
    _, editor = editor_of("venise")
    code = sharing.pack(editor.read(json.loads(ready())), editor.typical)
    for wrong in (code[:-8], code[:40] + code[41:], code[:30] + ("A" if code[30] != "A" else "B") + code[31:]):
        with pytest.raises(Refusal):
            sharing.unpack(wrong, editor.typical)


def test_codes_in_circulation_can_still_be_read() -> None:
    """A board on paper outlives the program that printed it: the text that codes are compressed against never
    changes.
    """
    _, editor = editor_of("venise")
    assert hashlib.sha256(editor.typical.encode()).hexdigest()[:16] == "49562f80363ccf37"


def test_a_code_that_expands_without_end_is_refused() -> None:
    bomb = base64.b32encode(zlib.compress(b"[" + b"0," * 10_000_000 + b"0]", 9)).decode()
    tracemalloc.start()
    with pytest.raises(Refusal):
        sharing.unpack(bomb, "{}")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000, "it is not even unfolded"
