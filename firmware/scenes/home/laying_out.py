"""Before the first move: how to set up the board, step by step for newcomers, player by player on a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PIL import Image

from companion.game import Tell
from companion.screen.hints import Notice
from companion.screen.maps import Chart, Plan
from companion.steps import TABLE
from companion.words import Words
from companion.words.set_up import Placed, set_up_of
from firmware.scenes import STEP
from firmware.scenes.match.match import Match
from firmware.scenes.match.teller import Teller
from firmware.scenes.match.telling import Still, Telling
from firmware.screens import reading
from firmware.screens.maps import hexes
from firmware.screens.maps import plan as screen
from firmware.screens.maps.side import Side, SideButton
from firmware.screens.reading import OK
from hardware.keys import Key


def lay_out(match: Match) -> None:
    """Show what to lay out before the first question: to newcomers everything, to others where each player starts."""
    boards = match.referee.game.laid_out()
    if match.referee.taught:
        SetUpWalk(match).go_on()
    elif boards.keys() - {TABLE}:
        match.stage.replace(LayingOut(match, boards, match.go_on))
    else:
        match.go_on()


class LayingOut(Telling):
    """The board before the first move. If it is shown player by player, with one's aims, an arrow shows the next."""

    def __init__(self, match: Match, boards: Mapping[int, Plan | Chart], then: Callable[[], None]) -> None:
        super().__init__(match.stage, 0, then, waits=True)
        self.words = match.words
        self.boards = boards
        self.seats = list(boards)
        self.shown = 0
        self._placed = set_up_of(match.referee.game)

    @property
    def seat(self) -> int:
        """Return the seat whose aims are shown, or the `TABLE`."""
        return self.seats[self.shown]

    def own(self) -> list[Placed]:
        """Return what is laid out for the seat that is shown, and for nobody else."""
        return [one for one in self._placed if one.instruction.facts.get("seat") == self.seat]

    def picture(self) -> Image.Image:
        board = self.boards[self.seat]
        if isinstance(board, Chart):
            side = Side("", self.words("box.laid-out"), "", "", "", [SideButton("OK")], 0)
            return hexes.board(board, [], [], None, side, next(iter(board.areas)))
        brief = self.words("box.lay-out")
        side = Side(self.words.thing("seat", self.seat), brief, "", "", "", [SideButton("◂ ▸"), SideButton("OK")], 1)
        return screen.board(board, [], None, "", "", side)

    def read_on(self, key: Key) -> None:
        if key in STEP:
            self.shown = (self.shown + STEP[key]) % len(self.seats)
        else:
            self.then()


class SetUpWalk:
    """Leads newcomers through the set-up. What the box has drawn is shown where it belongs, and not again after.

    OK shows the next page and LEFT the one before, unless the page itself needs the arrows; BACK begins to play.
    """

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
        page = self.pages[self.next - 1]()
        back = {} if isinstance(page, LayingOut) else dict.fromkeys((Key.LEFT, Key.UP), self.go_back)
        page.leads = {**back, Key.BACK: self.skip}
        self.match.stage.replace(page)

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
        seen, heard = (list(self._worded(number, words)) for words in (match.words, match.words.aloud()))
        lines = [reading.wrap(text) for text in seen]
        if 0 < sum(map(len, lines)) <= reading.LINES:
            lines, heard = [[line for text in lines for line in text]], [" ".join(heard)]
        for text, said in zip(lines, heard, strict=True):
            yield partial(self._text, number, text, said)
        if told is not None and self._is_shown(told):
            yield partial(self._told, told)
        boards = match.referee.game.laid_out() if instruction.board else {}
        if boards:
            yield partial(LayingOut, match, boards, self.go_on)

    def _worded(self, number: int, words: Words) -> Iterator[str]:
        """Yield the words of an instruction, then those of what was drawn for it unless it has a screen."""
        instruction, told = self.placed[number]
        if instruction.key:
            yield words.instruction(instruction)
        if told is not None and not self._is_shown(told):
            yield words.tell(told)

    def _is_shown(self, tell: Tell) -> bool:
        """Return whether the game has a screen for this telling that is more than its words."""
        showing = self.match.referee.game.shown.get(tell.key)
        return showing is not None and not isinstance(showing, Notice)

    def _text(self, number: int, lines: list[str], said: str) -> Telling:
        self._need_not_tell(self.placed[number].told)
        return SetUpPage(self, number, lines, said)

    def _told(self, tell: Tell) -> Telling:
        """Return the screen that the game has for a telling."""
        self._need_not_tell(tell)
        match, game = self.match, self.match.referee.game
        showing = game.shown[tell.key]
        assert showing is not None
        return Teller(match.stage, match.words, self.go_on, game.chart, game.options).scene(showing, [tell])

    def _need_not_tell(self, told: Tell | None) -> None:
        self.match.untold = [tell for tell in self.match.untold if tell is not told]


class SetUpPage(Still):
    """A step of the set-up in words. The first one says what the keys do."""

    def __init__(self, walk: SetUpWalk, number: int, lines: list[str], said: str) -> None:
        words = walk.match.words
        self.is_first = number == 0
        self.title = words("box.set-up", number=number + 1, all=len(walk.placed))
        image = reading.notice(self.title, OK, lines, words("box.set-up-keys") if self.is_first else "")
        super().__init__(walk.match.stage, image, sum(map(len, lines)), walk.go_on, waits=True)
        self.said = said
