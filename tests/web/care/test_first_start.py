"""Setting the box up from a phone: open to the box's own Wi-Fi at the first start, later only by the owner's word."""

from __future__ import annotations

import pytest

from companion.words import LANGUAGES
from firmware.machine.hotspot import CHECK_NAMES
from tests.web.house import House
from web.petitions import Petition

INSIDE = {"REMOTE_ADDR": "10.42.0.77"}
AFAR = {"REMOTE_ADDR": "192.168.1.66"}
POSTS = {
    "/setup/choices": {"language": "fr", "sound": "off", "name": ["Anna", " Ben ", ""]},
    "/setup/trial": {},
    "/setup/wifi": {"ssid": "Rio", "password": "acqua alta"},
    "/backup/restore": {},
    "/backup/piece?at=0": {},
    "/backup/begin": {},
    "/setup/finish": {},
}


@pytest.fixture
def new(empty_house: House) -> House:
    """Return a box at its first start, with its own Wi-Fi on."""
    empty_house.asked = []
    empty_house.setting_up.first = True
    empty_house.setting_up.network = "10.42.0.0/24"
    return empty_house


def test_a_phone_in_the_boxs_own_wifi_sets_it_up(new: House) -> None:
    phone = new.stranger()
    page = phone.get("/setup", environ_overrides=INSIDE).text
    assert page == phone.get("/SETUP", environ_overrides=INSIDE).text.replace("/SETUP", "/setup")
    for path, form in POSTS.items():
        assert phone.post(path, data=form, environ_overrides=INSIDE).status_code in (200, 303), path
    assert new.setting_up.chosen == ["fr", False, ["Anna", "Ben"]]
    assert new.setting_up.wifi == ("Rio", "acqua alta")
    assert new.setting_up.expects_games, "a backup's games do not end the first start"
    assert not new.setting_up.first
    assert new.asked == [], "nobody had to press a key"
    refused = phone.post("/setup/choices", data=POSTS["/setup/choices"], environ_overrides=INSIDE)
    assert refused.status_code == 403, "it was finished: now the owner is asked"


@pytest.mark.parametrize("path", POSTS)
def test_a_phone_from_elsewhere_needs_the_owners_word(new: House, path: str) -> None:
    asked: list[Petition] = []
    new.asked = asked
    phone = new.stranger()
    for address in (AFAR, {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "10.42.1.1"}, {"REMOTE_ADDR": ""}):
        assert new.stranger().post(path, data=POSTS[path], environ_overrides=address).status_code == 403
        new.site.petitions = type(new.site.petitions)()
    assert phone.post(path, data=POSTS[path], environ_overrides=AFAR).status_code == 403
    assert asked[-1].deed.kind == ("restore-backup" if path.startswith("/backup") else "set-up")
    asked[-1].answer(allowed=True)
    assert phone.post(path, data=POSTS[path], environ_overrides=AFAR).status_code in (200, 303)


def test_the_networks_that_were_found_are_offered_as_text(new: House) -> None:
    page = new.stranger().get("/setup").text
    assert 'name="found"' not in page
    new.setting_up.found = ["Rio", "<b>Ponte</b>"]
    page = new.stranger().get("/setup").text
    assert "<option>Rio</option><option>&lt;b&gt;Ponte&lt;/b&gt;</option>" in page
    for typed, joined in (("", "Ponte"), ("Hidden", "Hidden")):
        sent = {"found": "Ponte", "ssid": typed, "password": "acqua alta", "country": " it "}
        new.stranger().post("/setup/wifi", data=sent, environ_overrides=INSIDE)
        assert (new.setting_up.wifi, new.setting_up.set_country) == ((joined, "acqua alta"), "IT")


@pytest.mark.parametrize(
    ("set_to", "languages", "shown"),
    [("", "de-AT,de;q=0.9", "AT"), ("", "fr,zh-Hant", ""), ("IT", "de-AT", "IT"), ("", "\xff-<>", "")],
)
def test_the_country_is_that_of_the_box_or_else_of_the_phone(
    new: House, set_to: str, languages: str, shown: str
) -> None:
    new.setting_up.set_country = set_to
    page = new.stranger().get("/setup", headers={"Accept-Language": languages}).text
    assert f'name="country" value="{shown}"' in page


def test_without_the_hotspot_nobody_is_let_in_by_an_address(new: House) -> None:
    new.setting_up.network = ""
    assert new.stranger().post("/setup/finish", environ_overrides=INSIDE).status_code == 403


