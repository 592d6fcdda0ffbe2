"""The model of this Raspberry Pi, from its device tree."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

ROOT = Path("/")
TREE = Path("proc/device-tree")
PI_OS = Path("etc/rpi-issue")
"""Every Raspberry Pi OS has this file, and no other system."""

Extra = Literal["pi", "pi5"]


def model(root: Path = ROOT) -> str:
    """Return the board's own name, or nothing if it isn't a Raspberry Pi.

    >>> model()                                              # doctest: +SKIP
    'Raspberry Pi Zero 2 W Rev 1.0'
    """
    name = _text(root / TREE / "model")
    return name if name.startswith("Raspberry Pi") else ""


def extra(root: Path = ROOT) -> Extra | None:
    """Return the extra of our package with this board's pin library, or `None` if it isn't a Raspberry Pi.

    It goes by the chip, not by the name: a Pi 500 and a Compute Module 5 have the pins of a Pi 5. And by the system:
    RPi.GPIO needs `/dev/gpiomem`, which only Raspberry Pi's own kernel has, so elsewhere every Pi gets what a Pi 5
    gets.
    """
    if not model(root):
        return None
    is_old = "brcm,bcm2712" not in _text(root / TREE / "compatible").split("\0")
    return "pi" if is_old and (root / PI_OS).exists() else "pi5"


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").rstrip("\0")
    except OSError:
        return ""
