"""The board as a picture to be tapped: offered options are buttons, and nothing else is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.choices import Pick
from companion.games.rialto.picture.strips import owner
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.picture.picture import Tappable
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.steps import TABLE, Decision
from tests.companion.picture.drawn import buttons, drawn, kinds, of_kind, used
from tests.games.rialto.picture.crowd import boards, crossings, districts
from tests.tables import referee


def asked(key: str, players: int, seed: int = 1, **options: Any) -> tuple[Referee, Decision]:
    """A random game up to a question."""
    judge, rng = referee("rialto", players, seed=seed, **options), Random(seed)
    while judge.open:
        for decision in judge.open.values():
            if decision.key == key:
                return judge, decision
        play_random(judge, rng, most=len(judge.entries) + 1)
    raise AssertionError(f"never asked: {key}")


def options_of(decision: Decision) -> set[str]:
    assert isinstance(decision.choice, Pick)
    return set(map(str, decision.choice.options))


@pytest.mark.rule("RIA.D2", "RIA.E2")
@pytest.mark.parametrize("key", ["bridge", "gondola"])
def test_free_connections_are_tapped_on_the_map(key: str) -> None:
    judge, decision = asked(key, 3)
    offered = options_of(decision)
    picture = drawn(judge, offered=offered)
    assert set(buttons(picture)) == offered
    for name, part in crossings(picture, judge.game.view(TABLE)).items():
        assert ("rialto-offered" in kinds(part)) == (name in offered)
        assert ("berth" in used(part)) == (name in offered), "only free ones are offered, and all of them"
    assert not buttons(drawn(judge))


@pytest.mark.rule("RIA.D2")
def test_districts_are_tapped_on_the_map() -> None:
    judge, decision = asked("bridge-end", 4)
    picture = drawn(judge, offered={*options_of(decision), "nowhere", "supply"})
    assert sorted(map(str, buttons(picture))) == sorted(options_of(decision))
    assert {name for name, part in districts(picture).items() if "rialto-offered" in kinds(part)} == options_of(
        decision
    )


@pytest.mark.rule("RIA.S8", "RIA.C1")
@pytest.mark.parametrize("key", ["first-building", "building"])
def test_buildings_are_taken_from_the_supply(key: str) -> None:
    judge, decision = asked(key, 4)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision) - {"none"}
    assert not [button for strip in of_kind(picture, "rialto-strip") for button in buttons(strip)]


@pytest.mark.rule("RIA.C1")
def test_a_building_to_be_taken_is_not_one_that_somebody_has() -> None:
    judge, view = boards(anna="blue-1 green-1", ben="", cleo="")
    view |= {"phase": 2, "stage": "C"}
    picture = drawn(judge, view, offered=["none", "green-1", "blue-1"])
    assert buttons(picture) == ["green-1", "blue-1"]
    assert not buttons(of_kind(picture, "rialto-strip")[0])


@pytest.mark.rule("RIA.I3")
def test_rows_are_tapped_whole() -> None:
    judge, decision = asked("row", 3)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision)
    assert len(of_kind(picture, "rialto-row")) == 4


@pytest.mark.rule("RIA.X1")
def test_cards_of_the_last_row_are_tapped_singly() -> None:
    judge, decision = asked("more-cards", 3)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision) - {"pile"}
    view = judge.game.view(TABLE) | {"rows": [["A"]]}
    (row,) = of_kind(drawn(judge, view, offered=["A", "pile"]), "rialto-row")
    assert (row.get("role"), buttons(row)) == ("group", ["A"]), "the card, and not the row"


@pytest.mark.rule("RIA.I5")
def test_cards_to_discard_are_not_those_of_the_row() -> None:
    judge, _ = asked("discard", 3)
    assert not buttons(drawn(judge, offered=set("ABCDEFJ")))


@pytest.mark.rule("RIA.X3")
def test_ones_own_buildings_are_tapped_on_ones_own_board() -> None:
    """Even if another player has the same: what Ben may activate is his own."""
    judge, view = boards(anna="blue-1 blue-3 green-2", ben="blue-1.used blue-3 green-2", cleo="yellow-1")
    for seat, offered in (
        (1, ["none", "blue-1", "blue-3"]),
        (2, ["none", "blue-3"]),
        (2, ["blue-1.used", "green-2"]),
    ):
        strips = of_kind(drawn(judge, view | {"seat": seat}, offered=offered), "rialto-strip")
        tapped = {number: buttons(strip) for number, strip in enumerate(strips, start=1)}
        assert tapped == {1: [], 2: [], 3: []} | {seat: [label for label in offered if label != "none"]}
        assert [strip.get("role") for strip in strips].index("group") == seat - 1
    assert owner(view | {"seat": 1}, Tappable(["none"])) is owner(view | {"seat": 1}, Tappable(DISTRICTS)) is None


@pytest.mark.rule("RIA.X3", "RIA.C3")
@pytest.mark.parametrize("key", ["activate", "upgrade"])
def test_players_find_their_buildings_on_their_own_board(key: str) -> None:
    """In a random game, by the very view that the player's phone gets."""
    judge, decision = asked(key, 5)
    picture = drawn(judge, judge.game.view(decision.seat), offered=options_of(decision))
    strip = of_kind(picture, "rialto-strip")[decision.seat - 1]
    assert set(buttons(strip)) == options_of(decision) - {"none"}
    assert len(buttons(picture)) == len(buttons(strip))


@pytest.mark.rule("RIA.C3")
def test_a_building_to_be_returned_is_tapped_on_its_board() -> None:
    judge, view = boards(anna="blue-1 blue-2 blue-3 blue-4 green-1 green-2 green-3", ben="blue-1", cleo="blue-2")
    view |= {"phase": 2, "stage": "C", "seat": 1}
    labels = ["blue-1", "blue-2", "blue-3", "blue-4", "green-1", "green-2", "green-3"]
    picture = drawn(judge, view, offered=labels)
    assert buttons(picture) == labels
    assert buttons(of_kind(picture, "rialto-strip")[0]) == labels
