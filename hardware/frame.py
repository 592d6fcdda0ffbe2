"""Pictures in the memory layout of the screen's chip, and the difference between two of them.

The chip keeps eight pages of 128 bytes; a byte is eight dots of one column, the lowest bit on top.

    >>> pack(Image.new("1", SIZE)) == bytes(1024)
    True
"""

import re
from functools import cache
from typing import NamedTuple

from PIL import Image

WIDTH, HEIGHT = SIZE = 128, 64
PAGES = HEIGHT // 8


def pack(picture: Image.Image) -> bytes:
    """Return the chip's bytes for a one-bit picture: rotated, a page is every eighth byte."""
    if picture.mode != "1" or picture.size != SIZE:
        raise ValueError(f"the screen shows mode 1 of {SIZE}, not mode {picture.mode} of {picture.size}")
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def unpack(frame: bytes) -> Image.Image:
    """Return the picture that the chip's bytes show."""
    columns = bytearray(WIDTH * PAGES)
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = frame[page * WIDTH : (page + 1) * WIDTH]
    return Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns)).transpose(Image.Transpose.ROTATE_90)


def turned(frame: bytes) -> bytes:
    """Return the chip's bytes for the same picture upside down: its last column first, each byte from below."""
    return frame[::-1].translate(_from_below())


@cache
def _from_below() -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class FrameWindow(NamedTuple):
    """A rectangle of pages and columns, ends included.

    >>> FrameWindow(0, 1, 10, 14).size
    10
    """

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """The number of bytes in the window."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def with_(self, other: "FrameWindow") -> "FrameWindow":
        """Return the smallest window around both."""
        return FrameWindow(
            min(self.top, other.top), max(self.bottom, other.bottom),
            min(self.left, other.left), max(self.right, other.right),
        )  # fmt: skip

    def cut(self, frame: bytes) -> bytes:
        """Return the window's part of a frame, page by page."""
        pages = range(self.top, self.bottom + 1)
        return b"".join(frame[page * WIDTH + self.left : page * WIDTH + self.right + 1] for page in pages)


def whole(*, tall: bool) -> list[FrameWindow]:
    """Return the windows of a whole picture: one if the chip can address several pages, else one per page."""
    if tall:
        return [FrameWindow(0, PAGES - 1, 0, WIDTH - 1)]
    return [FrameWindow(page, page, 0, WIDTH - 1) for page in range(PAGES)]


def changes(old: bytes, new: bytes, address_cost: int, *, tall: bool) -> list[FrameWindow]:
    """Return the windows to send so that `old` becomes `new`.

    A new window costs `address_cost` bytes, so changes closer together than that are sent as one. `tall` windows
    span several pages, for chips that can address them.
    """
    difference = (int.from_bytes(old) ^ int.from_bytes(new)).to_bytes(len(new))
    windows: list[FrameWindow] = []
    for page in range(PAGES):
        start = page * WIDTH
        for run in _runs(address_cost).finditer(difference, start, start + WIDTH):
            window = FrameWindow(page, page, run.start() - start, run.end() - start - 1)
            host = _best_host(windows, window, address_cost) if tall else None
            if host is None:
                windows.append(window)
            else:
                windows[host] = windows[host].with_(window)
    everything = whole(tall=tall)
    return min(windows, everything, key=lambda sent: sum(address_cost + window.size for window in sent))


def _best_host(windows: list[FrameWindow], window: FrameWindow, address_cost: int) -> int | None:
    """Return the index of the window that can grow to include this one for at most the cost of sending it alone."""
    best, lowest = None, address_cost + window.size
    for index, other in enumerate(windows):
        extra = other.with_(window).size - other.size
        if extra <= lowest:
            best, lowest = index, extra
    return best


@cache
def _runs(gap: int) -> re.Pattern[bytes]:
    """Match changed bytes, and the unchanged ones between them while those cost no more than a new address."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
