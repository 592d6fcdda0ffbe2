"""Wi-Fis that were found around the box, as root has noted them: their names are strangers' texts, nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from firmware.care.errands import LONGEST_NAME
from firmware.machine import pi

FOUND = "/opt/ballottino/networks"
"""The list that root's NetworkManager made: a line each with strength and name, colons and backslashes escaped."""
LARGEST = 16 * 1024
MOST = 20
REGION = "/sys/module/cfg80211/parameters/ieee80211_regdom"
"""The country whose channels the kernel uses, `00` for none in particular."""


def found_names(root: Path = pi.ROOT) -> list[str]:
    """Return the names of the Wi-Fis that were found last, the strongest first; nothing if nobody has looked."""
    try:
        with (root / FOUND.lstrip("/")).open("rb") as file:
            lines = file.read(LARGEST).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    strengths: dict[str, int] = {}
    for line in lines:
        strength, _, escaped = line.partition(":")
        name = re.sub(r"\\(.)", r"\1", escaped)
        if strength.isascii() and strength.isdecimal() and is_name(name):
            strengths[name] = max(int(strength[:3]), strengths.get(name, 0))
    return sorted(strengths, key=lambda name: (-strengths[name], name))[:MOST]


def is_name(name: str) -> bool:
    """Return whether a Wi-Fi can have this name and a page can show it.

    >>> is_name("Casa di Anna"), is_name(""), is_name("a\\u202eb"), is_name("?\\ufffd")
    (True, False, False, False)
    """
    return 1 <= len(name.encode()) <= LONGEST_NAME and name.isprintable() and "\ufffd" not in name


def region(root: Path = pi.ROOT) -> str:
    """Return the country that Wi-Fi was set to, as two letters; nothing if it was not."""
    try:
        said = (root / REGION.lstrip("/")).read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return said if re.fullmatch("[A-Z]{2}", said) else ""
