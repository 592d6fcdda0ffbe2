"""Nobody learns a canal before its time: not from the referee, not over HTTP, not from the box in his hands."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.referee import Referee
from companion.steps import TABLE
from companion.views import history, seat_view
from tests.firmware.test_box_secrets import shown_to_others
from tests.tables import referee
from tests.web.test_leaks import at_home, told_others

OWNER = 1


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
    for seat in (TABLE, 2, 3):
        assert seat_view(one, seat) == seat_view(other, seat)
        assert history(one, seat) == history(other, seat)
    assert history(one, OWNER) != history(other, OWNER), "the owner may look: something was compared"


@pytest.mark.rule("REG.R2")
def test_no_byte_that_a_phone_can_get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ledger.time", SimpleNamespace(strftime=lambda _: "20261116-120000"))
    one, other = one_sealed("grande"), one_sealed("cannaregio")
    with at_home(one, tmp_path / "one") as here, at_home(other, tmp_path / "other") as there:
        assert told_others(here, OWNER) == told_others(there, OWNER)


@pytest.mark.rule("REG.R2")
def test_no_dot_of_a_screen(tmp_path: Path) -> None:
    one = shown_to_others(one_sealed("grande"), OWNER, tmp_path / "one")
    other = shown_to_others(one_sealed("cannaregio"), OWNER, tmp_path / "other")
    assert len(one) > 10
    assert one == other
