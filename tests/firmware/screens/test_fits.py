"""Nothing is cut off: every question and telling of every game, in every language, with the longest names allowed."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Tell
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.jobs.draw import WHO_DRAWS
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.rules import rules_of
from companion.screen.hints import Reckoning
from companion.seats import NAME_LENGTH, seat_table
from companion.steps import TABLE
from companion.words import LANGUAGES, folders_of
from firmware.fonts import Font
from firmware.scenes.home.laying_out import SetUpWalk
from firmware.scenes.match.counting import pages_of
from firmware.scenes.match.match import Match
from firmware.scenes.match.teller import Teller
from firmware.scenes.match.telling import Telling
from firmware.screens import reading
from firmware.screens.canvas import WIDTH
from hardware.keys import Key
from tests.firmware.boxes import TestBox, asked_seat
from tests.firmware.long_tables import LONG_NAMES, few_tables, long_match, long_table, on_box
from tests.games.harness import new_referee
from tests.nightly import NIGHTLY

ENOUGH = 8 if NIGHTLY else 2
"""Times that each question and each telling is drawn in one language."""
MOST_ANSWERS = 600

CHART = {"starred": ["A1", "H10"], "shaded": ["B2"]}
RARE: dict[str, dict[str, dict[str, Any]]] = {
    "doge": {
        "undecided": {},
        "too-many-builders": {"area": "cannaregio", "seats": [1, 2, 3, 4], "sites": 3},
        "few-sites": {"area": "cannaregio", "seats": [1, 2, 3, 4], "sites": 3},
        "few-sites-in-turn": {"area": "cannaregio", "seats": [1, 2, 3, 4], "sites": 3},
        "won": {"seats": [2]},
        "drawn": {"seats": [1, 2, 3, 4]},
    },
    "rialto": {"lay-short-rows": {"round": 6, "number": 6, "cards": [6, 6, 5, 5, 5, 5]}},
    "venedig": {
        "four-open": {},
        "reached": {"seat": 1, "space": 60},
        "drawn": {"seats": [1, 2, 3]},
        "deck-shuffled": {"n": 42},
        "nothing-left": {},
    },
    "venezia": {
        "again-taken": {"figure": "tourist", "number": 3, "cell": "H10", **CHART},
        "again-blocked": {"figure": "hunter", "number": 2, "cell": "H10", **CHART},
        "caught": {"seat": 1, "victim": 2, "cell": "H10", "between": ["G10", "H9"]},
        "born-fewer": {"seat": 1, "n": 2, "due": 12, "on": 10},
        "shared": {"seats": [1, 2, 3, 4], "n": 20},
    },
    "venise": {"undecided": {"seats": [1, 2, 3, 4]}, "deck-shuffled": {"n": 46}, "nothing-left": {}},
}
"""Tellings that a random game may not reach, with facts as long as they may be."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_question_and_telling_fits(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    """Random games with every value of every option, and every drawing: each is drawn, animations too."""
    seen: Counter[str] = Counter()
    for number, plain in enumerate(few_tables(game)):
        with long_match(game, plain, language, tmp_path / str(number)) as (box, match):
            draw_a_game(box, match, seen)
            tell_the_rare(match, RARE.get(game, {}), seen)
    for what in games.find(game).draws:
        kind = games.find_kind(f"{game}:{what}")
        referee = Referee(kind, kind.set_table([], {}, games.find(game).layout()), random_urn(Random(3)))
        with on_box(referee, language, tmp_path / what) as (box, match):
            draw_a_game(box, match, seen, most=30)
    tell_what_luck_kept_back(game, language, tmp_path / "luck", seen)
    assert sorted(set(cut)) == []
    assert untold(game, seen) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_step_of_the_set_up_fits(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    for number, plain in enumerate(few_tables(game)):
        with long_match(game, plain, language, tmp_path / str(number)) as (_, match):
            walk = SetUpWalk(match)
            for page in walk.pages:
                page().picture()
    assert sorted(set(cut)) == []


def draw_a_game(box: TestBox, match: Match, seen: Counter[str], most: int = MOST_ANSWERS) -> None:
    """Give random answers to the end, drawing each screen; skip what was drawn often enough."""
    rng, referee = Random(4), match.referee
    seen.update(new_tells(match, 0))
    while True:
        while isinstance(scene := box.box.scene, Telling):
            scene.picture()
            if scene.wake is None:
                box.tap(Key.OK)
            box.wait(0.3)
        box.box.scene.picture()
        if not referee.open or len(referee.entries) >= most:
            return
        seat = asked_seat(match)
        asked, told = f"ask.{referee.open[seat].key}", len(referee.game.tells)
        if seen[asked] < ENOUGH:
            match.hand_to(seat)
            box.box.scene.picture()
        referee.answer(seat, some_answer(referee.game, referee.open[seat], rng))
        new = new_tells(match, told)
        if all(seen[key] >= ENOUGH for key in (asked, *new)):
            match.untold.clear()
            match.go_on()
        seen.update([asked, *new])


def new_tells(match: Match, since: int) -> list[str]:
    return [f"tell.{tell.key}" for tell in match.referee.game.tells[since:] if tell.to in (TABLE, WHO_DRAWS)]


def tell_the_rare(match: Match, rare: dict[str, dict[str, Any]], seen: Counter[str]) -> None:
    game, seats = match.referee.game, set(match.referee.game.seats)
    for key, facts in rare.items():
        if seats.issuperset(facts.get("seats", [])):
            teller = Teller(match.stage, match.words, lambda: None, game.chart, game.options)
            showing = game.shown[key]
            assert showing is not None
            teller.scene(showing, [Tell(key, "", facts)]).picture()
            seen[f"tell.{key}"] += 1


def untold(game: str, seen: Counter[str]) -> set[str]:
    return {key for key in games.find(game).game.shown if not seen[f"tell.{key}"]}


def tell_what_luck_kept_back(game: str, language: str, data: Path, seen: Counter[str]) -> None:
    """Play other games without a screen until each telling has come up in one of them; draw only that."""
    for seed, plain in product(range(20), few_tables(game)):
        if not untold(game, seen):
            return
        referee, rng = new_referee(long_table(game, plain), game, seed), Random(seed)
        while referee.open and len(referee.entries) < MOST_ANSWERS:
            seat, decision = min(referee.open.items())
            referee.answer(seat, some_answer(referee.game, decision, rng))
        missing = untold(game, seen)
        if told := {tell.key: dict(tell.facts) for tell in referee.game.tells if tell.key in missing}:
            with on_box(referee, language, data / f"{seed}-{len(plain.seats)}") as (_, match):
                tell_the_rare(match, told, seen)


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
@pytest.mark.parametrize("game", games.names())
def test_no_word_of_a_rule_is_wider_than_the_screen(game: str, language: str, tmp_path: Path) -> None:
    box = TestBox(tmp_path, language)
    words = box.box.words_for(folders_of(game))
    for rule in rules_of(game):
        assert all(Font.load("small").width(line) <= WIDTH - 4 for line in reading.wrap(words(rule)))
    box.close()


def test_the_names_tried_are_as_long_as_names_may_be() -> None:
    assert max(len(name) for name in LONG_NAMES) == NAME_LENGTH
