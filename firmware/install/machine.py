"""The machine that is being set up: every step acts through it alone."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.durable import sync_folder


class Runner(Protocol):
    """Runs a command, quietly or not, and returns its exit status."""

    def __call__(self, command: Sequence[str], *, quiet: bool) -> int: ...


class Failed(Exception):
    """Something that could not be done, in words for the person at the keyboard."""

    status = 1
    """The exit status of the installer. An update knows by it what has become of a new version."""


class DoctorRefused(Failed):
    """A new version found something wrong with a copy of the games. It was not switched to."""

    status = 3


class NotUp(Failed):
    """A new version did not come up. The one before it is back."""

    status = 4


def really(command: Sequence[str], *, quiet: bool) -> int:
    """Run a command and show what it prints as it comes, unless quietly."""
    output = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(command, stdout=output, stderr=output).returncode
    except FileNotFoundError:
        return 127


def aloud(text: str) -> None:
    """Print something at once, so that it comes before the output of a command."""
    print(text, flush=True)


class Machine:
    """Files under a root, and commands. On a dry run both are only printed.

    >>> Machine(dry=True).write("/etc/modules-load.d/ballottino.conf", b"i2c-dev")
          write /etc/modules-load.d/ballottino.conf
    """

    def __init__(
        self, root: Path = Path("/"), run: Runner = really, say: Callable[[str], object] = aloud, dry: bool = False
    ) -> None:
        self.root = root
        self.say = say
        self.dry = dry
        self.reboot = False  # whether the changes take effect only after a reboot
        self._run = run

    def path(self, place: str) -> Path:
        """Return where a path of the machine is from here."""
        return self.root / place.lstrip("/")

    def read(self, place: str) -> bytes | None:
        """Return the contents of a file; `None` if there is none, or on a dry run none that we may read."""
        try:
            return self.path(place).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except PermissionError:
            if not self.dry:
                raise
            return None

    def mode(self, place: str) -> int:
        """Return a file's permissions."""
        return stat.S_IMODE(self.path(place).stat().st_mode)

    def is_there(self, place: str) -> bool:
        """Return whether there is anything at a path, even a dangling link."""
        return os.path.lexists(self.path(place))

    def target(self, place: str) -> str | None:
        """Return what a symbolic link holds; `None` if there is none."""
        path = self.path(place)
        return str(path.readlink()) if path.is_symlink() else None

    def names_in(self, place: str) -> list[str]:
        """Return what a folder holds, by name; nothing if there is none."""
        return sorted(os.listdir(self.path(place))) if self.path(place).is_dir() else []

    def is_booted(self) -> bool:
        """Return whether systemd runs there.

        On a card that is only being written it lies on the disk, and is asked nothing; a dry run shows what happens
        on a running Pi.
        """
        return self.dry or self.is_there("/run/systemd/system")

    def ask(self, *command: str) -> bool:
        """Return whether a command that changes nothing succeeds; it is run on a dry run too."""
        return self._run(command, quiet=True) == 0

    def status(self, *command: str) -> int:
        """Run a command, and return its exit status."""
        return 0 if self._told(f"$ {shlex.join(command)}") else self._run(command, quiet=False)

    def run(self, *command: str) -> None:
        """Run a command that must succeed."""
        if status := self.status(*command):
            raise Failed(f"{shlex.join(command)}: failed with status {status}")

    def write(self, place: str, data: bytes, mode: int = 0o644) -> None:
        """Write a file whole or not at all: a plug pulled here must not leave a Pi that can't boot."""
        if self._told(f"write {place}"):
            return
        try:
            _write_whole(self.path(place), data, mode)
        except OSError as error:
            raise Failed(f"{place} can't be written: {error.strerror}") from error

    def link(self, place: str, to: str) -> None:
        """Make a symbolic link, or let it lead elsewhere at once: at no moment is there none."""
        if self._told(f"link {place} -> {to}"):
            return
        path = self.path(place)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.unlink(missing_ok=True)
        draft.symlink_to(to)
        draft.replace(path)
        sync_folder(path.parent)

    def copy(self, sources: Sequence[Path], place: str, leave_out: Sequence[str]) -> None:
        """Copy files and folders into a new folder."""
        if self._told(f"copy {', '.join(source.name for source in sources)} to {place}"):
            return
        shutil.rmtree(self.path(place), ignore_errors=True)
        self.path(place).mkdir(parents=True)
        for source in sources:
            target = self.path(place) / source.name
            if source.is_dir():
                try:
                    shutil.copytree(source, target, ignore=shutil.ignore_patterns(*leave_out))
                except shutil.Error as faults:  # the error lists every file
                    raise Failed(f"{source.name} can't be copied to {place}: {faults.args[0][0][2]}") from faults
            else:
                shutil.copy(source, target)

    def remove(self, place: str) -> None:
        """Remove a file, a link or a whole folder."""
        target = self.path(place)
        if not self.is_there(place) or self._told(f"remove {place}"):
            return
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink()

    def remove_if_empty(self, place: str) -> None:
        """Remove a folder that nothing is left in."""
        if not self.dry:
            with contextlib.suppress(OSError):
                self.path(place).rmdir()

    def _told(self, what: str) -> bool:
        if self.dry:
            self.say(f"      {what}")
        return self.dry


def _write_whole(target: Path, data: bytes, mode: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".ballottino-")
    try:
        with os.fdopen(handle, "wb") as file:
            # The boot partition is FAT: it has no modes to set.
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) != mode:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
    sync_folder(target.parent)
