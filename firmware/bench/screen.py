"""Bytes on the screen's bus over a whole game, against whole frames as luma sends them; and key to last byte."""

from __future__ import annotations

import tempfile
import time
import warnings
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.referee import Referee
from companion.simulate import random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware.bench import Figures
from firmware.bench.tables import table
from firmware.box import WORDS, Box
from firmware.scenes.match import Match
from firmware.thumb import Thumb
from hardware.keys import Key
from hardware.panel import Panel
from hardware.profile import load

PRESSES = 1500
FRAME = {"ssd1306": 1034, "sh1106": 1080}
"""Bytes on the wire for one whole frame by luma's own drivers, I2C envelopes included."""


def measure() -> Figures:
    return {name: play(name) for name in ("simulated", "waveshare-hat")}


def play(name: str) -> Figures:
    """A Doge game by keys on the model of this build's screen, every update counted and timed."""
    profile = load(name)
    clock = [0.0]
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel.open_screen(profile if profile.simulated else profile.on_paper(), clock=lambda: clock[0])
        box = Box(panel, Ledger(Path(folder)), Words("en", [WORDS, SHARED_WORDS]), clock=lambda: clock[0])
        kind = games.find("doge").game
        panel.open_keys(box.post)
        match = Match(box, Referee(kind, table("doge", 3), random_urn(Random(1))), doge_words(box), told=0)
        match.go_on()
        figures = count_updates(box, match, clock)
        figures["us_for_lumas_frame"] = round(luma_frame_time(box) * 1e6)
        panel.close()
    return figures


def doge_words(box: Box) -> Words:
    return box.words_for(folders_of("doge"), table("doge", 3).seats)


def count_updates(box: Box, match: Match, clock: list[float]) -> Figures:
    screen = box.panel.screen
    rng = Random(2)
    times: list[float] = []
    start_bytes = screen.bytes_sent

    wires = box.panel.simulated
    assert wires is not None
    changed = turns = 0

    def step(seconds: float) -> float:
        """One turn of the box's loop; how long it took from the edge of a key to the last byte."""
        nonlocal changed, turns
        clock[0] += seconds
        before = screen.bytes_sent
        start = time.perf_counter()
        box.step()
        took = time.perf_counter() - start
        changed += screen.bytes_sent > before
        turns += 1
        return took

    def press(key: Key) -> None:
        wires.press(key)
        times.append(step(0.04))
        wires.release(key)
        step(0.06)

    thumb = Thumb(box, press)
    while len(times) < PRESSES and match.referee.open:
        thumb.wait_out_tellings(lambda: step(0.07))
        seat = match.holder if match.holder in match.referee.open else min(match.referee.open)
        thumb.answer(match.referee.open[seat].choice.sample(rng), seat)
    bytes_each = (screen.bytes_sent - start_bytes) / changed
    frame = FRAME[box.panel.profile.screen.chip]
    times.sort()
    return {
        "changed_pictures": changed,
        "bytes_each": round(bytes_each),
        "ratio_to_whole_frames": round(bytes_each / frame, 3),
        "ratio_over_all_turns_of_the_loop": round(bytes_each * changed / turns / frame, 3),
        "key_to_last_byte_us_median": round(times[len(times) // 2] * 1e6),
        "key_to_last_byte_us_p99": round(times[len(times) * 99 // 100] * 1e6),
    }


def luma_frame_time(box: Box) -> float:
    """What luma takes to send one whole frame, run beside it."""
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
