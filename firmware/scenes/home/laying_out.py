"""Before the first move: how to set up the board, step by step for newcomers, player by player on a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PIL import Image

from companion.game import Tell
from companion.screen.hints import Notice
from companion.screen.maps import Plan
from companion.words import Words
from companion.words.set_up import set_up_of
from firmware.scenes import STEP, Stage
from firmware.scenes.match.match import Match
from firmware.scenes.match.teller import OK, Teller
from firmware.scenes.match.telling import Still, Telling
from firmware.screens import reading
from firmware.screens.maps import plan as screen
from firmware.screens.maps.side import Button, Side
from hardware.keys import Key


def lay_out(match: Match) -> None:
    """Show what to lay out before the first question: to newcomers everything, to others what differs each time."""
    plans = match.referee.game.laid_out()
    if match.referee.taught:
        Walk(match).go_on()
    elif plans:
        match.stage.replace(LayingOut(match.stage, match.words, plans, match.go_on))
    else:
        match.go_on()


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


class Walk:
    """Leads newcomers through the set-up. What the box has drawn is shown where it belongs, and not again after."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.placed = set_up_of(match.referee.game)
        self.pages = [page for number in range(len(self.placed)) for page in self._pages(number)]
        self.next = 0

    def go_on(self) -> None:
        """Show the next page, or the game after the last one."""
        if self.next == len(self.pages):
            self.skip()
            return
        self.next += 1
        self.match.stage.replace(self.pages[self.next - 1]())

    def go_back(self) -> None:
        """Show the page before this one again."""
        self.next = max(0, self.next - 2)
        self.go_on()

    def skip(self) -> None:
        """Leave the set-up to those who know it."""
        self.match.go_on()

    def _pages(self, number: int) -> Iterator[Callable[[], Telling]]:
        """Yield what makes the pages of an instruction: its words, what was drawn for it, and the board."""
        (instruction, told), match = self.placed[number], self.match
        lines = reading.wrap(match.words.instruction(instruction)) if instruction.key else []
        drawn = reading.wrap(match.words.tell(told)) if told is not None and not self._is_shown(told) else []
        if len(lines) + len(drawn) <= reading.LINES:
            lines, drawn = [*lines, *drawn], []
        for text in filter(None, (lines, drawn)):
            yield partial(self._text, number, text, told)
        if told is not None and self._is_shown(told):
            yield partial(self._told, told)
        plans = match.referee.game.laid_out() if instruction.board else {}
        if plans:
            yield partial(LayingOut, match.stage, match.words, plans, self.go_on)

    def _is_shown(self, tell: Tell) -> bool:
        """Return whether the game has a screen for this telling that is more than its words."""
        showing = self.match.referee.game.shown.get(tell.key)
        return showing is not None and not isinstance(showing, Notice)

    def _text(self, number: int, lines: list[str], told: Tell | None) -> Telling:
        self._need_not_tell(told)
        words = self.match.words
        title = words("box.set-up", number=number + 1, all=len(self.placed))
        keys = words("box.set-up-keys") if number == 0 else ""
        return Page(self, reading.notice(title, OK, lines, keys), sum(map(len, lines)))

    def _told(self, tell: Tell) -> Telling:
        """Return the screen that the game has for a telling."""
        self._need_not_tell(tell)
        match, game = self.match, self.match.referee.game
        showing = game.shown[tell.key]
        assert showing is not None
        return Teller(match.stage, match.words, self.go_on, game.chart, game.options).scene(showing, [tell])

    def _need_not_tell(self, told: Tell | None) -> None:
        self.match.untold = [tell for tell in self.match.untold if tell is not told]


class Page(Still):
    """A step of the set-up: OK shows the next one, LEFT the one before, BACK begins to play."""

    def __init__(self, walk: Walk, image: Image.Image, letters: int) -> None:
        super().__init__(walk.match.stage, image, letters, walk.go_on, waits=True)
        self.walk = walk

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.walk.skip()
        elif key in (Key.LEFT, Key.UP):
            self.walk.go_back()
        else:
            self.walk.go_on()
