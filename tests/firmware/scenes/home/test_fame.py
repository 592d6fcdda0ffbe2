"""The hall of fame on the box: everyone with games won of games played, and for each person every game and rival."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import find
from companion.referee.simulation import play_random, random_urn
from companion.seats import seat_table
from companion.words import LANGUAGES
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import LONG_NAMES
from tests.firmware.looking import look_around
from tests.tables import file_of, table


def play(box: TestBox, seed: int, names: list[str]) -> list[str]:
    """Play a game of Venezia to its end; return who won."""
    kind, rng = find("venezia").game, Random(seed)
    usual = table("venezia", len(names))
    referee = box.box.ledger.begin(
        kind, kind.set_table(seat_table(names, kind.colours), usual.options, usual.layout), random_urn(rng)
    )
    play_random(referee, rng)
    file_of(referee).close()
    assert referee.outcome is not None
    return [names[seat - 1] for seat in referee.outcome.winners]


def open_fame(box: TestBox) -> None:
    box.box.go_home()
    menu = box.box.scene
    assert isinstance(menu, Menu)
    menu.cursor = len(menu.items) - 1
    box.tap(Key.OK)


def test_everyone_is_listed_with_wins_and_games(box: TestBox) -> None:
    won = [name for seed in range(3) for name in play(box, seed, ["Anna", "Ben"])]
    open_fame(box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    shown = {item.row.text: item.row.note for item in menu.items}
    assert shown == {name: f"{won.count(name)} of 3" for name in ("Anna", "Ben")}
    box.tap(Key.OK)
    page = box.box.scene
    assert isinstance(page, Reading)
    best = menu.items[0].row.text
    other = menu.items[1].row.text
    told = [line.replace("\xa0", " ") for line in page.lines]
    assert told == [f"Venezia: {shown[best]}", f"{other}: before {won.count(best)}, behind {won.count(other)}"]


def test_home_has_no_hall_of_fame_before_the_first_game(box: TestBox) -> None:
    box.box.go_home()
    assert isinstance(box.box.scene, Menu)
    assert "Hall of fame" not in [item.row.text for item in box.box.scene.items]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_names_fit_in_every_language(box: TestBox, cut: list[str], language: str) -> None:
    for seed in range(2):
        play(box, seed, LONG_NAMES[:4])
    box.box.speak(language)
    open_fame(box)
    look_around(box)
    assert cut == []
