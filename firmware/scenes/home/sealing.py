"""From the urn to the first move: it is stirred, its second seal is shown for a moment, and the game begins."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from companion.ledger.beginning import Beginning
from companion.ledger.record import FIRST, SECOND
from companion.referee.seals import seal_words
from companion.referee.urn import Urn, moment
from companion.refusal import Refusal
from companion.words import Words, folders_of
from firmware.scenes import Scene, Stage
from firmware.scenes.home import HomeStage
from firmware.scenes.home.last_time import keep_table
from firmware.scenes.home.laying_out import lay_out
from firmware.scenes.match.match import Match
from firmware.scenes.seals import seals_page, stirred_text
from firmware.screens import setting_up
from hardware.keys import Key

MOST_STIRRED = 12
"""The most arrows that are stirred in: they are shown on one line."""
TIME_TO_NOTE = 10.0
TIME_STEP = 0.5
"""Seconds until a sealed game begins by itself, and between two pictures of the line that shows them."""


class Stir(Scene):
    """Shows the first seal; one OK goes on. Before it, everyone who likes stirs the urn with arrows.

    An arrow is the player's alone: the box can't choose it. OK stirs in the moment, read from the box's own clock.
    """

    def __init__(self, stage: Stage, words: Words, done: Callable[[Urn], None], urn: Urn | None = None) -> None:
        super().__init__(stage)
        self.words = words
        self.done = done
        self.urn = urn or Urn.fresh()

    def picture(self) -> Image.Image:
        words = self.words
        stirred = stirred_text(self.urn.stirred)
        said = words("box.stirred", stirred=stirred) if stirred else words("seating.stir")
        note = words("seating.stir-note")
        return setting_up.seal(words.thing("seal", FIRST), seal_words(self.urn.commitment), said, note)

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self.urn.stir(moment())
            self.done(self.urn)
        elif len(self.urn.stirred) < MOST_STIRRED:
            self.urn.stir(key)


class Sealed(Scene):
    """Shows the second seal with what was stirred, before the first draw; then the game begins by itself.

    A line shows how long that takes. OK begins at once, RIGHT shows all digits, any other arrow stops the time.
    """

    def __init__(self, box: HomeStage, words: Words, beginning: Beginning) -> None:
        super().__init__(box)
        self.box = box
        self.words = words
        self.beginning = beginning
        self.begins: float | None = box.clock() + TIME_TO_NOTE
        self.wake = box.clock() + TIME_STEP

    def entered(self) -> None:
        """Show the seals on phones, too."""
        self.box.publish_soon()

    def picture(self) -> Image.Image:
        words, beginning = self.words, self.beginning
        said = words("box.stirred", stirred=stirred_text(beginning.urn.stirred))
        left = 0.0 if self.begins is None else (self.begins - self.stage.clock()) / TIME_TO_NOTE
        title, note = words.thing("seal", SECOND), words("seating.sealed-note")
        return setting_up.seal(title, seal_words(beginning.seals[SECOND]), said, note, left)

    def tick(self, now: float) -> None:
        if self.begins is not None and now >= self.begins:
            self._begin()
        elif self.begins is not None:
            self.wake = now + TIME_STEP

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
            self.box.publish_soon()
        elif key == Key.OK:
            self._begin()
        else:
            self._stop()
            if key == Key.RIGHT:
                beginning = self.beginning
                self.stage.push(seals_page(self.stage, self.words, beginning.seals, beginning.urn.stirred))

    def _begin(self) -> None:
        self._stop()
        begin(self.box, self.beginning)

    def _stop(self) -> None:
        self.begins = self.wake = None


def begin(box: HomeStage, beginning: Beginning) -> None:
    """Put a game on the table, and show what to lay out for it; or say why it can't begin."""
    kind, table = beginning.kind, beginning.table
    words = box.words_for(folders_of(kind.name), table.seats)
    try:
        referee = box.club.begin_shared(beginning) if beginning.shared else beginning.begin(box.ledger)
    except Refusal as refusal:
        box.refuse(words.refusal(refusal))
        return
    # the next evening begins with the people who came to the last one
    if not beginning.boxed and not beginning.shared:
        keep_table(box, kind.name, table)
    match = Match(box, referee, words, referee.game.tells)
    box.play(match)
    lay_out(match)


def show_seal(box: HomeStage, beginning: Beginning) -> None:
    """Show the second seal of a game that was set up on a phone; soon it begins."""
    box.push(Sealed(box, box.words_for(folders_of(beginning.kind.name)), beginning))
