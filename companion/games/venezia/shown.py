"""Venezia's tellings that get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Dials, Notice, Rows, Shown, Standing
from companion.vocabulary import named

FIGURE, STANDS, TAKEN, BLOCKED = named("show", "figure", "stands", "taken", "blocked")
NEWS, PLANNED, PLANNED_NOTE, ZONE, CAUGHT, BORN, ACTION, SCORED, POINTS = named(
    "show", "news", "planned", "planned-note", "zone", "caught", "born", "action", "scored", "points"
)
SHOWN: Shown = {
    "planned": Rows(PLANNED, "numbers", "n", most=12, of="", note=PLANNED_NOTE),
    "spun": Dials(FIGURE, STANDS, waits=True, drawn="dials"),
    "again-taken": Dials(FIGURE, TAKEN),
    "again-blocked": Dials(FIGURE, BLOCKED),
    "swept": Notice(NEWS, waits=True),
    "caught": Notice(CAUGHT, waits=True),
    "born": Notice(BORN, waits=True),
    "born-fewer": Notice(BORN, waits=True),
    "plays": Notice(ACTION),
    "takes-back": Notice(ACTION),
    "scored": Standing(SCORED, "counts", "won", "zone", POINTS, "gained", "points", waits=True),
    "hunted": Notice(ZONE, waits=True),
    "dead-end": Notice(NEWS),
    "won": Notice(NEWS),
    "shared": Notice(NEWS),
}
