"""The way from a phone to the game: everything is done in the one loop that owns the referee."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from companion.referee import Referee
from companion.refusal import Refusal

Result = TypeVar("Result")

PATIENCE = 5.0
"""Seconds a phone waits for the table's loop; it never waits the other way round."""


class House(Protocol):
    """What the pages need of the program they run in."""

    def post(self, item: Callable[[], None]) -> None:
        """Do this in the loop, soon."""

    def game(self) -> Referee | None:
        """The game on the table now. Only to be asked in the loop."""

    def game_id(self) -> str:
        """Its name in the ledger. Only to be asked in the loop."""

    def answered(self) -> None:
        """A phone has changed the game: show it. Only to be called in the loop."""

    def dots(self) -> bytes | None:
        """The dots of a simulated screen, a bit each; `None` where the screen is real."""

    def touch(self, key: str, down: bool) -> None:
        """A key of a simulated box goes down or up."""


class Desk:
    """Asks the loop and waits for its word.

    >>> desk.ask(lambda referee: seat_view(referee, 0))      # doctest: +SKIP
    """

    def __init__(self, house: House) -> None:
        self.house = house

    def ask(self, question: Callable[[Referee], Result]) -> Result:
        """What the game says; refuses if there is none on the table."""
        return self._in_loop(lambda: question(self._game()))

    def ask_if_any(self, question: Callable[[Referee], Result]) -> Result | None:
        """The same, or `None` while no game is on the table."""

        def ask() -> Result | None:
            game = self.house.game()
            return None if game is None else question(game)

        return self._in_loop(ask)

    def change(self, action: Callable[[Referee], Result]) -> Result:
        """Do something to the game and have everyone shown."""
        return self._in_loop(lambda: action(self._game()), self.house.answered)

    def _game(self) -> Referee:
        game = self.house.game()
        if game is None:
            raise Refusal("no-game")
        return game

    def _in_loop(self, action: Callable[[], Result], then: Callable[[], None] = lambda: None) -> Result:
        """What came of `action` in the loop. Its fault is for the phone to hear, that of `then` stays in the loop."""
        future: Future[Any] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                done = action()
            except BaseException as error:
                future.set_exception(error)
                return
            try:
                then()
            finally:
                future.set_result(done)

        self.house.post(run)
        try:
            result: Result = future.result(PATIENCE)
        except TimeoutError:
            future.cancel()
            raise Refusal("table-busy") from None
        return result
