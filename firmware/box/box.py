"""The program in the box: one loop that owns the panel, the scenes and the referee.

Keys, timers and (where there are any) phones only post to its inbox; everything happens here, one thing
after another.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.faults import brief, trail
from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.referee import Referee
from companion.referee.changes import Change
from companion.refusal import Refusal
from companion.seats import Seat
from companion.words import Words
from firmware import WORDS
from firmware.box.club import Membership
from firmware.box.preferences import TEACH, Preferences
from firmware.box.stack import SceneStack
from firmware.care.log import MemoryLog
from firmware.fonts import Font
from firmware.machine.watchdog import Watchdog, notify
from firmware.scenes.match.turn_signs import lights_out
from firmware.scenes.menus import Reading
from firmware.scenes.owner import OpenPetition, OwnerAsked
from firmware.speech.choices import ALL
from firmware.speech.speaker import Speaker
from firmware.speech.voice import Voice
from hardware.keys import Edge, Key, KeyEvent
from hardware.lamps import Lamps
from hardware.panel import Panel

if TYPE_CHECKING:
    from firmware.box.phones import Phones


class OnTable(Protocol):
    """A game that is being played on the box."""

    @property
    def referee(self) -> Referee: ...

    def notice(self, change: Change) -> None:
        """Show what has changed."""

    def cover(self) -> None:
        """Cover a secret before everyone is asked to look at the screen."""

    def close(self) -> None:
        """Close the game's file."""


class Mirror(Protocol):
    """Shows the game on the table elsewhere, and never makes the loop wait."""

    def follow(self, referee: Referee | None) -> None:
        """Show another game, or none."""

    def publish(self) -> None:
        """Show what has changed."""


