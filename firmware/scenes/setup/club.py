"""Set-up of the club: where its broker is, and the password of this box there."""

from __future__ import annotations

import string

from companion.refusal import Refusal
from firmware.club.address import CLUB, keep_password, kept_address
from firmware.scenes.home import HomeStage
from firmware.scenes.menus import Item, Menu
from firmware.scenes.writing import TextEditor
from firmware.screens.lists import Row

IN_ADDRESSES = "abcdefghijklmnopqrstuvwxyz0123456789.-@:/"
IN_PASSWORDS = string.ascii_letters + string.digits + ".,-_+*=!?#%&@:/"
LONGEST = 60


class ClubSetup(Menu):
    """The menu Club: where its broker is, our password there, and how we stand with it."""

    def __init__(self, box: HomeStage) -> None:
        self.box = box
        super().__init__(box, box.words("setup.club"), self._lines)

    def _lines(self) -> list[Item]:
        box, words = self.box, self.box.words
        lines = [
            Item(Row(words("setup.club-address"), "▸"), self._write_address, note=self._where()),
            Item(Row(words("setup.club-password"), "▸"), self._write_password),
        ]
        if kept_address(box.preferences):
            lines.append(Item(Row(words("setup.club-leave")), lambda: self._join("")))
        return lines

    def _where(self) -> str:
        kept = kept_address(self.box.preferences)
        return f"{kept} {self.box.club.state()}" if kept else self.box.words("setup.club-none")

    def _write_address(self) -> None:
        title, kept = self.box.words("setup.club-address"), kept_address(self.box.preferences).removeprefix("mqtt://")
        self.box.push(TextEditor(self.box, title, IN_ADDRESSES, most=LONGEST, done=self._written, text=kept))

    def _written(self, text: str) -> None:
        self.box.back()
        self._join(text)

    def _join(self, address: str) -> None:
        """Join a club, or none, and keep it for the next evening; one that can't be is refused, and nothing kept."""
        try:
            self.box.club.join(address)
        except Refusal as refusal:
            self.box.refuse(self.box.words.refusal(refusal))
            return
        self.box.preferences[CLUB] = address
        self.entered()

    def _write_password(self) -> None:
        def written(text: str) -> None:
            self.box.back()
            keep_password(self.box.ledger.folder, text)
            self._join(kept_address(self.box.preferences))

        self.box.push(
            TextEditor(self.box, self.box.words("setup.club-password"), IN_PASSWORDS, most=LONGEST, done=written)
        )
