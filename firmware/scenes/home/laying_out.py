"""Before the first move: how to set up the board, player by player."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import Image

from companion.screen.maps import Plan
from companion.words import Words
from firmware.scenes import STEP, Stage
from firmware.scenes.match.telling import Telling
from firmware.screens.maps import plan as screen
from firmware.screens.maps.side import Button, Side
from hardware.keys import Key


class LayingOut(Telling):
    """The board with everyone's start and one player's aims; an arrow shows the next player's, OK begins."""

    def __init__(self, stage: Stage, words: Words, plans: Mapping[int, Plan], then: Callable[[], None]) -> None:
        super().__init__(stage, 0, then, waits=True)
        self.words = words
        self.plans = plans
        self.seats = list(plans)
        self.shown = 0

    def picture(self) -> Image.Image:
        seat = self.seats[self.shown]
        brief = self.words("box.lay-out")
        side = Side(self.words.thing("seat", seat), brief, "", "", "", [Button("◂ ▸"), Button("OK")], 1)
        return screen.board(self.plans[seat], [], None, "", "", side)

    def key(self, key: Key) -> None:
        if key in STEP:
            self.shown = (self.shown + STEP[key]) % len(self.seats)
        else:
            self.then()
