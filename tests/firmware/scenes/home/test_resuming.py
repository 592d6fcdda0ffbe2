"""*Resume* offers first the game that was played last, whenever it was begun."""

from __future__ import annotations

import os
import time
from random import Random

import pytest

from companion import games
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.seats import seat_table
from companion.words import HERE as SHARED_WORDS
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.scenes.home.home import home
from firmware.scenes.home.resuming import when_text
from firmware.scenes.menus import Menu
from hardware.keys import Key
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


def test_games_are_told_apart_by_people_round_and_time(box: TestBox) -> None:
    """The line says which game and who; while the bar is on it, the round and when it was played last."""
    first, second = begin(box, "Zoe"), begin(box, "Zoe")
    rng = Random(1)
    while second.game.round < 2:
        seat = min(second.open)
        second.answer(seat, second.open[seat].choice.sample(rng))
    put_away(second, hours_ago=0)
    put_away(first, hours_ago=0)
    box.box.go_home()
    box.tap(Key.OK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert [item.row.text for item in menu.items[:2]] == ["Doge, Zoe, Ben, Cleo"] * 2
    notes = [item.note for item in menu.items[:2]]
    assert [note.partition(",")[0] for note in notes] == ["Round 2", "Round 1"]
    assert all("14 Nov" in note for note in notes)
    assert box.glass().tobytes() == menu.picture().tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_moments_are_worded_as_people_say_them(language: str) -> None:
    words = Words(language, [WORDS, SHARED_WORDS])
    now = time.time()
    today, yesterday, earlier = (when_text(words, int(now - days * 24 * HOUR) * 10**9) for days in (0, 1, 100))
    assert len({today[:-5], yesterday[:-5], earlier[:-5]}) == 3
    assert all(text[-3] == ":" for text in (today, yesterday, earlier))
