"""The gallery and sharing of boards: the QR code on a page opens the very same board."""

from __future__ import annotations

import io
from html import unescape
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest
import zxingcpp
from flask.testing import FlaskClient
from PIL import Image, ImageFilter
from playwright.sync_api import Browser
from werkzeug.http import parse_options_header

from companion import games
from companion.layout import layout as layouts
from tests.web.boards.test_editor_venise import EDIT, ready, save
from tests.web.browser import CHROMIUM, live_box, phone, until
from tests.web.house import House

ALL = "/layouts/venise"
OURS = ["day-1", "day-2", "day-3", "day-4", "night-1", "night-2", "night-3", "night-4"]

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")


@pytest.fixture
def client(empty_house: House) -> FlaskClient:
    return empty_house.stranger()


# All of them


@in_browser
def test_every_board_is_shown_with_name_kind_and_picture(browser: Browser, url: str, client: FlaskClient) -> None:
    """Eight of ours and one of the owner's; pictures come with their own style, and each links to its page."""
    save(client, "Our lagoon", ready("night-2"))
    page = phone(browser)
    page.goto(url + ALL)
    shown = [" ".join(text.split()) for text in page.locator(".gallery li").all_inner_texts()]
    assert shown[0] == "Day 1 day, beginner"
    assert shown[7:] == ["Night 4 night, expert", "Our lagoon night, easy"]
    assert len(shown) == len(OURS) + 1
    for picture in page.locator(".gallery img").all():
        picture.scroll_into_view_if_needed()
        until(page, "one => one.complete && one.naturalWidth > 0", picture.element_handle())
    assert is_coloured(page.locator(".gallery img").nth(5).screenshot())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than a phone"
    page.click("text=Night 3")
    page.wait_for_url("**/ours/night-3")
    page.click("text=Change")
    page.wait_for_url("**/edit?board=night-3")
    assert page.input_value("[name=draft]") == ready("night-3")
    page.goto(f"{url}{ALL}/ours/night-2.svg")
    assert is_coloured(page.screenshot()), "by itself too"


def is_coloured(screenshot: bytes) -> bool:
    """Return whether water is blue: a picture without its style is black."""
    image = Image.open(io.BytesIO(screenshot)).convert("RGB")
    red, _, blue = image.resize((1, 1)).tobytes()
    return blue > red + 20


def test_a_picture_is_small_and_shows_its_board(client: FlaskClient) -> None:
    save(client, "Mine")
    kit = games.find("venise")
    for path, board in ((f"ours/{board}", board) for board in OURS):
        answer = client.get(f"{ALL}/{path}.svg")
        assert answer.mimetype == "image/svg+xml"
        assert len(answer.data) < 30_000
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        picture = ElementTree.fromstring(answer.text)
        used = [part.get("href") for part in picture.iter("{http://www.w3.org/2000/svg}use")]
        piles = kit.layout(None, {"board": board})["piles"]
        drawn = [used.count(f"#d-{shape}") for shape in ("stone", "fence", "arch")]
        kinds = [("plain", "start"), ("wall",), ("bridge",)]
        assert drawn == [sum(pile["kind"] in kind for pile in piles) for kind in kinds]
    assert client.get(f"{ALL}/mine/Mine.svg").status_code == 200
    assert len(client.get(ALL).data) < 16_000


@pytest.mark.parametrize("path", ["ours/own", "ours/day-9", "ours/..%2Fvenise", "ours/day-9.svg", "mine/None.svg"])
def test_an_unknown_board_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"{ALL}/{path}").status_code == 404


def test_a_game_with_one_board_has_no_list_of_boards(client: FlaskClient) -> None:
    assert "gallery" not in client.get("/layouts/doge").text
    assert client.get("/layouts/doge/ours/day-1").status_code == 404
    assert client.get("/layouts/doge/ours/day-1.svg").status_code == 404


