"""A disk that loses power: synced data is there, and of the rest whatever the disk pleases.

It is as unkind as POSIX allows. A synced file keeps its bytes but not its name, until its folder is synced too; of
unsynced data any part may be there, in any mixture, cut anywhere, or noise where a file had grown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.trace import ROOT, Folder, Name, Operation, Sync, Truncate, Write

SECTOR = 512

LOST = 0
KEPT = -1
Fate = int
"""The fate of an unsynced change: it is lost, kept, or cut after this many bytes."""

Fates = Mapping[tuple[int, int], Fate]
"""Fates by file and position among its changes; those not named are lost."""


@dataclass
class File:
    safe: bytearray = field(default_factory=bytearray)
    changes: list[Write | Truncate] = field(default_factory=list)

    def after(self, fate_of: Callable[[int], Fate], noise: Random | None) -> bytearray:
        data = bytearray(self.safe)
        for index, change in enumerate(self.changes):
            fate = fate_of(index)
            if isinstance(change, Truncate):
                if fate != LOST:
                    del data[change.size :]
                    data.extend(bytes(change.size - len(data)))
                continue
            kept = change.data if fate == KEPT else change.data[:fate]
            if noise is not None and fate != KEPT:
                fate = len(change.data)
                kept += noise.randbytes(len(change.data) - len(kept)) if change.offset >= len(data) else b""
            if kept:
                data.extend(bytes(max(0, change.offset - len(data))))
                data[change.offset : change.offset + len(kept)] = kept
        return data


@dataclass
class Names:
    safe: dict[str, int] = field(default_factory=dict)
    changes: list[Name] = field(default_factory=list)

    def after(self, fate_of: Callable[[int], Fate]) -> dict[str, int]:
        names: dict[str, int | None] = dict(self.safe)
        for index, change in enumerate(self.changes):
            if fate_of(index) != LOST:
                names |= change.names
        return {name: file for name, file in names.items() if file is not None}


class Disk:
    """The safe contents of a disk, and those not safe yet."""

    def __init__(self) -> None:
        self.files: dict[int, File] = {}
        self.folders = {ROOT: Names()}
        self.syncs = 0

    def do(self, step: Operation) -> None:
        if isinstance(step, Folder):
            self.folders[step.file] = Names()
        elif isinstance(step, Name):
            self.folders[step.folder].changes.append(step)
            for file in step.names.values():
                if file is not None and file not in self.folders:
                    self.files.setdefault(file, File())
        elif isinstance(step, Write | Truncate):
            self.files[step.file].changes.append(step)
        elif isinstance(step, Sync):
            self._sync(step.file)

    def _sync(self, number: int) -> None:
        self.syncs += 1
        if number in self.folders:
            names = self.folders[number]
            names.safe, names.changes = names.after(lambda _: KEPT), []
        else:
            file = self.files[number]
            file.safe, file.changes = file.after(lambda _: KEPT, None), []

    def unsafe_data(self) -> list[tuple[int, int]]:
        return [(number, index) for number, file in self.files.items() for index in range(len(file.changes))]

    def unsafe_names(self) -> list[tuple[int, int]]:
        return [(number, index) for number, names in self.folders.items() for index in range(len(names.changes))]

    def lay_out(self, fates: Fates, target: Path, noise: Random | None = None, folder: int = ROOT) -> None:
        """Write what is found after the power comes back into an empty folder."""

        def fate_of(number: int) -> Callable[[int], Fate]:
            return lambda index: fates.get((number, index), LOST)

        for name, number in self.folders[folder].after(fate_of(folder)).items():
            if number in self.folders:
                (target / name).mkdir()
                self.lay_out(fates, target / name, noise, number)
            else:
                (target / name).write_bytes(self.files[number].after(fate_of(number), noise))


@dataclass(frozen=True)
class Outage:
    """One way in which the power may fail at one moment."""

    way: str
    fates: Fates
    noise: Random | None = None

    def key(self, disk: Disk) -> Hashable:
        """Return a key: two outages with the same one leave the same on the disk; `None` if that is unknown."""
        return None if self.noise else (disk.syncs, frozenset(item for item in self.fates.items() if item[1] != LOST))


def outages(disk: Disk, rng: Random) -> Iterator[Outage]:
    """Yield the ways in which the power may fail now, the simplest first."""
    data, names = disk.unsafe_data(), disk.unsafe_names()
    everything: dict[tuple[int, int], Fate] = dict.fromkeys([*data, *names], KEPT)
    yield Outage("nothing unsynced is there", {})
    if not everything:
        return
    yield Outage("all is there", everything)
    if data and names:
        yield Outage("only names are there", dict.fromkeys(names, KEPT))
        yield Outage("only data is there", dict.fromkeys(data, KEPT))
    for (file, index), size in _last_write(disk):
        yield Outage("the last write is cut at a sector", everything | {(file, index): _cut(rng, size, SECTOR)})
        yield Outage("the last write is cut within a sector", everything | {(file, index): _cut(rng, size, 1)})
    yield Outage("a mixture is there", _mixture(disk, rng))
    yield Outage("a mixture is there, with noise", _mixture(disk, rng), Random(rng.random()))


def _cut(rng: Random, size: int, step: int) -> int:
    return rng.randrange(0, size, step)


def _last_write(disk: Disk) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the last change of the latest file and its size, if it is a write."""
    for number, file in [item for item in disk.files.items() if item[1].changes][-1:]:
        last = file.changes[-1]
        if isinstance(last, Write):
            yield (number, len(file.changes) - 1), len(last.data)


def _mixture(disk: Disk, rng: Random) -> dict[tuple[int, int], Fate]:
    fates: dict[tuple[int, int], Any] = {place: rng.choice((KEPT, LOST)) for place in disk.unsafe_names()}
    for file, index in disk.unsafe_data():
        change = disk.files[file].changes[index]
        cut = _cut(rng, len(change.data), rng.choice((1, SECTOR))) if isinstance(change, Write) else LOST
        fates[file, index] = rng.choice((KEPT, KEPT, LOST, cut))
    return fates
