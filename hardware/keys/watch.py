"""Looking at the pins' levels, where no interrupt says that one has changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection

PERIOD = 0.010
"""Seconds between two looks: a short press takes thirty milliseconds, and the loop that owns the box may be busy."""


class Watch:
    """Posts the changes that it sees, from a thread of its own, until an interrupt proves that it is not needed.

    Without it, a press that begins and ends while the loop is busy would leave no trace where the kernel reports no
    edges. Where it does, the first key that anyone presses ends the watch. An edge that both have posted counts once.

        >>> seen = []
        >>> level = {17: False}
        >>> watch = Watch([17], level.get, lambda pin, down: seen.append((pin, down)))
        >>> watch.look()
        >>> level[17] = True
        >>> watch.look()
        >>> seen
        [(17, True)]
    """

    def __init__(
        self, pins: Collection[int], read: Callable[[int], bool | None], post: Callable[[int, bool], object]
    ) -> None:
        self._pins = pins
        self._read = read
        self._post = post
        self._levels: dict[int, bool] = {}
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self.look()
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(PERIOD):
            self.look()

    def look(self) -> None:
        """Post each pin whose level is another than at the last look; the first look only notes them."""
        for pin in self._pins:
            now = self._read(pin)
            if now is None:
                continue
            if self._levels.setdefault(pin, now) != now:
                self._levels[pin] = now
                self._post(pin, now)

    @property
    def is_over(self) -> bool:
        return self._ended.is_set()

    def end(self) -> None:
        """Look no more. Any thread may say so."""
        self._ended.set()

    def close(self) -> None:
        """End, and wait until nothing reads the pins any more."""
        self.end()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
