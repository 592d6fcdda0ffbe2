"""A box for a test, with the same luck in every run, and a watch on what its screens have to cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.referee.urn import Urn
from companion.words import LANGUAGES
from firmware.fonts import Font
from firmware.screens import lists, numbers, reading
from tests.counted import counted
from tests.firmware.boxes import TestBox
from tests.firmware.fake_pi import FakePi


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give a test the same urns in every run, stirred without a clock, so that a failure can be reproduced."""
    rng, moments = Random(request.node.nodeid), count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Urn, "fresh", lambda: Urn(rng.randbytes(32)))
        for scenes in ("firmware.scenes.home.drawing", "companion.referee.urn"):
            patch.setattr(f"{scenes}.time", SimpleNamespace(perf_counter_ns=lambda: next(moments)))
        yield


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    opened = TestBox(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    """A Raspberry Pi on which nothing is installed yet."""
    return FakePi(tmp_path / "root")


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Collect what a screen had to shorten or leave out; note by language how much was set and cut off."""
    found: list[str] = []
    placed: set[tuple[str, int]] = set()
    fit: Callable[[Font, str, int], str] = Font.fit

    def noticing(self: Font, text: str, width: int) -> str:
        fitted = fit(self, text, width)
        placed.add((text, width))
        if fitted != text:
            found.append(f"{text!r} in {width} dots")
        return fitted

    monkeypatch.setattr(Font, "fit", noticing)
    limit_lines(monkeypatch, found, reading, "notice", 2, lambda args: 4 if len(args) > 3 and args[3] else 5)
    limit_lines(monkeypatch, found, lists, "two_ways", 2, lambda args: 3)
    limit_lines(monkeypatch, found, lists, "three_ways", 2, lambda args: 3)
    limit_lines(monkeypatch, found, numbers, "count", 2, lambda args: 2)
    yield found
    language = request.node.callspec.params["language"] if "language" in request.fixturenames else LANGUAGES[0]
    counted(f"{language}: texts set on screens", len(placed))
    counted(f"{language}: cut off", len(set(found)))


def limit_lines(patch: pytest.MonkeyPatch, found: list[str], module: Any, name: str, place: int, most: Any) -> None:
    """Notice when a screen is given more lines than it shows."""
    draw = getattr(module, name)

    def noticing(*args: Any, **named: Any) -> Any:
        if len(args[place]) > most(args):
            found.append(f"{args[place]} on {name}")
        return draw(*args, **named)

    patch.setattr(module, name, noticing)
