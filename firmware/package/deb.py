"""The Debian package: a tree with the program, its libraries and a few scripts, handed to `dpkg-deb`."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import wrap

from firmware.install.plan import CHECKOUT, PACKAGE, version
from firmware.install.versions import PINS, pinned, source_files
from firmware.machine.pi import Extra
from firmware.release import wheels

NAME = "ballottino"
SCRIPTS = Path(__file__).with_name("scripts")
MAINTAINER = ("postinst", "prerm", "postrm")
"""The scripts that dpkg runs after it has unpacked the package, before it takes it away, and afterwards."""
SETUP = "ballottino-setup"
MAKERS = "The Ballottino makers <makers@ballottino.invalid>"
"""Debian wants an address. There is none yet, and `invalid` can never be somebody else's."""
DOC = f"usr/share/doc/{NAME}"
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Kinds of computers, by Debian's name for them, with Python's."""
LIBRARIES: Mapping[str, Extra | None] = {"arm64": "pi5", "amd64": None}
"""The pin library that the package brings: rpi-lgpio on every Pi, because RPi.GPIO would need a compiler there."""
COMMON = ("python3 (>= 3.11)", "python3-venv", "polkitd | policykit-1", "openssh-client")
DEPENDS = {
    # lgpio is no part of Debian, and the index has none for every Python: Raspberry Pi's own archive has it.
    "arm64": (*COMMON, "python3-lgpio", "python3-spidev"),
    "amd64": COMMON,
}
RECOMMENDS = {"arm64": ("i2c-tools", "network-manager"), "amd64": ()}
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ballottino
Comment: The libraries in /usr/lib/ballottino/wheels are others' work. Each holds its own licence.

Files: *
Copyright: @HOLDER@
License: Expat
@TEXT@
"""
LONG = (
    "It asks the questions of the rulebook, keeps every answer, draws fairly and counts each point with its receipt, "
    "for Rialto, Venezia, Doge, Venise and Venedig; on a small screen with keys, and on phones."
)
WIDTH = 78


def fetch_libraries(arch: str, folder: Path) -> None:
    """Fetch every library that a box of this kind needs, also as a hall, for each release of Debian."""
    pins = [CHECKOUT / PINS / name for name in pinned(LIBRARIES[arch], is_hall=True)]
    wheels.fetch(folder, pins, MACHINES[arch])


def build(arch: str, libraries: Path, to: Path) -> Path:
    """Build the package of this checkout, with the libraries in a folder; return the file."""
    tree = to / f"{NAME}-{arch}.tree"
    shutil.rmtree(tree, ignore_errors=True)
    try:
        _fill(tree, libraries)
        _describe(tree)
        _control(tree / "DEBIAN", arch, _kilobytes(tree))
        file = to / f"{NAME}_{version()}_{arch}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", str(tree), str(file)], check=True)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    return file


def _fill(tree: Path, libraries: Path) -> None:
    """Lay the program, its libraries and its command into the tree, all readable by everyone."""
    place = tree / PACKAGE.lstrip("/")
    for name, file in source_files(CHECKOUT).items():
        _put(place / "source" / name, file.read_bytes(), 0o755 if os.access(file, os.X_OK) else 0o644)
    for wheel in sorted(libraries.iterdir()):
        _put(place / "wheels" / wheel.name, wheel.read_bytes())
    _put(tree / "usr/sbin" / SETUP, (SCRIPTS / SETUP).read_bytes(), 0o755)


def _describe(tree: Path) -> None:
    """Add what Debian wants to read: the licence and the changelog."""
    _, holder, *terms = (CHECKOUT / "LICENSE").read_text("utf-8").strip().split("\n\n")
    text = "\n .\n".join("\n".join(f" {line}" for line in part.splitlines()) for part in terms)
    copied = COPYRIGHT.replace("@HOLDER@", holder.removeprefix("Copyright (c) ")).replace("@TEXT@\n", f"{text}\n")
    _put(tree / DOC / "copyright", copied.encode())
    _put(tree / DOC / "changelog.gz", gzip.compress(_changelog().encode(), mtime=0))
    _put(tree / DOC / "CHANGELOG.md.gz", gzip.compress((CHECKOUT / "CHANGELOG.md").read_bytes(), mtime=0))


def _changelog() -> str:
    """Return the changelog in Debian's form: all it says is where ours is."""
    now = format_datetime(datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or time.time()), UTC))
    return f"{NAME} ({version()}) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- {MAKERS}  {now}\n"


def _control(folder: Path, arch: str, kilobytes: int) -> None:
    """Write what dpkg reads: the fields, and the scripts that run our installer."""
    fields = control_fields(arch, kilobytes)
    _put(folder / "control", "".join(f"{name}: {value}\n" for name, value in fields.items()).encode())
    for script in MAINTAINER:
        _put(folder / script, (SCRIPTS / script).read_bytes(), 0o755)


def control_fields(arch: str, kilobytes: int) -> dict[str, str]:
    """Return the fields of the package.

    >>> control_fields("arm64", 1)["Recommends"]
    'i2c-tools, network-manager'
    """
    fields = {
        "Package": NAME,
        "Version": version(),
        "Architecture": arch,
        "Maintainer": MAKERS,
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join(DEPENDS[arch]),
        "Recommends": ", ".join(RECOMMENDS[arch]),
        "Section": "games",
        "Priority": "optional",
        "Description": "referee on the table for five Venetian board games\n " + "\n ".join(wrap(LONG, WIDTH)),
    }
    return {name: value for name, value in fields.items() if value}


def _kilobytes(tree: Path) -> int:
    return sum(file.stat().st_size for file in tree.rglob("*") if file.is_file()) // 1024


def _put(place: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whose folders anybody may enter, whatever this shell's mask is."""
    missing = [folder for folder in place.parents if not folder.exists()]
    place.parent.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        folder.chmod(0o755)
    place.write_bytes(data)
    os.chmod(place, mode)
