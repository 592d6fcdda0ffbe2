"""Tells the club what everyone at this table may see.

The loop only takes the view that everyone has, and hands it to a thread of ours, which words it, keeps it on the card
and gives it to the broker. So the table never waits for the network, and nothing is lost while there is none.

Results come from the ledger, not from the loop: whatever was over and is not in the outbox is said, also after a
power cut between the two.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from companion import games
from companion.club import messages
from companion.club.messages import ONLINE, RECORD, RESULT, RESULT_AGAIN, STATE, URNS
from companion.club.shared import SharedUrn, UrnsOfBox, read_urns, urns_topic
from companion.game import Tell
from companion.ledger import Ledger, Listed
from companion.ledger.game_file import DAMAGE, GameFile, is_held, last_change
from companion.picture.shapes import with_style
from companion.referee import Referee
from companion.referee.changes import Change
from companion.referee.views import SeatView
from companion.refusal import Malformed, NotSaved, Refusal
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.club.address import Address
from firmware.club.discovery import announcement
from firmware.club.leaving import REPEATED, note_known
from firmware.club.link import Link
from firmware.club.outbox import Given, Outbox

IN_FLIGHT = 50
"""Messages on the way to the broker at a time."""
BOARD_PAUSE = 5.0
"""Seconds between two pictures of the board, each some 30 kB."""
LOOK_AGAIN = 60.0
"""Seconds after which the ledger is looked at again, for records that were given out since."""

log = logging.getLogger("ballottino.club")


class Publisher:
    """Publishes this table to its club. `follow` and `publish` are called in the loop, and never wait."""

    def __init__(self, address: Address, ledger: Ledger, language: Callable[[], str]) -> None:
        self.address = address
        self.refusal = ""
        """The reason why the broker does not let us in, in its own words."""
        self._ledger = ledger
        self._language = language
        self._referee: Referee | None = None
        self._first_unsaid = 0
        self._has_ended = False
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.urns = UrnsOfBox.of(ledger)
        """The urns that this table shares with others."""
        self.urns_changed: Callable[[], None] = lambda: None
        """Called in our own thread when there are other urns to play from than before."""
        self._outbox = Outbox(ledger.folder / "club.sqlite")
        self._link = Link(address, ledger.folder, self)
        self._link.will(self._topic(ONLINE), _bytes(messages.online(is_online=False)))
        self._state: bytes = b""
        self._urns: bytes = b""
        self._draw_board: Callable[[], bytes] = bytes
        self._is_board_new = False
        """Whether the club has still to see the board as it is."""
        self._board_sent = -BOARD_PAUSE
        self._handed = 0
        self._in_flight: dict[int, int] = {}
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def _topic(self, kind: str) -> str:
        return messages.topic(self.address.name, kind)

    def start(self) -> None:
        self._thread.start()
        self._link.start()

    def stop(self) -> None:
        """Say goodbye. What is not sent yet is sent the next time."""
        if self._link.is_up:
            self._link.send(self._topic(ONLINE), _bytes(messages.online(is_online=False)), retain=True)
        self._link.stop()
        self._work.put(None)
        self._thread.join(3)

    @property
    def is_up(self) -> bool:
        """Return whether the broker can be reached now."""
        return self._link.is_up

    # In the loop

    def follow(self, referee: Referee | None) -> None:
        """Tell of another game, or of a free table."""
        self._referee = referee if referee is not None and ":" not in referee.kind.name else None
        self._first_unsaid = 0
        if self._referee is not None:
            self._first_unsaid = len(_public(self._referee.game.tells))
            self._referee.listen(partial(self._note, self._referee))

    def _note(self, referee: Referee, change: Change) -> None:
        if referee is self._referee:
            self._first_unsaid = min(self._first_unsaid, len(_public(change.still_true)))
            self._has_ended = self._has_ended or change.ended or bool(change.taken_back)

    def shared_urns(self) -> list[SharedUrn]:
        """Return the urns that this table may still play from, each once."""
        return self.urns.waiting(self._ledger.games())

    def publish(self) -> None:
        """Take what everyone sees now; our thread does the rest."""
        if self._referee is not None and is_held(self._referee):
            self._publish_hidden(self._referee)
        else:
            self._publish_open()
        if self._has_ended:
            self._has_ended = False
            self._work.put(self._reconcile)

    def _publish_open(self) -> None:
        view = None if self._referee is None else SeatView.of(self._referee, TABLE)
        game_id = "" if self._referee is None else self._id_of(self._referee)
        self._work.put(partial(self._say, view, game_id, self._first_unsaid, int(time.time())))
        if view is not None:
            self._first_unsaid = len(view.tells)

    def _publish_hidden(self, referee: Referee) -> None:
        """Take who plays what, and nothing else: other tables still play from the same urn."""
        kind, seats, is_over = referee.kind.name, list(referee.table.seats), referee.outcome is not None
        self._first_unsaid = len(_public(referee.game.tells))
        game_id, at = self._id_of(referee), int(time.time())
        self._work.put(partial(self._say_hidden, kind, seats, game_id=game_id, is_over=is_over, at=at))

    def _id_of(self, referee: Referee) -> str:
        """Return what the club calls a game of ours."""
        is_shared = isinstance(referee.keeper, GameFile) and referee.keeper.state.shared
        if is_shared:
            return messages.shared_id(referee.urn.commitment, self.address.name)
        return referee.urn.mark

    # In the thread of the link

    def connected(self) -> None:
        self.refusal = ""
        self._work.put(self._greet)

    def refused(self, why: str) -> None:
        if why != self.refusal:  # it is tried again every second
            log.warning("%s does not let us in: %s", self.address, why)
        self.refusal = why

    def delivered(self, number: int) -> None:
        self._work.put(partial(self._forget, number))

    def heard(self, topic: str, data: bytes) -> None:
        """Hear of urns to share: a box listens to nothing else."""
        if topic == urns_topic(self.address.name) and data:
            self._work.put(partial(self._take_urns, data))

    # In our own thread

    def _run(self) -> None:
        if self._outbox.is_new:
            self._outbox.note({game.id: _given(game) for game in self._games()})
        self._guarded(self._reconcile)
        while True:
            try:
                is_board_due = self._is_board_new and self._link.is_up
                work = self._work.get(timeout=BOARD_PAUSE if is_board_due else LOOK_AGAIN)
            except queue.Empty:
                work = self._send_board if is_board_due else self._reconcile
            if work is None:
                break
            self._guarded(work)
        self._outbox.close()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do something. A full card costs the club some news, and the table nothing."""
        try:
            work()
        except Exception:
            log.exception("the club was not told")

    def _say(self, view: SeatView | None, game_id: str, first: int, at: int) -> None:
        words = self._words(view)
        self._say_state(messages.state(view, words, at, game_id))
        self._show_board(partial(board_picture, view, words))
        if view is not None:
            self._outbox.put(messages.EVENT, messages.events(view, words, first, at, game_id))
            self._send_waiting()

    def _say_hidden(self, kind: str, seats: Sequence[Seat], *, game_id: str, is_over: bool, at: int) -> None:
        words = Words(self._language(), [WORDS, *folders_of(kind)], seats, long=True)
        if self._say_state(messages.hidden_state(kind, seats, game_id, words, over=is_over, since=at)):
            self._show_board(bytes)  # no picture
            self._say_urns()

    def _say_state(self, state: Mapping[str, Any]) -> bool:
        """Say how the table is, unless the club knows. Return whether that was new."""
        said = _bytes(state)
        if _same_table(said, self._state):
            return False
        self._state = said
        if self._link.is_up:
            self._link.send(self._topic(STATE), self._state, retain=True)
        return True

    def _show_board(self, draw: Callable[[], bytes]) -> None:
        self._draw_board, self._is_board_new = draw, True
        self._send_board()

    def _send_board(self) -> None:
        """Send a picture of the board, unless there was one just now: then a little later."""
        now = time.monotonic()
        if self._is_board_new and self._link.is_up and now - self._board_sent >= BOARD_PAUSE:
            self._link.send(messages.board_topic(self.address.name), self._draw_board(), retain=True)
            self._is_board_new, self._board_sent = False, now

    def _take_urns(self, data: bytes) -> None:
        """Take what the hall says of shared urns; give out the records of those whose tables are all done."""
        try:
            if self.urns.take(read_urns(data)):
                self.urns_changed()
        except Malformed as refusal:
            log.warning("the hall said what we don't understand: %s", refusal)
        except NotSaved as refusal:  # the hall goes on offering it: we say below what we have
            log.warning("the urns of the hall were not kept: %s", refusal)
        self._reconcile()

    def _say_urns(self) -> None:
        said = _bytes(messages.urns(self.urns.states(self._ledger.games())))
        if said != self._urns:
            self._urns = said
            if self._link.is_up:
                self._link.send(self._topic(URNS), said, retain=True)

    def _words(self, view: SeatView | None = None) -> Words:
        """Return words in the language that the box speaks at the moment."""
        if view is None:
            return Words(self._language(), [WORDS], long=True)
        return Words(self._language(), [WORDS, *folders_of(view.game)], view.seats, long=True)

    def _greet(self) -> None:
        """Say who and how we are, after every connection: the broker may have been away as well.

        The last results are said again, since a broker that was killed may have lost them. They count once.
        """
        note_known(self._ledger.folder, self.address)
        self._link.send(self._topic(ONLINE), _bytes(messages.online(is_online=True)), retain=True)
        self._link.subscribe(urns_topic(self.address.name))
        self._urns = b""
        self._say_urns()
        topic, config = announcement(self.address.name, self._words())
        self._link.send(topic, _bytes(config), retain=True)
        if self._state:
            self._link.send(self._topic(STATE), self._state, retain=True)
            self._show_board(self._draw_board)
        for number, result in enumerate(self._outbox.last_results(REPEATED)):
            self._link.send(self._topic(f"{RESULT_AGAIN}/{number}"), result, retain=True)
        self._send_waiting()

    def _send_waiting(self) -> None:
        if self._link.is_up:
            for message in self._outbox.waiting(self._handed, IN_FLIGHT - len(self._in_flight)):
                number = self._link.send(self._topic(message.kind), message.payload)
                self._in_flight[number] = self._handed = message.sequence

    def _forget(self, number: int) -> None:
        sequence = self._in_flight.pop(number, None)
        if sequence is not None:
            self._outbox.remove([sequence])
            self._send_waiting()

    def _games(self) -> list[Listed]:
        return [game for game in self._ledger.games() if (game.over or game.published) and ":" not in game.game]

    def _reconcile(self) -> None:
        """Say what the ledger knows and the club does not: games that are over, or no longer, and their records.

        Another program may have begun them, for instance the command beside the box.
        """
        self._say_urns()
        self._release()
        known = self._outbox.given()
        now = {game.id: game for game in self._games()}
        for game_id, game in now.items():
            if _given(game) != known.get(game_id):
                self._say_result(game_id, known.get(game_id, Given(over=False, published=False)), _given(game))
        for game_id in known.keys() - now.keys():
            if known[game_id].over:
                self._say_result(game_id, known[game_id], Given(over=False, published=False))
        self._send_waiting()

    def _release(self) -> None:
        """Give out the records that were held back for tables that are all done now."""
        opened = self.urns.opened()
        for game in self._ledger.games():
            if game.held and game.seal in opened:
                try:
                    self._ledger.release(game.id)
                except DAMAGE as error:  # the results of the others don't wait for it
                    log.warning("the record of %s was not given out: %s", game.id, error)

    def _say_result(self, game_id: str, before: Given, given: Given) -> None:
        try:
            referee = self._ledger.peek(game_id)
        except Refusal:  # deleted or damaged: what was said stays
            self._outbox.note({game_id: given})
            return
        file = referee.keeper
        assert isinstance(file, GameFile)
        file.close()
        said: list[tuple[str, Mapping[str, Any]]] = []
        told = self._outbox.told(game_id)
        game = told["game"] if told else self._id_of(referee)  # an older version of ours called it by its seal
        result = messages.result(referee, file.header, last_change(file.path) // 10**9, game)
        gives_record = given.published and not before.published and given.over
        if given.over != before.over or (gives_record and told and told["end"] != result["end"]):
            said.append((RESULT, result))
        if gives_record and (said or told):  # of a game from before the club, nobody has heard
            said.append((RECORD, messages.record(game, self._ledger.export(game_id))))
        self._outbox.put_result(game_id, given, said)


def board_picture(view: SeatView | None, words: Words) -> bytes:
    """Return the board as everyone sees it, as a picture of its own; nothing for a free table, or without a board."""
    painter = games.painter_of(view.game) if view is not None else None
    if view is None or painter is None:
        return b""
    drawn = painter(view.pieces, words, view.seats, None, ()).svg
    return with_style(drawn, games.find(view.game).board_style).encode() if drawn else b""


def _public(tells: Iterable[Tell]) -> list[Tell]:
    """Return what everyone was told."""
    return [tell for tell in tells if tell.to == TABLE]


def _given(game: Listed) -> Given:
    """Return what the club may know of a game; of one that is held back nothing, not even that it is over."""
    return Given(game.over and not game.held, game.published)


def _same_table(one: bytes, other: bytes) -> bool:
    """Return whether two states differ in nothing but their time."""
    return bool(other) and json.loads(one)["table"] == json.loads(other)["table"]


def _bytes(payload: Mapping[str, Any]) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
