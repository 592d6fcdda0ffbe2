"""The bytes that phones are sent: a first look at a game in progress, and each update."""

from __future__ import annotations

import gzip
import html
import http.client
import re
import tempfile
import threading
from contextlib import ExitStack, closing
from pathlib import Path

from companion import games
from firmware.bench.figures import Cell, FigureTable, quantile, ratio, share
from firmware.bench.phones.busy_box import BusyBox

ANSWERS = 120
"""Answers of a game after which the bytes of each update are counted."""
FIRST_LOAD = re.compile(r'(?:href|src)="(/(?:static|board)/[^"]+)"')
"""Styles, scripts and pictures that a page loads."""


def measure(effort: float = 1) -> list[FigureTable]:
    rows = [update_sizes(game, share(ANSWERS, effort, 8)) for game in games.names()]
    meaning = (
        "Bytes on the wire, heads of responses included: a first look at the table in the middle of a game, with "
        "styles, scripts and icons, and what a phone that watches is sent after each answer of a random game; "
        "beside it the whole page, compressed, as a phone without our script loads it."
    )
    return [FigureTable("Bytes to a phone", meaning, rows)]


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
