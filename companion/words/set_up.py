"""The set-up of a game in words: what to lay out, with what was drawn for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion import games
from companion.game import Game, Tell
from companion.teaching.lesson import Instruction
from companion.words import Words

AWAITS = re.compile(r"\s*:$")
"""The end of an instruction that what is drawn for it follows."""


class Placed(NamedTuple):
    """An instruction, and the telling of what was drawn for it, if anything was."""

    instruction: Instruction
    told: Tell | None

    def text(self, words: Words) -> str:
        return " ".join(filter(None, self.said(words)))

    def said(self, words: Words) -> tuple[str, str]:
        """Return the instruction, and what was drawn for it; either may be empty."""
        said = words.instruction(self.instruction)
        return (AWAITS.sub(".", said), "") if self.told is None else (said, words.tell(self.told))


def set_up_of(game: Game) -> list[Placed]:
    """Return what to lay out for this game, in order; nothing for one that teaches none, or for a drawing."""
    if game.name not in games.names():
        return []
    return [Placed(one, one.telling(game)) for one in games.find(game.name).to_lay_out(game)]


def lines_of(words: Words, placed: Sequence[Placed]) -> Iterator[str]:
    """Yield the set-up as numbered lines."""
    for number, one in enumerate(placed, start=1):
        yield f"{number:>4}  {one.text(words)}"
