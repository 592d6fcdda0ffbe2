"""Many tables at one broker and one hall: from an answer to the wall, and what broker and hall need for it."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

from companion.club import messages
from companion.club.messages import EVENT, ONLINE, STATE, topic
from companion.referee.views import SeatView
from companion.steps import TABLE
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.figures import Cell, FigureTable, curve_of, quantile, ratio, share
from firmware.bench.tables import played

TABLES = (10, 100, 1_000)
PAUSE = 2.0
"""Seconds between two answers at a table."""
SECONDS = 20
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
CONFIG = "listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 100000\n"
ANSWER = re.compile(r"answer (\d+)")
PATIENCE = 60.0

CONNECT, PUBLISH_AT_LEAST_ONCE, RETAIN = 0x10, 0x32, 0x01


def measure(effort: float = 1) -> list[FigureTable]:
    if MOSQUITTO is None:
        rows: list[dict[str, Cell]] = [dict.fromkeys(("tables", "p99 to the wall, ms", "hall MB over that of ten"))]
    else:
        seconds, pause = max(1.0, SECONDS * effort), min(PAUSE, SECONDS * effort)
        sizes = dict.fromkeys(share(tables, effort, least=3) for tables in TABLES)
        rows = [measure_club(tables, seconds, pause) for tables in sizes]
        for row in rows:
            held, first = row["hall, MB"], rows[0]["hall, MB"]
            assert isinstance(held, float)
            assert isinstance(first, float)
            row["hall MB over that of ten"] = ratio(held, first)
    meaning = (
        "Tables with an answer every 2 s each, every table a connection of its own to a Mosquitto on this machine; "
        "an answer is a retained state and an event, with QoS 1. To the wall: from the answer to the moment when a "
        "wall, told by the hall that something is new, has fetched the tile that shows it. Processor: the share of "
        "one core. A wall shows 100 tables, so of more the delay is that of those shown."
    )
    grown = ("median to the wall, ms", "p99 to the wall, ms", "hall, MB", "broker, MB")
    curve = curve_of("tables", "Tables in a hall", "tables", rows, *grown) if MOSQUITTO else None
    return [FigureTable("Tables of a club", meaning, rows, curve)]


def measure_club(tables: int, seconds: float, pause: float) -> dict[str, Cell]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        allow_sockets(tables + 100)
        port = free_port()
        (folder / "broker.conf").write_text(CONFIG.format(port=port))
        broker = stack.enter_context(running([str(MOSQUITTO), "-c", str(folder / "broker.conf")]))
        wait_for_port(port)
        command = [sys.executable, "-m", "firmware", "--data", str(folder), "hall", "--port", "0"]
        hall = stack.enter_context(running([*command, "--broker", f"mqtt://127.0.0.1:{port}"]))
        assert hall.stdout is not None
        pages = int(hall.stdout.readline().split(b":")[2].partition(b"/")[0])
        club = BusyClub(port, tables, pause)
        wall = Wall(pages, club)
        wall.start()
        club.play(2 * pause)  # until everyone has sat down
        wall.seen.clear()
        before = processor(broker.pid), processor(hall.pid)
        start = time.monotonic()
        answers = club.play(seconds)
        took = time.monotonic() - start
        after = processor(broker.pid), processor(hall.pid)
        time.sleep(0.5)
        figures: dict[str, Cell] = {
            "tables": tables,
            "answers a second": round(answers / took, 1),
            "median to the wall, ms": round(1000 * quantile(wall.seen, 0.5), 1),
            "p99 to the wall, ms": round(1000 * quantile(wall.seen, 0.99), 1),
            "broker, %": round(100 * (after[0] - before[0]) / took, 1),
            "hall, %": round(100 * (after[1] - before[1]) / took, 1),
            "broker, MB": memory(broker.pid),
            "hall, MB": memory(hall.pid),
        }
        wall.stop()
        club.play(2 * pause)  # the wall hears that it is over with the next answer
        wall.join()
        club.close()
    return figures


class BusyClub:
    """Boxes that tell of answers in turn. They speak MQTT by hand: a thousand of paho's threads would be the load."""

    def __init__(self, port: int, tables: int, pause: float) -> None:
        self.pause = pause
        self.sent: dict[int, float] = {}
        """The time of each answer."""
        self._answers = 0
        self._boxes = [connect(port, f"table-{n}") for n in range(tables)]
        game = played("doge", 4, most=60)
        view = SeatView.of(game, TABLE)
        words = Words("en", [WORDS, *folders_of("doge")], view.seats, long=True)
        self._games = [f"{n:064x}" for n in range(tables)]
        """What the club calls the game of each table."""
        self._state = messages.state(view, words, 1)
        self._event = {**messages.events(view, words, len(view.tells) - 1, 1, "")[0], "sequence": 1}
        for n, box in enumerate(self._boxes):
            box.sendall(publish(topic(f"table-{n}", ONLINE), messages.online(is_online=True), retain=True))

    def play(self, seconds: float) -> int:
        """Give an answer at every table each `pause`, spread evenly; return how many were given."""
        start, given = time.monotonic(), 0
        while (now := time.monotonic()) < start + seconds:
            due = int((now - start) / self.pause * len(self._boxes))
            for number in range(given, due):
                self._answer(number % len(self._boxes))
            given = max(given, due)
            time.sleep(0.002)
        return given

    def _answer(self, number: int) -> None:
        self._answers += 1
        name, box = f"table-{number}", self._boxes[number]
        game = self._games[number]
        state = {**self._state, "table": {**self._state["table"], "id": game}}
        event = {**self._event, "id": f"{name}-{self._answers}", "n": self._answers, "game": game}
        event["text"] = f"answer {self._answers}"
        self.sent[self._answers] = time.monotonic()
        box.sendall(publish(topic(name, STATE), state, retain=True) + publish(topic(name, EVENT), event))
        with suppress(BlockingIOError):  # acknowledgements: nothing is done with them
            box.recv(65536, socket.MSG_DONTWAIT)

    def close(self) -> None:
        for box in self._boxes:
            box.close()


