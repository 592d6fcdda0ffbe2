"""What Zara draws from."""

from __future__ import annotations

from companion.games.zara.rules.flow import PIPS
from tests.games.randomisers import Randomiser, Way, one_each

RANDOMISERS = (Randomiser("zara", "die", Way.DIAL, one_each(PIPS)),)
DRAWN_IN = {"rules/flow.py": 1}
