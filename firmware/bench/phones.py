"""How soon a change reaches the phones that listen, at 1, 10 and 100 of them; and what that costs the box."""

from __future__ import annotations

import http.client
import resource
import tempfile
import threading
import time
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.simulate import random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware.bench import Figures
from firmware.bench.tables import table
from firmware.box import WORDS, Box
from firmware.phones import Phones
from firmware.scenes.match import Match
from hardware.panel import Panel
from hardware.profile import load

CHANGES = 12
EVERY = 0.25


def measure() -> Figures:
    figures: Figures = {}
    for listeners in (1, 10, 100):
        figures[f"{listeners} listeners"] = fan_out(listeners)
    one, hundred = figures["1 listeners"], figures["100 listeners"]
    figures["100 over 1"] = {
        "fan_out_p99": round(hundred["fan_out_ms_p99"] / one["fan_out_ms_p99"], 2),
        "key_to_picture": round(hundred["key_to_picture_ms"] / one["key_to_picture_ms"], 2),
    }
    figures["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return figures


class Listening:
    """One phone on its line: when each version came in."""

    def __init__(self, port: int) -> None:
        self.heard: dict[int, float] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._connection.request("GET", "/events?since=0")
        self._stream = self._connection.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._stream:
            if line.startswith(b"data: "):
                self.heard[int(line[6:])] = time.perf_counter()


def fan_out(listeners: int) -> Figures:
    """Answers at a steady pace; from each change to the moment the last phone has heard of it."""
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel.open_screen(load("simulated"))
        box = Box(panel, Ledger(Path(folder)), Words("en", [WORDS, SHARED_WORDS]))
        panel.open_keys(box.post)
        phones = box.phones = Phones(box, "127.0.0.1", 0)
        phones.start()
        rng = Random(1)
        referee = box.ledger.begin(games.find("doge").game, table("doge", 3), random_urn(rng))
        match = Match(box, referee, box.words_for(folders_of("doge"), referee.table.seats))
        match.go_on()
        lines = [Listening(phones.port) for _ in range(listeners)]
        time.sleep(1)
        delays, turns = [], []
        for _ in range(CHANGES):
            start = time.perf_counter()
            seat = next(iter(referee.open))
            referee.answer(seat, referee.open[seat].choice.sample(rng))
            match.go_on()
            box.panel.screen.show(box.scene.picture())
            turns.append(time.perf_counter() - start)
            box.show()
            version = phones.site.listeners.version
            time.sleep(EVERY)
            delays += [line.heard[version] - start for line in lines if version in line.heard]
        phones.stop()
        panel.close()
    delays.sort()
    return {
        "heard": f"{len(delays)} of {listeners * CHANGES}",
        "fan_out_ms_median": round(delays[len(delays) // 2] * 1000, 1),
        "fan_out_ms_p99": round(delays[len(delays) * 99 // 100] * 1000, 1),
        "key_to_picture_ms": round(sorted(turns)[len(turns) // 2] * 1000, 2),
    }
