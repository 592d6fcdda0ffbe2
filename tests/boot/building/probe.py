"""Tells the test each picture that the box draws, before any driver has touched it. Only the card of a test has this.

It is imported when Python starts there, and sends the 1024 bytes of each picture, with a number, to the machine that
runs QEMU. What goes by while there is no network yet is kept and sent later.
"""

from __future__ import annotations

import os
import socket
import struct
from typing import Any

VARIABLE = "BALLOTTINO_PICTURES"
"""Names the address that pictures are sent to; without it nothing is."""
HEAD = struct.Struct("!I")
DARK = bytes(1024)


class Teller:
    """Sends pictures in order, and keeps those that can't be sent yet."""

    def __init__(self, to: tuple[str, int]) -> None:
        self._to = to
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._kept: list[bytes] = []
        self._number = 0
        self._last = b""

    def tell(self, frame: bytes) -> None:
        if frame == self._last:
            return
        self._last = frame
        self._kept.append(HEAD.pack(self._number) + frame)
        self._number += 1
        try:
            while self._kept:
                self._socket.sendto(self._kept[0], self._to)
                del self._kept[0]
        except OSError:
            pass  # no network yet


def listen(teller: Teller) -> None:
    """Have the screen of this program tell what it is given."""
    from hardware.screen import Screen

    show_frame, off = Screen.show_frame, Screen.off

    def show_and_tell(screen: Any, frame: bytes) -> None:
        teller.tell(frame)
        show_frame(screen, frame)

    def go_dark(screen: Any) -> None:
        teller.tell(DARK)
        off(screen)

    setattr(Screen, "show_frame", show_and_tell)  # noqa: B010
    setattr(Screen, "off", go_dark)  # noqa: B010


if VARIABLE in os.environ:
    host, _, port = os.environ[VARIABLE].partition(":")
    listen(Teller((host, int(port))))
