"""Layouts: every fact has a source, the owner's copy wins, and a refusal says what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import games
from companion.layout import Fact, Layout, dump, forget, load, save
from companion.refusal import Refusal


@pytest.mark.parametrize("game", games.names())
def test_every_shipped_layout_is_sound_and_names_its_sources(game: str) -> None:
    layout = games.find(game).layout()
    assert all(fact.source in ("rulebook", "public", "assumed") and fact.note for fact in layout.facts.values())
    assert Layout.from_json(layout.to_json()).to_json() == layout.to_json()


def test_the_owners_copy_wins(tmp_path: Path) -> None:
    (tmp_path / "doge.toml").write_text('[sites]\nvalue = [2, 3, 4, 5, 6]\nfrom = "owner"\n')
    assert games.find("doge").layout(tmp_path)["sites"] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("game", [name for name in games.names() if games.find(name).has_board])
def test_our_fixes_reach_an_owner_who_corrected_something_else(tmp_path: Path, game: str) -> None:
    """The owner's file holds only what the owner changed: a fact that a new version adds locks nobody out."""
    kit = games.find(game)
    name = next(iter(kit.layout().facts))
    corrected = kit.layout().corrected(name, kit.layout()[name])
    save(kit.own_part(corrected), tmp_path / f"{game}.toml")
    assert set(load(tmp_path / f"{game}.toml", lambda _: None).facts) == {name}
    assert kit.layout(tmp_path).facts == corrected.facts


def test_a_number_too_large_for_toml_is_refused() -> None:
    for number in (1 << 63, -(1 << 63) - 1, 10**5000):
        with pytest.raises(Refusal) as refused:
            dump(Layout("", {"sites": Fact(number, "owner")}))
        assert refused.value.key == "unfit-value"
    assert dump(Layout("", {"sites": Fact((1 << 63) - 1, "owner")}))


@pytest.mark.rule("DOG.K5", "DOG.P2")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[sites", "bad-layout"),
        ("sites = 3", "bad-fact"),
        ("[sites]\nvalue = [3]", "bad-fact"),
        ('[sites]\nvalue = [3]\nfrom = "hearsay"', "bad-fact"),
        ('[sites]\nvalue = [3, 4, 5, 6, 6]\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = [3, 4, 5, 6]\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = [3, 4, 5, 6, 7, 8]\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = "three"\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = []\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = [3, 4, 5, 6, 7]\nfrom = "owner"\n[canals]\nvalue = 1\nfrom = "owner"', "unknown-fact"),
    ],
)
def test_a_bad_layout_is_refused_with_its_reason(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "doge.toml").write_text(text)
    with pytest.raises(Refusal) as refused:
        games.find("doge").layout(tmp_path)
    assert refused.value.key == key


def test_a_layout_is_written_as_it_is_read(tmp_path: Path) -> None:
    value = {"open": True, "shut": False, "steps": 1.5, "odd key": ["a\x7fb", []]}
    board = Layout("venise", {"piles": Fact(value, "owner")})
    save(board, tmp_path / "venise.toml")
    assert load(tmp_path / "venise.toml", lambda _: None)["piles"] == value
    forget(tmp_path / "venise.toml")
    forget(tmp_path / "venise.toml")
    forget(tmp_path / "nowhere" / "venise.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", [json.loads("[" * 10 + "]" * 10), float("nan"), {"a": None}, "\ud800"])
def test_a_value_that_toml_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(Refusal) as refused:
        dump(Layout("", {"sites": Fact(value, "owner")}))
    assert refused.value.key == "unfit-value"


def test_only_a_fact_of_the_board_can_be_corrected() -> None:
    with pytest.raises(Refusal) as refused:
        games.find("doge").layout().corrected("canals", 1)
    assert refused.value.key == "no-such-fact"
