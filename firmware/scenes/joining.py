"""Letting phones in: the QR code and the short code, as they are now; the box's own Wi-Fi, and the big screen."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, auto
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


class JoiningPage(Enum):
    """A way for phones to the pages of the box."""

    WIFI = auto()
    """The box's own Wi-Fi, where it has one."""
    SEAT = auto()
    BIG_SCREEN = auto()


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
        self.ways = [JoiningPage.SEAT, JoiningPage.BIG_SCREEN]
        if self.wifi is not None:
            self.ways.insert(0, JoiningPage.WIFI)
        self.page = len(self.ways) - 1 if big_screen else 0

    @property
    def shown(self) -> JoiningPage:
        return self.ways[self.page]

    def picture(self) -> Image.Image:
        words, pages = self.stage.words, self.pages
        if self.shown is JoiningPage.WIFI and self.wifi is not None:
            return wifi_code(words, self.wifi)
        if self.shown is JoiningPage.BIG_SCREEN:  # with the code, that screen will show it too
            return page_code(pages.address, f"/tv/{pages.code}", words("box.big-screen"), "TV")
        code = pages.code if self.has_game else ""
        return page_code(pages.address, f"/j/{code}" if code else "", words("box.scan"), code, is_typed=False)

    def tick(self, now: float) -> None:
        self.wake = now + 1

    def key(self, key: Key) -> None:
        if key in (Key.LEFT, Key.RIGHT):
            self.page = (self.page + STEP[key]) % len(self.ways)
        else:
            self.stage.back()


def wifi_code(words: Words, wifi: hotspot.Hotspot) -> Image.Image:
    """Draw the code by which a phone joins the box's own Wi-Fi; a page of the box comes next."""
    return setting_up.qr_code(wifi.code(), words("box.wifi"), "1/2", wifi.ssid, wifi.password)


def page_code(address: str, path: str, how: str, large: str, *, is_typed: bool = True) -> Image.Image:
    """Draw the code of a page of the box; beside it the address, with the path if it is to be typed, too."""
    host, colon, port = address.partition(":")
    url = f"HTTP://{address}{path.upper()}"  # in capitals the code is smaller
    return setting_up.qr_code(url, how, large, host, f"{colon}{port}{path if is_typed else ''}")


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
