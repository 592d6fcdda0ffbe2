"""The randomisers of Venezia."""

from __future__ import annotations

from companion.games.venezia.rules.grid import CELLS
from tests.games.randomisers import Randomiser, Way, one_each

RANDOMISERS = (
    Randomiser("venezia", "dials", Way.DIAL, one_each(CELLS)),
    Randomiser("venezia:dials", "dials", Way.DIAL, one_each(CELLS)),
    Randomiser("venezia:round", "dials", Way.DIAL, one_each(CELLS)),
)
DRAWN_IN = {"rules/dials.py": 1}
