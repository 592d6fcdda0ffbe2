"""Bringing the program up to date with a release: checked, unpacked, and installed by its own installer."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.refusal import Forbidden, Refusal, reason_of
from companion.vocabulary import named
from firmware.care.errands import RELEASE
from firmware.install.machine import DoctorRefused, Machine, NotUp
from firmware.install.service import UNIT_IN_VERSION
from firmware.install.system import HOME
from firmware.install.versions import CURRENT
from firmware.release.archive import (
    MEGABYTE,
    SOURCE,
    WHEELS,
    Release,
    number_of,
    open_release,
    read_list,
    refuse_older,
    unpack,
)
from firmware.release.fetching import fetch, require_address
from firmware.release.signature import known_keys

INCOMING = f"{HOME}/incoming"
"""The folder in which a release is checked and unpacked; only root may look."""
ROOM = 400
"""Megabytes that a version with its libraries takes while it is built, and some to spare."""
named("refuse", "update-failed", "update-not-up", "update-unhealthy")
REFUSALS = {DoctorRefused.status: "update-unhealthy", NotUp.status: "update-not-up"}


@contextmanager
def incoming(machine: Machine) -> Iterator[str]:
    """Make an empty folder for a release, which is gone afterwards; what a power cut has left is removed first."""
    machine.remove(INCOMING)
    machine.path(INCOMING).mkdir(mode=0o700, parents=True)
    try:
        yield INCOMING
    finally:
        machine.remove(INCOMING)


def update_from(machine: Machine, file: Path) -> str:
    """Switch to the release in a file of anybody's, for somebody at the keyboard; return its version."""
    if os.geteuid():
        raise Forbidden("update-needs-root", value=str(file))
    current_profile(machine)
    with incoming(machine) as place:
        release = f"{place}/{RELEASE}"
        try:
            shutil.copyfile(file, machine.path(release))
        except OSError as error:
            raise Refusal("cannot-use", value=file.name, why=reason_of(error)) from error
        return update(machine, release)


def update_from_address(machine: Machine) -> str:
    """Switch to the latest release at the owner's address, for somebody at the keyboard; return its version."""
    require_address(machine.root)
    if os.geteuid():
        raise Forbidden("update-needs-root", value="")
    current_profile(machine)
    with incoming(machine) as place:
        return update_to_latest(machine, place)


def update_to_latest(machine: Machine, place: str) -> str:
    """Fetch the latest release into a folder of root's, and switch to it if it is newer; return its version."""
    release = f"{place}/{RELEASE}"
    fetch(require_address(machine.root), machine.path(release))
    return update(machine, release, only_newer=True)


def update(machine: Machine, place: str, *, only_newer: bool = False) -> str:
    """Switch to the release in a file of root's; return its version.

    The installer that comes with it does the rest: builds it beside the others, has its doctor look at a copy of the
    games, switches to it, and back if it does not come up.
    """
    profile = current_profile(machine)
    release = _unpack(machine, place, only_newer=only_newer)
    wheels = f"{INCOMING}/{WHEELS}"
    options = ["--wheels", wheels] if machine.is_there(wheels) else []
    command = ("/usr/bin/python3", "-B", "-m", "firmware.install", "install", "--profile", profile, *options)
    status = machine.status("env", f"--chdir={INCOMING}/{SOURCE}", *command)
    if status:
        raise Refusal(REFUSALS.get(status, "update-failed"), value=release.version)
    return release.version


def _unpack(machine: Machine, place: str, *, only_newer: bool) -> Release:
    """Unpack a release once everything about it is right, and it is not older than what runs."""
    with open_release(machine.path(place)) as file:
        release = read_list(file, known_keys(machine.root))
        current = current_version(machine)
        refuse_older(release, current)
        if only_newer and number_of(release.version) == number_of(current):
            raise Refusal("update-up-to-date", value=release.version)
        free = shutil.disk_usage(machine.path(HOME)).free // MEGABYTE
        if free < ROOM:
            raise Refusal("update-no-room", free=free, wanted=ROOM)
        unpack(file, release, machine.path(INCOMING))
    return release


def current_version(machine: Machine) -> str:
    """Return the version that is installed; nothing if it can't be told."""
    return (machine.target(CURRENT) or "").removeprefix("versions/").partition("-")[0]


def current_profile(machine: Machine) -> str:
    """Return the profile that the box was installed with, as its unit says."""
    unit = (machine.read(UNIT_IN_VERSION) or b"").decode("utf-8", "replace")
    found = re.search(r"^ExecStart=.* --profile (\S+)", unit, re.MULTILINE)
    if found is None:
        raise Refusal("errand-not-here")
    return found[1]
