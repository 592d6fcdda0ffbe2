"""Long lists: LEFT and RIGHT jump by letter, player, month or page, and the title says so."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.ledger import Listed
from companion.seats import NAMES
from firmware.scenes.home.resuming import kept_items
from firmware.scenes.home.seating import by_letter
from firmware.scenes.menus import Item, Menu
from firmware.screens.lists import Row
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, menu_of, start
from tests.firmware.scenes.home.test_resuming import begin, put_away

PEOPLE = ["Zoe", "Ada", "Kurt", "Mia", "Tom", "Bea", "Ben", "Bob", "Bert", "Bill", "Carla", "Dora", "Emil", "Élodie"]


def shown_name(box: TestBox) -> str:
    menu = menu_of(box)
    return menu.items[menu.cursor].row.text


def signed(box: TestBox, sign: str) -> bool:
    """Return whether the title on the glass has this sign at its right."""
    menu = menu_of(box)
    menu.right = sign
    same = menu.picture().tobytes() == box.glass().tobytes()
    menu.right = ""
    return same


def push_people(box: TestBox, people: list[str]) -> None:
    items = [Item(Row(name), group=letter) for name, letter in by_letter(people)]
    box.box.push(Menu(box.box, "Anna", lambda: items))
    box.box.show()


def test_names_jump_by_letter_and_say_so(box: TestBox) -> None:
    """The five who played last come first, then the alphabet; letters with few names are jumped together."""
    push_people(box, PEOPLE)
    assert signed(box, "◂ 1/14 ▸")
    found = []
    for _ in range(4):
        box.tap(Key.RIGHT)
        found.append(shown_name(box))
    assert found == ["Bea", "Carla", "Élodie", "Emil"]
    assert signed(box, "◂ E ▸")
    box.tap(Key.LEFT)
    box.tap(Key.LEFT)
    box.tap(Key.LEFT)
    assert shown_name(box) == "Zoe"


def test_short_lists_stay_as_they_are(box: TestBox) -> None:
    push_people(box, PEOPLE[:10])
    assert signed(box, "")
    box.tap(Key.RIGHT)
    assert shown_name(box) == PEOPLE[5]


def test_sign_makes_way_for_a_long_title(box: TestBox) -> None:
    items = [Item(Row(str(number))) for number in range(20)]
    box.box.push(Menu(box.box, "Wilhelmina Alessandra", lambda: items))
    box.box.show()
    assert signed(box, "◂▸")


def test_places_to_correct_jump_from_player_to_player(box: TestBox) -> None:
    start(box, "rialto", 3, cards="table")
    box.tap(Key.BACK)
    choose(box, "Fix the board")
    choose(box, "buildings")
    assert signed(box, f"◂ {NAMES[0]} ▸")
    box.tap(Key.RIGHT)
    menu = menu_of(box)
    assert menu.cursor == 12
    assert signed(box, f"◂ {NAMES[1]} ▸")


@pytest.mark.parametrize(("months", "groups"), [([2, 2, 2], ["", "", ""]), ([2, 2, 1], ["Feb", "Feb", "Jan"])])
def test_games_of_several_months_jump_by_month(box: TestBox, months: list[int], groups: list[str]) -> None:
    times = [int(datetime(2026, month, 3).timestamp()) * 10**9 for month in months]
    kept = [Listed(f"game-{time}", "doge", ["Anna"], False, False, time) for time in times]
    assert [item.group for item in kept_items(box.box, kept, lambda _: None)] == groups


def test_known_names_are_offered_by_letter(box: TestBox) -> None:
    """The people of the last games come first; of so many, all but five are in alphabetical order."""
    for name in {*PEOPLE} - {"Ben"}:
        put_away(begin(box, name), 1)
    box.tap(Key.OK)
    choose(box, "Doge")
    seat = next(item.row.text for item in menu_of(box).items if item.row.text.startswith("1 "))
    choose(box, seat)
    letters = [item.group for item in menu_of(box).items]
    assert {"B", "E", "Z"} & {*letters}
    named = [letter for letter in letters if letter]
    assert named == sorted(named)
