"""Starting and stopping the box: panel, scenes, signals, and the window on a laptop."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.backup.restoring import Restored
from companion.ledger import Ledger
from companion.refusal import Refusal
from companion.words import Words
from firmware.box.box import Box
from firmware.care.backups import restored_text, take_in
from firmware.care.log import kept_log
from firmware.club.address import kept_address
from firmware.machine.network import Web
from firmware.machine.profiles import find_profile
from firmware.machine.watchdog import notify
from firmware.scenes.menus import Reading
from firmware.scenes.setup.applying import apply_preferences
from firmware.scenes.setup.first_start import SET_UP, begin_first_start, is_first_start
from firmware.scenes.setup.updating import tell_update
from firmware.screens import reading
from hardware.panel import Panel

if TYPE_CHECKING:
    from firmware.box.phones import Phones
    from firmware.simulator.window import Window

TIME_TO_READ = 20.0
MORE_TIME = 30_000_000
"""Microseconds that each game of a backup may take."""

Brought = tuple[str, Restored | Refusal]
"""A backup by its name, and what has become of it."""


def run_box(
    panel: Panel | None,
    profile: str | None,
    ledger: Ledger,
    words: Words,
    *,
    web: Web | None,
    language_given: bool = False,
    club: str | None = None,
) -> None:
    """Run the box until it is shut down. `panel` already shows the splash, if its profile was found."""
    with kept_log() as log, ExitStack() as until_stopped:
        box = Box(panel or open_panel(profile), ledger, words)
        box.log = log
        until_stopped.callback(box.panel.close)
        brought = restore_and_apply(box, keeps_language=language_given)
        open_parts(box, web, club, until_stopped)
        show_first(box, brought)
        window = open_window(box)
        if window is not None:
            until_stopped.callback(window.stop)
        for text in start_up_warnings(box, web):
            if window is None:
                print(text, file=sys.stderr, flush=True)
            else:
                window.tell(text)
        box.run()


def restore_and_apply(box: Box, *, keeps_language: bool) -> list[Brought]:
    """Bring back what lies on the card, and set the box up as its owner left it; return what was brought."""
    is_first = is_first_start(box)
    brought = bring_back(box.panel, box.ledger, box.words)
    box.preferences.read_again()
    if brought and is_first:
        box.preferences[SET_UP] = False
    apply_preferences(box, keeps_language=keeps_language)
    return brought


def open_parts(box: Box, web: Web | None, club: str | None, until_stopped: ExitStack) -> None:
    """Open keys, voice, pages and club; what has to be closed goes onto the stack."""
    box.panel.open_keys(box.post)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: box.post(box.stop))
    until_stopped.callback(box.speaker.voice.close)
    until_stopped.callback(box.club.stop)
    if web is not None:
        host = web.host_for(is_simulated=box.panel.simulated is not None)
        phones = open_phones(box, host, web.port, share_box=web.share_box)
        if phones is not None:
            until_stopped.callback(phones.stop)
    open_club(box, club)


def show_first(box: Box, brought: Sequence[Brought]) -> None:
    """Show home and, on top of it, what has happened since the box was switched off and what is left to do."""
    box.go_home()
    for name, what in brought:
        told = [box.words.refusal(what)] if isinstance(what, Refusal) else restored_text(box.words, what)
        box.push(Reading(box, box.words("setup.backup"), [name, *told]))
    tell_update(box)
    begin_first_start(box)


def bring_back(panel: Panel, ledger: Ledger, words: Words) -> list[Brought]:
    """Restore backups that lie on the card's boot partition; return what has become of each, by its name.

    It may take longer than systemd waits for a box to start, so systemd is asked for more time as it goes on.
    """

    def progress(done: int, of: int) -> None:
        notify(f"EXTEND_TIMEOUT_USEC={MORE_TIME}")
        lines = reading.wrap(words("upkeep.working"))
        panel.screen.show(reading.notice(words("setup.backup"), f"{done}/{of}", lines))

    return [(path.name, what) for path, what in take_in(ledger, progress=progress)]


def start_up_warnings(box: Box, web: Web | None) -> Iterator[str]:
    """Yield warnings for the terminal: no pages though they were wanted, pages that no phone can reach, no wires."""
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


def show_refusal(panel: Panel, text: str, stay: Callable[[float], object] = time.sleep) -> None:
    """Show why the box can't start on its own screen, where its owner looks; systemd then tries again.

    A simulated screen is gone as soon as the program ends: there the terminal says it.
    """
    panel.screen.show(reading.small_print(text))
    if panel.simulated is None:
        stay(TIME_TO_READ)


def open_panel(profile: str | None) -> Panel:
    return Panel.open_screen(find_profile(profile))


def open_phones(box: Box, host: str, port: int, *, share_box: bool = False) -> Phones | None:
    """Serve the pages. A box whose port is taken runs without them, and *About* says why."""
    from firmware.box.phones import Phones

    try:
        box.phones = Phones(box, host, port, share_box=share_box)
    except OSError as error:
        box.no_phones = f"{error.strerror or error} ({port})"
        return None
    box.phones.start()
    return box.phones


def open_club(box: Box, address: str | None) -> None:
    """Connect the box to its club: the one given, or else the one of Set-up, or else the one it was installed for.

    Only one that is given with the command must be sound: a box starts whatever is kept.
    """
    if address:
        box.club.join(address)
        return
    try:
        box.club.join(kept_address(box.preferences))
    except Refusal as refusal:
        box.club.refusal = box.words.refusal(refusal)


def open_window(box: Box) -> Window | None:
    """Show the box in the terminal, if its wires are simulated and there is a terminal."""
    if box.panel.simulated is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    from firmware.simulator.window import Window

    where = f"http://{box.phones.address}  " if box.phones else ""
    window = Window(
        box.panel,
        legend=where + box.words("box.hints"),
        on_leave=lambda: box.post(box.stop),
        too_small=lambda **sizes: box.words("window.too-small", **sizes),
    )
    window.start()
    return window