def test_a_box_without_a_screen_is_set_up_again_in_its_own_wifi(new: House) -> None:
    new.asked, new.setting_up.first = None, False
    wifi = POSTS["/setup/wifi"]
    assert new.stranger().post("/setup/wifi", data=wifi, environ_overrides=INSIDE).status_code == 200
    assert new.stranger().post("/setup/wifi", data=wifi, environ_overrides=AFAR).status_code == 403


def test_a_part_that_fails_opens_nothing(new: House) -> None:
    new.asked, new.is_screen_lost, new.setting_up.first = None, True, False
    refused = new.stranger().post("/setup/wifi", data=POSTS["/setup/wifi"], environ_overrides=INSIDE)
    assert refused.status_code == 403
    assert new.setting_up.wifi is None


def test_keys_are_not_tried_in_the_middle_of_a_game(house: House) -> None:
    house.asked, house.setting_up.first, house.setting_up.network = [], True, "10.42.0.0/24"
    assert house.stranger().post("/setup/trial", environ_overrides=INSIDE).status_code == 409


def test_the_page_lists_each_key_as_it_is_pressed(new: House) -> None:
    phone = new.stranger()
    phone.post("/setup/trial", environ_overrides=INSIDE)
    assert phone.get("/setup/trial").get_json() == {"keys": [["OK", 0], ["BACK", 1]]}
    page = phone.get("/setup").text
    assert "<li>– OK</li><li>✓ BACK</li>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_worded(new: House, language: str) -> None:
    phone, wanted = new.stranger(), {"Accept-Language": language}
    pages = [phone.get("/setup", headers=wanted)]
    pages.append(phone.post("/setup/wifi", data=POSTS["/setup/wifi"], headers=wanted, environ_overrides=INSIDE))
    new.setting_up.first = False
    pages.append(phone.get("/setup", headers=wanted))
    for page in pages:
        assert "web." not in page.text.partition("<main")[2]
    assert "acqua alta" not in pages[1].text, "a password is not shown again"
    assert f"{language}: joining Rio" in pages[1].text


CHECKS = [
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("clients3.google.com", "/generate_204"),
    ("clients3.google.com", "/gen_204"),
    ("connectivitycheck.android.com", "/generate_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("www.msftconnecttest.com", "/redirect"),
    ("www.msftncsi.com", "/ncsi.txt"),
    ("detectportal.firefox.com", "/canonical.html"),
    ("detectportal.firefox.com", "/success.txt"),
]

EXPECTED = {
    "/generate_204": (204, ""),
    "/gen_204": (204, ""),
    "/hotspot-detect.html": (200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
    "/connecttest.txt": (200, "Microsoft Connect Test"),
    "/ncsi.txt": (200, "Microsoft NCSI"),
    "/canonical.html": (
        200,
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "/success.txt": (200, "success\n"),
}
"""What each check takes for internet."""


@pytest.mark.parametrize(("host", "path"), CHECKS)
def test_a_phone_that_looks_for_internet_is_led_to_the_page(new: House, host: str, path: str) -> None:
    answer = new.stranger().get(path, headers={"Host": host}, environ_overrides=INSIDE)
    assert (answer.status_code, answer.headers["Location"]) == (302, "http://10.42.0.1/setup")


@pytest.mark.parametrize(("host", "path"), CHECKS)
def test_once_it_is_set_up_a_phone_stays_in_its_wifi(new: House, host: str, path: str) -> None:
    new.setting_up.first = False
    answer = new.stranger().get(path, headers={"Host": host}, environ_overrides=INSIDE)
    if path == "/redirect":
        assert (answer.status_code, answer.headers["Location"]) == (302, "http://10.42.0.1/")
    else:
        assert (answer.status_code, answer.text) == EXPECTED[path]


def test_every_name_that_leads_to_the_box_is_answered() -> None:
    assert {host for host, _ in CHECKS} == set(CHECK_NAMES)


def test_other_peoples_names_open_nothing_else(new: House) -> None:
    for path in ("/", "/setup", "/setup/trial", "/seat"):
        for host in ("captive.apple.com", "evil.example"):
            assert new.stranger().get(path, headers={"Host": host}).status_code == 400
    assert new.stranger().get("/generate_204", headers={"Host": "evil.example"}).status_code == 400
    posted = new.stranger().post("/setup/finish", headers={"Host": "captive.apple.com"}, environ_overrides=INSIDE)
    assert posted.status_code == 400
