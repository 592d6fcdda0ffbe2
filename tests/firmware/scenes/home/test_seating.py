"""Before a game: the box says which facts of the printed board we only assume, to be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.words import LANGUAGES, Words, folders_of
from companion.words.boards import printed, stated
from firmware import WORDS
from firmware.scenes.home.comparing import label
from firmware.scenes.home.sealing import Stir
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose

BOARDS = [
    (game, board)
    for game in games.names()
    for board in next(
        (option.values for option in games.find(game).game.own_options if option.name == "board"), ("",)
    )
]


def to_the_board(box: TestBox, game: str) -> Menu:
    """Go from home to the assumptions about a game's board, with the usual players and options."""
    choose(box, "Play")
    choose(box, game)
    box.tap(Key.OK)
    scene = box.box.scene
    assert isinstance(scene, Menu)
    assert scene.title == "Same as your board?"
    return scene


def test_the_box_says_what_it_assumes_before_the_first_game(box: TestBox) -> None:
    """A line for each fact; OK on one shows it in words, BACK returns, and one press continues from the start."""
    menu = to_the_board(box, "Rialto")
    facts = ["Connections", "Spaces of the Doge track"]
    assert [item.row.text for item in menu.items] == [*facts, "Continue"]
    assert menu.cursor == len(facts)
    choose(box, "Spaces of the Doge track")
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert scene.title == "Spaces of the Doge track"
    text = " ".join(scene.lines)
    said = "How many spaces the Doge track has. We could not check this on a real board. Please compare: 30"
    assert text.startswith(said)
    assert box.glass().tobytes() == scene.picture().tobytes()
    box.tap(Key.BACK)
    choose(box, "Continue")
    assert isinstance(box.box.scene, Stir)


def test_compared_board_is_not_offered_again_until_it_changes(box: TestBox, tmp_path: Path) -> None:
    to_the_board(box, "Rialto")
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Stir)
    again = TestBox(tmp_path)
    choose(again, "Play")
    choose(again, "Rialto")
    again.tap(Key.OK)
    assert isinstance(again.box.scene, Stir), "nor on another evening"
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "rialto.toml").write_text('[doge_track]\nvalue = 28\nfrom = "assumed"\n', "utf-8")
    again.box.go_home()
    to_the_board(again, "Rialto")
    again.close()


def test_a_board_known_from_its_rulebook_is_not_asked_about(box: TestBox) -> None:
    choose(box, "Play")
    choose(box, "Doge")
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Stir)


def test_corrected_facts_are_no_longer_assumed(box: TestBox, tmp_path: Path) -> None:
    own = tmp_path / "layouts" / "rialto.toml"
    own.parent.mkdir()
    shipped = (games.find("rialto").folder / "layouts" / "rialto.toml").read_text("utf-8")
    own.write_text(shipped.replace('value = 30\nfrom = "assumed"', 'value = 31\nfrom = "owner"'), "utf-8")
    assert "Spaces of the Doge track" not in [item.row.text for item in to_the_board(box, "Rialto").items]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_every_fact_is_said_in_words(game: str, board: str, language: str, tmp_path: Path) -> None:
    """Nothing is shown as it is written in the file, except things that are their own name, such as a cell."""
    kit = games.find(game)
    words = Words(language, [WORDS, *folders_of(game)])
    layout = kit.layout(options={"board": board})
    for fact in layout.assumed():
        assert label(words, fact) != fact
        bare = {part for leaf in leaves(layout[fact]) for part in leaf.split(".") if part.islower()}
        unworded = {part for part in bare if not any(words.template(f"{of}.{part}") for of in kit.printed)}
        assert unworded == set()
        assert not any(sign in line for line in printed(words, kit.printed, layout[fact]) for sign in "[]{}'\"_")


@pytest.mark.rule("VEZ.K5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_owner_is_asked_where_the_campanile_stands(language: str) -> None:
    """Nobody could tell us, so no empty list pretends that the board is free."""
    kit = games.find("venezia")
    words = Words(language, [WORDS, *folders_of("venezia")])
    layout = kit.layout()
    assert layout.facts["blocked"].source == "assumed"
    (asked,) = stated(words, kit.printed, layout, "blocked")
    assert asked == words.template("fact-unknown.blocked")
    assert asked.rstrip("?") != asked
    assert stated(words, kit.printed, layout.corrected("blocked", ["F3"]), "blocked") == ["F3"]
    assert stated(words, kit.printed, layout.corrected("blocked", []), "blocked") == ["–"], "the owner says: none"


def leaves(value: Any) -> Iterator[str]:
    """Yield every word that is shown of a fact's value: the values of a table, not its keys."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item)
            yield str(key)
    elif isinstance(value, list):
        for item in value:
            yield from leaves([*item.values()] if isinstance(item, Mapping) else item)
    else:
        yield str(value)


def test_places_of_a_row_are_numbered_and_pairs_are_not() -> None:
    words = Words("en", [WORDS, *folders_of("venedig")])
    assert printed(words, ("island",), [["castello"], ["castello", "giudecca"], []]) == [
        "1: Castello",
        "2: Castello, Giudecca",
        "3: –",
    ]
    assert printed(words, (), [["C8", "C10"], ["E8", "E10"]]) == ["C8–C10", "E8–E10"]
    assert printed(words, (), [3.2, 0.5]) == ["3.2, 0.5"]
    assert printed(words, ("island",), {"castello": [["B1", "B2"], ["C3"]]}) == ["Castello: B1–B2, C3"]
