"""The delay until listening phones hear of a change, for 1, 10 and 100 of them; and the bytes that they are sent."""

from __future__ import annotations

import gzip
import html
import http.client
import re
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random, random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.figures import Cell, Table, quantile, ratio, share
from firmware.bench.tables import table
from firmware.box.box import Box
from firmware.box.phones import Phones
from firmware.scenes.match.match import Match
from hardware.panel import Panel
from hardware.profile import load

CHANGES = {1: 200, 10: 60, 100: 20}
"""Number of phones, and number of changes they hear of."""
WARM = 3
PAUSE = 0.02
PATIENCE = 10.0
ANSWERS = 120
"""Answers of a game after which the bytes of each update are counted."""
FIRST_LOAD = re.compile(r'(?:href|src)="(/(?:static|board)/[^"]+)"')
"""Styles, scripts and pictures that a page loads."""


def measure(effort: float = 1) -> list[Table]:
    rows = [fan_out(listeners, share(changes, effort)) for listeners, changes in CHANGES.items()]
    meaning = (
        "Answers given on the box while phones listen: milliseconds from telling them to the moment each "
        "has heard. Beside it, after each answer, a line written to as many bare sockets with as many "
        "readers. The last column is what the table sees: from an answer to its picture on the box, made "
        "durable on the way; phones must not slow it. Phones and box share this machine and one Python."
    )
    return [Table("Changes reach the phones", meaning, rows)]


def measure_bytes(effort: float = 1) -> list[Table]:
    rows = [update_sizes(game, share(ANSWERS, effort, 8)) for game in games.names()]
    meaning = (
        "Bytes on the wire, heads of responses included: a first look at the table in the middle of a game, with "
        "styles, scripts and icons, and what a phone that watches is sent after each answer of a random game; "
        "beside it the whole page, compressed, as a phone without our script loads it."
    )
    return [Table("Bytes to a phone", meaning, rows)]


class Reader:
    """A phone that fetches pages over one connection, as browsers do, and counts what it is sent."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._tag = ""

    def fetch(self, path: str) -> tuple[int, str]:
        """Return the size of a response, and its text."""
        self._connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        response = self._connection.getresponse()
        body = response.read()
        head = sum(len(f"{name}: {value}\r\n") for name, value in response.getheaders())
        self._tag = (response.getheader("ETag") or "").strip('"')
        plain = gzip.decompress(body) if response.getheader("Content-Encoding") == "gzip" else body
        return head + len(body), plain.decode()

    def load(self) -> tuple[int, int]:
        """Return the bytes of the table's page, and those of a first look at it with all that it loads."""
        size, page = self.fetch("/")
        beside = sum(self.fetch(html.unescape(path))[0] for path in dict.fromkeys(FIRST_LOAD.findall(page)))
        return size, size + beside

    def update(self) -> int:
        """Return the bytes of the news since the last look."""
        return self.fetch(f"/part/mirror?have={self._tag}")[0]

    def close(self) -> None:
        self._connection.close()


def update_sizes(game: str, answers: int) -> dict[str, Cell]:
    with ExitStack() as stack:
        box = BusyBox(Path(stack.enter_context(tempfile.TemporaryDirectory())), game)
        stack.callback(box.close)
        threading.Thread(target=box.box.run, daemon=True).start()
        stack.callback(box.box.post, box.box.stop)
        reader = stack.enter_context(closing(Reader(box.phones.port)))
        sizes: list[int] = []
        page = first = 0
        for number in range(answers):
            box.phones.site.door.do(box.answer)
            if number == answers // 2:
                with closing(Reader(box.phones.port)) as newcomer:
                    page, first = newcomer.load()
            sizes.append(reader.update())
    return {
        "game": game,
        "updates": len(sizes),
        "first load": first,
        "update p50": round(quantile(sizes, 0.5)),
        "update p95": round(quantile(sizes, 0.95)),
        "page": page,
        "p50 over page": ratio(quantile(sizes, 0.5), page),
    }


