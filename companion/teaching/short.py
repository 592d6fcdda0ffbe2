"""A game in five minutes: its goal, the rules that say a turn and its end, and an example that is really counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.vocabulary import named

TURN, END = PARTS = named("short", "turn", "end")
named("short", "title", "goal", "example", "print")


@dataclass(frozen=True)
class Short:
    """A game in five minutes. Its words are those of its rules; what the example is worth its own sheet says.

    `goal` names a sentence of the game's own that says what players try to do (the message `goal.doge`); `rules` are
    the ids for each part; `sheet` is one of the game's score sheets and `filled` how it is filled in.
    """

    goal: str
    rules: Mapping[str, Sequence[str]]
    sheet: str
    filled: Mapping[str, Any]
