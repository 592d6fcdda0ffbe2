"""Menus and texts: a list to choose from, a page to read, a question to agree to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from firmware.scenes import STEP, Scene, Stage
from firmware.screens import lists, reading
from firmware.screens.lists import ROWS, ROWS_ABOVE_NOTE, Row
from hardware.keys import Key

LONG = 2
"""A list of more screens than this is long."""

Action = Callable[[], None]


class Item:
    """A line of a menu and the action of OK there; `turn` is the action of LEFT and RIGHT, if any.

    Without an `action` OK turns the value, too. `note` is a sentence about it, shown while the bar is on it. `group`
    is what it has in common with its neighbours, such as a first letter.
    """

    def __init__(
        self,
        row: Row,
        action: Action | None = None,
        turn: Callable[[int], None] | None = None,
        note: Callable[[], str] | str = "",
        group: str = "",
    ) -> None:
        self.row = row
        self.group = group
        self.action = action
        self.turn = turn
        self.make_note = note

    @property
    def note(self) -> str:
        if callable(self.make_note):  # found out when the bar first comes here
            self.make_note = self.make_note()
        return self.make_note


class Menu(Scene):
    """A list: UP and DOWN move, OK takes, BACK leaves. LEFT and RIGHT turn a value, or jump by page or group.

    A long list shows in its title where the bar is, and that it jumps from there. The items are made again each time
    they are shown, so that a menu is up to date.
    """

    def __init__(
        self, stage: Stage, title: str, items: Callable[[], Sequence[Item]], cursor: int = 0, right: str = ""
    ) -> None:
        super().__init__(stage)
        self.title = title
        self.right = right
        self.make_items = items
        self.items = list(items())
        self.cursor = min(cursor, len(self.items) - 1)

    def entered(self) -> None:
        self.items = list(self.make_items())
        self.cursor = min(self.cursor, len(self.items) - 1)

    @property
    def in_sight(self) -> int:
        """Return how many lines are in sight."""
        return ROWS_ABOVE_NOTE if self.items[self.cursor].note else ROWS

    @property
    def is_long(self) -> bool:
        return len(self.items) > LONG * self.in_sight

    def picture(self) -> Image.Image:
        rows = [item.row for item in self.items]
        if self.items[self.cursor].turn is not None:  # show what LEFT and RIGHT do where they do it
            rows[self.cursor] = Row(rows[self.cursor].text, f"◂ {rows[self.cursor].note} ▸")
        return lists.menu(
            self.title, self.right or self._jump_sign(), rows, self.cursor, self.items[self.cursor].note
        )

    def _jump_sign(self) -> str:
        """Return where the bar is in a long list, between the arrows that jump from there."""
        item = self.items[self.cursor]
        if not self.is_long or item.turn is not None:
            return ""
        here = item.group or f"{self.cursor + 1}/{len(self.items)}"
        return reading.beside_title(self.title, f"◂ {here} ▸", "◂▸")

    def key(self, key: Key) -> None:
        item = self.items[self.cursor]
        count = len(self.items)
        if key in (Key.UP, Key.DOWN):
            self.cursor = (self.cursor + STEP[key]) % count
        elif item.turn is not None and (key in (Key.LEFT, Key.RIGHT) or (key == Key.OK and item.action is None)):
            item.turn(STEP.get(key, 1))
            self.entered()
        elif key in (Key.LEFT, Key.RIGHT):
            self.cursor = jump([item.group for item in self.items], self.cursor, STEP[key], self.in_sight)
        elif key == Key.OK and item.action is not None:
            item.action()
        elif key == Key.BACK:
            self.stage.back()


def jump(groups: Sequence[str], cursor: int, way: int, page: int) -> int:
    """Return the line to jump to: a page on or, in a list of groups, the first line of a group.

    Of groups that begin within a page it is the farthest, so that a jump is never shorter than it could be.

    >>> [jump(["", "", "", "", "", "", ""], cursor, 1, 5) for cursor in (0, 4)]
    [5, 6]
    >>> letters = [*"AAAAAAABCD"]
    >>> jump(letters, 0, 1, 5), jump(letters, 7, 1, 5), jump(letters, 9, -1, 5), jump(letters, 7, -1, 5)
    (7, 9, 7, 0)
    """
    end = len(groups) - 1 if way > 0 else 0
    if not any(groups):
        return max(0, min(len(groups) - 1, cursor + way * page))
    first_lines = [n for n, group in enumerate(groups) if n == 0 or group != groups[n - 1]]
    far = sorted(abs(n - cursor) for n in first_lines if (n - cursor) * way > 0)
    within = [lines for lines in far if lines <= page]
    return cursor + way * (within[-1] if within else far[0]) if far else end


class Reading(Scene):
    """A text to read: UP and DOWN scroll, OK and BACK leave."""

    def __init__(self, stage: Stage, title: str, text: str | Sequence[str], right: str = "") -> None:
        super().__init__(stage)
        self.title = title
        self.right = right
        self.paragraphs = [text] if isinstance(text, str) else text
        self.lines = [line for paragraph in self.paragraphs for line in reading.wrap(paragraph)]
        self.top = 0

    def picture(self) -> Image.Image:
        return reading.page(self.title, self.right, self.lines, self.top)

    def key(self, key: Key) -> None:
        last = max(0, len(self.lines) - reading.LINES)
        if key in (Key.OK, Key.BACK):
            self.stage.back()
        elif key in (Key.UP, Key.LEFT):
            self.top = max(0, self.top - (1 if key == Key.UP else reading.LINES))
        elif key in (Key.DOWN, Key.RIGHT):
            self.top = min(last, self.top + (1 if key == Key.DOWN else reading.LINES))


class Agree(Scene):
    """A question to everyone at the table: yes or no."""

    def __init__(self, stage: Stage, title: str, text: str, agreed: Action, declined: Action = lambda: None) -> None:
        super().__init__(stage)
        self.title = title
        self.text = text
        self.lines = reading.wrap(text)
        if len(self.lines) > lists.TWO_WAYS_LINES:
            self.lines = reading.wrap_tiny(text)
        self.agreed = agreed
        self.declined = declined
        self.cursor = 1

    def picture(self) -> Image.Image:
        answers = (self.stage.words("box.yes"), self.stage.words("box.no"))
        return lists.two_ways(self.title, "", self.lines, answers, self.cursor)

    def key(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self.cursor = 1 - self.cursor
        elif key == Key.LEFT or (key == Key.OK and self.cursor == 0):
            self.stage.back()
            self.agreed()
        else:
            self.stage.back()
            self.declined()
