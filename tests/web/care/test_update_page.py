"""Sending an update from a phone: only with the owner's word, in pieces, by a page that says what becomes of it."""

from __future__ import annotations

import pytest

from companion.words import LANGUAGES
from tests.web.house import House
from web.petitions import Petition

AFAR = {"REMOTE_ADDR": "192.168.1.66"}
PATHS = ("/update", "/update/piece?at=0", "/update/install")


def test_the_owners_word_opens_the_form_and_takes_the_pieces(house: House) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone = house.stranger()
    assert phone.post("/update", environ_overrides=AFAR).status_code == 403
    (petition,) = asked
    assert petition.deed.kind == "update"
    assert phone.post("/update/piece?at=0", data=b"abc", environ_overrides=AFAR).status_code == 403
    petition.answer(allowed=True)
    assert 'type="file"' in phone.post("/update", environ_overrides=AFAR).text
    for at, piece in ((0, b"abc"), (3, b"def")):
        sent = phone.post(f"/update/piece?at={at}", data=piece, environ_overrides=AFAR)
        assert sent.get_json() == {"have": at + 3}
    assert house.upkeep.update.sent == b"abcdef"
    assert phone.post("/update/install", environ_overrides=AFAR).get_json()["state"] == "working"
    assert phone.get("/update/state").get_json()["state"] == "working"


@pytest.mark.parametrize("has_box", [False, True])
def test_neither_a_seat_nor_the_machine_itself_will_do(house: House, has_box: bool) -> None:
    house.asked = [] if has_box else None
    for phone in (house.phone(1), house.stranger()):
        for path in PATHS:
            for address in ("192.168.1.66", "127.0.0.1"):
                refused = phone.post(path, data=b"abc", environ_overrides={"REMOTE_ADDR": address})
                assert refused.status_code == 403, path
                house.site.petitions = type(house.site.petitions)()
    assert house.upkeep.update.sent == b""


def test_pieces_are_small_and_in_their_place(house: House) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone = house.stranger()
    phone.post("/update")
    asked[0].answer(allowed=True)
    for at in ("", "x", "-1", "1" * 12, "٣"):
        assert phone.post(f"/update/piece?at={at}", data=b"abc").status_code == 400, at
    too_large = phone.post(f"/update/piece?at={2**31}", data=b"abc")
    assert too_large.status_code == 400
    assert "1024 MB" in too_large.text
    assert phone.post("/update/piece?at=0", data=b"x" * 40_000).status_code == 413
    assert house.upkeep.update.sent == b""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_is_here_and_what_became(house: House, language: str) -> None:
    phone = house.stranger()
    page = phone.get("/update", headers={"Accept-Language": language}).text
    assert "0.1.0" in page
    assert "web." not in page.partition("<main")[2]
    house.upkeep.update.sent = b"x"
    assert f"{language}: installing" in phone.get("/update", headers={"Accept-Language": language}).text
