"""The address of the club's broker, and our name there."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.club.messages import NAME, box_name
from companion.refusal import Malformed, quoted

if TYPE_CHECKING:
    from firmware.box.preferences import Preferences

CLUB = "club"
"""The preference with the address of the club's broker: empty for none, missing for the one it was installed for."""
INSTALLED_FOR = "BALLOTTINO_CLUB"
"""The environment variable with the address of the club that the box was installed for."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
PASSWORD = "BALLOTTINO_CLUB_PASSWORD"
"""The environment variable with the password, unless Set-up on the box has put one into a file of the data folder."""
PASSWORD_FILE = "club-password"
AUTHORITY = "club-ca.pem"
"""The file of the data folder with the certificate of the authority that has signed the broker's."""
KNOWN = "club-known.json"
"""The file of the data folder with every broker that knows this box, and the password there."""
OURS_ALONE = 0o600


@dataclass(frozen=True)
class Address:
    """A broker, and the name under which a box or a hall is known there."""

    host: str
    port: int
    tls: bool
    user: str
    """Empty where the broker lets everyone in."""

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as people write it; refuse one that can't be.

        >>> Address.parse("mqtt://table-7@club.local")
        Address(host='club.local', port=1883, tls=False, user='table-7')
        """
        try:
            parts = urlsplit(text if "//" in text else f"mqtt://{text}")
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        user = parts.username or ""
        if parts.scheme not in PORTS or not host or parts.password or (user and not NAME.fullmatch(user)):
            raise Malformed("bad-broker", value=quoted(text))
        return cls(host, port or PORTS[parts.scheme], parts.scheme == "mqtts", user)

    @property
    def name(self) -> str:
        """Return the name of this box in its topics: its user name at the broker, or its name on the network."""
        return self.user or box_name(socket.gethostname())

    def __str__(self) -> str:
        who = f"{self.user}@" if self.user else ""
        return f"{'mqtts' if self.tls else 'mqtt'}://{who}{self.host}:{self.port}"


def kept_address(preferences: Preferences) -> str:
    """Return the address of the club that is set up; nothing if there is none."""
    kept = preferences[CLUB]
    return kept if isinstance(kept, str) else os.environ.get(INSTALLED_FOR, "")


def password(folder: Path) -> str | None:
    """Return the password for the broker. It is never part of the address, which lists of processes show."""
    try:
        kept = (folder / PASSWORD_FILE).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    return kept or os.environ.get(PASSWORD) or None


def keep_password(folder: Path, text: str) -> None:
    """Keep a password where nobody but the box's own user can read it."""
    with open(os.open(folder / PASSWORD_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS_ALONE), "w") as file:
        os.fchmod(file.fileno(), OURS_ALONE)  # also if it was there before
        file.write(text)