class Wall(threading.Thread):
    """A wall without a browser: hears that something is new, fetches the tiles, and notes how old they are."""

    def __init__(self, port: int, club: BusyClub) -> None:
        super().__init__(daemon=True)
        self.seen: list[float] = []
        self._club = club
        self._port = port
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def run(self) -> None:
        listening, fetching = (HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE) for _ in range(2))
        listening.request("GET", "/events?version=0")
        version = 0
        with closing(listening), closing(fetching), listening.getresponse() as events:
            while not self._stopped and (line := events.readline()):
                if line.startswith(b"event: changed"):
                    fetching.request("GET", f"/tiles?since={version}")
                    news = json.loads(fetching.getresponse().read())
                    version = news["version"]
                    self._note(news["tiles"].values())

    def _note(self, tiles: Iterable[str]) -> None:
        now = time.monotonic()
        for tile in tiles:
            if shown := ANSWER.search(tile):
                self.seen.append(now - self._club.sent[int(shown[1])])


def connect(port: int, client: str) -> socket.socket:
    """Return a connection to the broker, which has accepted it."""
    box = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    head = _text("MQTT") + bytes([4, 2]) + (600).to_bytes(2, "big")
    box.sendall(packet(CONNECT, head + _text(client)))
    assert box.recv(4)[3] == 0, "the broker does not let us in"
    return box


def publish(where: str, payload: object, *, retain: bool = False) -> bytes:
    said = json.dumps(payload, separators=(",", ":")).encode()
    return packet(PUBLISH_AT_LEAST_ONCE | (RETAIN if retain else 0), _text(where) + b"\0\1" + said)


def packet(kind: int, rest: bytes) -> bytes:
    """Return a packet of MQTT: its kind, the length of the rest with seven bits to a byte, and the rest."""
    length, digits = len(rest), []
    while True:
        length, digit = divmod(length, 128)
        digits.append(digit | (128 if length else 0))
        if not length:
            return bytes([kind, *digits]) + rest


def _text(text: str) -> bytes:
    return len(text).to_bytes(2, "big") + text.encode()


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def allow_sockets(number: int) -> None:
    """Let us, and the broker that we start, open this many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number + 200:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * number + 200), hard))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the memory of a process, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0
