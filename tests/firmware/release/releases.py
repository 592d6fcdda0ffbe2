"""Releases for tests: real files with real signatures, of a program that is one script."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

from firmware.release import archive
from firmware.release.signature import key_line


def make_key(folder: Path, name: str = "key") -> Path:
    """Make a signing key; its public half lies beside it. Skip the test where nothing can make one."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen here: apt install openssh-client")
    key = folder / name
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "a test", "-f", str(key)]
    subprocess.run(make, check=True)
    return key


def line_of(key: Path) -> str:
    return key_line(key.with_name(f"{key.name}.pub").read_text())


def trust(root: Path, key: Path) -> None:
    """Have the owner of a box accept releases of a key."""
    file = root / "etc/ballottino/release-keys"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"# mine\n{line_of(key)}\n")


def make_release(folder: Path, key: Path, version: str, files: dict[str, str]) -> bytes:
    """Return a release of these files, signed."""
    paths = {}
    for number, (name, text) in enumerate(files.items()):
        paths[name] = folder / f"{version}-{number}"
        paths[name].write_text(text)
    target = BytesIO()
    archive.write(target, version, paths, key)
    return target.getvalue()


def program(version: str, script: str) -> dict[str, str]:
    """Return the source of a version whose whole program is a script."""
    return {
        "source/pyproject.toml": f'[project]\nversion = "{version}"\n',
        "source/firmware/box": script,
    }
