"""A Pi 3 that runs under QEMU: its card, its console, its pins, its network, and the trace of its buses."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.boot import registers
from tests.boot.building.card import ROOT_LABEL
from tests.boot.building.kept import Failed
from tests.boot.building.probe import HEAD
from tests.boot.bus import Bus

NOT_NEEDED = ("apt-daily.timer", "e2scrub_reap.service", "NetworkManager-wait-online.service")
KERNEL_LINE = " ".join(
    [
        f"root=LABEL={ROOT_LABEL} rootfstype=ext4 rootwait rw console=ttyS1,115200 loglevel=4 net.ifnames=0",
        "maxcpus=2 mitigations=off nowatchdog apparmor=0 selinux=0 audit=0 systemd.show_status=1",
        "systemd.default_device_timeout_sec=1800",  # on a busy machine partition and console took longer than usual
        *(f"systemd.mask={unit}" for unit in NOT_NEEDED),
    ]
)
"""Two processors, since more would only wait for each other; and nothing that only costs time here."""

FRAME = 1024


class Card(NamedTuple):
    """What a Pi boots from: the image, and what its firmware would have loaded from it."""

    image: Path
    kernel: Path
    first_files: Path
    tree: Path


class Line(NamedTuple):
    """A line of the console, and when it came."""

    at: float
    text: str


class Drawn(NamedTuple):
    """A picture that the box drew, as the probe told it, and when that came."""

    at: float
    number: int
    frame: bytes


class Machine:
    """One boot, from power on to power off. Leaving it pulls the plug.

        >>> with Machine(qemu, card, folder, I2c(profile.screen), port=8022, pictures=listener) as pi:
        ...     pi.wait_for_page()
        ...     pi.close_contact(17)

    Everything it hears (console, trace, pictures) is collected by a thread of its own.
    """

    def __init__(
        self, qemu: Sequence[str], card: Card, folder: Path, bus: Bus, *, port: int, pictures: int, spi: bool = False
    ) -> None:
        self.folder = folder
        self.bus = bus
        self.port = port
        self.console: list[Line] = []
        self.drawn: list[Drawn] = []
        self.begun = time.time()
        self._partial = ""
        self._spi = spi
        self._commands = 0
        self._ended = threading.Event()
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("qtest", "console", "monitor", "trace"):
            (folder / name).unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._listener.bind(("127.0.0.1", pictures))
        self._listener.settimeout(0.2)
        self._process = subprocess.Popen(
            [*qemu, *self._options(card)],
            stdin=subprocess.DEVNULL,
            stdout=open(folder / "qemu.log", "ab"),  # noqa: SIM115
            stderr=subprocess.STDOUT,
        )
        self._qtest = self._connect("qtest")
        self._console = self._connect("console")
        self._monitor = self._connect("monitor")
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._hear_console, self._read_trace, self._hear_pictures)
        ]
        for thread in self._threads:
            thread.start()
        self.write(registers.idle())

    def _options(self, card: Card) -> Iterator[str]:
        yield from ("-M", "raspi3b", "-display", "none", "-no-reboot", "-msg", "timestamp=on")
        yield from ("-kernel", str(card.kernel), "-initrd", str(card.first_files), "-dtb", str(card.tree))
        yield from ("-append", KERNEL_LINE, "-drive", f"if=sd,format=raw,file={card.image}")
        yield from ("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:80", "-device", "usb-net,netdev=net")
        yield from ("-serial", "null", "-serial", f"unix:{self.folder}/console,server=on,wait=off")
        yield from ("-monitor", f"unix:{self.folder}/monitor,server=on,wait=off")
        yield from ("-qtest", f"unix:{self.folder}/qtest,server=on,wait=off", "-qtest-log", "/dev/null")
        yield from ("-D", f"{self.folder}/trace")
        if not self._spi:
            yield from ("-device", "ssd0303,bus=i2c-bus.1,address=0x3c", "-trace", "enable=i2c_*")

    def _connect(self, name: str) -> socket.socket:
        end = socket.socket(socket.AF_UNIX)
        until = time.monotonic() + 30
        while True:
            try:
                end.connect(str(self.folder / name))
                return end
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    said = (self.folder / "qemu.log").read_text("utf-8", "replace")
                    raise Failed(f"QEMU does not run: {said[-2000:]}") from None
                time.sleep(0.1)

    # What it says

    def _hear_console(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(OSError):
                data = self._console.recv(65536)
                if not data:
                    return
                self._partial += data.decode("utf-8", "replace")
                *lines, self._partial = self._partial.split("\n")
                self.console += [Line(time.time(), plain(line)) for line in lines]

    def _read_trace(self) -> None:
        path = self.folder / "trace"
        while not path.exists() and not self._ended.is_set():
            time.sleep(0.2)
        rest = ""
        with open(path, encoding="utf-8", errors="replace") as trace:
            while True:
                over = self._ended.is_set()
                rest += trace.read(1 << 20)
                *lines, rest = rest.split("\n")
                for line in lines:
                    self.bus.read(line)
                if over and not lines:
                    return
                if not lines:
                    time.sleep(0.05)

    def _hear_pictures(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(OSError):
                data = self._listener.recv(2048)
                if len(data) == HEAD.size + FRAME:
                    self.drawn.append(Drawn(time.time(), int(HEAD.unpack_from(data)[0]), data[HEAD.size :]))

    # What is done to it

    def write(self, line: str) -> None:
        """Write a register, past the processor."""
        with self._lock:
            self._qtest.sendall(f"{line}\n".encode())
            answer = self._qtest.recv(256)
        if not answer.startswith(b"OK"):
            raise Failed(f"QEMU does not write that register: {line}: {answer!r}")

    def close_contact(self, pin: int) -> None:
        self.write(registers.closed(pin))

    def open_contact(self, pin: int) -> None:
        self.write(registers.opened(pin))

    def order(self, line: str) -> None:
        """Give QEMU's monitor an order."""
        self._monitor.sendall(f"{line}\n".encode())

    def type(self, text: str) -> None:
        self._console.sendall(text.encode())

    def run(self, command: str, patience: float = 240.0) -> str:
        """Run a command as root on the console and return what it prints; the console must have logged in."""
        self._commands += 1
        mark = f"mark-{self._commands}"
        since = len(self.console)
        # Two halves, so that the echo of what is typed is not taken for the answer.
        self.type(f" printf '\\n%s-begin\\n' {mark}; {command}\n printf '\\n%s-end-%s\\n' {mark} $?\n")
        self.wait_for_line(f"^{mark}-end-", patience, since)
        texts = [line.text for line in self.console[since:]]
        first = next(number for number, text in enumerate(texts) if text == f"{mark}-begin")
        last = next(number for number, text in enumerate(texts) if text.startswith(f"{mark}-end-"))
        return "\n".join(texts[first + 1 : last]).strip()

    def wait_for_line(self, pattern: str, patience: float, since: int = 0) -> Line:
        """Wait until the console shows a line like this."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            lines = [*self.console[since:], Line(time.time(), plain(self._partial))]
            for line in lines:
                if re.search(pattern, line.text):
                    return line
            if self._process.poll() is not None:
                break
            time.sleep(0.2)
        last = "\n".join(line.text for line in self.console[-15:])
        raise Failed(f"the console never showed {pattern!r} in {patience:.0f} s; its last lines:\n{last}")

    def wait_for_page(self, patience: float = 1800.0) -> float:
        """Wait until the box answers on its forwarded port; return the seconds since power on."""
        until = time.monotonic() + patience
        while time.monotonic() < until and self._process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=20) as end:
                end.sendall(b"GET /api HTTP/1.0\r\n\r\n")
                if end.recv(100).startswith(b"HTTP/1"):
                    return self.since()
            time.sleep(1)
        last = "\n".join(line.text for line in self.console[-25:])
        raise Failed(f"the page never answered in {patience:.0f} s; the console's last lines:\n{last}")

    def since(self) -> float:
        """Return the seconds since power on."""
        return time.time() - self.begun

    def log_in(self, patience: float = 300.0) -> None:
        """Wait for the shell on the console, and quieten it."""
        self.wait_for_line(r"root@\w+:.*#", patience)
        self.type(" stty -echo; PS1=; dmesg -n 1\n")
        time.sleep(2)

    def wait_for_end(self, patience: float = 180.0) -> None:
        """Wait until it has switched itself off."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            last = "\n".join(line.text for line in self.console[-15:])
            raise Failed(f"it is still on after {patience:.0f} s:\n{last}") from None

    @property
    def is_on(self) -> bool:
        return self._process.poll() is None

    def pull_the_plug(self) -> None:
        """End it at once, as a pulled plug does: what its kernel had not written is gone."""
        if self.is_on:
            self._process.kill()
            self._process.wait()
        self._ended.set()
        for end in (self._console, self._qtest, self._monitor):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        for thread in self._threads:
            thread.join(60)
        self._listener.close()

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_the_plug()


def plain(text: str) -> str:
    """Return a line of the console without what makes it coloured.

    >>> plain("\\x1b[0;32m  OK  \\x1b[0m Started\\r")
    '  OK   Started'
    """
    return re.sub(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>M])|[\r\x07]", "", text)


def copy_card(image: Path, to: Path) -> Path:
    """Return a copy of a card that may be written to."""
    to.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", os.fspath(image), os.fspath(to)], check=True)
    return to
