"""Bytes on the screen's bus over a whole game, against whole frames as luma sends them; and key to last byte."""

from __future__ import annotations

import tempfile
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.figures import Cell, FigureTable, quantile, ratio, share
from firmware.bench.tables import table
from firmware.bench.thumb import Thumb
from firmware.box.box import Box
from firmware.scenes.match.match import Match
from hardware.keys import Key
from hardware.panel import Panel
from hardware.profile import load

PRESSES = 400
BUILDS = ("adafruit-bonnet", "waveshare-hat")
FRAME = {"ssd1306": 1034, "sh1106": 1080}
"""Bytes on the wire for one whole frame by luma's own drivers, I2C envelopes included."""


def measure(effort: float = 1) -> list[FigureTable]:
    presses = share(PRESSES, effort, 3)
    meaning = (
        "Games played by keys on models of the two screen chips. Bytes: what goes over the bus when the "
        "picture changes (not when the screen is only checked or refreshed), against a whole frame as luma's "
        "own driver sends it. Microseconds: from the edge of a key to the last byte, rules and all, against "
        "luma's time to send one frame, taken in the same run. The bus of a real screen takes its own time: "
        "the bytes tell it."
    )
    rows = [play(build, game, presses) for build in BUILDS for game in games.names()]
    return [FigureTable("Bytes and time to the screen", meaning, rows)]


def play(build: str, game: str, presses: int) -> dict[str, Cell]:
    """Play a game by keys on the model of this build's screen, counting and timing every update."""
    clock = [0.0]
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel.open_screen(load(build).on_paper(), clock=lambda: clock[0])
        box = Box(panel, Ledger(Path(folder)), Words("en", [WORDS, SHARED_WORDS]), clock=lambda: clock[0])
        kind = games.find(game).game
        setting = table(game, min(kind.players))
        panel.open_keys(box.post)
        words = box.words_for(folders_of(game), setting.seats)
        referee = Referee(kind, setting, random_urn(Random(1)))
        match = Match(box, referee, words, referee.game.tells)
        box.play(match)
        match.go_on()
        updates = count_updates(box, match, clock, presses)
        frame_us = luma_frame_time(box) * 1e6
        panel.close()
    median = quantile(updates.times, 0.5) * 1e6
    return {
        "chip": panel.profile.screen.chip,
        "game": game,
        "pictures": updates.changed,
        "bytes each": round(updates.sent / updates.changed),
        "over whole frames": ratio(updates.sent / updates.changed, FRAME[panel.profile.screen.chip]),
        "key to last byte, µs p50": round(median),
        "µs p99": round(quantile(updates.times, 0.99) * 1e6),
        "p50 over luma's frame": ratio(median, frame_us),
    }


@dataclass
class PictureUpdates:
    """Number of updates of the picture, their bytes, and their delay after each key."""

    changed: int = 0
    sent: int = 0
    times: list[float] = field(default_factory=list)


def count_updates(box: Box, match: Match, clock: list[float], presses: int) -> PictureUpdates:
    screen = box.panel.screen
    rng = Random(2)
    wires = box.panel.simulated
    assert wires is not None
    updates = PictureUpdates()

    def step(seconds: float) -> float:
        """Run the box's loop once; return the time from the edge of a key to the last byte."""
        clock[0] += seconds
        before, picture = screen.bytes_sent, bytes(wires.chip.ram)
        start = time.perf_counter()
        box.step()
        took = time.perf_counter() - start
        if wires.chip.ram != picture:  # else it only knocked, or sent the same picture again
            updates.changed += 1
            updates.sent += screen.bytes_sent - before
        return took

    def press(key: Key) -> None:
        while box.is_settling:
            step(0.06)
        wires.press(key)
        updates.times.append(step(0.04))
        wires.release(key)
        step(0.06)

    thumb = Thumb(box, press)
    while len(updates.times) < presses and match.referee.open:
        thumb.wait_out_tellings(lambda: step(0.07))
        seat = match.holder if match.holder in match.referee.open else min(match.referee.open)
        thumb.answer(match.referee.open[seat].choice.sample(rng), seat)
    return updates


def luma_frame_time(box: Box) -> float:
    """Return the time luma takes to send one whole frame, run beside ours."""
    picture = box.scene.picture()
    device = box.panel.screen.device
    best = float("inf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for _ in range(20):
            start = time.perf_counter()
            device.display(picture)
            best = min(best, time.perf_counter() - start)
    return best
