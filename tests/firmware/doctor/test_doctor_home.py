"""The doctor on what any computer has: clock, words, fonts, Python."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from firmware import fonts
from firmware.doctor import home
from tests.firmware.findings import keys


def test_the_clock() -> None:
    assert keys(home.clock(datetime(1970, 1, 1), True)) == [("warn", "clock-wrong")]
    assert keys(home.clock(datetime(2026, 1, 1), False)) == [("ok", "clock-alone")]
    assert keys(home.clock(datetime(2026, 1, 1, 20, 5), True)) == [("ok", "clock-right")]
    ((_, found),) = keys(home.clock())
    assert found in ("clock-wrong", "clock-alone", "clock-right"), "whatever time it is here"


def test_words_and_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = tmp_path / "en.mo"
    monkeypatch.setattr(home, "_catalogues", lambda: [compiled])
    assert keys(home.words()) == [("bad", "words-missing")]
    compiled.touch()
    assert keys(home.words()) == [("ok", "words-complete")]
    compiled.with_suffix(".po").touch()
    os.utime(compiled, (0, 0))
    assert keys(home.words()) == [("warn", "words-stale")]

    def damaged(name: str) -> Any:
        raise KeyError("ascent")

    monkeypatch.setattr(fonts.Font, "load", damaged)
    assert keys(home.fonts()) == [("bad", "fonts-broken")]


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "OLDEST_PYTHON", (99, 0))
    assert keys(home.python()) == [("bad", "python-old")]
