"""Downloading a backup, and sending one, only with the owner's word; the page says that it holds secrets."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.backup.restoring import restore
from companion.ledger import Ledger
from companion.words import LANGUAGES
from tests.web.house import House
from web.care import backup
from web.petitions import Petition

AFAR = {"REMOTE_ADDR": "192.168.1.66"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}


def test_a_phone_gets_all_games_once_the_box_has_allowed_it(house: House, tmp_path: Path) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone = house.stranger()
    assert phone.post("/backup", environ_overrides=AFAR).status_code == 403
    (petition,) = asked
    assert petition.deed.kind == "backup"
    petition.answer(allowed=True)
    offered = phone.post("/backup", environ_overrides=AFAR)
    assert 'name="take"' in offered.text
    with phone.post("/backup", data={"take": "yes"}, environ_overrides=AFAR) as sent:
        assert sent.status_code == 200
        assert ".ballottino" in sent.headers["Content-Disposition"]
        assert sent.headers["Cache-Control"] == "no-store"
        new = Ledger(tmp_path / "new")
        restore(new, io.BytesIO(sent.get_data()))
    assert [kept.id for kept in new.games()] == [house.game_id()]
    assert house.stranger().post("/backup", data={"take": "yes"}, environ_overrides=AFAR).status_code == 403


@pytest.mark.parametrize("address", [AFAR, HERE])
@pytest.mark.parametrize("has_box", [False, True])
def test_neither_a_seat_nor_the_machine_itself_will_do(house: House, address: dict[str, str], has_box: bool) -> None:
    """A player who had it could foretell every draw of the game on the table."""
    house.asked = [] if has_box else None
    for phone in (house.phone(1), house.stranger()):
        refused = phone.post("/backup", data={"take": "yes"}, environ_overrides=address)
        assert refused.status_code == 403
        assert "Content-Disposition" not in refused.headers
        house.site.petitions = type(house.site.petitions)()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_whether_it_holds_secrets(empty_house: House, language: str) -> None:
    for has_secrets in (False, True):
        page = empty_house.stranger().get("/backup", headers={"Accept-Language": language}).text
        assert ("<b>" in page.partition("<main")[2]) == has_secrets
        empty_house.begin()


def test_one_backup_is_made_at_a_time(house: House) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone = house.stranger()
    phone.post("/backup")
    asked[0].answer(allowed=True)
    with backup.writing:
        assert phone.post("/backup", data={"take": "yes"}).status_code == 503
    with phone.post("/backup", data={"take": "yes"}) as sent:
        assert sent.status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_to_send_one_is_worded(house: House, language: str) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone, wanted = house.stranger(), {"Accept-Language": language}
    phone.post("/backup/restore")
    asked[0].answer(allowed=True)
    for is_first in (False, True):
        house.setting_up.first = is_first
        page = phone.post("/backup/restore", headers=wanted).text
        assert "web." not in page.partition("<main")[2]
        assert ("10.42.0.1/backup" in page) == is_first
