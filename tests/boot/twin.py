"""The twin: a box on simulated wires that gets every key that the Pi gets, and says what the Pi's glass must show.

It starts with a copy of the Pi's own games. So it draws the same lots, finds the same questions, and knows the
shortest way to an answer; and since it runs on another processor and another Python, agreeing proves something.
"""

from __future__ import annotations

import base64
import io
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from firmware.box.phones import Phones
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.match.telling import Telling
from hardware.keys import Key
from tests.boot.building.kept import Failed
from tests.boot.machine import Machine
from tests.firmware.boxes import TestBox

GAMES = "/var/lib/ballottino"
PRESS = 0.3
"""Seconds for which a contact is closed; after 0.6 the key would count as held."""
HOLD = 1.5
PATIENCE = 90.0
"""Seconds within which the Pi must show what the twin shows."""
PAUSE = 0.5
"""Seconds between two keys: longer than the box takes none after an answer by a single key."""


def fetch(pi: Machine, to: Path) -> Path:
    """Copy the Pi's games here, over its console."""
    text = pi.run(f"sync; tar -C {GAMES} -cz . | base64 -w 120")
    packed = base64.b64decode("".join(text.split()))
    to.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as games:
        games.extractall(to, filter="data")
    return to


class Twin(TestBox):
    """A test box whose every key is pressed on the Pi as well; after each the two must show the same picture.

    While it is `apart`, because something was drawn by lot that only one of them knows, it is only checked that the
    Pi does something.

        >>> twin = Twin(fetch(pi, folder), pi)
        >>> twin.tap(Key.DOWN)
    """

    def __init__(self, data: Path, pi: Machine, profile: str = "adafruit-bonnet") -> None:
        super().__init__(data, profile=profile)
        self.pi = pi
        self.apart = False
        self.met = 0
        self.slowest = 0.0
        self._phones = self.box.phones = Phones(self.box, "127.0.0.1", 0)
        self._phones.start()
        self.box.go_home()
        self.box.show()

    def tap_at_once(self, key: Key) -> None:
        self._touch(key, PRESS, lambda: super(Twin, self).tap_at_once(key))

    def hold(self, key: Key, seconds: float = HOLD) -> None:
        self._touch(key, seconds, lambda: super(Twin, self).hold(key, seconds))

    def _touch(self, key: Key, seconds: float, here: Callable[[], None]) -> None:
        if not (self.apart or self.is_moving):
            self.meet(differs=False)  # the Pi takes its time over what the twin's clock has skipped
        before = self.glass()
        here()
        since = len(self.pi.bus.seen)
        pin = self.panel.profile.keys[key][0]
        begun = time.monotonic()
        self.pi.close_contact(pin)
        time.sleep(seconds)
        self.pi.open_contact(pin)
        if self.apart:
            self.wait_for_change(since)
        elif not self.is_moving:
            self.meet(differs=before.tobytes() != self.glass().tobytes())
            self.slowest = max(self.slowest, time.monotonic() - begun)
        time.sleep(PAUSE)

    def seat_phone(self, seat: int) -> None:
        """Let a phone have this seat here as well: who answers on one is asked for last."""
        self._phones.site.seats.take(self._phones.game_id(), seat)

    @property
    def is_moving(self) -> bool:
        """Return whether the screen goes on by itself, each box by its own clock."""
        scene = self.box.scene
        if isinstance(scene, Telling):
            return scene.wake is not None
        return isinstance(scene, LastDraw) and scene.is_turning

    def wait_out_tellings(self) -> None:
        super().wait_out_tellings()
        self.wait_out_turning()
        if not self.apart:
            self.meet()

    def wait_out_turning(self) -> None:
        """Let the dials stop."""
        while isinstance(self.box.scene, LastDraw) and self.box.scene.is_turning:
            self.wait(0.5)
        self.wait(0.5)

    def meet(self, *, differs: bool = True) -> None:
        """Wait until the Pi's glass, as its bus tells it, shows what the twin's does."""
        until = time.monotonic() + PATIENCE
        wanted = self.glass().tobytes()
        while self.pi.bus.picture.tobytes() != wanted:
            if time.monotonic() > until or not self.pi.is_on:
                raise self._disagreement()
            time.sleep(0.1)
        self.met += differs

    def _disagreement(self) -> Failed:
        beside = Image.new("1", (128, 64 * 3 + 8), 1)
        mine, other = self.glass(), self.pi.bus.picture
        for row, picture in enumerate((mine, other, ImageChops.logical_xor(mine, other))):
            beside.paste(picture, (0, row * 68))
        file = self.pi.folder / "disagreement.png"
        beside.resize((512, 800)).save(file)
        what = type(self.box.scene).__name__
        return Failed(
            f"the Pi does not show what the twin does, which is at {what}; both, and the difference: {file}"
        )

    def wait_for_change(self, since: int) -> None:
        """Wait until the Pi has shown another picture than the first `since`, and then until it is still."""
        until = time.monotonic() + PATIENCE
        while len(self.pi.bus.seen) == since:
            if time.monotonic() > until:
                raise Failed("the Pi's glass does not change after a key")
            time.sleep(0.1)
        self.wait_until_still()

    def wait_until_still(self, seconds: float = 2.0) -> None:
        """Wait until the Pi's picture has not changed for a while."""
        count, quiet_since = len(self.pi.bus.seen), time.monotonic()
        while time.monotonic() < quiet_since + seconds:
            time.sleep(0.1)
            if len(self.pi.bus.seen) != count:
                count, quiet_since = len(self.pi.bus.seen), time.monotonic()

    def close(self) -> None:
        self._phones.stop()
        super().close()
