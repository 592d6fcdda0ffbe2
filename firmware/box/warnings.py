"""What whoever started the box at a terminal should know."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.box.box import Box
from firmware.box.network import Web


def lacking(box: Box, web: Web | None) -> Iterator[str]:
    """Say that there are no pages though they were wanted, that phones can't reach them, or no wires to play by."""
    is_simulated = box.panel.simulated is not None
    if web is not None and box.phones is None:
        host, port = web.host_for(is_simulated=is_simulated), web.port
        yield box.words("run.no-pages", host=host, port=port, other=port + 1 if port < 65535 else 8080)
    if web is not None and web.host is None and is_simulated and box.phones is not None:
        yield box.words("run.private")
    if box.panel.simulated is None and box.panel.faults:
        yield box.words("run.no-wires")
        if box.phones is not None:
            yield box.words("run.pages", address=f"http://{box.phones.address}")
