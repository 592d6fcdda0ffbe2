"""A club night of real processes: broker, hall and boxes are killed, and every result arrives once.

`make test` plays with 4 boxes, `make nightly` with 30.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

from companion.club.book import Book
from companion.club.results import Result
from companion.game import Final
from companion.ledger import Ended, Ledger
from firmware.club.address import PASSWORD
from tests.counted import counted
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.firmware.club.table import DONE, FREE, PLAYED
from tests.nightly import NIGHTLY
from tests.waiting import wait_until as until

BOXES, GAMES, KILLS = (30, 3, 12) if NIGHTLY else (4, 2, 2)
AWAY = 6.0 if NIGHTLY else 2.0
"""Seconds for which the broker is away in the end: longer than a box would need to reconnect at once."""
SOON = 2.0
"""Seconds in which the wall shows every table as it is."""
PATIENCE = 600.0


class Night:
    """A broker, a hall and boxes, each of which may be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = [f"table-{n}" for n in range(BOXES)]
        self.broker = Broker(folder, ["hall", *self.names], "gondola")
        self.hall, self.pages = self.start_hall()
        self.boxes = {name: self.start(name) for name in self.names}

    def start(self, name: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.firmware.club.table", self.broker.address(name)]
        return subprocess.Popen([*command, str(self.folder / name), str(GAMES)], stderr=subprocess.DEVNULL)

    def start_hall(self) -> tuple[subprocess.Popen[bytes], int]:
        """Start a hall; return it, and the port of its pages."""
        command = [sys.executable, "-m", "firmware", "--data", str(self.folder), "hall", "--port", "0"]
        hall = subprocess.Popen(
            [*command, "--broker", self.broker.address("hall")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert hall.stdout is not None
        with hall.stdout as said:
            return hall, int(said.readline().split(b":")[2].partition(b"/")[0])

    def kill_box(self, name: str) -> None:
        self.boxes[name].kill()
        self.boxes[name].wait()
        (self.folder / name / PLAYED).unlink(missing_ok=True)
        self.boxes[name] = self.start(name)

    def kill_broker(self) -> None:
        self.broker.kill()
        time.sleep(0.5)
        self.broker.start()

    def change_while_broker_is_away(self) -> None:
        """Kill the broker for a while in which every table changes."""
        self.broker.kill()
        for name in self.names:
            (self.folder / name / FREE).touch()
        until(lambda: all((self.folder / name / PLAYED).read_text() == "free" for name in self.names), PATIENCE)
        time.sleep(AWAY)
        self.broker.start()

    def kill_hall(self) -> None:
        self.hall.kill()
        self.hall.wait()
        self.hall, self.pages = self.start_hall()

    def have_played(self) -> bool:
        return all((self.folder / name / PLAYED).exists() for name in self.names)

    def results(self) -> list[Result]:
        with closing(Book(self.folder / "hall.sqlite")) as book:
            return book.results()

    def tiles(self) -> dict[str, str]:
        """Return what the wall shows of each table."""
        with urlopen(f"http://127.0.0.1:{self.pages}/tiles?since=0") as answer:
            tiles: dict[str, str] = json.load(answer)["tiles"]
            return tiles

    def states_are_right(self) -> bool:
        """Return whether the wall shows every table as it is: there, and its last game over, or free."""
        tiles = self.tiles()
        return set(tiles) == set(self.names) and all(
            " away" not in tile and (" over" in tile) is ((self.folder / name / PLAYED).read_text() == "over")
            for name, tile in tiles.items()
        )

    def close(self) -> None:
        for box in self.boxes.values():
            box.send_signal(signal.SIGKILL)
            box.wait()
        self.hall.kill()
        self.hall.wait()
        self.broker.kill()


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Night]:
    monkeypatch.setenv(PASSWORD, "gondola")
    started = Night(tmp_path)
    yield started
    started.close()


def kills(night: Night, rng: Random) -> Iterator[Callable[[], None]]:
    """Yield what is killed, one after the other: boxes, the broker, the hall."""
    for _ in range(KILLS):
        name = rng.choice(night.names)
        yield lambda name=name: night.kill_box(name)  # type: ignore[misc]
        yield rng.choice([night.kill_broker, night.kill_hall])


@pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto here: apt install mosquitto")
@pytest.mark.timeout(0 if NIGHTLY else 600)
def test_every_result_arrives_once_whoever_is_killed(night: Night) -> None:
    rng = Random(os.urandom(8))
    for kill in kills(night, rng):
        until(night.tiles, PATIENCE)
        time.sleep(rng.random())
        kill()
        counted("kills of boxes, of the broker and of the hall")
    until(night.have_played, PATIENCE)
    until(night.states_are_right, PATIENCE)
    took = {}
    for what, kill in (("the broker", night.change_while_broker_is_away), ("the hall", night.kill_hall)):
        kill()
        back = time.monotonic()
        until(night.states_are_right, PATIENCE)
        took[what] = time.monotonic() - back
        print(f"{BOXES} boxes: states right {took[what]:.1f} s after {what} was back")
    until(lambda: len(night.results()) == BOXES * GAMES, PATIENCE)
    if NIGHTLY:  # by day other work shares the machine, and a clock on the wall proves nothing
        assert max(took.values()) < SOON, took
    for name in night.names:
        (night.folder / name / DONE).touch()
    for box in night.boxes.values():
        assert box.wait(PATIENCE) == 0
    played = [game for name in night.names for game in Ledger(night.folder / name).ended()]
    results = night.results()
    assert len({result.id for result in results}) == len(results) == BOXES * GAMES
    ours, theirs = ([(list(one.scores), list(one.winners)) for one in many] for many in (_finals(played), results))
    assert sorted(ours) == sorted(theirs)
    counted("results in the hall, each of them once", len(results))
    counted("results lost", BOXES * GAMES - len(results))


def _finals(games: Sequence[Ended]) -> list[Final]:
    return [game.final for game in games]
