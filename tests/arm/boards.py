"""The files that make a Debian root look like a Raspberry Pi: its device tree, its groups, its boot configuration."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

CONFIG = Path("/boot/firmware/config.txt")
CONFIG_TEXT = (
    b"# For more options see http://rptl.io/configtxt\ndtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
)
ISSUE = Path("/etc/rpi-issue")
TREE = Path("/proc/device-tree")


class Board(NamedTuple):
    """A Pi as described by its device tree; pin libraries read the revision."""

    model: str
    compatible: str
    revision: int


PI_4 = Board("Raspberry Pi 4 Model B Rev 1.4", "raspberrypi,4-model-b\0brcm,bcm2711", 0xB03114)
PI_5 = Board("Raspberry Pi 5 Model B Rev 1.0", "raspberrypi,5-model-b\0brcm,bcm2712", 0xC04170)


def fresh_card() -> None:
    """Add what Raspberry Pi OS has and Debian lacks, as far as it matters to us."""
    for group in ("gpio", "i2c", "spi"):
        subprocess.run(["groupadd", "--system", group], check=True)
    subprocess.run(["useradd", "--create-home", "--groups", "gpio,i2c,spi", "pi"], check=True)
    ISSUE.write_text("Raspberry Pi reference\n")
    CONFIG.parent.mkdir(parents=True, exist_ok=True)
    CONFIG.write_bytes(CONFIG_TEXT)


def put_into(board: Board) -> None:
    """Put the card into this Pi."""
    (TREE / "system").mkdir(parents=True, exist_ok=True)
    (TREE / "model").write_bytes(board.model.encode() + b"\0")
    (TREE / "compatible").write_bytes(board.compatible.encode() + b"\0")
    (TREE / "system/linux,revision").write_bytes(board.revision.to_bytes(4, "big"))