class Box(SceneStack):
    """The screen, what the keys do, and the game on the table."""

    def __init__(
        self, panel: Panel, ledger: Ledger, words: Words, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(clock)
        self.panel = panel
        self.ledger = ledger
        self.words = words
        self.preferences = Preferences(ledger.folder)
        self.speaker = Speaker(self.preferences, Voice())
        self.clock = clock
        self.inbox: queue.SimpleQueue[Edge | Callable[[], None]] = queue.SimpleQueue()
        self.stopping = False
        self.match: OnTable | None = None
        self.phones: Phones | None = None
        self.club = Membership(
            ledger, lambda: self.words, game=self.game, changed=lambda: self.post(self.publish_soon)
        )
        self.no_phones = ""
        self.watchdog = Watchdog.from_environment()
        self.log = MemoryLog()
        self._unpublished = False

    def post(self, item: Edge | Callable[[], None]) -> None:
        """Hand an edge of a key, or something to do, to the loop. Any thread may."""
        self.inbox.put(item)

    # What is on the screen

    @property
    def has_knob(self) -> bool:
        """Return whether a knob stands for the arrows: turned it is UP and DOWN, pushed and turned LEFT and RIGHT."""
        profile = self.panel.profile
        return profile.encoder is not None and Key.UP not in profile.keys

    @property
    def by_ear(self) -> bool:
        """Return whether everything is spoken, for somebody who plays by ear."""
        return self.speaker.choices.measure == ALL

    @property
    def lamps(self) -> Lamps:
        return self.panel.lamps

    def refuse(self, text: str) -> None:
        """Say why something can't be done, on top of whatever is there."""
        self.sound("refused")
        self.push(Reading(self, self.words("box.refused"), text))

    def ask_owner(self, petition: OpenPetition) -> None:
        """Show what a phone asks for, over everything else, until it is answered or has lapsed."""
        if self.asking is not None and self.asking.petition is petition:
            return
        if self.match is not None:
            self.match.cover()
        self.asking = OwnerAsked(self, petition, self._stop_asking)
        self.sound("turn")

    def _stop_asking(self) -> None:
        self.asking = None
        self.scene.entered()

    def sound(self, kind: str) -> None:
        """Play one of the buzzer's sounds, unless the owner has turned sound off."""
        if self.preferences["sound"] is not False:
            self.panel.buzzer.beep(kind)

    # The game on the table

    def play(self, match: OnTable) -> None:
        """Put a game on the table: from now on every change of it is shown, here and on the phones."""
        self.match = match
        for mirror in self.mirrors:
            mirror.follow(match.referee)
        match.referee.listen(partial(self._show_change, match))
        self.publish_soon()

    def _show_change(self, match: OnTable, change: Change) -> None:
        """Show a change. A failure here is not an error of whoever caused it: their answer is taken and kept."""
        self.publish_soon()
        try:
            match.notice(change)
        except Exception as fault:
            self.post(partial(self._recover, fault))

    def go_home(self) -> None:
        """Leave the table; the game is kept."""
        from firmware.scenes.home.home import home

        if self.match is not None:
            self.match.close()
        self.match = None
        for mirror in self.mirrors:
            mirror.follow(None)
        lights_out(self.lamps)
        self.replace(home(self))
        self.publish_soon()

    def play_again(self) -> None:
        """Leave the table for another game of the same people, with the next player first."""
        from firmware.scenes.home.seating import play_again

        referee = self.game()
        if self.phones is not None:
            self.phones.expect_again()
        self.go_home()
        if referee is not None:
            play_again(self, referee.kind.name, referee)

    def start_game(self, beginning: Beginning) -> None:
        """Show the seals of a game that was set up on a phone, and begin it soon."""
        from firmware.scenes.home.sealing import show_seal

        self.go_home()
        show_seal(self, beginning)

    def about_to_begin(self) -> Beginning | None:
        """Return the game whose seals are shown now, before its first draw."""
        from firmware.scenes.home.sealing import Sealed

        return next((scene.beginning for scene in self.scenes if isinstance(scene, Sealed)), None)

    def teaches(self) -> bool:
        """Return whether newcomers are to be taught, as the owner likes it."""
        return self.preferences[TEACH] is not False

    @property
    def mirrors(self) -> Sequence[Mirror]:
        return [mirror for mirror in (self.phones, self.club.publisher) if mirror is not None]

    def game(self) -> Referee | None:
        """Return the referee of the game on the table."""
        return self.match.referee if self.match is not None else None

    def publish_soon(self) -> None:
        """Tell phones and club that there is something new, once the screen has been drawn."""
        self._unpublished = True

    # The loop

    def run(self) -> None:
        """Run until someone shuts the box down."""
        self.show()
        notify("READY=1")
        while not self.stopping:
            try:
                self.step(self._patience())
            except Exception as fault:
                self._recover(fault)
        notify("STOPPING=1")

    def _recover(self, fault: Exception) -> None:
        """Say that a scene has failed, and go home: our error must not end the evening. Everything is saved."""
        logging.getLogger("ballottino").error("a scene failed: %s", trail(fault))
        self.go_home()
        text = self.words("box.fault", fault=brief(fault))
        self.push(Reading(self, self.words("box.refused"), text))
        self.show()

    def stop(self) -> None:
        self.stopping = True

    def step(self, timeout: float | None = 0.0) -> None:
        """Wait for something to happen, handle everything that has, and show the result."""
        try:
            items = [self.inbox.get(timeout=timeout) if timeout != 0.0 else self.inbox.get_nowait()]
            while not self.inbox.empty():
                items.append(self.inbox.get_nowait())
        except queue.Empty:
            items = []
        for item in items:
            try:
                self._deal_with(item)
            except Exception as fault:  # the rest of the inbox is not to blame
                self._recover(fault)
        now = self.clock()
        self._keys(self.panel.tick(now))
        if self.scene.wake is not None and now >= self.scene.wake:
            self.scene.tick(now)
        self.watchdog.tick(now)
        self.show()

    def _deal_with(self, item: Edge | Callable[[], None]) -> None:
        if isinstance(item, Edge):
            self.scene.edge(item)
            self._keys(self.panel.feed(item))
        else:
            item()

    def _patience(self) -> float | None:
        """Return how long the loop may wait if no key is pressed."""
        waits = [self.panel.wait(), self.watchdog.interval]
        if self.scene.wake is not None:
            waits.append(max(0.001, self.scene.wake - self.clock()))
        known = [wait for wait in waits if wait is not None]
        return min(known) if known else None

    def show(self) -> None:
        """Draw the picture first; then speak, and tell phones and club: many of them never delay a thumb."""
        self.panel.screen.show(self.scene.picture())
        self.speaker.look(self.scene, self.scenes, self.words)
        if self._unpublished:
            for mirror in self.mirrors:
                mirror.publish()
        self._unpublished = False

    def _keys(self, events: list[KeyEvent]) -> None:
        for event in events:
            self._key(event)

    def _key(self, event: KeyEvent) -> None:
        scene = self.scene
        if self.presses.counts(event, scene):
            self.speaker.press()
        try:
            if event.kind == "stuck":
                self.refuse(self.words("box.stuck", button=event.key))
            else:
                self.presses.take(event, scene)
        except Refusal as refusal:  # a refusal that no scene has worded: a full disk, a layout edited by hand
            self.refuse(self.words.refusal(refusal))

    def speak(self, language: str) -> None:
        """Word everything in another language from now on."""
        self.words = Words(language, self.words.folders)

    def words_for(self, folders: list[Path], seats: Sequence[Seat] = ()) -> Words:
        """Return the words of a game in the box's language. A name that the screen can't write becomes its colour."""
        words = Words(self.words.language, [WORDS, *folders], seats)
        font = Font.load("tiny")
        words.names |= {
            seat.number: words.thing("colour", seat.colour) for seat in seats if not font.can_draw(seat.name)
        }
        return words
