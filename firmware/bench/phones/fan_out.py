"""The delay until listening phones hear of a change, for 1, 10 and 100 of them."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from firmware.bench.figures import Cell, FigureTable, curve_of, quantile, ratio, share
from firmware.bench.phones.busy_box import BusyBox

CHANGES = {1: 300, 10: 200, 100: 200}
"""Number of phones, and number of changes they hear of."""
WARM = 3
PAUSE = 0.02
PATIENCE = 10.0
ASK = "GET /events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def measure(effort: float = 1) -> list[FigureTable]:
    rows = [fan_out(listeners, share(changes, effort)) for listeners, changes in CHANGES.items()]
    for row in rows:
        row["p99 over one"] = ratio(float(str(row["ms p99"])), float(str(rows[0]["ms p99"])), 1)
    meaning = (
        "Answers given on the box while phones listen in a program of their own: milliseconds from telling them to "
        "the moment each has heard, and how much later the last are than a phone that is alone. Beside it, after "
        "each answer, a line written to as many bare sockets. The last column is what the table sees: from an answer "
        "to its picture on the box, made durable on the way; phones must not slow it."
    )
    grown = ("ms p50", "ms p99", "bare: ms p99", "answer to picture, ms p50")
    curve = curve_of("phones", "Phones that listen", "listeners", rows, *grown)
    return [FigureTable("Changes reach the phones", meaning, rows, curve)]


class Listening:
    """A program in which phones listen at a port of this machine."""

    def __init__(self, port: int, number: int, request: str = "") -> None:
        command = [sys.executable, "-m", "firmware.bench.phones.listening", str(port), str(number), request]
        self._program = subprocess.Popen(command, stdout=subprocess.PIPE)
        self._number = number

    def heard(self, version: int) -> list[float]:
        """Return when each heard of a version; those that don't in time count with the whole wait."""
        assert self._program.stdout is not None
        until = time.monotonic() + PATIENCE
        while select.select([self._program.stdout], [], [], max(0, until - time.monotonic()))[0]:
            said, *times = self._program.stdout.readline().split() or [b"0"]
            if int(said) == version:
                return [float(one) for one in times]
        return [until] * self._number

    def close(self) -> None:
        self._program.terminate()
        self._program.wait()
        assert self._program.stdout is not None
        self._program.stdout.close()


class BareSockets:
    """The same number of sockets, and nothing else."""

    def __init__(self, number: int, stack: ExitStack) -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=number) as server:
            self._phones = Listening(server.getsockname()[1], number)
            stack.callback(self._phones.close)
            self._ours = [stack.enter_context(server.accept()[0]) for _ in range(number)]

    def write(self, version: int) -> list[float]:
        start = time.monotonic()
        for end in self._ours:
            end.sendall(f"data: {version}\n".encode())
        return [one - start for one in self._phones.heard(version)]


@contextmanager
def listening_to(box: BusyBox, number: int) -> Iterator[Listening]:
    """Yield phones that all listen to this box."""
    phones = Listening(box.phones.port, number, ASK)
    until = time.monotonic() + PATIENCE
    while len(box.phones.site.listeners) < number and time.monotonic() < until:
        time.sleep(0.01)
    try:
        yield phones
    finally:
        phones.close()


def fan_out(listeners: int, changes: int) -> dict[str, Cell]:
    heard: list[float] = []
    bare: list[float] = []
    shown: list[float] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        box = BusyBox(Path(folder), "doge")
        stack.callback(box.close)
        sockets = BareSockets(listeners, stack)
        phones = stack.enter_context(listening_to(box, listeners))
        for number in range(WARM + changes):
            told, took = box.answer()
            shown.append(took)
            heard += [one - told for one in phones.heard(box.phones.site.listeners.version)]
            bare += sockets.write(number)
            time.sleep(PAUSE)
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
