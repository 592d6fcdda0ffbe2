"""*Resume* offers first the game that was played last, whenever it was begun."""

from __future__ import annotations

import os

from companion import games
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.seats import seat_table
from firmware.scenes.home.home import home
from tests.firmware.boxes import TestBox
from tests.tables import file_of, table

HOUR = 3600


def begin(box: TestBox, name: str) -> Referee:
    kind, seated = games.find("doge").game, table("doge", 3)
    agreed = kind.set_table(seat_table([name, "Ben", "Cleo"], kind.colours), {}, seated.layout)
    return box.box.ledger.begin(kind, agreed, Urn(bytes(32)))


def put_away(referee: Referee, hours_ago: int) -> str:
    """Close a game that was last touched this long ago."""
    page = file_of(referee)
    page.close()
    then = 1_700_000_000 - hours_ago * HOUR
    os.utime(page.path, (then, then))
    return page.path.stem


def test_the_game_played_last_is_offered_first(box: TestBox) -> None:
    begun_first, begun_last = begin(box, "Zoe"), begin(box, "Ada")
    begun_first.answer(1, "castello")
    played = put_away(begun_first, hours_ago=1)
    other = put_away(begun_last, hours_ago=2)
    assert [kept.id for kept in box.box.ledger.games()] == [played, other]
    assert box.box.ledger.last() == played
    menu = home(box.box)
    assert "Zoe" in menu.items[menu.cursor].row.note
