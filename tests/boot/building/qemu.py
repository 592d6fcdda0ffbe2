"""A QEMU whose Pi 3 has an I2C bus: this machine's own, or the one of Debian Trixie, unpacked but not installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.boot.building.kept import Failed, Kept, run
from tests.boot.building.root import SUITE, mirror

NEEDED = (10, 0)
NAME = "qemu-system-aarch64"
PACKAGE = "qemu-system-arm"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def version(text: str) -> tuple[int, int]:
    """Return the version that QEMU says it is.

    >>> version("QEMU emulator version 7.2.17 (Debian 1:7.2+dfsg-7)")
    (7, 2)
    """
    found = re.search(r"version (\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def own() -> str | None:
    """Return this machine's own QEMU, if it is new enough."""
    there = shutil.which(NAME)
    if there is None:
        return None
    said = subprocess.run([there, "--version"], stdout=subprocess.PIPE, text=True).stdout
    return there if version(said) >= NEEDED else None


def fetch(place: Path) -> None:
    """Fetch QEMU and all that it stands on, down to the C library, and unpack it into a folder."""
    apt = place / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (apt / folder).mkdir(parents=True)
    where = (mirror() or ["http://deb.debian.org/debian"])[0]
    (apt / "sources.list").write_text(f"deb [signed-by={KEYRING}] {where} {SUITE} main\n")
    settings = {
        "Dir::Etc::sourcelist": apt / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State::lists": apt / "lists",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": apt / "cache",
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    run("apt-get", *options, "update", log=place / "log")
    download = ("install", "--yes", "--no-install-recommends", "--download-only", PACKAGE)
    run("apt-get", *options, *download, log=place / "log")
    for package in sorted((apt / "cache/archives").glob("*.deb")):
        run("dpkg-deb", "--extract", package, place / "unpacked", log=place / "log")
    shutil.rmtree(apt)


def command(kept: Kept) -> list[str]:
    """Return the words that start QEMU."""
    if (there := own()) is not None:
        return [there]
    unpacked = kept.made("qemu", f"QEMU of {SUITE}", [SUITE, PACKAGE], fetch) / "unpacked"
    loaders = [*unpacked.glob("usr/lib/*-linux-gnu/ld-linux-*.so.*")]
    if not loaders:
        raise Failed(f"there is no program loader in {unpacked}")
    libraries = loaders[0].parent
    return [
        os.fspath(loaders[0]),
        "--library-path",
        os.fspath(libraries),
        os.fspath(unpacked / "usr/bin" / NAME),
        "-L",
        os.fspath(unpacked / "usr/share/qemu"),
    ]
