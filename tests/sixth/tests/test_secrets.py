"""Nobody learns a canal before its time: not from the referee, not on a page, not from the box in his hands."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.referee import Referee
from companion.steps import TABLE
from companion.views import seat_view
from companion.words import folders_of
from firmware.scenes.match import Match
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.tables import referee
from tests.web.house import House

OWNER, OTHERS = 1, (2, 3)
PAGES = ("/", "/seat", "/part/mirror", "/part/seat", "/history", "/fair", "/api/table", "/api/seat", "/version")


def one_sealed(canal: str) -> Referee:
    """A second heat in which the owner has chosen and the others have not."""
    judge = referee("regata", 3)
    for seat in (1, 2, 3):
        judge.answer(seat, "giudecca")
    judge.answer(OWNER, canal)
    return judge


@pytest.mark.rule("REG.R2")
def test_the_referee_tells_nobody() -> None:
    one, other = one_sealed("grande"), one_sealed("cannaregio")
    for seat in (TABLE, *OTHERS):
        assert seat_view(one, seat) == seat_view(other, seat)
    assert seat_view(one, OWNER) != seat_view(other, OWNER), "who may see it does: something was compared"


@pytest.mark.rule("REG.R2")
def test_no_byte_of_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ledger.time", SimpleNamespace(strftime=lambda _: "20261116-120000"))
    monkeypatch.setattr("companion.ledger.secrets", SimpleNamespace(token_hex=lambda _: "abcdef"))
    assert pages(one_sealed("grande"), tmp_path / "one") == pages(one_sealed("cannaregio"), tmp_path / "other")


def pages(judge: Referee, folder: Path) -> list[bytes]:
    """All that a reader without a seat and the other players get."""
    house = House(folder)
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    phones = [house.stranger(), *(house.phone(seat) for seat in OTHERS)]
    said = [phone.get(path).data for phone in phones for path in PAGES]
    said += [phone.post("/undo").data for phone in phones]
    house.close()
    return said


@pytest.mark.rule("REG.R2")
def test_no_dot_of_the_screen(tmp_path: Path) -> None:
    one = screens(one_sealed("grande"), tmp_path / "one")
    assert len(set(one)) > 5
    assert one == screens(one_sealed("cannaregio"), tmp_path / "other")


def screens(judge: Referee, folder: Path) -> list[bytes]:
    """What whoever has the box in his hands comes to: the menu, and each line of it."""
    box = TestBox(folder)
    words = box.box.words_for(folders_of("regata"), judge.table.seats)
    seen = []
    for line in range(6):
        Match(box.box, judge, words).go_on()
        for key in (Key.BACK, *[Key.DOWN] * line, Key.OK):
            box.tap(key)
            seen.append(box.glass().tobytes())
    box.close()
    return seen
