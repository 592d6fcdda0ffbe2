"""Looking after the box, in Set-up: backups on USB sticks, and how it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image

from companion.backup.archive import SUFFIX, file_name
from companion.faults import brief
from companion.refusal import Refusal
from firmware.care import backups
from firmware.care.backups import Progress
from firmware.care.mounts import found_in, sticks
from firmware.doctor import sentences, vitals
from firmware.scenes import Scene, Stage
from firmware.scenes.menus import Action, Agree, Item, Menu, Reading
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.applying import apply_restored
from firmware.screens import reading
from firmware.screens.lists import Row

LOOK = 0.2
"""Seconds between two looks at work that is being done."""


Work = Callable[[Progress], list[str]]
"""Something that takes a while; returns what to say of it in the end."""


def do_nothing() -> None:
    """Do nothing more."""


class Working(Scene):
    """Work that takes a while, done in a thread of its own so that the loop goes on. No key ends it."""

    def __init__(self, stage: Stage, title: str, work: Work, then: Action = do_nothing) -> None:
        super().__init__(stage)
        self.title = title
        self.then = then
        self._work = work
        self._done = 0, 0
        self._said: list[str] | None = None
        self.wake = stage.clock() + LOOK
        threading.Thread(target=self._run, name=title, daemon=True).start()

    def _run(self) -> None:
        words = self.stage.words
        try:
            said = self._work(self._progress)
        except Refusal as refusal:
            said = [words.refusal(refusal)]
        except Exception as fault:
            said = [words("box.fault", fault=brief(fault))]
        self._said = said

    def _progress(self, done: int, of: int) -> None:
        self._done = done, of

    def picture(self) -> Image.Image:
        done, of = self._done
        far = f"{done}/{of}" if of else ""
        return reading.notice(self.title, far, reading.wrap(self.stage.words("upkeep.working")))

    def tick(self, now: float) -> None:
        self.wake = now + LOOK
        if self._said is not None:
            self.then()
            self.stage.back()
            self.stage.push(Reading(self.stage, self.title, self._said))


def work_if_agreed(stage: Stage, title: str, question: str, work: Work, then: Action = do_nothing) -> None:
    """Put a question to the table, and begin to work once it has agreed."""
    stage.push(Agree(stage, title, question, lambda: stage.push(Working(stage, title, work, then))))


def show_health(box: SetupStage) -> None:
    """Show room, wear, heat, power and clock, with what to do about each."""
    words = box.words

    def work(progress: Progress) -> list[str]:
        return list(sentences(vitals(box.panel.profile, box.ledger.folder), words))

    box.push(Working(box, words("setup.health"), work))


def choose_backup(box: SetupStage) -> None:
    """List what can be done with the sticks that are plugged in; without one, say how else a backup is made."""
    title, words = box.words("setup.backup"), box.words
    places = sticks()
    items = [
        Item(
            Row(words("backup.write"), place.name.removeprefix("ballottino-")),
            partial(ask_to_write, box, place / file_name()),
        )
        for place in places
    ]
    items += [
        Item(Row(words("backup.restore"), file.stem.removeprefix("ballottino-")), partial(ask_to_restore, box, file))
        for place in places
        for file in found_in(place, SUFFIX)
    ]
    if items:
        box.push(Menu(box, title, lambda: items))
        return
    how = [words("backup.no-stick")]
    if box.phones is not None:
        how.append(words("backup.by-phone", address=f"{box.phones.address}/backup"))
    box.push(Reading(box, title, how))


def ask_to_write(box: SetupStage, file: Path) -> None:
    """Say that the file will hold secrets, and write it once the table agrees."""
    title, words = box.words("backup.write"), box.words

    def work(progress: Progress) -> list[str]:
        written = backups.write_file(box.ledger, file, progress)
        return [*backups.written_text(words, written, file.name), words("backup.pull-out")]

    work_if_agreed(box, title, words("backup.write-sure"), work)


def ask_to_restore(box: SetupStage, file: Path) -> None:
    """Bring a backup back once the table agrees; what is here stays."""
    title, words = box.words("backup.restore"), box.words

    def work(progress: Progress) -> list[str]:
        restored = backups.restore_file(box.ledger, file, progress)
        return [*backups.restored_text(words, restored), words("backup.pull-out")]

    work_if_agreed(box, title, words("backup.restore-sure"), work, then=partial(apply_restored, box))
