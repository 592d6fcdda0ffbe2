"""Below the name of whoever takes the box stands who follows: by name if there is room, otherwise how many."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.referee.urn import Urn
from companion.seats import NAMES, seat_table
from companion.words import LANGUAGES, folders_of
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from tests.firmware.boxes import TestBox
from tests.tables import table

LONG = ["Alessandra", "Wilhelmina", "Christophe", "Maddalena"]


def guard(box: TestBox, names: list[str], seats: list[int]) -> Guard:
    kind = games.find("doge").game
    agreed = kind.set_table(seat_table(names, kind.colours), {}, table("doge", len(names)).layout)
    referee = box.box.ledger.begin(kind, agreed, Urn(bytes(32)))
    return Guard(Match(box.box, referee, box.box.words_for(folders_of("doge"), agreed.seats)), seats)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES[:4], LONG], ids=["usual", "long"])
def test_footer_is_there_for_any_names(tmp_path: Path, language: str, names: list[str]) -> None:
    box = TestBox(tmp_path, language)
    picture = guard(box, names, [1, 2, 3, 4]).picture()
    assert picture.crop((0, 56, 128, 64)).getbbox() is not None
    box.close()


def test_footer_names_those_who_follow(box: TestBox) -> None:
    assert guard(box, NAMES[:3], [2, 3, 1])._who_comes_then() == "still to come: Cleo, Anna"
    assert guard(box, LONG, [1, 2, 3, 4])._who_comes_then() == "still to come: 3"


def test_footer_is_empty_for_the_last(box: TestBox) -> None:
    assert guard(box, NAMES[:3], [2])._who_comes_then() == ""
