"""Which of Regata's tellings get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Card, Notice, Rows, Shown
from companion.vocabulary import named

HEAT, TIDE, DRY, WINS, NEWS = named("show", "heat", "tide", "dry", "wins", "news")
SHOWN: Shown = {
    "tide": Card(TIDE, DRY, "canal"),
    "wins": Rows(WINS, "canal", "n", most=4),
    "heat": Notice(HEAT),
    "won": Notice(NEWS),
    "drawn": Notice(NEWS),
}
