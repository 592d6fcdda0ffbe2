"""The standings, and the reasons for them."""

from __future__ import annotations

from PIL import Image

from companion.game import Game
from companion.words import Words
from companion.words.answers import receipt_text
from firmware.scenes import STEP, Scene, Stage
from firmware.scenes.menus import Reading
from firmware.screens import reading
from hardware.keys import Key

MANY = 2
"""The number that headings are worded for: they are in the plural."""


class Scores(Scene):
    """Everyone's tallies; OK on a seat shows its receipts, the newest first."""

    def __init__(self, stage: Stage, game: Game, words: Words) -> None:
        super().__init__(stage)
        self.game = game
        self.words = words
        self.cursor = 0

    def picture(self) -> Image.Image:
        game, words = self.game, self.words
        columns = [words(f"tally.{tally}", n=MANY) for tally in game.tallies]
        rows = [(words.thing("seat", seat), list(game.score[seat].values())) for seat in game.seats]
        return reading.scores(words("box.scores"), "", columns, rows, self.cursor)

    def key(self, key: Key) -> None:
        seats = self.game.seats
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self._show_receipts(seats[self.cursor])
        elif key in (Key.UP, Key.DOWN):
            self.cursor = (self.cursor + STEP[key]) % len(seats)

    def _show_receipts(self, seat: int) -> None:
        words = self.words
        receipts = [one for one in self.game.receipts if one.seat == seat]
        lines = [receipt_text(words, receipt, has_name=False) for receipt in receipts[::-1]] or [words("box.nothing")]
        self.stage.push(Reading(self.stage, words.thing("seat", seat), lines))
