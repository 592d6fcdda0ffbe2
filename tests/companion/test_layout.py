"""Layouts: every fact has its source, the owner's copy wins, what is wrong is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.layout import Layout
from companion.refusal import Refusal


@pytest.mark.parametrize("game", games.names())
def test_every_shipped_layout_is_sound_and_says_where_its_facts_come_from(game: str) -> None:
    layout = games.find(game).layout()
    assert all(fact.source in ("rulebook", "public", "assumed") and fact.note for fact in layout.facts.values())
    assert Layout.from_json(layout.to_json()).to_json() == layout.to_json()


def test_the_owners_copy_wins(tmp_path: Path) -> None:
    (tmp_path / "doge.toml").write_text('[sites]\nvalue = [2, 3]\nfrom = "owner"\n')
    assert games.find("doge").layout(tmp_path)["sites"] == [2, 3]


@pytest.mark.rule("DOG.K5")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[sites", "bad-layout"),
        ("sites = 3", "bad-fact"),
        ("[sites]\nvalue = [3]", "bad-fact"),
        ('[sites]\nvalue = [3]\nfrom = "hearsay"', "bad-fact"),
        ('[sites]\nvalue = [3, 3]\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = "three"\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = []\nfrom = "owner"', "bad-sites"),
        ('[canals]\nvalue = [3]\nfrom = "owner"', "bad-sites"),
        ('[sites]\nvalue = [3]\nfrom = "owner"\n[canals]\nvalue = 1\nfrom = "owner"', "unknown-fact"),
    ],
)
def test_a_layout_that_is_wrong_says_what(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "doge.toml").write_text(text)
    with pytest.raises(Refusal) as refused:
        games.find("doge").layout(tmp_path)
    assert refused.value.key == key
