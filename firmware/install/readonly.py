"""A card that is only read, for boxes that are unplugged all the time: what the system writes stays in memory.

The games, the program and the box's Wi-Fi are on the card as ever, in folders that no layer covers, so an answer is
as durable as on any other box. The installer, and root's errands with it, work on the card itself (`on_the_card`).
"""

from __future__ import annotations

import os
import sys

from firmware.install.machine import Machine
from firmware.install.service import UNITS, template
from firmware.install.step import File, Link, Step
from firmware.install.system import DATA, HOME, USER

UNIT_NAME = "ballottino-readonly.service"
UNIT = f"{UNITS}/{UNIT_NAME}"
WANTED = f"{UNITS}/local-fs.target.wants/{UNIT_NAME}"
SCRIPT = "/usr/local/lib/ballottino/read-only"
WRITABLE = "/usr/local/sbin/ballottino-writable"
CONNECTIONS = "/etc/NetworkManager"
KEPT = (DATA, HOME, CONNECTIONS)
"""Folders that are written to the card all the same."""
ON, OFF = "on", "off"


class Folders(Step):
    """Makes the folders that stay on the card: what is not there at the start can't be kept.

    >>> Folders(machine).done()                              # doctest: +SKIP
    """

    says = "folders that are written to the card"

    def done(self) -> bool:
        return all(map(self.machine.is_there, KEPT))

    def do(self) -> None:
        self.machine.run("install", "--directory", "--owner", USER, "--group", USER, "--mode", "0700", DATA)
        self.machine.run("install", "--directory", HOME, CONNECTIONS)

    def left(self) -> bool:
        return False


class Protection(Link):
    """Has systemd protect the card at every start, from the next one on."""

    def do(self) -> None:
        super().do()
        self.machine.reboot = True

    def undo(self) -> None:
        super().undo()
        self.machine.reboot = True


def steps(machine: Machine) -> list[Step]:
    """Return the steps after which the card is only read; taken back, it is written again after a reboot."""
    script = template("read-only.sh").replace("@KEPT@", " ".join(KEPT))
    return [
        Folders(machine),
        File(machine, "what makes the card writable for one command", WRITABLE, template("writable.sh"), 0o755),
        File(machine, "what protects the card", SCRIPT, script, 0o755),
        File(machine, f"the unit {UNIT_NAME}", UNIT, template(UNIT_NAME)),
        Protection(machine, "the card protected at every start", WANTED, UNIT),
    ]


def is_wanted(machine: Machine) -> bool:
    """Return whether the card is protected, or will be from the next start on."""
    return machine.is_there(WANTED)


def on_the_card() -> None:
    """Start this very command again where the card can be written, if it is protected now."""
    if os.statvfs("/").f_flag & os.ST_RDONLY and os.access(WRITABLE, os.X_OK):
        os.execv(WRITABLE, [WRITABLE, sys.executable, *sys.orig_argv[1:]])
