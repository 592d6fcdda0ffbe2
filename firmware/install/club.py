"""The club that a box belongs to, as its installer was told: an address, and a password that only root can read."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from firmware.install.machine import Failed, Machine
from firmware.install.service import FOLDER
from firmware.install.step import Step

SETTINGS = f"{FOLDER}/club"
"""Environment of the service, which systemd reads as root. What is chosen in Set-up on the box counts more."""
OFF = "off"
ADDRESS, PASSWORD = "BALLOTTINO_CLUB", "BALLOTTINO_CLUB_PASSWORD"


def is_brokers(address: str) -> bool:
    """Return whether an address can be a broker's; one with a password in it can't.

    >>> is_brokers("mqtt://table-1@club.local"), is_brokers("mqtt://table-1:gondola@club.local")
    (True, False)
    """
    try:
        parts = urlsplit(address)
        is_sound = parts.scheme in ("mqtt", "mqtts") and parts.hostname and (parts.port or 1) and not parts.password
    except ValueError:
        is_sound = False
    return bool(is_sound) and not any(letter.isspace() or letter in "\"'\\" for letter in address)


class Club(Step):
    """Writes down the club's address and password. Without a word about a club it stays as it is; `off` leaves it.

    >>> Club(machine, "mqtt://table-1@club.local").do()      # doctest: +SKIP
    """

    says = "the club that the box belongs to"
    is_setting = True
    place = SETTINGS
    word, variable, given = "CLUB", ADDRESS, PASSWORD
    """The option with the address, and the environment variables for the program and for the password."""
    example = "mqtt://table-1@club.local"

    def __init__(self, machine: Machine, address: str) -> None:
        super().__init__(machine)
        if address not in ("", OFF) and not is_brokers(address):
            raise Failed(
                f"{self.word}={address} is no broker: {self.word}={self.example}, its password in {self.given}"
            )
        self.address = address

    @property
    def _wanted(self) -> bytes | None:
        """Return what the file should hold; a password that is not given again is kept."""
        kept = self.machine.read(self.place)
        if self.address == OFF:
            return None
        if not self.address:
            return kept
        password = os.environ.get(self.given, "")
        if "\n" in password or "'" in password:
            raise Failed("the club's password can't have an apostrophe or a line break")
        lines = [line for line in (kept or b"").decode().splitlines() if line.startswith(f"{PASSWORD}=")]
        if password:
            lines = [f"{PASSWORD}='{password}'"]
        return "".join(f"{line}\n" for line in [f"{self.variable}='{self.address}'", *lines]).encode()

    def done(self) -> bool:
        there = self.machine.is_there(self.place)
        return self.machine.read(self.place) == self._wanted and (not there or self.machine.mode(self.place) == 0o600)

    def do(self) -> None:
        wanted = self._wanted
        if wanted is None:
            self.undo()
        else:
            self.machine.write(self.place, wanted, 0o600)

    def left(self) -> bool:
        return self.machine.is_there(self.place)

    def undo(self) -> None:
        self.machine.remove(self.place)
        self.machine.remove_if_empty(FOLDER)
