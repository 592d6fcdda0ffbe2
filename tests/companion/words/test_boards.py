"""What is printed on a board is said as people read it: a line for each thing that is compared by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion.layout import Fact, Layout
from companion.words import Words, folders_of
from companion.words.boards import printed, stated

RIALTO = Words("en", folders_of("rialto"))


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (3, ["3"]),
        ("castello", ["Castello"]),
        ("castello.dorsoduro", ["Castello Dorsoduro"]),
        ([3, 4, 5], ["3, 4, 5"]),
        ([], ["–"]),
        ({"castello": 2, "dorsoduro": [1, 2]}, ["Castello: 2", "Dorsoduro: 1, 2"]),
        ({"castello": {"dorsoduro": 1, "B5": 2}}, ["Castello: Dorsoduro 1, B5 2"]),
        ([["castello", "B5"], ["dorsoduro", "B6"]], ["Castello–B5", "Dorsoduro–B6"]),
        ([[1], [2, 3]], ["1: 1", "2: 2, 3"]),
        ([{"at": "B5", "kind": "castello"}, {"at": "B6", "ways": [["n", "e"], []]}], ["B5 Castello", "B6 n–e, –"]),
    ],
)
def test_a_fact_is_printed_line_by_line(value: Any, lines: list[str]) -> None:
    assert printed(RIALTO, ("district",), value) == lines


@pytest.mark.parametrize(
    ("value", "source", "line"),
    [([], "assumed", "ask"), ([], "owner", "–"), (["B5"], "assumed", "B5")],
)
def test_only_what_nobody_knows_is_asked_of_the_owner(value: Any, source: str, line: str) -> None:
    words = Words("en", folders_of("venezia"))
    asked = words.template("fact-unknown.blocked")
    board = Layout("venezia", {"blocked": Fact(value, source)})
    assert stated(words, (), board, "blocked") == [asked if line == "ask" else line]
