"""What Regata draws from."""

from __future__ import annotations

from companion.games.regata.rules.pieces import CANALS
from tests.games.randomisers import Randomiser, Way, one_each

RANDOMISERS = (
    Randomiser("regata", "tide", Way.DIAL, one_each(CANALS)),
    Randomiser("regata:tide", "tide", Way.DIAL, one_each(CANALS)),
)
DRAWN_IN = {"draws.py": 1, "rules/flow.py": 1}
