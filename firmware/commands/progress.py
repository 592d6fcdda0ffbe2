"""A progress bar that only shows when there is someone to see it and something to wait for."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, TextIO

import click

PATIENCE = 1.0
"""Seconds before the bar appears."""


class Progress:
    """Counts steps; after a second, on a terminal, it draws a bar.

    >>> with Progress(100, sys.stderr) as progress:     # doctest: +SKIP
    ...     progress.step()
    """

    def __init__(self, length: int, out: TextIO) -> None:
        self.length = length
        self.out = out
        self.done = 0
        self.start = time.monotonic()
        self.bar: Any = None

    def step(self) -> None:
        self.done += 1
        if self.bar is not None:
            self.bar.update(1)
        elif self.out.isatty() and time.monotonic() - self.start > PATIENCE:
            self.bar = click.progressbar(length=self.length, file=self.out)
            self.bar.__enter__()
            self.bar.update(self.done)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)
