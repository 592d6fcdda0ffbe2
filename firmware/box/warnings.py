"""What whoever started the box at a terminal should know."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.box.box import Box


def lacking(box: Box, web: tuple[str, int] | None) -> Iterator[str]:
    """That there are no pages though they were wanted, or no wires to play by."""
    if web is not None and box.phones is None:
        host, port = web
        yield box.words("run.no-pages", host=host, port=port, other=port + 1 if port < 65535 else 8080)
    if box.panel.simulated is None and box.panel.faults:
        yield box.words("run.no-wires")
        if box.phones is not None:
            yield box.words("run.pages", address=f"http://{box.phones.address}")
