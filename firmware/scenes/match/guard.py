"""The box changes hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from companion.steps import Decision
from firmware.scenes import Scene
from firmware.screens import reading
from hardware.keys import SEATS, Key

if TYPE_CHECKING:
    from firmware.scenes.match.match import Match


class Guard(Scene):
    """The box changes hands: what comes is for one player's eyes. A seat key says who takes it.

    Who says without a look what he may always answer, say that he passes, need not be given the box: DOWN.
    """

    holds_back = True

    def __init__(self, match: Match, seats: list[int]) -> None:
        super().__init__(match.box)
        self.match = match
        self.seats = seats

    @property
    def unseen(self) -> Decision | None:
        """What the one who is asked may answer without having the box, if anything."""
        decision = self.match.referee.open.get(self.seats[0])
        return decision if len(self.seats) == 1 and decision is not None and decision.unseen is not None else None

    def still_guards(self) -> bool:
        """Whether only some of these are asked now, still in secret; who is no longer asked is struck off."""
        asked = self.match.referee.open
        if not asked or not set(asked) <= set(self.seats) or not all(one.secret for one in asked.values()):
            return False
        self.seats = [seat for seat in self.seats if seat in asked]
        return True

    def picture(self) -> Image.Image:
        words = self.match.words
        text = reading.wrap(words("box.pass", seat=self.seats[0]))
        footer = self._who_comes_then()
        if (unseen := self.unseen) is not None:
            footer = f"▾ {words(f'unseen.{unseen.key}', seat=unseen.seat)}"
        return reading.notice(words("box.secret"), "", text, footer)

    def _who_comes_then(self) -> str:
        """Those after him by name; if there is no room for that, how many."""
        words, then = self.match.words, self.seats[1:]
        if not then:
            return ""
        named = words("box.waiting", seats=then)
        return named if reading.fits_footer(named) else words("box.waiting-number", n=len(then))

    def hold(self, key: Key) -> None:
        if key == Key.BACK:
            self.match.mending.undo()

    def repeat(self, key: Key) -> None:
        """A key that is held answers for nobody."""
        if self.unseen is None:
            self.key(key)

    def key(self, key: Key) -> None:
        unseen = self.unseen
        if key == Key.DOWN and unseen is not None:
            self.match.answer(unseen, unseen.unseen)
        elif key == Key.OK:
            self.match.hand_to(self.seats[0])
        elif key in SEATS and SEATS.index(key) + 1 in self.seats:
            self.match.hand_to(SEATS.index(key) + 1)
        elif key in (Key.DOWN, Key.RIGHT):
            self.seats.append(self.seats.pop(0))
        elif key in (Key.UP, Key.LEFT):
            self.seats.insert(0, self.seats.pop())
        elif key == Key.BACK:
            self.match.open_menu()
