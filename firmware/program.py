"""Starting and stopping the box: panel, scenes, signals, and the window on a laptop."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from companion.ledger import Ledger
from companion.refusal import Refusal
from companion.words import Words
from firmware.box import Box
from firmware.scenes.settings import apply_preferences
from hardware.panel import Panel
from hardware.profile import ProfileError, default_profile, load

if TYPE_CHECKING:
    from firmware.phones import Phones
    from firmware.window import Window


def run_box(
    panel: Panel | None,
    profile: str | None,
    ledger: Ledger,
    words: Words,
    web: tuple[str, int] | None,
    language_given: bool = False,
) -> None:
    """Run the box until it is shut down. `panel` already shows the splash, if its profile was found."""
    if panel is None:
        panel = open_panel(profile)
    box = Box(panel, ledger, words)
    apply_preferences(box, language_given)
    panel.open_keys(box.post)
    box.go_home()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: box.post(box.stop))
    phones = open_phones(box, *web) if web else None
    window = open_window(box)
    try:
        box.run()
    finally:
        if window is not None:
            window.stop()
        if phones is not None:
            phones.stop()
        panel.close()


def open_panel(profile: str | None) -> Panel:
    try:
        return Panel.open_screen(load(profile) if profile else default_profile())
    except ProfileError as error:
        raise Refusal("bad-profile", why=str(error)) from error


def open_phones(box: Box, host: str, port: int) -> Phones | None:
    """Serve the pages; a box whose port is taken plays on without them."""
    from firmware.phones import Phones

    try:
        box.phones = Phones(box, host, port)
    except OSError:
        return None
    box.phones.start()
    return box.phones


def open_window(box: Box) -> Window | None:
    """Where the wires are simulated and there is a terminal, the box is shown in it."""
    if box.panel.simulated is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    from firmware.window import Window

    where = f"http://{box.phones.address}  " if box.phones else ""
    window = Window(box.panel, legend=where + box.words("box.hints"), on_leave=lambda: box.post(box.stop))
    window.start()
    return window
