"""Letting phones in: the QR code and the short code, as they are now; the box's own Wi-Fi, and the big screen."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Protocol

from PIL import Image

from companion.words import Words
from firmware.machine import hotspot
from firmware.scenes import STEP, Scene, Stage
from firmware.scenes.menus import Item, Menu
from firmware.screens import setting_up
from firmware.screens.lists import Row
from hardware.keys import Key


class PhonePages(Protocol):
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
    """Shown while phones join; one code serves them all. LEFT and RIGHT turn to the Wi-Fi and to the big screen.

    Where the box has a Wi-Fi of its own, that comes first. Without a game there is no seat to take, so the QR code
    leads to the page that waits for one.
    """

    def __init__(self, stage: Stage, pages: PhonePages, *, has_game: bool, big_screen: bool = False) -> None:
        super().__init__(stage)
        self.pages = pages
        self.has_game = has_game
        self.wake = stage.clock() + 1
        known = hotspot.known()
        self.wifi = known if known is not None and known.is_on() else None
        self.shown = [*([self._wifi] if self.wifi is not None else []), self._join, self._big_screen]
        self.page = len(self.shown) - 1 if big_screen else 0

    def picture(self) -> Image.Image:
        return self.shown[self.page]()

    def _wifi(self) -> Image.Image:
        words, wifi = self.stage.words, self.wifi
        assert wifi is not None, "else this is not shown"
        return setting_up.qr_code(wifi.code(), words("box.wifi"), "1/2", wifi.ssid, wifi.password)

    def _join(self) -> Image.Image:
        words, pages = self.stage.words, self.pages
        host, colon, port = pages.address.partition(":")
        code = pages.code if self.has_game else ""
        url = f"HTTP://{pages.address}/J/{code}" if code else f"HTTP://{pages.address}"
        return setting_up.qr_code(url, words("box.scan"), code, host, colon + port)

    def _big_screen(self) -> Image.Image:
        """Show the way to the page for a television; with the code, that screen will show it too."""
        words, pages = self.stage.words, self.pages
        host, colon, port = pages.address.partition(":")
        url = f"HTTP://{pages.address}/TV/{pages.code}"
        return setting_up.qr_code(url, words("box.big-screen"), "TV", host, f"{colon}{port}/tv/{pages.code}")

    def tick(self, now: float) -> None:
        self.wake = now + 1

    def key(self, key: Key) -> None:
        if key in (Key.LEFT, Key.RIGHT):
            self.page = (self.page + STEP[key]) % len(self.shown)
        else:
            self.stage.back()


def phones_menu(stage: Stage, pages: PhonePages, words: Words) -> Menu:
    """Return the menu that lets phones in and frees the seat of one that has left."""

    def join() -> None:
        stage.push(Joining(stage, pages, has_game=True))

    def show_big_screen() -> None:
        stage.push(Joining(stage, pages, has_game=True, big_screen=True))

    def free(seat: int) -> None:
        pages.free_seat(seat)
        menu.entered()

    def items() -> list[Item]:
        taken = sorted(pages.taken_seats())
        return [
            Item(Row(words("box.join"), pages.code), join),
            Item(Row(words("box.big-screen"), "TV"), show_big_screen),
            *(Item(Row(words("box.free", seat=seat)), partial(free, seat)) for seat in taken),
        ]

    menu = Menu(stage, words("box.phones"), items)
    return menu
