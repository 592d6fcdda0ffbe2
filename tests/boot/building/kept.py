"""Steps whose results are kept: each says what it does and how long that took, and is skipped if nothing changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ballottino-boot"


class Failed(Exception):
    """Something that is not as it must be, in words for the person who ran the test."""


class Minutes:
    """How long each step took, and how many programs wanted the processors meanwhile."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, float]] = []
        self.earlier: list[tuple[str, float]] = []
        """Steps whose results were kept, and how long they took when they were made."""
        self._loads: list[tuple[float, float]] = []

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Print a step, and its seconds when it has ended."""
        print(f"== {what}", flush=True)
        begun = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - begun
            self.taken.append((what, seconds))
            self._loads.append((seconds, os.getloadavg()[seconds > 120]))
            print(f"   {seconds:.0f} s", flush=True)

    def recall(self, what: str, seconds: float) -> None:
        """Note how long a step took whose result was kept, unless it was this run that took it."""
        if all(what != known for known, _ in [*self.taken, *self.earlier]):
            self.earlier.append((what, seconds))

    @property
    def total(self) -> float:
        """Return the seconds that were spent on steps."""
        return sum(seconds for _, seconds in self.taken)

    @property
    def load(self) -> float:
        """Return how many programs wanted a processor, ours included: the mean over all steps."""
        total = sum(seconds for seconds, _ in self._loads)
        return sum(seconds * load for seconds, load in self._loads) / total if total else 0.0


class Kept:
    """A folder of results, each with the fingerprint of what it was made from.

    >>> kept = Kept(CACHE, Minutes())
    >>> root = kept.made("root", "an arm64 root", ["trixie"], lambda place: debian(place))
    """

    def __init__(self, folder: Path, minutes: Minutes) -> None:
        self.folder = folder
        self.minutes = minutes

    def made(self, name: str, what: str, of: Sequence[str], make: Callable[[Path], object]) -> Path:
        """Return the folder of this name; make it, if it was made of something else or only half."""
        place, stamp, took = (self.folder / file for file in (name, f"{name}.ready", f"{name}.seconds"))
        wanted = fingerprint(of)
        if stamp.exists() and stamp.read_text() == wanted:
            print(f"== {what}: kept from the last time", flush=True)
            if took.exists():
                self.minutes.recall(what, float(took.read_text()))
            return place
        with self.minutes.step(what):
            stamp.unlink(missing_ok=True)
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            make(place)
        took.write_text(f"{self.minutes.taken[-1][1]:.1f}")
        stamp.write_text(wanted)
        return place


def fingerprint(parts: Sequence[str]) -> str:
    """Return a checksum of some texts and of their borders.

    >>> fingerprint(["ab", "c"]) == fingerprint(["a", "bc"])
    False
    """
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def run(*command: str | Path, cwd: Path = CHECKOUT, log: Path | None = None) -> None:
    """Run a command that must succeed; what it says goes into a file, whose end is shown if it fails."""
    with open(log or os.devnull, "ab") as output:
        ended = subprocess.run(command, cwd=cwd, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if ended.returncode:
        if log is not None:
            sys.stdout.write("".join(log.read_text("utf-8", "replace").splitlines(keepends=True)[-25:]))
        raise Failed(f"{' '.join(map(str, command))}: status {ended.returncode}")


def output(*command: str | Path, cwd: Path = CHECKOUT) -> str:
    """Return what a command prints."""
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, text=True, check=True).stdout
