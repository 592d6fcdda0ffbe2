"""What strangers send is parsed in a process of its own: its time and memory are limited, and ours are spared."""

from __future__ import annotations

import resource
import time
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.input import confined
from companion.input.bounds import BOARD
from companion.input.confined import LIMITS, Limits, read_toml
from companion.layout.layout import dump
from companion.refusal import TooMuch
from tests.tables import table

DOTTED = ".".join(["a"] * 15_400) + " = 1"
"""Fourteen seconds and a gigabyte, by `tomllib`."""


def test_a_file_that_needs_much_memory_is_refused_while_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    look = confined.memory_of

    def noticing(process: int) -> int:
        seen.append(look(process))
        return seen[-1]

    monkeypatch.setattr(confined, "memory_of", noticing)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TooMuch, match="too-costly"):
        read_toml(DOTTED, Limits(seconds=60))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000
    assert LIMITS.memory < max(seen) < 2 * LIMITS.memory


def test_what_takes_long_is_refused_in_time() -> None:
    start = time.monotonic()
    with pytest.raises(TooMuch, match="too-costly"):
        read_toml(DOTTED, Limits(seconds=1, memory=2**40))
    assert time.monotonic() - start < 10


def test_a_board_is_read_as_ever() -> None:
    text = dump(table("venise", 3).layout)
    assert read_toml(text) == tomllib.loads(text)


@settings(max_examples=10)
@given(st.text(max_size=40))
def test_what_is_no_toml_is_refused_like_by_the_parser(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except ValueError as error:
        with pytest.raises(ValueError, match=r".*") as raised:
            read_toml(text)
        assert str(raised.value) == str(error)[:200]
    else:
        assert read_toml(text) == expected


def test_the_worst_that_the_bounds_allow_is_read() -> None:
    """The process costs an honest file nothing but a moment."""
    key = ".".join(["a"] * BOARD.dots)
    lines = [f"{key}.k{number} = [1, 2, 3]" for number in range(600)]
    text = "\n".join(lines)
    assert read_toml(text) == tomllib.loads(text)
