"""Venise's tellings that get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Notice, Shown
from companion.vocabulary import named

NEWS, GEM, FELL, DRAWN = named("show", "news", "gem", "fell", "drawn")
SHOWN: Shown = {
    "first": Notice(NEWS),
    "gem": Notice(GEM),
    "fell": Notice(FELL, waits=True),
    "shuffled": Notice(NEWS),
    "won": Notice(NEWS),
    "finished": Notice(NEWS),
    "undecided": Notice(NEWS),
    "order": Notice(DRAWN, waits=True),
    "hand": Notice(DRAWN, waits=True),
    "board": Notice(DRAWN, waits=True),
    "drawn-cards": Notice(DRAWN, waits=True),
    "deck-shuffled": Notice(DRAWN, waits=True),
    "nothing-left": Notice(DRAWN, waits=True),
}