class Line:
    """A listener in its own thread that notes when each version arrived."""

    def __init__(self, lines: Callable[[], bytes]) -> None:
        self.heard: dict[int, float] = {}
        self._next_line = lines
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while line := self._next_line():
            data = line.removeprefix(b"data: ").strip()
            if data.isdigit():  # who is present is told too
                self.heard[int(data)] = time.perf_counter()


def phone(port: int, stack: ExitStack) -> Line:
    connection = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port)))
    connection.request("GET", "/events?since=0")
    return Line(connection.getresponse().readline)


def delays(lines: Sequence[Line], version: int, start: float) -> list[float]:
    """Return the time each took to hear of a version; those that don't in time count with the whole wait."""
    until = time.perf_counter() + PATIENCE
    while not all(version in line.heard for line in lines) and time.perf_counter() < until:
        time.sleep(0.001)
    return [line.heard.get(version, until) - start for line in lines]


class BareSockets:
    """The same number of sockets and readers, and nothing else."""

    def __init__(self, number: int, stack: ExitStack) -> None:
        pairs = [socket.socketpair() for _ in range(number)]
        self._ours = [stack.enter_context(ours) for ours, _ in pairs]
        self._lines = [Line(stack.enter_context(theirs.makefile("rb")).readline) for _, theirs in pairs]
        for _, theirs in pairs:
            theirs.close()  # the file keeps it open

    def write(self, version: int) -> list[float]:
        start = time.perf_counter()
        for end in self._ours:
            end.sendall(f"data: {version}\n".encode())
        return delays(self._lines, version, start)

    def close(self) -> None:
        for end in self._ours:
            end.shutdown(socket.SHUT_RDWR)


class BusyBox:
    """A box with phones and a game on it, with the most players."""

    def __init__(self, folder: Path, game: str) -> None:
        self.panel = Panel.open_screen(load("simulated"))
        self.box = Box(self.panel, Ledger(folder), Words("en", [WORDS, SHARED_WORDS]))
        self.panel.open_keys(self.box.post)
        self.phones = self.box.phones = Phones(self.box, "127.0.0.1", 0)
        self.phones.start()
        self._rng = Random(1)
        kind = games.find(game).game
        self.referee = self.box.ledger.begin(kind, table(game, max(kind.players)), random_urn(self._rng))
        words = self.box.words_for(folders_of(game), self.referee.table.seats)
        match = Match(self.box, self.referee, words)
        self.box.play(match)
        match.go_on()

    def answer(self) -> tuple[float, float]:
        """Give an answer; return when the phones were told, and how long the box took to show it."""
        start = time.perf_counter()
        play_random(self.referee, self._rng, most=len(self.referee.entries) + 1)
        self.panel.screen.show(self.box.scene.picture())
        shown = time.perf_counter()
        self.box.show()
        return shown, shown - start

    def close(self) -> None:
        self.phones.stop()
        assert isinstance(self.referee.keeper, GameFile)
        self.referee.keeper.close()
        self.panel.close()


def fan_out(listeners: int, changes: int) -> dict[str, Cell]:
    heard: list[float] = []
    bare: list[float] = []
    shown: list[float] = []
    with ExitStack() as hung_up_last, ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        box = BusyBox(Path(folder), "doge")
        stack.callback(box.close)
        sockets = BareSockets(listeners, stack)
        lines = [phone(box.phones.port, hung_up_last) for _ in range(listeners)]
        for number in range(WARM + changes):
            told, took = box.answer()
            shown.append(took)
            heard += delays(lines, box.phones.site.listeners.version, told)
            bare += sockets.write(number)
            time.sleep(PAUSE)
        sockets.close()
    heard, bare = heard[WARM * listeners :], bare[WARM * listeners :]
    return {
        "listeners": listeners,
        "changes": changes,
        "ms p50": round(quantile(heard, 0.5) * 1000, 1),
        "ms p99": round(quantile(heard, 0.99) * 1000, 1),
        "bare: ms p50": round(quantile(bare, 0.5) * 1000, 2),
        "bare: ms p99": round(quantile(bare, 0.99) * 1000, 2),
        "p50 over bare": ratio(quantile(heard, 0.5), quantile(bare, 0.5), 1),
        "answer to picture, ms p50": round(quantile(shown[WARM:], 0.5) * 1000, 1),
    }