def test_an_unreadable_board_does_not_hide_the_others(client: FlaskClient, empty_house: House) -> None:
    save(client, "Good")
    folder: Path = empty_house.ledger.folder / "layouts" / "venise"
    (folder / "Torn.toml").write_text("[piles", "utf-8")
    (folder / "Odd.toml").write_text('[piles]\nvalue = []\nfrom = "owner"\n', "utf-8")
    text = client.get(ALL).text
    assert "Good" in text
    assert "Torn" not in text
    assert "Odd" not in text


def test_a_damaged_owners_file_leaves_our_boards_and_can_be_removed(client: FlaskClient, empty_house: House) -> None:
    """Otherwise the page that fixes it could not be opened."""
    file = empty_house.ledger.folder / "layouts" / "venise.toml"
    file.parent.mkdir()
    file.write_text("[piles", "utf-8")
    answer = client.get(ALL)
    assert answer.status_code == 200
    assert "Night 4" in answer.text
    assert f'action="{ALL}/ours"' in answer.text
    for path in ("ours/day-1", "ours/day-1.svg", "edit?board=day-1"):
        assert client.get(f"{ALL}/{path}").status_code == 200
    assert client.post(f"{ALL}/ours").status_code == 303
    assert not file.exists()


# Sharing


@pytest.mark.parametrize("name", ["Our lagoon", "L'île", "L’île", "Śródmieście", "Венеция"])
def test_a_board_is_kept_as_a_file_whatever_letters_its_name_has(tmp_path: Path, name: str) -> None:
    """By the box's own server, which can't send a header with other letters."""
    file = tmp_path / "layouts" / "venise" / f"{name}.toml"
    layouts.save(games.find("venise").layout(), file)
    with live_box(tmp_path, ["A", "B", "C"]) as box, urlopen(f"{box.url}{ALL}/mine/{quote(name)}.toml") as sent:
        assert sent.read() == file.read_bytes()
        disposition = sent.headers["Content-Disposition"]
    assert parse_options_header(disposition) == ("attachment", {"filename": f"venise-{name}.toml"})
    assert disposition.isascii()


def scanned(picture: Image.Image) -> str:
    """Return what a real decoder reads from a picture."""
    (found,) = zxingcpp.read_barcodes(picture.convert("L"), formats=zxingcpp.barcode_formats_from_str("QRCode"))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return str(found.text)


def as_a_camera_sees_it(picture: Image.Image) -> Image.Image:
    """Photograph it at an angle, from further away, slightly out of focus, and in poor light."""
    small = picture.convert("L").resize((picture.width // 2, picture.height // 2), Image.Resampling.BILINEAR)
    aslant = small.rotate(11, Image.Resampling.BILINEAR, expand=True, fillcolor=235)
    return aslant.filter(ImageFilter.GaussianBlur(0.8)).point(lambda light: 60 + light // 2)


@in_browser
@pytest.mark.parametrize("board", OURS)
def test_a_scanner_reads_the_page_and_the_address_opens_the_board(browser: Browser, url: str, board: str) -> None:
    page = phone(browser)
    page.goto(f"{url}{ALL}/ours/{board}")
    picture = Image.open(io.BytesIO(page.locator("svg.qr").screenshot()))
    address = scanned(picture)
    assert address.startswith(f"{url}/B/VENISE/".upper())
    assert scanned(as_a_camera_sees_it(picture)) == address
    page.goto(address)
    assert page.input_value("[name=draft]") == ready(board)


@in_browser
def test_an_owners_board_goes_to_another_box(browser: Browser, url: str, client: FlaskClient, tmp_path: Path) -> None:
    """By scanning where both are on one network; elsewhere by the text of the link, which holds the whole board."""
    save(client, "Our lagoon", ready("night-4"))
    page = phone(browser)
    page.goto(f"{url}{ALL}/mine/Our lagoon")
    address = scanned(Image.open(io.BytesIO(page.locator("svg.qr").screenshot())))
    other = House(tmp_path / "other")
    try:
        opened = other.stranger().get(EDIT, query_string={"link": address})
        assert ready("night-4") in unescape(opened.text)
    finally:
        other.close()
