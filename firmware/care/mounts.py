"""Disks that are mounted on this machine, as the kernel lists them."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LIST = Path("/proc/self/mountinfo")
ESCAPED = re.compile(r"\\([0-7]{3})")
REMOVABLE = re.compile(r"/dev/sd[a-z]+[0-9]*")
"""The kernel's names of USB sticks and disks; a Pi's card is /dev/mmcblk0."""
STICKS_IN = ("media", "mnt", "run/media")
"""The folders in which sticks are mounted, by hand or by a desktop."""


class Mount(NamedTuple):
    """A file system: where it is, of which kind, and on which device."""

    place: Path
    kind: str
    device: str
    number: str
    """The kernel's number of it, the same wherever it is mounted."""
    is_read_only: bool
    """Whether nothing can be written there: the whole disk, or this place where it is mounted."""


def mounts(listed: Path | None = None) -> list[Mount]:
    """Return everything that is mounted; nothing where the kernel does not say."""
    try:
        lines = (listed or LIST).read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    fields = [line.split(" ") for line in lines]
    ends = [(one, one.index("-")) for one in fields if "-" in one[:-2]]
    return [_mount(one, one[end + 1 :]) for one, end in ends]


def _mount(first: list[str], last: list[str]) -> Mount:
    """Return a line of the list, from the fields before and after its dash."""
    options = {*first[5].split(","), *last[-1].split(",")}
    return Mount(Path(_plain(first[4])), last[0], _plain(last[1]), first[2], "ro" in options)


def _plain(text: str) -> str:
    """Return a path without the kernel's escapes.

    >>> _plain("/media/my\\\\040stick")
    '/media/my stick'
    """
    return ESCAPED.sub(lambda found: chr(int(found[1], 8)), text)


def sticks(root: Path = Path("/"), listed: Path | None = None) -> list[Path]:
    """Return where USB sticks are mounted that we may write to, each once: a desktop may mount one again."""
    folders = [root / folder for folder in STICKS_IN]
    places = {
        mount.number: mount.place
        for mount in mounts(listed)
        if REMOVABLE.fullmatch(mount.device)
        and any(folder in mount.place.parents for folder in folders)
        and os.access(mount.place, os.R_OK | os.W_OK)
    }
    return list(places.values())


def found_in(folder: Path, suffix: str) -> list[Path]:
    """Return the files in a folder whose names end like this, the newest first by their names; none if it is gone."""
    with suppress(OSError):
        return sorted((path for path in folder.iterdir() if path.name.endswith(suffix)), reverse=True)
    return []
