"""The door from a page to the game: everything is done in the one loop that owns the referee."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.club.shared import SharedUrn
from companion.ledger.beginning import Beginning
from companion.referee import Referee
from companion.refusal import Busy, NotFound
from web.petitions import Petition

Result = TypeVar("Result")

PATIENCE = 5.0
"""Seconds a phone waits for the table's loop; it never waits the other way round."""


class Standing(NamedTuple):
    """How something stands that a phone has asked for: as a key for its page, and in words; empty if it has not."""

    state: str = ""
    text: str = ""


class SettingUp(Protocol):
    """Setting the box up from a phone. Only to be used in the loop, except where any thread may."""

    def is_first(self) -> bool:
        """Return whether the box has not been set up yet."""

    def is_headless(self) -> bool:
        """Return whether the box has no screen at all; one that fails for a while does not count."""

    def check_names(self) -> Collection[str]:
        """Return the names of others that lead to the box in its own Wi-Fi. Any thread may ask."""

    def own_network(self) -> str:
        """Return the network of the box's own Wi-Fi while it is on, or nothing. Any thread may ask."""

    def language(self) -> str:
        """Return the language of the box."""

    def has_sound(self) -> bool | None:
        """Return whether sound is on; `None` for a build without a buzzer."""

    def names(self) -> Sequence[str]:
        """Return the names that were given at a set-up."""

    def choose(self, language: str, *, sound: bool | None, names: Sequence[str]) -> None:
        """Keep what was chosen, and use it at once."""

    def begin_trial(self) -> None:
        """Begin the test of keys and screen."""

    def trial(self, language: str) -> list[tuple[str, int]]:
        """Return each key in words, and how often it was pressed since the test began; nothing before any test."""

    def found_networks(self) -> Sequence[str]:
        """Return the names of the Wi-Fis that the box has found, the strongest first. Any thread may ask."""

    def country(self) -> str:
        """Return the country that its Wi-Fi is set to, as two letters; nothing if to none. Any thread may ask."""

    def join_wifi(self, name: str, password: str, country: str, language: str) -> Standing:
        """Have the box join a Wi-Fi; return how that stands, as `network_state`. Any thread may call it."""

    def network_state(self, language: str) -> Standing:
        """Return what has become of the last Wi-Fi. Any thread may ask."""

    def expect_games(self) -> None:
        """Note that a first start stays one, though a backup is about to bring games."""

    def finish(self) -> None:
        """Note that the box was set up."""


class SentFile(Protocol):
    """A file that a phone sends in pieces, and what becomes of it. Any thread may use it."""

    def take_piece(self, at: int, piece: bytes) -> int:
        """Keep a piece; return how many bytes there are."""

    def use(self, language: str) -> Standing:
        """Have the box use what was sent; return how that stands, as `state`."""

    def state(self, language: str) -> Standing:
        """Return how the last one stands."""


class Upkeep(Protocol):
    """The health of the box, and the files that bring it up to date or back. Any thread may ask."""

    @property
    def update(self) -> SentFile:
        """Releases that phones send, to be installed."""

    @property
    def restoring(self) -> SentFile:
        """Backups that phones send, to be restored."""

    def health(self, language: str) -> Sequence[tuple[str, str, str]]:
        """Return how the box is, in words: a mark, what was found, and what to do about it."""

    def log(self) -> str:
        """Return the last lines of the program's log, which hold no secret."""

    def version(self) -> str:
        """Return the version of the program."""


class SimulatedBox(Protocol):
    """The screen and the keys of a box that has no real ones. Any thread may ask."""

    def dots(self) -> bytes:
        """Return the dots of the screen, one bit each."""

    def press(self, key: str) -> None:
        """Press a key, unless the box has no such key."""

    def release(self, key: str) -> None:
        """Release a key, unless the box has no such key."""


class Host(Protocol):
    """The part of the running program that the pages need: the table, and the way to the box around it."""

    @property
    def address(self) -> str:
        """Return the address to type on a phone."""

    def post(self, item: Callable[[], None]) -> None:
        """Run this in the loop, soon."""

    def game(self) -> Referee | None:
        """Return the game on the table now. Only to be called in the loop."""

    def game_id(self) -> str:
        """Return its id in the ledger. Only to be called in the loop."""

    def play_again(self) -> None:
        """Set the table for the same people again. Only to be called in the loop, once the game is over."""

    def start_game(self, beginning: Beginning) -> None:
        """Show everyone the seals of a game, then begin it. Only to be called in the loop, while no game is on."""

    def about_to_begin(self) -> Beginning | None:
        """Return the game whose seals are shown now, before its first draw. Only to be called in the loop."""

    def shared_urns(self) -> Sequence[SharedUrn]:
        """Return the urns from which this table may play, and other tables too. Only to be asked in the loop."""

    def teaches(self) -> bool:
        """Whether newcomers are to be taught, as the owner likes it. Only to be asked in the loop."""

    def refresh(self) -> None:
        """Show everyone what a phone has done. Only to be called in the loop."""

    def has_owner(self) -> bool:
        """Whether there is a box that its owner can look at and answer on. Only to be asked in the loop."""

    def ask_owner(self, petition: Petition) -> None:
        """Show on the box what a phone asks for, to be answered by its keys. Only to be called in the loop."""

    @property
    def setting_up(self) -> SettingUp:
        """Setting the box up from a phone."""

    @property
    def upkeep(self) -> Upkeep:
        """Health, log and updates of the box."""

    @property
    def simulated_box(self) -> SimulatedBox | None:
        """The box's screen and keys if they are simulated; `None` where they are real."""


class Door:
    """The way from a page to the loop that owns the game: ask or act there, and wait for the result.

    >>> door.ask(lambda referee: SeatView.of(referee, TABLE))      # doctest: +SKIP
    """

    def __init__(self, host: Host) -> None:
        self.host = host

    def ask(self, question: Callable[[Referee], Result]) -> Result:
        """Return what `question` finds in the game on the table; refuse if there is none."""
        return self._in_loop(lambda: question(self._game()))

    def ask_if_any(self, question: Callable[[Referee], Result]) -> Result | None:
        """Like `ask`, but return `None` while no game is on the table."""

        def ask() -> Result | None:
            game = self.host.game()
            return None if game is None else question(game)

        return self._in_loop(ask)

    def do(self, action: Callable[[], Result]) -> Result:
        """Return what `action` gives in the loop, whether or not a game is on the table."""
        return self._in_loop(action)

    def change(self, action: Callable[[Referee], Result]) -> Result:
        """Act on the game, then show everyone the result."""
        return self._in_loop(lambda: action(self._game()), self.host.refresh)

    def _game(self) -> Referee:
        game = self.host.game()
        if game is None:
            raise NotFound("no-game")
        return game

    def _in_loop(self, action: Callable[[], Result], then: Callable[[], None] = lambda: None) -> Result:
        """Return what `action` gives in the loop. Its error goes to the phone; that of `then` stays in the loop."""
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

        self.host.post(run)
        try:
            result: Result = future.result(PATIENCE)
        except TimeoutError:
            future.cancel()
            raise Busy("table-busy") from None
        return result
