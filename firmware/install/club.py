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


def checked(address: str) -> str:
    """Return an address; refuse one that can't be a broker's, or has a password in it.

    >>> checked("mqtt://table-1@club.local")
    'mqtt://table-1@club.local'
    """
    try:
        parts = urlsplit(address)
        is_sound = parts.scheme in ("mqtt", "mqtts") and parts.hostname and (parts.port or 1) and not parts.password
    except ValueError:
        is_sound = False
    if not is_sound or any(letter.isspace() or letter in "\"'\\" for letter in address):
        raise Failed(f"CLUB={address} is no broker: CLUB=mqtt://table-1@club.local, its password in {PASSWORD}")
    return address


class Club(Step):
    """Writes down the club's address and password. Without a word about a club it stays as it is; `off` leaves it.

    >>> Club(machine, "mqtt://table-1@club.local").do()      # doctest: +SKIP
    """

    says = "the club that the box belongs to"
    is_setting = True

    def __init__(self, machine: Machine, address: str) -> None:
        super().__init__(machine)
        self.address = address if address in ("", OFF) else checked(address)

    @property
    def _wanted(self) -> bytes | None:
        """Return what the file should hold; a password that is not given again is kept."""
        kept = self.machine.read(SETTINGS)
        if self.address == OFF:
            return None
        if not self.address:
            return kept
        password = os.environ.get(PASSWORD, "")
        if "\n" in password or "'" in password:
            raise Failed("the club's password can't have an apostrophe or a line break")
        lines = [line for line in (kept or b"").decode().splitlines() if line.startswith(f"{PASSWORD}=")]
        if password:
            lines = [f"{PASSWORD}='{password}'"]
        return "".join(f"{line}\n" for line in [f"{ADDRESS}='{self.address}'", *lines]).encode()

    def done(self) -> bool:
        there = self.machine.is_there(SETTINGS)
        return self.machine.read(SETTINGS) == self._wanted and (not there or self.machine.mode(SETTINGS) == 0o600)

    def do(self) -> None:
        wanted = self._wanted
        if wanted is None:
            self.undo()
        else:
            self.machine.write(SETTINGS, wanted, 0o600)

    def left(self) -> bool:
        return self.machine.is_there(SETTINGS)

    def undo(self) -> None:
        self.machine.remove(SETTINGS)
        self.machine.remove_if_empty(FOLDER)
