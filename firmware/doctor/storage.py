"""The checks of where games are kept: can it be written, is it durable, how long does that take, is there room?"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.refusal import reason_of
from companion.vocabulary import named
from firmware.care.mounts import Mount, mounts
from firmware.doctor.finding import Finding, Findings, bad, ok, warn
from firmware.install import readonly
from firmware.machine import pi

named("doctor", "data-right", "data-new", "data-closed", "data-fleeting", "data-layered", "games-closed")
named("doctor", "card-protected", "card-open")
named("advice", "card-open")
named("doctor", "sync-fast", "sync-slow", "space-enough", "space-little", "space-none")
named("advice", "data-closed", "data-fleeting", "data-layered", "games-closed")
named("advice", "sync-slow", "space-little", "space-none")

MEGABYTE = 1_000_000
LITTLE, NONE = 500, 20  # megabytes; a long game takes less than one
TRIALS = 5
SLOW = 250  # milliseconds; anything slower is felt after each key


def card(root: Path, listed: Path | None = None) -> Findings:
    """Is the card only read, if its owner wants it so?"""
    if not _is_protected(root):
        return
    disk = _mount_of(Path("/"), listed)
    yield ok("card", "card-protected") if disk is not None and disk.is_read_only else warn("card", "card-open")


def _is_protected(root: Path) -> bool:
    return os.path.lexists(root / readonly.WANTED.lstrip("/"))


def data(
    folder: Path,
    listed: Path | None = None,
    clock: Callable[[], float] = time.perf_counter,
    root: Path = pi.ROOT,
) -> Findings:
    """Can a file be written there, durably and soon?"""
    place = _nearest(folder)
    try:
        took = _written(place, clock)
    except OSError as fault:
        yield bad("data", "data-closed", folder=str(folder), why=reason_of(fault))
        return
    yield _lasting(folder, place, listed, is_protected=_is_protected(root))
    if closed := [path.stem for path in sorted(folder.glob("games/*.sqlite")) if not _is_open(path)]:
        yield bad("data", "games-closed", games=", ".join(closed))
    if took > SLOW:
        yield warn("sync", "sync-slow", took=took)
    else:
        yield ok("sync", "sync-fast", took=took)


def _is_open(game: Path) -> bool:
    return game.is_file() and os.access(game, os.R_OK | os.W_OK)


def _written(place: Path, clock: Callable[[], float]) -> int:
    """Return how many milliseconds it takes until a line is really on the disk: the median of a few."""
    times = []
    with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as trial:
        for _ in range(TRIALS):
            begun = clock()
            trial.write(b"Fair beyond doubt")
            trial.flush()
            os.fsync(trial.fileno())
            times.append(clock() - begun)
    return round(sorted(times)[TRIALS // 2] * 1000)


def _lasting(folder: Path, place: Path, listed: Path | None, *, is_protected: bool) -> Finding:
    """Is the disk itself durable? Syncing is useless in memory, or in a layer over a card that is only read."""
    disk, card = _mount_of(place, listed), _mount_of(Path("/"), listed)
    kind = "" if disk is None else disk.kind
    is_on_card = disk is None or card is None or disk.number == card.number
    if kind in ("tmpfs", "ramfs") or (kind == "overlay" and is_protected and not is_on_card):
        return bad("data", "data-fleeting", folder=str(folder))
    if kind == "overlay":
        return warn("data", "data-layered", folder=str(folder))
    return ok("data", "data-right" if place == folder else "data-new", folder=str(folder))


def _mount_of(place: Path, listed: Path | None) -> Mount | None:
    """Return the file system of a folder, the last that was mounted there; `None` if the kernel doesn't say."""
    found = {mount.place: mount for mount in mounts(listed)}
    return next((found[parent] for parent in (place.resolve(), *place.resolve().parents) if parent in found), None)


def space(folder: Path) -> Findings:
    """Is there room for games?"""
    free = shutil.disk_usage(_nearest(folder)).free // MEGABYTE
    if free < NONE:
        yield bad("space", "space-none", free=free)
    elif free < LITTLE:
        yield warn("space", "space-little", free=free)
    else:
        yield ok("space", "space-enough", free=free)


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next((place for place in (folder, *folder.absolute().parents) if place.is_dir()), Path("/"))
