"""The box changes hands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from PIL import Image

from companion.referee import Referee
from companion.referee.automatic import people_asked
from companion.steps import Decision
from companion.words import Words
from firmware.scenes import Scene, Stage
from firmware.screens import reading
from hardware.keys import SEATS, Key


class Guarded(Protocol):
    """The game behind a guard: what is asked there, and what its keys do."""

    @property
    def stage(self) -> Stage: ...

    @property
    def referee(self) -> Referee: ...

    @property
    def words(self) -> Words: ...

    @property
    def on_phones(self) -> Collection[int]: ...

    def answer(self, decision: Decision, value: Any) -> None: ...

    def hand_to(self, seat: int) -> None: ...

    def undo(self) -> None: ...

    def open_menu(self) -> None: ...


class Guard(Scene):
    """The box changes hands: what comes is for one player's eyes. A seat key says who takes it.

    Nobody is asked to take it who has a phone to answer on: then it waits for the phones, and OK answers here all the
    same. DOWN gives the always-legal answer, such as to pass, without handing the box over. `told` is what moves
    cardboard before that: it stays in sight until the box has changed hands.
    """

    holds_back = True

    def __init__(self, match: Guarded, seats: list[int], told: Sequence[str] = ()) -> None:
        super().__init__(match.stage)
        self.match = match
        self.seats = seats
        self.told = told

    @property
    def unseen(self) -> Decision | None:
        """Return the question that may be answered without holding the box, if there is one."""
        decision = self.match.referee.open.get(self.seats[0])
        return decision if len(self.seats) == 1 and decision is not None and decision.unseen is not None else None

    @property
    def on_phones(self) -> list[int]:
        """Return the seats that are waited for, if the next one answers on a phone."""
        phones = self.match.on_phones
        return [seat for seat in self.seats if seat in phones] if self.seats[0] in phones else []

    @property
    def turn(self) -> str:
        """Return who takes the box, or who answers on a phone."""
        words = self.match.words
        if waited := self.on_phones:
            return words("box.on-phone", seats=waited, n=len(waited))
        return words("box.pass", seat=self.seats[0])

    def still_guards(self) -> bool:
        """Return whether only some of these seats are asked now, still in secret; drop those no longer asked."""
        asked = people_asked(self.match.referee)
        if not asked or not set(asked) <= set(self.seats) or not all(one.secret for one in asked.values()):
            return False
        self.seats = [seat for seat in self.seats if seat in asked]
        return True

    def picture(self) -> Image.Image:
        words = self.match.words
        text = reading.wrap(self.turn)
        if self.told:
            text = [*self.told, *self._lines_after()]
        footer = words("box.answer-here") if self.on_phones else self._who_comes_then()
        if (unseen := self.unseen) is not None:
            footer = f"▾ {words(f'unseen.{unseen.key}', seat=unseen.seat)}"
        return reading.notice(words("box.secret"), "", text, footer, rule_after=len(self.told))

    def _lines_after(self) -> list[str]:
        """Return the lines below what was told: one name is all there is room for."""
        words, seat = self.match.words, self.seats[0]
        if self.on_phones:
            return reading.wrap(words("box.on-phone", seats=[seat], n=1))
        return lines_after(words, seat)

    def _who_comes_then(self) -> str:
        """Return the names of those who take the box later; if there is no room for them, how many."""
        words, then = self.match.words, self.seats[1:]
        if not then:
            return ""
        named = words("box.waiting", seats=then)
        return named if reading.fits_footer(named) else words("box.waiting-number", n=len(then))

    def hold(self, key: Key) -> None:
        if key == Key.BACK:
            self.match.undo()

    def repeat(self, key: Key) -> None:
        """Ignore a held key where a key would answer."""
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


def lines_after(words: Words, seat: int) -> list[str]:
    """Return the lines that hand the box over after something was told."""
    return reading.wrap(words("box.pass-then", seat=seat))


def has_room_for(words: Words, told: Sequence[str], seats: Sequence[int]) -> bool:
    """Return whether a guard can say this, too, whoever takes the box first; its last line is the footer's."""
    return len(told) + max(len(lines_after(words, seat)) for seat in seats) < reading.LINES
