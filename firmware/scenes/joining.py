"""Letting phones in: the QR code and the short code, as they are now; and the box's own Wi-Fi, where it has one."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Protocol

from PIL import Image

from companion.words import Words
from firmware.box import hotspot
from firmware.scenes import Scene, Stage
from firmware.scenes.menus import Item, Menu
from firmware.screens import setting_up
from firmware.screens.lists import Row
from hardware.keys import Key


class Pages(Protocol):
    """The pages for phones, as the box's own scenes see them."""

    @property
    def address(self) -> str:
        """Return the address to type on a phone."""

    @property
    def code(self) -> str:
        """Return the code with which phones take a seat."""

    def taken_seats(self) -> Collection[int]:
        """Return the seats that a phone has taken in the game on the table."""

    def free_seat(self, seat: int) -> None:
        """Let another phone take this seat."""


class Joining(Scene):
    """Shown while phones join; one code serves them all. LEFT and RIGHT show the Wi-Fi first.

    Without a game there is no seat to take, so the QR code leads to the page that waits for one.
    """

    def __init__(self, stage: Stage, pages: Pages, *, has_game: bool) -> None:
        super().__init__(stage)
        self.pages = pages
        self.has_game = has_game
        self.wake = stage.clock() + 1
        known = hotspot.known()
        self.wifi = known if known is not None and known.is_on() else None
        self.shows_wifi = self.wifi is not None

    def picture(self) -> Image.Image:
        words, pages = self.stage.words, self.pages
        if self.wifi is not None and self.shows_wifi:
            return setting_up.qr_code(self.wifi.code(), words("box.wifi"), "1/2", self.wifi.ssid, self.wifi.password)
        host, colon, port = pages.address.partition(":")
        code = pages.code if self.has_game else ""
        url = f"HTTP://{pages.address}/J/{code}" if code else f"HTTP://{pages.address}"
        return setting_up.qr_code(url, words("box.scan"), code, host, colon + port)

    def tick(self, now: float) -> None:
        self.wake = now + 1

    def key(self, key: Key) -> None:
        if self.wifi is not None and key in (Key.LEFT, Key.RIGHT):
            self.shows_wifi = not self.shows_wifi
        else:
            self.stage.back()


def phones_menu(stage: Stage, pages: Pages, words: Words) -> Menu:
    """Return the menu that lets phones in and frees the seat of one that has left."""

    def join() -> None:
        stage.push(Joining(stage, pages, has_game=True))

    def free(seat: int) -> None:
        pages.free_seat(seat)
        menu.entered()

    def items() -> list[Item]:
        taken = sorted(pages.taken_seats())
        return [
            Item(Row(words("box.join"), pages.code), join),
            *(Item(Row(words("box.free", seat=seat)), partial(free, seat)) for seat in taken),
        ]

    menu = Menu(stage, words("box.phones"), items)
    return menu
