"""A card that only has to be flashed: Raspberry Pi OS, as its owner has downloaded it, with our package on it.

Everything goes onto the boot partition, which is FAT: the package, which box it is for, and a line by which systemd
runs a script of ours once. The root partition is not touched, so no tool has to understand it.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Protocol

from firmware.install.boot import bus_lines, with_block
from firmware.install.machine import Failed
from firmware.install.service import CHOSEN, OWN_PROFILE, kept_as
from firmware.package.deb import SCRIPTS
from hardware.profile import is_file, load

CONFIG, CMDLINE = "config.txt", "cmdline.txt"
FOLDER = "ballottino"
FIRST_BOOT = "first-boot.sh"
RUN_ONCE = f" systemd.run=/boot/firmware/{FOLDER}/{FIRST_BOOT} systemd.run_success_action=reboot"
"""Added to the kernel's line: systemd runs our script before anything else, and then starts again. It is how
Raspberry Pi's Imager ran its own script; the two can stand side by side."""
SECTOR = 512
ENTRY = struct.Struct("<4xB3xLL")
"""An entry of a partition table: its kind, its first sector, its length."""
TABLE, ENTRIES, SIGNED = 446, 4, b"\x55\xaa"
FAT = (0x0B, 0x0C, 0x0E)
NOT_OURS = "is this Raspberry Pi OS, unpacked?"


class Boot(Protocol):
    """The boot partition of a card."""

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file; `None` if there is none."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file; its folder is made, if it has one."""


class Mounted:
    """The boot partition of a card that was flashed already, where this computer has mounted it.

    >>> Mounted(Path("/media/anna/bootfs")).read("config.txt")     # doctest: +SKIP
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        with (self.folder / name).open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


class InImage:
    """The boot partition in an image, written by mtools: nothing is mounted, so nobody has to be root.

    >>> InImage(Path("raspios.img")).write("ssh", b"")             # doctest: +SKIP
    """

    def __init__(self, image: Path) -> None:
        self.drive = ("-i", f"{image}@@{boot_offset(image)}")

    def read(self, name: str) -> bytes | None:
        done = self._mtools("mcopy", "-n", *self.drive, f"::{name}", "-")
        return done.stdout if done.returncode == 0 else None

    def write(self, name: str, data: bytes) -> None:
        for folder in reversed(PurePosixPath(name).parents[:-1]):
            self._mtools("mmd", "-D", "s", *self.drive, f"::{folder}")
        done = self._mtools("mcopy", "-D", "o", *self.drive, "-", f"::{name}", given=data)
        if done.returncode or self.read(name) != data:  # a full disk is no failure to mcopy
            why = done.stderr.decode("utf-8", "replace").partition("\n")[0]
            raise Failed(f"{name} can't be written: {why}")

    @staticmethod
    def _mtools(*command: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                command, input=given, capture_output=True, env={**os.environ, "MTOOLS_SKIP_CHECK": "1"}
            )
        except FileNotFoundError as missing:
            raise Failed("mtools is needed: sudo apt install mtools") from missing


def boot_offset(image: Path) -> int:
    """Return where the boot partition begins in an image; refuse a file that is none."""
    with image.open("rb") as file:
        sector = file.read(SECTOR)
    if sector[-2:] == SIGNED and len(sector) == SECTOR:
        for entry in range(ENTRIES):
            kind, start, length = ENTRY.unpack_from(sector, TABLE + entry * ENTRY.size)
            if kind in FAT and start and length:
                return int(start) * SECTOR
    raise Failed(f"{image} has no boot partition: {NOT_OURS}")


def prepare(boot: Boot, package: Path, profile: str) -> None:
    """Put our package onto a boot partition, with what switches the screen's bus on and runs our script once."""
    config, cmdline = boot.read(CONFIG), boot.read(CMDLINE)
    if config is None or cmdline is None:
        raise Failed(f"there is no {CONFIG} or no {CMDLINE}: {NOT_OURS}")
    lines = bus_lines(load(profile))
    for name, data in settings(profile).items():
        boot.write(f"{FOLDER}/settings/{name}", data)
    boot.write(f"{FOLDER}/{package.name}", package.read_bytes())
    boot.write(f"{FOLDER}/{FIRST_BOOT}", (SCRIPTS / FIRST_BOOT).read_bytes())
    boot.write(CONFIG, with_block(config, lines))
    boot.write(CMDLINE, run_once(cmdline))  # last: before this the card starts as any other


def settings(profile: str) -> Mapping[str, bytes]:
    """Return the files that tell our package which box it is for, by their names in /etc/ballottino."""
    chosen = {Path(CHOSEN).name: f"{kept_as(profile)}\n".encode()}
    return chosen | ({Path(OWN_PROFILE).name: Path(profile).read_bytes()} if is_file(profile) else {})


def run_once(cmdline: bytes) -> bytes:
    """Return the kernel's line with our script in it, once.

    >>> run_once(b"root=PARTUUID=0-02 rootwait\\n") == f"root=PARTUUID=0-02 rootwait{RUN_ONCE}\\n".encode()
    True
    """
    return cmdline if RUN_ONCE.encode() in cmdline else cmdline.rstrip() + f"{RUN_ONCE}\n".encode()


def make(given: Path, package: Path, profile: str) -> Path:
    """Make a card of an image, which stays as it is, or of a mounted boot partition; return what was written."""
    load(profile)
    if given.is_dir():
        prepare(Mounted(given), package, profile)
        return given
    boot_offset(given)
    card = given.with_name(f"{given.stem}-ballottino.img")
    draft = card.with_suffix(".new")
    try:
        shutil.copyfile(given, draft)
        prepare(InImage(draft), package, profile)
        draft.replace(card)
    finally:
        draft.unlink(missing_ok=True)
    return card
