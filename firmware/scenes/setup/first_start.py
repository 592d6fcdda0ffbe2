"""The first start: without a network the box opens its own Wi-Fi, and shows the way to the page that sets it up."""

from __future__ import annotations

from PIL import Image

from companion.refusal import Refusal
from firmware.care import errands
from firmware.care.errands import HOTSPOT, REFUSED
from firmware.machine import hotspot, network
from firmware.scenes import STEP, Scene, Stage
from firmware.scenes.joining import PhonePages, page_code, wifi_code
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.pins import PinTest
from firmware.screens import reading, setting_up
from hardware.keys import Key
from hardware.panel import Panel

SET_UP = "set-up"
"""The preference that is True once the box was set up, or its owner wanted none of it; False while neither is so,
although a backup has brought games."""
PATIENCE = 45.0
"""Seconds after the start in which NetworkManager may still find a network that it knows."""
LOOK = 1.0


def is_first_start(box: SetupStage) -> bool:
    """Return whether nobody has set up this box or played on it, and it is one that can open a Wi-Fi."""
    try:
        errands.require_root()
    except Refusal:
        return False
    kept = box.preferences[SET_UP]
    return kept is False or (kept is None and not box.ledger.games())


def expect_games(box: SetupStage) -> None:
    """Note at a first start that it stays one, though a backup brings games: its Wi-Fi has still to be chosen."""
    if is_first_start(box):
        box.preferences[SET_UP] = False


def begin_first_start(box: SetupStage) -> None:
    """Show the way to the page, if this is a first start without any network."""
    if box.phones is not None and is_first_start(box) and network.address() == network.NOWHERE:
        box.push(ByPhone(box, box.phones, patience=PATIENCE))


def set_up_by_phone(box: SetupStage) -> None:
    """Show the way to the page again, from Set-up; where there is no network, open the box's own Wi-Fi at once."""
    if box.phones is None:
        box.refuse(box.words("setup.no-phones", why=box.no_phones))
        return
    box.push(ByPhone(box, box.phones, patience=0.0))


class ByPhone(Scene):
    """Two codes, of the box's own Wi-Fi and of the page; before that, what the box waits for. OK turns, BACK leaves.

    Nothing of it needs a key, so a box without screen and keys opens its Wi-Fi by itself all the same.
    """

    def __init__(self, box: SetupStage, pages: PhonePages, *, patience: float) -> None:
        super().__init__(box)
        self.box = box
        self.pages = pages
        self.page = 0
        self.wifi: hotspot.Hotspot | None = None
        self.refusal: Refusal | None = None
        self._asked: int | None = None
        self._opens_at = box.clock() + patience
        self.wake: float | None = box.clock()
        self.tick(box.clock())

    @property
    def has_address(self) -> bool:
        return network.address() != network.NOWHERE

    def tick(self, now: float) -> None:
        """Look whether there is a network by now; open one if there should have been, and take one that failed."""
        self.wake = now + LOOK
        known = hotspot.known()
        self.wifi = known if known is not None and known.is_on() else None
        if self.has_address or self.refusal is not None:
            return
        if self._asked is None and now >= self._opens_at:
            self._open()
        elif self._asked is not None:
            said = errands.outcome()
            if said is not None and said.number > self._asked and said.state == REFUSED:
                self.refusal = said.refusal

    def _open(self) -> None:
        said = errands.outcome()
        self._asked = said.number if said is not None else 0
        try:
            errands.ask(self.box.ledger.folder, HOTSPOT, on=True)
        except Refusal as refusal:
            self.refusal = refusal

    def picture(self) -> Image.Image:
        words = self.stage.words
        if not self.has_address:
            text = words.refusal(self.refusal) if self.refusal is not None else words("first.opening")
            return reading.notice(words("setup.by-phone"), "", reading.wrap(text))
        if self.wifi is not None and self.page == 0:
            return wifi_code(words, self.wifi)
        return page_code(self.pages.address, "/setup", words("box.scan"), "2/2" if self.wifi is not None else "")

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.box.preferences[SET_UP] = True
            self.stage.back()
        elif key in (Key.OK, *STEP):
            self.page = 1 - self.page

    def repeat(self, key: Key) -> None:
        """Ignore a held key."""


class PhoneLedTest(PinTest):
    """The test of keys and screen that a phone leads: every corner is marked, and the phone lists every key."""

    def __init__(self, stage: Stage, panel: Panel, keys: list[Key]) -> None:
        super().__init__(stage, panel)
        self.keys = keys

    def picture(self) -> Image.Image:
        words = self.stage.words
        done = sum(key in self.pressed for key in self.keys)
        return setting_up.corners(f"{done}/{len(self.keys)}", reading.wrap(words("first.trial")))


def begin_trial(box: SetupStage) -> PhoneLedTest:
    """Show the test of a phone on the box, and return it."""
    trial = PhoneLedTest(box, box.panel, keys_of(box))
    box.push(trial)
    return trial


def keys_of(box: SetupStage) -> list[Key]:
    """Return the keys that this build has; a knob stands for the arrows."""
    profile = box.panel.profile
    turned = [Key.UP, Key.DOWN] if box.has_knob else []
    return [key for key in Key if key in profile.keys or key in turned]
