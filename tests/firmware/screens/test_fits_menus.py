"""Nothing is cut off in a menu: those of the box and of every game, and every correction that may be made."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.referee.simulation import some_answer
from companion.words import LANGUAGES
from firmware.scenes import Scene
from firmware.scenes.match.counting import Scores
from firmware.scenes.menus import Menu
from firmware.screens import lists
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import few_tables, long_match


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_of_the_box_fits(language: str, tmp_path: Path, cut: list[str]) -> None:
    """All lines of all menus from home on, down to the facts of a game's board."""
    box = TestBox(tmp_path, language)
    titles = visit(box)
    assert len(titles) > 4
    assert box.box.words("seating.board") in titles
    assert sorted(set(cut)) == []
    box.close()


def visit(box: TestBox) -> set[str]:
    """Draw every line of the menu on the screen and of those behind it; return all titles."""
    seen = set()

    def go(depth: int) -> None:
        scene = box.box.scene
        if not isinstance(scene, Menu) or depth > 6 or (scene.title, lines_of(scene)) in seen:
            return
        seen.add((scene.title, lines_of(scene)))
        for cursor in range(len(scene.items)):
            scene.cursor = cursor
            scene.picture()
            if scene.items[cursor].turn:
                turn_round(scene)
                continue
            scenes = list(box.box.scenes)
            action = scene.items[cursor].action
            assert action is not None
            action()
            box.box.scene.picture()
            go(depth + 1)
            box.box.scenes = scenes

    go(0)
    return {title for title, _ in seen}


def turn_round(menu: Menu) -> None:
    """Turn a line through all its values and back to the first."""
    first = menu.items[menu.cursor].row
    menu.key(Key.RIGHT)
    while menu.items[menu.cursor].row != first:
        menu.picture()
        menu.key(Key.RIGHT)
    menu.picture()


def lines_of(menu: Menu) -> tuple[str, ...]:
    return tuple(item.row.text for item in menu.items)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_menu_of_a_game_fits(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    """At every table, in the middle of a game: its menu, all corrections, all scores and their receipts."""
    for number, plain in enumerate(few_tables(game)):
        with long_match(game, plain, language, tmp_path / str(number)) as (box, match):
            rng, referee = Random(5), match.referee
            while referee.open and len(referee.entries) < 60:
                seat = min(referee.open)
                referee.answer(seat, some_answer(referee.game, referee.open[seat], rng))
            match.open_menu()
            shown(box.box.scene)
            match.correcting.show_corrections()
            shown(box.box.scene)
            for kind in {correction.key for correction in referee.game.corrections().values()}:
                rows = [item.row for item in match.correcting.places_to_correct(kind)]
                for cursor in range(0, len(rows), lists.ROWS):
                    lists.menu(match.words(f"thing.{kind}"), "", rows, cursor)
            Scores(match.stage, referee.game, match.words).picture()
    assert sorted(set(cut)) == []


def shown(scene: Scene) -> None:
    """Draw each line of a menu with the bar on it."""
    assert isinstance(scene, Menu)
    for cursor in range(len(scene.items)):
        scene.cursor = cursor
        scene.picture()
