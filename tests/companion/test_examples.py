"""What the docstrings of the referee and the games show as examples is so."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import companion

HERE = Path(companion.__file__).parent
MODULES = [
    ".".join(path.relative_to(HERE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(HERE.rglob("*.py"))
    if ">>>" in path.read_text("utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0
