"""The libraries of a box as files: fetched once, for every Python that it may have, so that it needs no internet."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PYTHONS = {"311": "bookworm", "313": "trixie"}
"""The Pythons of the releases of Raspberry Pi OS that a box may have."""
STANDARDS = ("manylinux_2_17", "manylinux2014", "manylinux_2_28", "manylinux_2_34")


def fetch(folder: Path, pins: Sequence[Path], machine: str = "aarch64") -> None:
    """Fetch what pinned lists name, for every system of 64 bits that a machine may have; hashes are checked."""
    platforms = [word for standard in STANDARDS for word in ("--platform", f"{standard}_{machine}")]
    for python in PYTHONS:
        for pin in pins:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
            what = ["--dest", str(folder), "--python-version", python, *platforms, "--requirement", str(pin)]
            subprocess.run([*pip, *what], check=True)
