"""Sending the box a backup or an update from a phone: only with the owner's word, piece by piece."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.web.house import House
from web.petitions import Petition

AFAR = {"REMOTE_ADDR": "192.168.1.66"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}


class Sending(NamedTuple):
    """Where a phone sends one kind of file."""

    deed: str
    form: str
    under: str
    begin: str

    def sent(self, house: House) -> bytes:
        """Return what the box has got of it."""
        return (house.upkeep.update if self.deed == "update" else house.upkeep.restoring).sent


FILES = (
    Sending("update", "/update", "/update", "/update/install"),
    Sending("restore-backup", "/backup/restore", "/backup", "/backup/begin"),
)
of_each_file = pytest.mark.parametrize("file", FILES, ids=[file.deed for file in FILES])


@of_each_file
def test_the_owners_word_opens_the_form_and_takes_the_pieces(house: House, file: Sending) -> None:
    asked: list[Petition] = []
    house.asked = asked
    phone = house.stranger()
    assert phone.post(file.form, environ_overrides=AFAR).status_code == 403
    (petition,) = asked
    assert petition.deed.kind == file.deed
    assert phone.post(f"{file.under}/piece?at=0", data=b"abc", environ_overrides=AFAR).status_code == 403
    petition.answer(allowed=True)
    assert 'type="file"' in phone.post(file.form, environ_overrides=AFAR).text
    for at, piece in ((0, b"abc"), (3, b"def"), (3, b"def")):
        sent = phone.post(f"{file.under}/piece?at={at}", data=piece, environ_overrides=AFAR)
        assert sent.get_json() == {"have": at + 3}
    assert file.sent(house) == b"abcdef"
    assert phone.post(file.begin, environ_overrides=AFAR).get_json()["state"] == "working"
    assert phone.get(f"{file.under}/state").get_json()["state"] == "working"
    for other in FILES:
        if other != file:
            assert phone.post(other.form, environ_overrides=AFAR).status_code == 403, "another deed, another word"


@of_each_file
@pytest.mark.parametrize("address", [AFAR, HERE])
@pytest.mark.parametrize("has_box", [False, True])
def test_neither_a_seat_nor_the_machine_itself_may_send_one(
    house: House, file: Sending, address: dict[str, str], has_box: bool
) -> None:
    house.asked = [] if has_box else None
    for phone in (house.phone(1), house.stranger()):
        for path in (file.form, f"{file.under}/piece?at=0", file.begin):
            assert phone.post(path, data=b"abc", environ_overrides=address).status_code == 403, path
            house.site.petitions = type(house.site.petitions)()
    assert file.sent(house) == b""
