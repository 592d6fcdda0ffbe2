"""When each part of a plan becomes public: two games side by side that differ in one hidden thing.

That nothing shows earlier is tested for all games in `tests/games/test_leaks.py`.
"""

from __future__ import annotations

import json
from itertools import zip_longest

import pytest

from companion.steps import TABLE
from tests.games.venezia.play import Play
from tests.twins import seen_by_others


def first_difference(one: Play, other: Play, owner: int = 1) -> str:
    """Return the first telling by which the other seats could tell the two games apart."""
    while one.referee.open:
        if seen_by_others(one.referee, owner) != seen_by_others(other.referee, owner):
            told = [tell.to_json() for tell in one.game.tells]
            others = [tell.to_json() for tell in other.game.tells]
            return next(str(ours["key"]) for ours, theirs in zip_longest(told, others) if ours != theirs)
        one.pass_by()
        other.pass_by()
    raise AssertionError("the games never differed")


@pytest.mark.rule("VEZ.Z1", "VEZ.P1")
def test_first_card_is_public_once_turned_up() -> None:
    one = Play({1: {"piazza": 3}, 2: {"piazza": 2}}, first=2)
    other = Play({1: {"feint": 3}, 2: {"piazza": 2}}, first=2)
    assert first_difference(one, other) == "reveals"
    assert [tell["seat"] for tell in one.tells("reveals")] == [2, 1], "not before its player's turn"


@pytest.mark.rule("VEZ.X1", "VEZ.P1")
@pytest.mark.parametrize(("action", "another"), [("bird", "none"), ("feud", "purge")])
def test_action_is_public_once_all_are_revealed(action: str, another: str) -> None:
    one = Play({1: {"action": action, "piazza": 2}}, {"nest.2": 2}, round=2)
    other = Play({1: {"action": another, "piazza": 2}}, {"nest.2": 2}, round=2)
    assert first_difference(one, other) == "plays"
    assert one.game.phase == "zones"


@pytest.mark.rule("VEZ.X5", "VEZ.P2")
def test_zone_cards_are_public_after_the_actions() -> None:
    plan = {"action": "bird", "feint": 2}
    position = {"nest.1": 2, "piazza.1": ["A1"], "zone.2.san-polo": 1}
    one = Play({1: {**plan, "castello": 3, "giudecca": 1, "dorsoduro": 0}}, position, round=2)
    other = Play({1: {**plan, "cannaregio": 3, "castello": 0, "san-marco": 1}}, position, round=2)
    assert first_difference(one, other) == "settled"
    assert one.tells("bird"), "the actions are over"


@pytest.mark.rule("VEZ.P2")
def test_numbers_are_public_before_their_cards() -> None:
    one = Play({1: {"castello": 3, "giudecca": 1, "dorsoduro": 0}, 2: {"feint": 1}})
    other = Play({1: {"castello": 3, "giudecca": 2, "dorsoduro": 0}, 2: {"feint": 1}})
    assert first_difference(one, other) == "planned"
    assert len(one.tells("planned")) == 2
    swapped = Play({1: {"castello": 0, "giudecca": 1, "dorsoduro": 3}, 2: {"feint": 1}})
    again = Play({1: {"castello": 3, "giudecca": 1, "dorsoduro": 0}, 2: {"feint": 1}})
    assert first_difference(again, swapped) == "settled"


@pytest.mark.rule("VEZ.P1")
def test_players_see_only_their_own_plan() -> None:
    play = Play({1: {"piazza": 2, "castello": 3, "action": "feud"}}, round=2).until("land")
    assert play.game.view(1)["own"] == {
        "first": "piazza",
        "action": "feud",
        "laid": {"piazza": 2, "cannaregio": 0, "castello": 3, "dorsoduro": 0},
    }
    assert "own" not in play.game.view(TABLE)
    assert "feud" not in json.dumps(play.game.view(2)["own"])
    assert play.game.view(2) == {**play.game.view(TABLE), "own": play.game.view(2)["own"]}


def test_the_comparison_would_notice_a_leak() -> None:
    """The owner's own view does differ, so the tests above compare something."""
    one, other = (Play({1: {"piazza": 1, zone: 3}}).until("land") for zone in ("castello", "san-polo"))
    assert seen_by_others(one.referee, 2) != seen_by_others(other.referee, 2)
    assert seen_by_others(one.referee, 1) == seen_by_others(other.referee, 1)
