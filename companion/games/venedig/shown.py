"""Venedig's tellings that get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Card, Notice, Shown
from companion.vocabulary import named

NEWS, BUILT, MOVES, THIRD, NOTE, END, TOKEN, PILE = named(
    "show", "news", "built", "moves", "third", "note", "end", "token", "pile"
)
SHOWN: Shown = {
    "first": Notice(NEWS),
    "takes-over": Notice(NEWS),
    "stands": Notice(BUILT),
    "stands-there": Notice(BUILT),
    "no-place": Notice(BUILT),
    "leaps": Notice(MOVES, waits=True),
    "moves": Notice(MOVES, waits=True),
    "third-card": Card(THIRD, NOTE, "building", waits=True),
    "third-discards": Notice(THIRD),
    "third-casa": Notice(THIRD),
    "token": Notice(TOKEN, waits=True),
    "drawn-cards": Notice(PILE, waits=True),
    "deck-shuffled": Notice(PILE, waits=True),
    "nothing-left": Notice(PILE, waits=True),
    "four-open": Notice(NEWS, waits=True),
    "reached": Notice(END),
    "last-one": Notice(END),
    "won": Notice(END),
    "drawn": Notice(END),
}
