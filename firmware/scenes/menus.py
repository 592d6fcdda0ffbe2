"""Menus and texts: a list to choose from, a page to read, a question to agree to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from firmware.scenes import STEP, Scene, Stage
from firmware.screens import lists, reading
from firmware.screens.lists import ROWS, Row
from hardware.keys import Key

Action = Callable[[], None]


class Item:
    """A line of a menu and the action of OK there; `turn` is the action of LEFT and RIGHT, if any.

    Without an `action` OK turns the value, too. `note` is a sentence about it, shown while the bar is on it.
    """

    def __init__(
        self,
        row: Row,
        action: Action | None = None,
        turn: Callable[[int], None] | None = None,
        note: Callable[[], str] | str = "",
    ) -> None:
        self.row = row
        self.action = action
        self.turn = turn
        self.make_note = note

    @property
    def note(self) -> str:
        if callable(self.make_note):  # found out when the bar first comes here
            self.make_note = self.make_note()
        return self.make_note


class Menu(Scene):
    """A list: UP and DOWN move, OK takes, BACK leaves. LEFT and RIGHT turn a value, or jump a page.

    The items are made again each time they are shown, so that a menu is up to date.
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

    def picture(self) -> Image.Image:
        rows = [item.row for item in self.items]
        if self.items[self.cursor].turn is not None:  # show what LEFT and RIGHT do where they do it
            rows[self.cursor] = Row(rows[self.cursor].text, f"◂ {rows[self.cursor].note} ▸")
        return lists.menu(self.title, self.right, rows, self.cursor, self.items[self.cursor].note)

    def key(self, key: Key) -> None:
        item = self.items[self.cursor]
        count = len(self.items)
        if key in (Key.UP, Key.DOWN):
            self.cursor = (self.cursor + STEP[key]) % count
        elif item.turn is not None and (key in (Key.LEFT, Key.RIGHT) or (key == Key.OK and item.action is None)):
            item.turn(STEP.get(key, 1))
            self.entered()
        elif key in (Key.LEFT, Key.RIGHT):
            self.cursor = max(0, min(count - 1, self.cursor + STEP[key] * ROWS))
        elif key == Key.OK and item.action is not None:
            item.action()
        elif key == Key.BACK:
            self.stage.back()


class Reading(Scene):
    """A text to read: UP and DOWN scroll, OK and BACK leave."""

    def __init__(self, stage: Stage, title: str, text: str | Sequence[str], right: str = "") -> None:
        super().__init__(stage)
        self.title = title
        self.right = right
        paragraphs = [text] if isinstance(text, str) else text
        self.lines = [line for paragraph in paragraphs for line in reading.wrap(paragraph)]
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
