"""Backups on USB sticks and on the card's boot partition, which any computer can write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from companion.backup.archive import LARGEST_FILE, SUFFIX, Written, write
from companion.backup.restoring import Restored, restore
from companion.durable import sync_file, sync_folder
from companion.faults import brief
from companion.ledger import Adopted, Ledger
from companion.refusal import Busy, NotSaved, Refusal, reason_of
from companion.versioned import read_mapping, write_mapping
from companion.words import Words
from firmware.care.errands import DONE, REFUSED, WORKING
from firmware.care.mounts import found_in
from firmware.care.uploads import Upload, remove
from firmware.machine import pi
from web.host import Standing

BOOT = ("boot/firmware", "boot")
"""The card's boot partition, in this or the last generation of Raspberry Pi OS."""
TAKEN_IN, VERSION = "backups.json", 1
"""The file in the data folder that says which backups of the boot partition are done with."""

SENT, BROUGHT = "sent.ballottino.new", "brought.ballottino.new"
"""In the data folder: a backup that a phone is sending, and one that is being restored."""

Progress = Callable[[int, int], None]


def no_progress(done: int, of: int) -> None:
    """Show nothing."""


def write_file(ledger: Ledger, path: Path, progress: Progress = no_progress) -> Written:
    """Write a backup as a file: all of it or nothing. One of the same name is replaced."""
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=".ballottino-", suffix=".new", delete=False) as draft:
            made = Path(draft.name)
        try:
            with made.open("wb") as file:
                written = write(ledger, file, progress)
            sync_file(made)
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise NotSaved.because(error) from error
    return written


def restore_file(ledger: Ledger, path: Path, progress: Progress = no_progress) -> Restored:
    """Add all that the backup in a file holds and the ledger lacks."""
    try:
        with path.open("rb") as file:
            return restore(ledger, file, progress)
    except OSError as error:
        raise Refusal("cannot-use", value=path.name, why=reason_of(error)) from error


def take_in(
    ledger: Ledger, root: Path = pi.ROOT, progress: Progress = no_progress
) -> Iterator[tuple[Path, Restored | Refusal]]:
    """Restore each backup that lies on the boot partition once; yield what has become of it.

    It is noted as done with only when it is: a power cut in the middle means that it is taken in again.
    """
    path = ledger.folder / TAKEN_IN
    try:
        done = read_mapping(path, VERSION)
    except Refusal:
        return
    for backup in dict.fromkeys(file.resolve() for folder in BOOT for file in found_in(root / folder, SUFFIX)):
        try:
            stamp = [backup.stat().st_size, backup.stat().st_mtime_ns]
        except OSError:
            continue
        if done.get(backup.name) == stamp:
            continue
        try:
            yield backup, restore_file(ledger, backup, progress)
        except NotSaved as refusal:  # worth another try, once there is room
            yield backup, refusal
            continue
        except Refusal as refusal:
            yield backup, refusal
        done[backup.name] = stamp
        with suppress(OSError):
            write_mapping(path, VERSION, done)


def written_text(words: Words, written: Written, file: str) -> list[str]:
    """Return in words what went into a backup, and that it holds secrets if it does."""
    lines = [words("backup.written", n=written.games, file=file)]
    if written.unfinished:
        lines.append(words("backup.secrets", n=written.unfinished))
    if written.left_out:
        lines.append(words("backup.unread", names=", ".join(written.left_out)))
    return lines


def restored_text(words: Words, restored: Restored) -> list[str]:
    """Return in words what has become of a backup."""
    lines = [words("backup.added", n=restored.count(Adopted.ADDED))]
    if n := restored.count(Adopted.CONTINUED):
        lines.append(words("backup.continued", n=n))
    if n := restored.count(Adopted.HERE):
        lines.append(words("backup.here", n=n))
    if restored.boards:
        lines.append(words("backup.boards", n=restored.boards))
    if restored.settings:
        lines.append(words("backup.settings", n=restored.settings))
    if restored.kept_ours:
        lines.append(words("backup.kept-ours", names=", ".join(restored.kept_ours)))
    if restored.left_out:
        lines.append(words("backup.left-out", names=", ".join(restored.left_out)))
    return lines


class SentBackup:
    """A backup that a phone sends, and what becomes of it, in words for the phone.

    It is restored in a thread of its own, so that no phone waits for it; `then` is called in that thread once it is.
    """

    def __init__(self, ledger: Ledger, words: Callable[[str], Words], then: Callable[[], None]) -> None:
        self._ledger = ledger
        self._words = words
        self._then = then
        self._upload = Upload(ledger.folder / SENT, LARGEST_FILE)
        self._brought = ledger.folder / BROUGHT
        self._working = threading.Lock()
        self._far = 0, 0
        self._result: Restored | Refusal | None = None
        remove(self._brought)

    def take_piece(self, at: int, piece: bytes) -> int:
        return self._upload.add(at, piece)

    def use(self, language: str) -> Standing:
        """Begin to restore what has been sent; return how that stands, as `state`. One is restored at a time."""
        words = self._words(language)
        if not self._working.acquire(blocking=False):
            return Standing(REFUSED, words.refusal(Busy("restore-busy")))
        try:
            with self._upload.sent() as file:
                file.replace(self._brought)
        except OSError as error:
            self._working.release()
            return Standing(REFUSED, words.refusal(NotSaved.because(error)))
        self._far, self._result = (0, 0), None
        threading.Thread(target=self._restore, name="restoring", daemon=True).start()
        return self.state(language)

    def _restore(self) -> None:
        try:
            self._result = restore_file(self._ledger, self._brought, self._progress)
        except Refusal as refusal:
            self._result = refusal
        except Exception as fault:
            self._result = NotSaved("not-saved", why=brief(fault))
        finally:
            remove(self._brought)
            self._working.release()
        self._then()

    def _progress(self, done: int, of: int) -> None:
        self._far = done, of

    def state(self, language: str) -> Standing:
        """Return how the last restoring stands."""
        words, result = self._words(language), self._result
        if self._working.locked():
            done, of = self._far
            return Standing(WORKING, f"{words('upkeep.working')} {f'{done}/{of}' if of else ''}".rstrip())
        if isinstance(result, Refusal):
            return Standing(REFUSED, words.refusal(result))
        return Standing() if result is None else Standing(DONE, " ".join(restored_text(words, result)))
