"""A box on the table of a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.boxes import TestBox


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    opened = TestBox(tmp_path)
    yield opened
    opened.close()
