"""A box on simulated wires, driven by pin edges and a clock of its own, read from the chip's memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from companion.ledger import Ledger
from companion.steps import Decision
from companion.words import HERE as SHARED_WORDS
from companion.words import Words
from firmware import WORDS
from firmware.bench.thumb import Thumb
from firmware.box.box import Box
from firmware.box.preferences import TEACH
from firmware.scenes.match.match import Match
from hardware.keys import Key
from hardware.panel import Panel
from hardware.profile import load


class Clock:
    """A clock that goes only when it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class TestBox:
    """The program in the box with real drivers on simulated wires. Its owner has turned teaching off."""

    __test__ = False

    def __init__(self, data: Path, language: str = "en", profile: str = "simulated") -> None:
        self.clock = Clock()
        wired = load(profile)
        self.panel = Panel.open_screen(wired if wired.simulated else wired.on_paper(), clock=self.clock)
        self.box = Box(self.panel, Ledger(data), Words(language, [WORDS, SHARED_WORDS]), clock=self.clock)
        self.panel.open_keys(self.box.post)
        self.box.preferences[TEACH] = False
        assert self.panel.simulated is not None
        self.wires = self.panel.simulated
        self.thumb = Thumb(self.box, self.tap)
        self.box.go_home()
        self.box.show()

    def wait(self, seconds: float = 0.05) -> None:
        self.clock.now += seconds
        self.box.step()

    def tap(self, key: Key) -> None:
        """Press a key and let it go, as edges on its pin, as fast as a thumb that has seen the screen."""
        while self.box.is_settling:
            self.wait()
        self.tap_at_once(key)

    def tap_at_once(self, key: Key) -> None:
        """Press a key and let it go, whatever was pressed just before."""
        self.wires.press(key)
        self.clock.now += 0.04
        self.wires.release(key)
        self.wait(0.06)

    def hold(self, key: Key, seconds: float = 0.8) -> None:
        while self.box.is_settling:
            self.wait()
        self.wires.press(key)
        for _ in range(int(seconds / 0.05)):
            self.wait(0.05)
        self.wires.release(key)
        self.wait(0.06)

    def wait_out_tellings(self) -> None:
        self.thumb.wait_out_tellings(lambda: self.wait(0.5))

    def play_on(self, match: Match, answer: Callable[[Decision], Any]) -> None:
        """Answer the question by pin edges; check that the glass then shows what the scene draws."""
        seat = asked_seat(match)
        self.thumb.answer(answer(match.referee.open[seat]), seat)
        assert self.glass().tobytes() == self.box.scene.picture().tobytes(), "the screen shows something else"
        self.wait_out_tellings()

    def glass(self) -> Image.Image:
        """Return what the chip's memory shows."""
        return self.wires.chip.picture()

    def close(self) -> None:
        self.panel.close()


def asked_seat(match: Match) -> int:
    """Return the seat that the box is asking now."""
    return match.holder if match.holder in match.referee.open else min(match.referee.open)
