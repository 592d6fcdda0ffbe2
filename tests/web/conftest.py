"""A house with a game of Doge on the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House


@pytest.fixture
def empty_house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def house(empty_house: House) -> House:
    empty_house.begin()
    return empty_house
