"""The checks of what runs the box: its service, its permission to switch the Pi off, the power supply."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from companion.vocabulary import named
from firmware.doctor.finding import Findings, bad, note, ok, warn
from firmware.install import service as install
from firmware.install.versions import UNIT as UNIT_FILE
from firmware.install.versions import UNIT_NAME
from hardware.profile import Profile

named("doctor", "service-runs", "service-stopped", "service-missing", "service-falling", "service-asleep")
named("doctor", "poweroff-forbidden", "power-low", "power-was-low", "power-enough")
named("advice", "service-stopped", "service-missing", "service-falling", "service-asleep")
named("advice", "poweroff-forbidden", "power-low", "power-was-low")

# Relative, to be joined to any root.
UNIT, WANTED, RULES = (place.lstrip("/") for place in (UNIT_FILE, install.WANTED, install.RULES))
ASK = ("systemctl", "show", "--property=ActiveState,SubState,NRestarts", UNIT_NAME)
OFTEN = 3  # restarts since the Pi was switched on

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
"""The place where a Raspberry Pi's own kernel says what its firmware noticed, as bits of a hexadecimal number."""
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def service(profile: Profile, root: Path, run: Run = subprocess.run) -> Findings:
    """Does the box start by itself, and stay up?"""
    if profile.simulated:
        return
    if not os.path.lexists(root / UNIT):
        yield note("service", "service-missing")
        return
    if not (root / WANTED).is_symlink():
        yield warn("service", "service-asleep")
    state = _state(run)
    starts = int(state.get("NRestarts") or 0)
    if starts >= OFTEN or state.get("SubState") == "auto-restart" or state.get("ActiveState") == "failed":
        yield bad("service", "service-falling", starts=starts)
    elif state.get("ActiveState") == "active":
        yield ok("service", "service-runs")
    else:
        yield note("service", "service-stopped")
    yield from _may_power_off(root)


def is_running(profile: Profile, root: Path, run: Run = subprocess.run) -> bool:
    """Return whether the service is using the box's wires."""
    installed = not profile.simulated and os.path.lexists(root / UNIT)
    return installed and _state(run).get("ActiveState") == "active"


def _state(run: Run) -> dict[str, str]:
    try:
        told = run(ASK, capture_output=True, text=True, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def _may_power_off(root: Path) -> Findings:
    """May the box switch the Pi off?

    Only root can read the folder of such rules; for others it stays unknown.
    """
    try:
        there = RULES.rpartition("/")[2] in {file.name for file in (root / RULES).parent.iterdir()}
    except PermissionError:
        return
    except OSError:
        there = False
    if not there:
        yield warn("service", "poweroff-forbidden")


def power(profile: Profile, root: Path) -> Findings:
    """Does the supply hold, and did it all evening? A weak one damages cards, and with them games."""
    if profile.simulated:
        return
    throttled = _throttled(root)
    if throttled is not None:
        if throttled & LOW_NOW:
            yield warn("power", "power-low")
        elif throttled & LOW_BEFORE:
            yield warn("power", "power-was-low")
        else:
            yield ok("power", "power-enough")
        return
    for name in (root / "sys/class/hwmon").glob("*/name"):
        try:
            if name.read_text().strip() == "rpi_volt":
                low = name.with_name("in0_lcrit_alarm").read_text().strip() != "0"
                yield warn("power", "power-low") if low else ok("power", "power-enough")
                return
        except OSError:
            continue


def _throttled(root: Path) -> int | None:
    try:
        return int((root / THROTTLED).read_text().strip(), 16)
    except (OSError, ValueError):
        return None
