"""Doge's tellings that get a screen of their own, and how they look there."""

from __future__ import annotations

from companion.screen.hints import Bars, Card, Cards, Notice, Rows, Shown
from companion.vocabulary import named

AREA, YEAR, ORDER, NEXT_YEAR, CARD, LAID, WINS, TIED, NEWS = named(
    "show", "area", "year", "order", "next-year", "card", "laid", "wins", "tied", "news"
)
ADVISOR = "★"

SHOWN: Shown = {
    "wins": Bars(AREA, WINS, "votes", "ballots", ADVISOR),
    "tied": Bars(AREA, TIED, "votes", "ballots", ADVISOR),
    "nobody": Notice(AREA),
    "laid": Rows(LAID, "area", "n", most=4),
    # From the second year on the blue row lies there already, card by card.
    "year": Cards(YEAR, ORDER, "order", "area", waits=True, drawn="order", counted="year"),
    "order": Cards(YEAR, ORDER, "order", "area", waits=True, drawn="order"),
    "next-year": Card(NEXT_YEAR, CARD, "area"),
    "first": Notice(NEWS),
    "built": Notice(AREA),
    "few-sites": Notice(AREA),
    "few-sites-in-turn": Notice(AREA),
    "too-many-builders": Notice(AREA),
    "won": Notice(NEWS),
    "drawn": Notice(NEWS),
    "undecided": Notice(NEWS),
}
