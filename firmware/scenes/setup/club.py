"""Set-up of the club: where its broker is, and the password of this box there."""

from __future__ import annotations

import os
import string

from companion.refusal import Refusal
from firmware.club.address import keep_password
from firmware.scenes.home import Home
from firmware.scenes.home.naming import Editor
from firmware.scenes.menus import Item, Menu
from firmware.screens.lists import Row

INSTALLED_FOR = "BALLOTTINO_CLUB"
"""The environment variable with the address of the club that the box was installed for."""
CLUB = "club"
"""The preference with the address of the club's broker: empty for none, missing for the one it was installed for."""
IN_ADDRESSES = "abcdefghijklmnopqrstuvwxyz0123456789.-@:/"
IN_PASSWORDS = string.ascii_letters + string.digits + ".,-_+*=!?#%&@:/"
LONGEST = 60


class ClubSetup(Menu):
    """The menu Club: where its broker is, our password there, and how we stand with it."""

    def __init__(self, box: Home) -> None:
        self.box = box
        super().__init__(box, box.words("setup.club"), self._lines)

    def _lines(self) -> list[Item]:
        box, words = self.box, self.box.words
        lines = [
            Item(Row(words("setup.club-address"), "▸"), self._write_address, note=self._where()),
            Item(Row(words("setup.club-password"), "▸"), self._write_password),
        ]
        if address_of(box):
            lines.append(Item(Row(words("setup.club-leave")), lambda: self._join("")))
        return lines

    def _where(self) -> str:
        kept = address_of(self.box)
        return f"{kept} {self.box.club_state()}" if kept else self.box.words("setup.club-none")

    def _write_address(self) -> None:
        title, kept = self.box.words("setup.club-address"), address_of(self.box).removeprefix("mqtt://")
        self.box.push(Editor(self.box, title, IN_ADDRESSES, LONGEST, self._written, kept))

    def _written(self, text: str) -> None:
        self.box.back()
        self._join(text)

    def _join(self, address: str) -> None:
        """Join a club, or none, and keep it for the next evening; one that can't be is refused, and nothing kept."""
        try:
            self.box.join_club(address)
        except Refusal as refusal:
            self.box.refuse(self.box.words.refusal(refusal))
            return
        self.box.preferences[CLUB] = address
        self.entered()

    def _write_password(self) -> None:
        def written(text: str) -> None:
            self.box.back()
            keep_password(self.box.ledger.folder, text)
            self._join(address_of(self.box))

        self.box.push(Editor(self.box, self.box.words("setup.club-password"), IN_PASSWORDS, LONGEST, written))


def address_of(box: Home) -> str:
    """Return the address of the club that is set up; nothing if there is none."""
    kept = box.preferences[CLUB]
    return kept if isinstance(kept, str) else os.environ.get(INSTALLED_FOR, "")
