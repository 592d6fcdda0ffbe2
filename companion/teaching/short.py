"""A game in five minutes: the rules that say its goal, a turn and its end, and an example that is really counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.vocabulary import named

GOAL, TURN, END = PARTS = named("short", "goal", "turn", "end")
named("short", "title", "example", "print")


@dataclass(frozen=True)
class Short:
    """A game in five minutes. Its words are those of its rules; what the example is worth its own sheet says.

    `rules` are the ids for each part; `sheet` is one of the game's score sheets and `filled` how it is filled in.
    """

    rules: Mapping[str, Sequence[str]]
    sheet: str
    filled: Mapping[str, Any]
