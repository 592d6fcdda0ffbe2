"""Phones join: the QR code and the short code, as they are now; and the box's own Wi-Fi, where it has one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PIL import Image

from companion.words import Words
from firmware.box import hotspot
from firmware.scenes import Scene
from firmware.scenes.menus import Item, Menu
from firmware.screens import qr
from firmware.screens.lists import Row
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box.box import Box


class Joining(Scene):
    """Shown while the phones come in; the code changes after each. LEFT and RIGHT show the Wi-Fi first."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.wake = box.clock() + 1
        known = hotspot.known()
        self.wifi = known if known is not None and known.is_on() else None
        self.shows_wifi = self.wifi is not None

    def picture(self) -> Image.Image:
        words, phones = self.box.words, self.box.phones
        assert phones is not None
        if self.wifi is not None and self.shows_wifi:
            return qr.code(self.wifi.code(), words("box.wifi"), "1/2", self.wifi.ssid, self.wifi.password)
        host, colon, port = phones.address.partition(":")
        if self.box.match is None:  # nothing to join yet: the mirror waits for the game
            return qr.code(f"HTTP://{phones.address}", words("box.scan"), "", host, colon + port)
        code = phones.codes.code
        return qr.code(f"HTTP://{phones.address}/J/{code}", words("box.scan"), code, host, colon + port)

    def tick(self, now: float) -> None:
        self.wake = now + 1

    def key(self, key: Key) -> None:
        if self.wifi is not None and key in (Key.LEFT, Key.RIGHT):
            self.shows_wifi = not self.shows_wifi
        else:
            self.box.back()


def phones_menu(box: Box, words: Words) -> None:
    """Let phones in, and free the seat of one that went away."""
    phones = box.phones
    assert phones is not None

    def free(seat: int) -> None:
        phones.site.seats.free(phones.game_id(), seat)
        box.changed()  # a phone that was lost, or passed on, shows its hand no longer
        box.scene.entered()

    def items() -> list[Item]:
        taken = sorted(phones.site.seats.taken(phones.game_id()))
        join = Item(Row(words("box.join"), phones.codes.code), lambda: box.push(Joining(box)))
        return [join, *(Item(Row(words("box.free", seat=seat)), partial(free, seat)) for seat in taken)]

    box.push(Menu(box, words("box.phones"), items))
