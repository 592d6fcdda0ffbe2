"""Rialto's tellings that get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Bars, Cards, Notice, Reckoning, Shown
from companion.vocabulary import named

NEWS, ROUND, STAGE, TURNS, TURN_NOTE, BONUS, BY_TRACK, COUNT, WORTH, NEUTRAL = named(
    "show", "news", "round", "stage", "turns", "turn-note", "bonus", "bonus-by-track", "count", "worth", "neutral"
)
SHOWN: Shown = {
    "turns": Cards(TURNS, TURN_NOTE, "turns", "district", waits=True, drawn="turn"),
    "first": Notice(NEWS),
    "left-of-neutral": Notice(NEWS),
    "coins": Notice(NEWS, waits=True),
    "marker": Notice(NEUTRAL, waits=True),
    "round": Notice(ROUND),
    "order": Notice(NEWS),
    "rows": None,
    "lay-rows": Notice(ROUND, waits=True, counted="round"),
    "lay-short-rows": Notice(ROUND, waits=True),
    "neutral-cards": Notice(NEUTRAL, waits=True),
    "bonus": Bars(STAGE, BONUS, "strengths", "parts"),
    "bonus-by-track": Bars(STAGE, BY_TRACK, "strengths", "parts"),
    "no-bonus": Notice(STAGE),
    "lays-bridge": Notice(NEWS),
    "lays-gondola": Notice(NEWS),
    "bank": Notice(NEWS, waits=True),
    "bank-lost": Notice(NEUTRAL, waits=True),
    "final-count": Reckoning(COUNT, "district", ("councillors", "points"), WORTH),
    "too-many": Notice(NEWS),
    "won": Notice(NEWS),
    "won-by-track": Notice(NEWS),
}
