"""The page by which a phone sends an update: it takes small pieces in their place and says what becomes of them."""

from __future__ import annotations

import pytest

from companion.words import LANGUAGES
from tests.web.house import House
from web.petitions import Petition


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
