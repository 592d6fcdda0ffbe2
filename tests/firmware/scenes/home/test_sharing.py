"""A game from an urn that other tables share is set up on the box: its people alone are chosen there."""

from __future__ import annotations

import json
from dataclasses import replace
from errno import ENOSPC
from unittest.mock import Mock

import pytest

from companion.club.shared import SharedUrn, write_urns
from companion.games import find
from companion.layout import Layout, save
from companion.options import settle
from companion.referee.urn import Urn
from companion.refusal import NotSaved
from companion.words import LANGUAGES
from firmware.club.publisher import Publisher
from firmware.scenes.home.home import choose_game
from firmware.scenes.home.sealing import Sealed
from firmware.scenes.home.sharing import SharedStir
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.tables import file_of

URN = Urn(bytes(range(32)), ["gondola", "ponte"])
NOBODY = "table-1@127.0.0.1:9"
"""An address at which nobody answers."""


def hand_out(box: TestBox, game: str = "doge", players: int = 4) -> Publisher:
    """Have the box join a club whose hall hands it an urn."""
    box.box.club.join(NOBODY)
    club = box.box.club.publisher
    assert club is not None
    club._take_urns(write_urns([SharedUrn(game, players, URN.commitment, tuple(URN.stirred), URN.secret.hex())]))
    return club


def go_on(box: TestBox) -> None:
    """Press OK until the first seal is shown."""
    for _ in range(9):
        if isinstance(box.box.scene, SharedStir):
            return
        box.tap(Key.OK)
    raise AssertionError("no seal")


def test_a_shared_urn_is_the_first_line_and_is_played_from_once(box: TestBox) -> None:
    club = hand_out(box)
    choose_game(box.box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert menu.items[0].row.text == "Doge, same draw"
    box.tap(Key.OK)
    table = box.box.scene
    assert isinstance(table, Menu)
    assert len(table.items) == 5, "to go on, and four people: nothing else may differ between the tables"
    go_on(box)
    for key in (Key.UP, Key.LEFT, Key.RIGHT):
        box.tap(key)
    box.tap(Key.OK)
    sealed = box.box.scene
    assert isinstance(sealed, Sealed)
    assert sealed.beginning.urn.stirred == URN.stirred, "nobody stirs here"
    box.tap(Key.OK)
    referee = box.box.game()
    assert referee is not None
    assert referee.urn.secret == URN.secret
    assert file_of(referee).state.held
    assert dict(referee.table.options) == settle(referee.kind.all_options(), {})
    assert club.shared_urns() == []


def test_a_board_that_its_owner_corrected_is_ours_for_a_shared_urn(box: TestBox) -> None:
    hand_out(box)
    ours = find("doge").layout()
    folder = box.box.ledger.folder / "layouts"
    folder.mkdir()
    save(Layout("doge", {"sites": replace(ours.facts["sites"], value=[2, 4, 5, 6, 7])}), folder / "doge.toml")
    assert find("doge").layout(folder).facts != ours.facts
    choose_game(box.box)
    box.tap(Key.OK)
    go_on(box)
    box.tap(Key.OK)
    sealed = box.box.scene
    assert isinstance(sealed, Sealed)
    assert sealed.beginning.table.layout.facts == ours.facts


def test_an_urn_that_was_withdrawn_meanwhile_begins_nothing(box: TestBox) -> None:
    club = hand_out(box)
    choose_game(box.box)
    box.tap(Key.OK)
    go_on(box)
    box.tap(Key.OK)
    club._take_urns(write_urns([]))
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading)
    assert box.box.game() is None


@pytest.mark.parametrize("full", ["companion.club.shared.write_whole", "companion.ledger.ledger.Ledger.begin"])
def test_a_full_card_is_said_and_loses_no_urn(box: TestBox, monkeypatch: pytest.MonkeyPatch, full: str) -> None:
    club = hand_out(box)
    choose_game(box.box)
    box.tap(Key.OK)
    go_on(box)
    box.tap(Key.OK)
    error: Exception = OSError(ENOSPC, "full") if full.endswith("write_whole") else NotSaved("not-saved", why="full")
    with monkeypatch.context() as patched:
        patched.setattr(full, Mock(side_effect=error))
        box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading)
    assert box.box.game() is None
    assert [urn.secret for urn in club.shared_urns()] == [URN.secret.hex()]


def test_without_a_club_there_is_no_such_line(box: TestBox) -> None:
    choose_game(box.box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert not any("same draw" in item.row.text for item in menu.items)


def test_the_urns_file_holds_the_secret_only_until_the_game_does(box: TestBox) -> None:
    club = hand_out(box)
    path = box.box.ledger.folder / "shared-urns.json"
    assert json.loads(path.read_text())["urns"][0]["secret"] == URN.secret.hex()
    club.urns.begin(URN.commitment)
    assert URN.secret.hex() not in path.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_setting_up_a_shared_urn_fits_in_every_language(box: TestBox, cut: list[str], language: str) -> None:
    box.box.speak(language)
    hand_out(box, "venedig", 5)
    choose_game(box.box)
    box.box.show()
    go_on(box)
    box.box.show()
    assert cut == []
    stirring = box.box.scene
    assert isinstance(stirring, SharedStir)
    assert stirring.picture().crop((0, 56, 128, 64)).getbbox(), "a note that is too long is not drawn at all"
