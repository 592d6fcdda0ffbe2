"""Updates, in Set-up: from a USB stick, or how a phone brings one; and what became of the last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from companion.refusal import Refusal
from firmware.care import errands, updates
from firmware.care.backups import Progress
from firmware.care.errands import UPDATE, WORKING
from firmware.care.mounts import found_in, sticks
from firmware.machine import network, pi
from firmware.release import archive
from firmware.release.fetching import chosen_address
from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.upkeep import work_if_agreed
from firmware.screens.lists import Row

TOLD = "update-told"
"""The preference with the number of the last update whose outcome was shown."""
LOOK = 2.0
"""Seconds between two looks at an update that is about to end."""


def choose_update(box: SetupStage) -> None:
    """List the releases on the sticks that are plugged in; without one, say how the box is brought up to date."""
    title, words = box.words("setup.update"), box.words
    try:
        errands.require_root()
    except Refusal as refusal:
        box.push(Reading(box, title, [f"Ballottino {version('ballottino')}", words.refusal(refusal)]))
        return
    items = [
        Item(Row(words("update.install"), file.stem.removeprefix("ballottino-")), partial(ask_to_install, box, file))
        for place in sticks()
        for file in found_in(place, archive.SUFFIX)
    ]
    if address := latest():
        items.append(
            Item(Row(words("update.latest"), urlsplit(address).hostname or ""), partial(ask_for_latest, box))
        )
    if items:
        box.push(Menu(box, title, lambda: items))
        return
    how = [f"Ballottino {version('ballottino')}", words("update.no-stick")]
    if box.phones is not None:
        how.append(words("backup.by-phone", address=f"{box.phones.address}/update"))
    if (said := errands.outcome()) is not None and said.errand == UPDATE:
        how.append(updates.outcome_text(words, said))
    box.push(Reading(box, title, how))


def ask_to_install(box: SetupStage, file: Path) -> None:
    """Install a release once the table agrees. If all goes well, the next picture is the new version's first."""
    update_if_agreed(box, partial(updates.hand_over, box.ledger.folder, file))


def ask_for_latest(box: SetupStage) -> None:
    """Have the latest release fetched and installed, once the table agrees."""
    update_if_agreed(box, partial(updates.ask_for_latest, box.ledger.folder))


def update_if_agreed(box: SetupStage, ask_root: Callable[[], object]) -> None:
    """Have root update the box once the table agrees, and say what has become of it."""
    words, data = box.words, box.ledger.folder

    def work(progress: Progress) -> list[str]:
        ask_root()
        return [updates.outcome_text(words, updates.wait(data))]

    work_if_agreed(box, words("setup.update"), words("update.sure"), work)


def latest() -> str:
    """Return where the latest release is, if the owner has chosen an address and there may be internet."""
    return chosen_address(pi.ROOT) if network.way_out() else ""


class Finishing(Reading):
    """An update that has started this version and is about to end; its outcome is shown then. Nobody has to wait."""

    def __init__(self, box: SetupStage) -> None:
        super().__init__(box, box.words("setup.update"), box.words("update.working"))
        self.box = box
        self.wake = box.clock() + LOOK

    def tick(self, now: float) -> None:
        self.wake = now + LOOK
        said = errands.outcome()
        if said is None or said.state != WORKING:
            self.stage.back()
            tell_update(self.box)


def tell_update(box: SetupStage) -> None:
    """Show what has become of the last update, once: the box was started again since, maybe by the update itself."""
    said = errands.outcome()
    if said is None or said.errand != UPDATE or box.preferences[TOLD] == said.number:
        return
    if said.state == WORKING:
        box.push(Finishing(box))
        return
    box.preferences[TOLD] = said.number
    box.push(Reading(box, box.words("setup.update"), updates.outcome_text(box.words, said)))
