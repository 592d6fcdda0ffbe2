"""A game in five minutes: made of its rules, and of an example that the game's own sheet counts."""

from __future__ import annotations

import pytest

from companion import games
from companion.rules import rules_of
from companion.words import LANGUAGES, folders_of
from companion.words.checking import StrictWords
from companion.words.short import short_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_goal_a_turn_an_end_and_an_example(game: str, language: str) -> None:
    short = short_of(games.find(game), StrictWords(language, folders_of(game)))
    told = [rule for _, rules in short.parts for rule, _ in rules]
    assert len(short.goal) > 60
    assert short.goal not in {text for _, rules in short.parts for _, text in rules}, "a goal is no rule"
    assert len(short.parts) == 2
    assert all(rules for _, rules in short.parts)
    assert set(told) <= rules_of(game).keys()
    assert len(set(told)) == len(told), "nothing is said twice"
    assert short.given
    assert short.counted


def test_the_example_is_counted_and_not_typed() -> None:
    """Another sum on the sheet is another line on the page."""
    kit = games.find("doge")
    assert kit.lesson is not None
    assert kit.lesson.short is not None
    short = kit.lesson.short
    words = StrictWords("en", folders_of("doge"))
    counted = short_of(kit, words).counted
    votes = kit.sheets[short.sheet].score(dict(short.filled), kit.layout()).result["votes"]
    for seat, total in votes.items():
        name = {"1": "Anna", "2": "Ben", "3": "Cleo"}[seat]
        said = sum(int(line.split()[1]) for line in counted if line.startswith(f"{name} +"))
        assert said == total
