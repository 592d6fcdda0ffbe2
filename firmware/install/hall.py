"""A box as the hall of its club: a service beside that of the box, with the libraries that only a hall needs."""

from __future__ import annotations

from firmware.install.club import OFF, Club
from firmware.install.machine import Machine
from firmware.install.service import FOLDER, HALL, RELOAD, UNITS, WANTS, Started
from firmware.install.step import Link, Step
from firmware.install.system import HOME
from firmware.install.versions import CURRENT, STAMP

UNIT_NAME = HALL
UNIT = f"{UNITS}/{UNIT_NAME}"
WANTED = f"{WANTS}/{UNIT_NAME}"
UNIT_IN_VERSION = f"{CURRENT}/{UNIT_NAME}"
SETTINGS = f"{FOLDER}/hall"
ON = "on"
HERE = "mqtt://hall@localhost"
"""The broker of a hall that is only switched on: on the same Pi."""


class Broker(Club):
    """Writes down the broker whose messages the hall shows, and the hall's password there.

    >>> Broker(machine, "mqtt://hall@club.local").do()       # doctest: +SKIP
    """

    says = "the club whose hall this is"
    place = SETTINGS
    word, variable, given = "HALL", "BALLOTTINO_HALL", "BALLOTTINO_HALL_PASSWORD"
    example = "on, or HALL=mqtt://hall@club.local"


class Open(Started):
    """Starts the hall.

    >>> Open(machine).undo()                                 # doctest: +SKIP
    """

    says = "the hall started"
    service = UNIT_NAME
    made_of = (f"{CURRENT}/{STAMP}", UNIT_IN_VERSION, SETTINGS)
    record = f"{HOME}/hall-started"

    def do(self) -> None:
        if self.machine.is_booted():
            self.machine.run(*RELOAD)
            self.machine.run("systemctl", "restart", UNIT_NAME)
            self.machine.say(f"      its pages are at port 8090, the organiser's in: journalctl --unit {UNIT_NAME}")
        self.machine.write(self.record, self._installed())

    def left(self) -> bool:
        return self.machine.is_there(UNIT)

    def undo(self) -> None:
        if self.machine.is_booted():
            self.machine.run("systemctl", "stop", UNIT_NAME)
        self.machine.remove(self.record)


def is_wanted(machine: Machine, order: str) -> bool:
    """Return whether the box should be a hall: by the order, or as it was if that says nothing."""
    return order != OFF if order else machine.is_there(SETTINGS)


def steps(machine: Machine, order: str) -> list[Step]:
    """Return the steps that make the box a hall too, with the version that is current."""
    then = [RELOAD] if machine.is_booted() else []
    return [
        Broker(machine, HERE if order == ON else order),
        Link(machine, f"the service {UNIT_NAME}", UNIT, UNIT_IN_VERSION, then=then),
        Link(machine, "the hall wanted at every boot", WANTED, UNIT),
        Open(machine),
    ]
