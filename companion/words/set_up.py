"""The set-up of a game in words: what to lay out, with what was drawn for it."""

from __future__ import annotations

from typing import NamedTuple

from companion import games
from companion.game import Game, Tell
from companion.teaching.lesson import Instruction
from companion.words import Words


class Placed(NamedTuple):
    """An instruction, and the telling of what was drawn for it, if anything was."""

    instruction: Instruction
    told: Tell | None

    def text(self, words: Words) -> str:
        drawn = words.tell(self.told) if self.told is not None else ""
        return " ".join(filter(None, (words.instruction(self.instruction), drawn)))


def set_up_of(game: Game) -> list[Placed]:
    """Return what to lay out for this game, in order; nothing for one that teaches none, or for a drawing."""
    if game.name not in games.names():
        return []
    return [Placed(one, one.telling(game)) for one in games.find(game.name).to_lay_out(game)]
