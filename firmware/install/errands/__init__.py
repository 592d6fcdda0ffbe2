"""Errands of the box, run as root: an update, another Wi-Fi. What the box has written is taken for a stranger's.

A file is opened without following links, from its folder on; what is read from it is limited; and a release is copied
to where only root can write before its signature is looked at, so that it can't be exchanged afterwards.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from companion.refusal import Refusal
from firmware.care.errands import (
    DONE,
    FOLDER,
    HOTSPOT,
    OUTCOME,
    REFUSED,
    RELEASE,
    UPDATE,
    WANTED,
    WIFI,
    WORKING,
    ErrandOutcome,
    outcome,
    written_down,
)
from firmware.install import hotspot
from firmware.install.errands import updating, wifi
from firmware.install.machine import Failed, Machine
from firmware.install.system import DATA
from firmware.release.archive import LARGEST

LONGEST = 4096
"""Bytes of an errand."""
BLOCK = 1024 * 1024


class Spool:
    """The folder in which the box lays its errands. It may hold anything, and change at any moment."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def read(self, name: str) -> Mapping[str, Any]:
        """Return the errand in a file."""
        with self.open(name) as file:
            said = json.loads(os.read(file, LONGEST))
        if not isinstance(said, dict):
            raise ValueError("no errand")
        return said

    @contextmanager
    def open(self, name: str) -> Iterator[int]:
        """Open a file of this folder itself: no link to another, no pipe, no device."""
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._handle)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise ValueError("not a file")
            yield file
        finally:
            os.close(file)

    def copy(self, name: str, machine: Machine, place: str) -> None:
        """Copy a file to where only root can write; one that is larger than any release is not copied whole."""
        with self.open(name) as file, machine.path(place).open("xb") as target:
            left = LARGEST + 1  # one byte too many is noticed by whoever reads it
            while left and (block := os.read(file, min(left, BLOCK))):
                target.write(block)
                left -= len(block)

    def remove(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(name, dir_fd=self._handle)


@contextmanager
def spool(machine: Machine) -> Iterator[Spool]:
    """Open the folder of errands, which must not be a link."""
    data = os.open(machine.path(DATA), os.O_RDONLY | os.O_DIRECTORY)
    try:
        handle = os.open(FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=data)
    finally:
        os.close(data)
    try:
        yield Spool(handle)
    finally:
        os.close(handle)


def run(machine: Machine) -> None:
    """Run the errand that is wanted, and write down what has become of it; one that can't be read is dropped."""
    try:
        with spool(machine) as folder:
            errand, said = _take(machine, folder)
            _run(machine, errand, lambda: ERRANDS[errand](machine, folder, said))
    except (OSError, ValueError, RecursionError) as fault:
        raise Failed(f"the errand could not be read: {type(fault).__name__}") from fault


def _take(machine: Machine, folder: Spool) -> tuple[str, Mapping[str, Any]]:
    """Return the errand that is wanted, noted as being run; its file is gone, so that it is not run twice.

    It goes last: whoever looks sees that an errand waits or that it is run, never the outcome of the one before.
    """
    try:
        said = folder.read(WANTED)
        errand = said.get("errand")
        if not isinstance(errand, str) or errand not in ERRANDS:
            raise ValueError("no such errand")
        _note(machine, errand, WORKING)
    finally:
        folder.remove(WANTED)
    return errand, said


def _run(machine: Machine, errand: str, work: Callable[[], str]) -> None:
    try:
        about = work()
    except Refusal as refusal:
        _note(machine, errand, REFUSED, refusal=refusal)
        raise Failed(str(refusal)) from refusal
    except Exception as fault:
        _note(machine, errand, REFUSED, refusal=Refusal("errand-failed", why=type(fault).__name__))
        raise
    _note(machine, errand, DONE, about)


def end(machine: Machine) -> None:
    """Note that an errand which still counts as being run has ended: whatever ran it was killed."""
    said = outcome(machine.root)
    if said is not None and said.state == WORKING:
        _note(machine, said.errand, REFUSED, refusal=Refusal("errand-killed"))


def _note(machine: Machine, errand: str, state: str, about: str = "", refusal: Refusal | None = None) -> None:
    before = outcome(machine.root)
    number = 0 if before is None else before.number
    now = ErrandOutcome(errand, state, about, refusal, number + (state == WORKING))
    machine.write(OUTCOME, json.dumps(written_down(now, machine.root)).encode())


def update(machine: Machine, folder: Spool, said: Mapping[str, Any]) -> str:
    """Bring the program up to date with the release that the box has laid beside the errand, or with the latest.

    Where the latest is, root looks up itself: the box can't say.
    """
    with updating.incoming(machine) as place:
        if said.get("latest") is True:
            return updating.update_to_latest(machine, place)
        release = f"{place}/{RELEASE}"
        try:
            folder.copy(RELEASE, machine, release)
        except OSError as fault:
            raise Refusal("update-torn") from fault
        finally:
            folder.remove(RELEASE)
        return updating.update(machine, release)


def join_wifi(machine: Machine, folder: Spool, said: Mapping[str, Any]) -> str:
    """Join a Wi-Fi, or stay with what there is if it can't be joined."""
    name, password, country = said.get("name"), said.get("password"), said.get("country", "")
    if not (isinstance(name, str) and isinstance(password, str)):
        raise Refusal("wifi-name")
    if not isinstance(country, str):
        raise Refusal("wifi-country")
    wifi.join(machine, name, password, country)
    return name


def switch_hotspot(machine: Machine, folder: Spool, said: Mapping[str, Any]) -> str:
    """Switch the box's own Wi-Fi on or off; before, look which others there are, as its page will ask for one."""
    if said.get("on") is True:
        machine.run("nmcli", "radio", "wifi", "on")
        wifi.scan(machine)
        hotspot.switch_on(machine)
    else:
        hotspot.switch_off(machine)
    return ""


ERRANDS: Mapping[str, Callable[[Machine, Spool, Mapping[str, Any]], str]] = {
    UPDATE: update,
    WIFI: join_wifi,
    HOTSPOT: switch_hotspot,
}
"""The errands that the box may have root run, and no others."""
