"""Nothing is cut off: every message on every screen, in every language, with the longest names allowed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.rialto.pieces import DISTRICTS
from companion.rules import rules_of
from companion.seats import NAME_LENGTH, seat_table
from companion.showing import Reckoning
from companion.words import LANGUAGES, folders_of
from firmware.canvas import WIDTH
from firmware.fonts import Font
from firmware.scenes.counting import pages_of
from firmware.scenes.match import Match
from firmware.scenes.menus import Menu
from firmware.scenes.scores import Scores
from firmware.scenes.telling import Telling
from firmware.screens import lists, numbers, reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import asked_seat
from tests.games.harness import new_referee, tables

LONG_NAMES = ["Alessandra", "Wilhelmina", "Christophe", "Maddalena", "Gioacchino"]


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whatever a screen had to shorten or leave out."""
    found: list[str] = []
    fit = Font.fit

    def noticing(self: Font, text: str, width: int) -> str:
        fitted = fit(self, text, width)
        if fitted != text:
            found.append(f"{text!r} in {width} dots")
        return fitted

    monkeypatch.setattr(Font, "fit", noticing)
    limit_lines(monkeypatch, found, reading, "notice", 2, lambda args: 4 if len(args) > 3 and args[3] else 5)
    limit_lines(monkeypatch, found, lists, "two_ways", 2, lambda args: 3)
    limit_lines(monkeypatch, found, numbers, "count", 2, lambda args: 2)
    return found


def limit_lines(patch: pytest.MonkeyPatch, found: list[str], module: Any, name: str, place: int, most: Any) -> None:
    """Notice when a screen is given more lines than it shows."""
    draw = getattr(module, name)

    def noticing(*args: Any) -> Any:
        if len(args[place]) > most(args):
            found.append(f"{args[place]} on {name}")
        return draw(*args)

    patch.setattr(module, name, noticing)


def long_table(game: str, players: int, language: str, data: Path, **options: str) -> Iterator[tuple[TestBox, Match]]:
    box = TestBox(data, language)
    kind = games.find(game).game
    seats = seat_table(LONG_NAMES[:players], kind.colours)
    _, plain = next(tables(game))
    setting = kind.set_table(seats, options, plain.layout)
    referee = new_referee(setting, game, 3)
    match = Match(box.box, referee, box.box.words_for(folders_of(game), seats), told=0)
    match.go_on()
    yield box, match
    box.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_question_and_telling_fits(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    """Random games with every first option: each scene that comes up is drawn, animations too."""
    kind = games.find(game).game
    settings = [{option.name: value} for option in kind.own_options[:1] for value in option.values] or [{}]
    for n, options in enumerate(settings):
        for box, match in long_table(game, max(kind.players), language, tmp_path / str(n), **options):
            draw_a_game(box, match, 220)
    assert sorted(set(cut)) == []


def draw_a_game(box: TestBox, match: Match, answers: int) -> None:
    rng = Random(4)
    while match.referee.open and len(match.referee.entries) < answers:
        while isinstance(box.box.scene, Telling):
            box.box.scene.picture()
            box.wait(0.3)
        box.box.scene.picture()
        seat = asked_seat(match)
        match.hand_to(seat)
        box.box.scene.picture()
        match.referee.answer(seat, match.referee.open[seat].choice.sample(rng))
        match.go_on()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "neutral"), [(2, False), (2, True), (3, False), (4, False), (5, False)])
def test_every_page_of_a_final_count_fits(
    players: int, neutral: bool, language: str, tmp_path: Path, cut: list[str]
) -> None:
    """As many points as there may be, everyone in every district, and the longest names."""
    seats = list(range(1, players + 1))
    everyone = [*seats, "neutral"] if neutral else seats
    box = TestBox(tmp_path, language)
    words = box.box.words_for(folders_of("rialto"), seat_table(LONG_NAMES, games.find("rialto").game.colours))
    showing = games.find("rialto").game.shown["final-count"]
    assert isinstance(showing, Reckoning)
    facts = {
        "parts": {part: dict.fromkeys(seats, 188) for part in ("so-far", "rest", "buildings", "districts", "total")},
        "worth": dict.fromkeys(DISTRICTS, 20),
        "ranks": {district: [[one, 18, 20] for one in everyone] for district in DISTRICTS},
    }
    assert len(pages_of(words, showing, facts)) == 8
    assert sorted(set(cut)) == []
    box.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_fits(language: str, tmp_path: Path, cut: list[str]) -> None:
    """All lines of all menus of the box and of a game, and every correction that may be made."""
    box = TestBox(tmp_path, language)
    seen = set()

    def visit(depth: int) -> None:
        scene = box.box.scene
        if not isinstance(scene, Menu) or depth > 4 or (scene.title, len(scene.items)) in seen:
            return
        seen.add((scene.title, len(scene.items)))
        for cursor in range(len(scene.items)):
            scene.cursor = cursor
            scene.picture()
            if scene.items[cursor].turn:
                for _ in range(4):
                    scene.key(Key.RIGHT)
                    scene.picture()
                continue
            scenes = list(box.box.scenes)
            scene.items[cursor].action()
            box.box.scene.picture()
            visit(depth + 1)
            box.box.scenes = scenes

    visit(0)
    assert len(seen) > 4
    for _, match in long_table("doge", 4, language, tmp_path / "game"):
        match.open_menu()
        match.mending.show_corrections()
        for kind in ("houses", "palaces", "advisor"):
            rows = [item.row for item in match.mending.places_to_correct(kind)]
            for cursor in range(len(rows)):
                lists.menu(match.words(f"thing.{kind}"), "", rows, cursor)
        Scores(match.box, match.referee.game, match.words).picture()
    assert sorted(set(cut)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_no_word_of_a_rule_is_wider_than_the_screen(game: str, language: str, tmp_path: Path) -> None:
    box = TestBox(tmp_path, language)
    words = box.box.words_for(folders_of(game))
    for rule in rules_of(game):
        assert all(Font.load("small").width(line) <= WIDTH - 4 for line in reading.wrap(words(rule)))
    box.close()


def test_the_names_tried_are_as_long_as_names_may_be() -> None:
    assert max(len(name) for name in LONG_NAMES) == NAME_LENGTH
