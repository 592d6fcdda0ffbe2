"""Updates, as the box itself sees them: a release from a stick or a phone is looked at, and handed to root."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from companion.durable import make_folder, sync_file, sync_folder
from companion.refusal import NotSaved, Refusal, reason_of
from companion.words import Words
from firmware.care import errands
from firmware.care.errands import DONE, FOLDER, REFUSED, RELEASE, UPDATE, WANTED, WORKING, ErrandOutcome
from firmware.care.uploads import Upload, remove
from firmware.machine import pi
from firmware.release.archive import LARGEST, Release, check, open_release, read_list, refuse_older
from firmware.release.fetching import require_address
from firmware.release.signature import known_keys
from web.host import Standing

LOOK = 1.0
COPY, SENT = f"{RELEASE}.copy", f"{RELEASE}.new"
"""Beside the release: one from a stick that is being copied, and one that a phone is sending."""
LAYING = threading.Lock()
"""Held while a release is laid with its errand: whoever finds the box busy must not touch the file of another."""


def examine(path: Path, root: Path = pi.ROOT) -> Release:
    """Return what a file would install; refuse one that is torn, not signed by a key we know, or older than we are.

    Root looks at all of it again: this is to say at once what is wrong.
    """
    try:
        with open_release(path) as file:
            release = read_list(file, known_keys(root))
            check(file, release)
    except OSError as error:
        raise Refusal("cannot-use", value=path.name, why=reason_of(error)) from error
    refuse_older(release, version("ballottino"))
    return release


def hand_over(data: Path, path: Path, root: Path = pi.ROOT) -> Release:
    """Have root install the release in a file, of which it gets a copy."""
    release = _examine_if_idle(data, path, root)
    copy = data / FOLDER / COPY
    try:
        try:
            make_folder(copy.parent, 0o700)
            shutil.copyfile(path, copy)
        except OSError as error:
            raise NotSaved.because(error) from error
        _lay(data, copy, root)
    finally:
        remove(copy)
    return release


def ask_for_latest(data: Path, root: Path = pi.ROOT) -> None:
    """Have root fetch and install the latest release from the owner's address: the box itself sees no internet."""
    require_address(root)
    with LAYING:
        errands.ask(data, UPDATE, root, latest=True)


def _examine_if_idle(data: Path, path: Path, root: Path) -> Release:
    """Return what a file would install, unless root could not be asked for it now."""
    errands.require_root(root)
    errands.require_idle(data, root)
    return examine(path, root)


def _lay(data: Path, file: Path, root: Path) -> None:
    """Move a file to where root takes it, and ask. It is moved whole: root may be reading the one before."""
    place = data / FOLDER / RELEASE
    with LAYING:
        errands.require_idle(data, root)
        try:
            sync_file(file)
            os.replace(file, place)
            sync_folder(place.parent)
        except OSError as error:
            raise NotSaved.because(error) from error
        try:
            errands.ask(data, UPDATE, root)
        except Refusal:
            remove(place)
            raise


def wait(data: Path, root: Path = pi.ROOT, sleep: Callable[[float], object] = time.sleep) -> ErrandOutcome:
    """Wait until the errand has ended, and return its outcome. A version that is switched to ends us before."""
    waited = 0.0
    while (data / FOLDER / WANTED).exists():
        if waited >= errands.UNTAKEN:
            for name in (WANTED, RELEASE):
                remove(data / FOLDER / name)
            raise Refusal("errand-not-here")
        sleep(LOOK)
        waited += LOOK
    while (said := errands.outcome(root)) is None or said.state == WORKING:
        sleep(LOOK)
    return said


def outcome_text(words: Words, said: ErrandOutcome) -> str:
    """Return in words what has become of an update."""
    if said.state == WORKING:
        return words("update.working")
    if said.state == DONE:
        return words("update.done", version=said.about)
    return words.refusal(said.refusal or Refusal("errand-failed", why="?"))


class SentRelease:
    """A release that a phone sends, and what becomes of it, in words for the phone."""

    def __init__(self, data: Path, words: Callable[[str], Words]) -> None:
        self._data = data
        self._words = words
        self._upload = Upload(data / FOLDER / SENT, LARGEST)
        remove(data / FOLDER / COPY)

    def take_piece(self, at: int, piece: bytes) -> int:
        return self._upload.add(at, piece)

    def install(self, root: Path = pi.ROOT) -> Release:
        """Hand over what has been sent."""
        with self._upload.sent() as file:
            release = _examine_if_idle(self._data, file, root)
            _lay(self._data, file, root)
        return release

    def use(self, language: str) -> Standing:
        """Hand over what has been sent; return how that stands, as `state`."""
        words = self._words(language)
        try:
            self.install()
        except Refusal as refusal:
            return Standing(REFUSED, words.refusal(refusal))
        return Standing(WORKING, words("update.working"))

    def state(self, language: str) -> Standing:
        """Return how the last update stands."""
        said = errands.standing(self._data, UPDATE)
        return Standing() if said is None else Standing(said.state, outcome_text(self._words(language), said))
