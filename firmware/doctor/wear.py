"""The checks of what an evening costs the Pi: its heat, and what is written to its card."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.vocabulary import named
from firmware.doctor.finding import Findings, ok, warn
from hardware.profile import Profile

named("doctor", "heat-fine", "heat-much", "wear-little", "wear-much")
named("advice", "heat-much", "wear-much")

HEAT = "sys/class/thermal/thermal_zone0/temp"
HOT = 75
"""Degrees Celsius. From 80 on a Pi slows itself down."""
SECTOR = 512
MEGABYTE = 1_000_000
MUCH = 500
"""Megabytes an hour. An answer writes some 8 KB, a busy evening a few megabytes: this is something else's doing."""
SETTLED = 15
"""Minutes after switching on in which the system itself writes a lot."""


def heat(profile: Profile, root: Path) -> Findings:
    """How warm is the Pi?"""
    if profile.simulated:
        return
    with suppress(OSError, ValueError):
        degrees = round(int((root / HEAT).read_text()) / 1000)
        yield (
            warn("heat", "heat-much", degrees=degrees) if degrees >= HOT else ok("heat", "heat-fine", degrees=degrees)
        )


def written(profile: Profile, folder: Path, root: Path) -> Findings:
    """How much was written to the card since the Pi was switched on? A card endures a limited number of writes."""
    if profile.simulated:
        return
    with suppress(OSError, ValueError, IndexError):
        megabytes = _written_to_disk_of(folder, root) // MEGABYTE
        minutes = int(float((root / "proc/uptime").read_text().split()[0]) // 60)
        hours = f"{minutes // 60}:{minutes % 60:02}"
        if minutes > SETTLED and megabytes * 60 / minutes > MUCH:
            yield warn("wear", "wear-much", megabytes=megabytes, hours=hours)
        else:
            yield ok("wear", "wear-little", megabytes=megabytes, hours=hours)


def _written_to_disk_of(folder: Path, root: Path) -> int:
    """Return the bytes written to the disk of a folder since the system started, whoever wrote them."""
    device = next(place for place in (folder, *folder.absolute().parents) if place.exists()).stat().st_dev
    stat = root / "sys/dev/block" / f"{os.major(device)}:{os.minor(device)}" / "stat"
    return int(stat.read_text().split()[6]) * SECTOR
