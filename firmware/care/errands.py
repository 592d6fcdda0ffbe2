"""Errands that root runs for the box, which may do so little itself: asked for by a file, answered by another.

The box lays a file into its own data folder; systemd sees it and starts the installer (`firmware.install.errands`),
which trusts nothing in it. What has become of it is written where only root can write, and everyone can read.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.durable import make_folder, write_whole
from companion.refusal import Busy, NotSaved, Refusal
from firmware.machine import pi

FOLDER, WANTED, RELEASE = "errands", "wanted", "release.update"
"""In the data folder: the errand that is wanted, and the release that it is about."""
OUTCOME = "/opt/ballottino/errand.json"
PATH_UNIT = "/etc/systemd/system/ballottino-errand.path"
BOOT = "/proc/sys/kernel/random/boot_id"
"""The id of this start of the machine: an errand of an earlier one has been cut short."""
UNTAKEN = 60.0
"""Seconds after which an errand will not be taken any more."""
COUNTRIES = "/usr/share/zoneinfo/iso3166.tab"
LONGEST_NAME = 32
"""Bytes of a Wi-Fi's name, by the standard."""
PASSWORDS = range(8, 64)
"""Letters of a password, by the standard; none for a Wi-Fi that is open."""
UPDATE, WIFI, HOTSPOT = "update", "wifi", "hotspot"
WORKING, DONE, REFUSED = "working", "done", "refused"


class ErrandOutcome(NamedTuple):
    """The outcome of the last errand, or how far it is."""

    errand: str
    state: str
    about: str = ""
    """The version of a release, the name of a Wi-Fi."""
    refusal: Refusal | None = None
    number: int = 0
    """Counts errands, so that the same outcome is not told twice."""


def check_wifi(name: str, password: str, country: str = "", root: Path = pi.ROOT) -> None:
    """Refuse a name or a password that no Wi-Fi can have, and a country that there is not; none is as it was.

    >>> check_wifi("Casa di Anna", "acqua alta", "IT")
    """
    if not 1 <= len(name.encode("utf-8", "surrogatepass")) <= LONGEST_NAME or not name.isprintable():
        raise Refusal("wifi-name")
    is_plain = password.isascii() and password.isprintable()
    if password and not (is_plain and len(password) in PASSWORDS):
        raise Refusal("wifi-password")
    if country and not _is_country(country, root):
        raise Refusal("wifi-country")


def _is_country(country: str, root: Path) -> bool:
    """Return whether two letters stand for a country, by the list that comes with the system's time zones."""
    if re.fullmatch("[A-Z]{2}", country) is None:
        return False
    try:
        return f"\n{country}\t" in (root / COUNTRIES.lstrip("/")).read_text("utf-8")
    except OSError:
        return True


def require_root(root: Path = pi.ROOT) -> None:
    """Refuse where nobody runs errands: the box was not installed, or by an older installer."""
    if not os.path.lexists(root / PATH_UNIT.lstrip("/")):
        raise Refusal("errand-not-here")


def ask(data: Path, errand: str, root: Path = pi.ROOT, **facts: Any) -> None:
    """Have an errand run, unless one is waiting or being run already. One that nobody has taken gives way."""
    require_root(root)
    require_idle(data, root)
    wanted = data / FOLDER / WANTED
    try:
        make_folder(wanted.parent, 0o700)
        write_whole(wanted, json.dumps({"errand": errand, **facts}))
    except OSError as error:
        raise NotSaved.because(error) from error


def require_idle(data: Path, root: Path = pi.ROOT) -> None:
    """Refuse while an errand waits or is run, looked at in this order: root notes it before its file is gone."""
    if _is_fresh(data / FOLDER / WANTED) or ((said := outcome(root)) is not None and said.state == WORKING):
        raise Busy("errand-busy")


def standing(data: Path, errand: str, root: Path = pi.ROOT) -> ErrandOutcome | None:
    """Return how the last errand of a kind stands, one that waits to be run as well; `None` if another was last."""
    wanted = data / FOLDER / WANTED
    with suppress(OSError, ValueError, KeyError, TypeError):
        if json.loads(wanted.read_text("utf-8"))["errand"] == errand:
            untaken = ErrandOutcome(errand, REFUSED, refusal=Refusal("errand-not-here"))
            return ErrandOutcome(errand, WORKING) if _is_fresh(wanted) else untaken
    said = outcome(root)
    return said if said is not None and said.errand == errand else None


def _is_fresh(wanted: Path) -> bool:
    """Return whether an errand was laid there a moment ago; by a clock that may have jumped since."""
    try:
        return abs(time.time() - wanted.stat().st_mtime) < UNTAKEN
    except OSError:
        return False


def outcome(root: Path = pi.ROOT) -> ErrandOutcome | None:
    """Return what has become of the last errand; `None` if there was none."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        said = json.loads((root / OUTCOME.lstrip("/")).read_text("utf-8"))
        refusal = Refusal.from_json(said["refusal"]) if said["refusal"] else None
        state = said["state"]
        if state == WORKING and said["boot"] != boot_id(root):
            state, refusal = REFUSED, Refusal("errand-cut-short")
        return ErrandOutcome(said["errand"], state, said["about"], refusal, said["number"])
    return None


def written_down(outcome: ErrandOutcome, root: Path) -> Mapping[str, Any]:
    """Return an outcome as it is kept."""
    refusal = outcome.refusal.to_json() if outcome.refusal is not None else None
    return {**outcome._asdict(), "refusal": refusal, "boot": boot_id(root)}


def boot_id(root: Path) -> str:
    """Return which start of the machine this is; nothing where the kernel does not say."""
    try:
        return (root / BOOT.lstrip("/")).read_text().strip()
    except OSError:
        return ""
