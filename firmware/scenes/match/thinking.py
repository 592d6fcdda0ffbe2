"""The box plays a seat: it thinks in a thread of its own, and answers at a pace that can be followed."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from threading import Event, Thread, Timer
from typing import Any, Protocol

from PIL import Image

from companion.faults import trail
from companion.players import Abandoned
from companion.referee import Referee
from companion.referee.automatic import thought_of_box, waiting_for_box
from companion.referee.entries import Corrected
from companion.words import Words
from firmware.scenes import Scene
from firmware.scenes.match import MatchStage
from firmware.screens import reading
from hardware.keys import Key

PACE = 1.3
"""Seconds that an answer of the box takes at least, so that people can follow."""
TURN = 0.001
"""Seconds that Python lets a thinking thread go on while another waits: the loop has a key to answer."""
THREAD = "thinking"
"""The name of the thread in which the box thinks."""
LOOK_AGAIN = 0.3
"""Seconds until the box looks again whether the screen has got to its question."""


class Task:
    """A question that the box thinks about, until its answer is given or no longer wanted."""

    def __init__(self, referee: Referee, seat: int) -> None:
        self.decision = referee.open[seat]
        self.dropped = Event()
        self._referee = referee
        self._corrections = self._count_corrections()
        self.thought = thought_of_box(referee, seat, lambda: not self.dropped.is_set())

    def _count_corrections(self) -> int:
        return sum(isinstance(entry, Corrected) for entry in self._referee.entries)

    @property
    def is_asked(self) -> bool:
        """Whether the question is still open, and neither the pieces nor the player were changed meanwhile."""
        decision = self.decision
        return (
            self._referee.open.get(decision.seat) is decision
            and decision.seat in self._referee.game.boxed
            and self._count_corrections() == self._corrections
        )


class Thinker:
    """Answers for the seats that the box plays, one question after another.

    What a seat may see is taken in the loop; the thinking happens elsewhere, so that keys, phones and the ledger
    never wait for it; the answer comes back through the loop's inbox like everything else.
    """

    def __init__(
        self, referee: Referee, post: Callable[[Callable[[], None]], None], is_reading: Callable[[], bool]
    ) -> None:
        self.referee = referee
        self.post = post
        self.is_reading = is_reading
        """Whether people still read what happened before."""
        self.pace = PACE
        self.finishes = False
        """Whether it plays to the end by itself, so that nobody follows it move by move."""
        self._task: Task | None = None
        self._closed = False

    def close(self) -> None:
        """Answer nothing more, and end the thought."""
        self._closed = True
        self._drop()

    def _drop(self) -> None:
        if self._task is not None:
            self._task.dropped.set()
            self._task = None

    def look(self) -> None:
        """Think about the next question of the box, if there is one and it is not thinking already.

        A thought about a question that is no longer asked ends.
        """
        if self._task is not None and not self._task.is_asked:
            self._drop()
        seats = waiting_for_box(self.referee)
        if self._task is None and seats and not self._closed:
            self._task = Task(self.referee, seats[0])
            sys.setswitchinterval(TURN)
            Thread(target=self._think, args=(self._task,), name=THREAD, daemon=True).start()

    def _think(self, task: Task) -> None:
        began = time.monotonic()
        try:
            value = task.thought()
        except Abandoned:
            return
        except Exception as fault:  # an answer that does not follow from its view shows when the game is verified
            logging.getLogger("ballottino").error("a player failed: %s", trail(fault))
            value = next(iter(task.decision.choice.legal()))
        if not task.dropped.wait(max(0.0, self.pace - (time.monotonic() - began))):
            self.post(partial(self._give, task, value))

    def _give(self, task: Task, value: Any) -> None:
        """Give the answer, unless the game has gone another way meanwhile; while people still read, later."""
        if task.dropped.is_set():
            return
        if self.is_reading():
            again = Timer(LOOK_AGAIN, self.post, [partial(self._give, task, value)])
            again.daemon = True
            again.start()
            return
        self._task = None
        if task.is_asked:
            self.referee.answer(task.decision.seat, value, task.decision.id, by_box=True)
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
