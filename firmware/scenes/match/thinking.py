"""The box plays a seat: it thinks in a thread of its own, and answers at a pace that can be followed."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from threading import Thread, Timer
from typing import Any, Protocol

from PIL import Image

from companion.faults import trail
from companion.referee import Referee
from companion.referee.automatic import thought_of_box, waiting_for_box
from companion.steps import Decision
from companion.words import Words
from firmware.scenes import Scene
from firmware.scenes.match import MatchStage
from firmware.screens import reading
from hardware.keys import Key

PACE = 1.3
"""Seconds that an answer of the box takes at least, so that people can follow."""
TURN = 0.001
"""Seconds that Python lets a thinking thread go on while another waits: the loop has a key to answer."""
LOOK_AGAIN = 0.3
"""Seconds until the box looks again whether the screen has got to its question."""


class Thinker:
    """Answers for the seats that the box plays, one question after another.

    What a seat may see is taken in the loop; the thinking happens elsewhere, so that keys, phones and the ledger
    never wait for it; the answer comes back through the loop's inbox like everything else.
    """

    def __init__(self, referee: Referee, post: Callable[[Callable[[], None]], None]) -> None:
        self.referee = referee
        self.post = post
        self.pace = PACE
        self.finishes = False
        """Whether it plays to the end by itself, so that nobody follows it move by move."""
        self.is_reading: Callable[[], bool] = lambda: False
        """Whether people still read what happened before."""
        self._thinking_about: Decision | None = None
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def look(self) -> None:
        """Think about the next question of the box, if there is one and it is not thinking already."""
        seats = waiting_for_box(self.referee)
        if self._thinking_about is None and seats and not self._closed:
            decision = self.referee.open[seats[0]]
            self._thinking_about = decision
            sys.setswitchinterval(TURN)
            Thread(target=self._think, args=(decision, thought_of_box(self.referee, seats[0])), daemon=True).start()

    def _think(self, decision: Decision, thought: Callable[[], Any]) -> None:
        began = time.monotonic()
        try:
            value = thought()
        except Exception as fault:  # an answer that does not follow from its view shows when the game is verified
            logging.getLogger("ballottino").error("a player failed: %s", trail(fault))
            value = next(iter(decision.choice.legal()))
        time.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        self.post(partial(self._give, decision, value))

    def _give(self, decision: Decision, value: Any) -> None:
        """Give the answer, unless the game has gone another way meanwhile; while people still read, later."""
        if self._closed:
            return
        if self.is_reading():
            again = Timer(LOOK_AGAIN, self.post, [partial(self._give, decision, value)])
            again.daemon = True
            again.start()
            return
        self._thinking_about = None
        still_asked = self.referee.open.get(decision.seat)
        if still_asked is decision and decision.seat in waiting_for_box(self.referee):
            self.referee.answer(decision.seat, value, decision.id, by_box=True)
        self.look()


class Playing(Protocol):
    """The game in which the box thinks: what its keys do meanwhile."""

    @property
    def stage(self) -> MatchStage: ...

    @property
    def words(self) -> Words: ...

    def undo(self) -> None: ...

    def open_menu(self) -> None: ...


class Thinking(Scene):
    """Shows for whom the box thinks, and what happened last. BACK opens the menu, held it takes back a step."""

    holds_back = True

    def __init__(self, match: Playing, seat: int, news: str) -> None:
        super().__init__(match.stage)
        self.match = match
        self.seat = seat
        self.news = news

    def picture(self) -> Image.Image:
        words = self.match.words
        name, thinks = words.thing("seat", self.seat), words("box.thinks", seat=self.seat)
        return reading.notice(name, "", reading.wrap(self.news or thinks), thinks if self.news else "")

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.match.open_menu()

    def hold(self, key: Key) -> None:
        if key == Key.BACK:
            self.match.undo()
