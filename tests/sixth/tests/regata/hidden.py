"""What is hidden in Regata: canals chosen while others are still choosing (REG.R2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.referee import Referee
from tests.twins import Change, sealed

MODES: list[tuple[int, dict[str, str]]] = [(2, {}), (4, {"draw_tide": "table"})]
SECRETIVE = ("boats",)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    return sealed(judge, rng)
