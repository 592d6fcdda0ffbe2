"""Installs the box in a fresh root that is to become a card: `python3 inside.py PROFILE=...`, run in tests/arm.

Unlike the trial there, nothing is added that Debian lacks: groups and rules for pins and buses are our installer's.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import boards

CHECKOUT = Path(__file__).parents[2]
PI_3 = boards.Board("Raspberry Pi 3 Model B Rev 1.2", "raspberrypi,3-model-b\0brcm,bcm2837", 0xA02082)


def main(order: list[str]) -> None:
    boards.put_into(PI_3)
    if not boards.CONFIG.exists():
        boards.CONFIG.parent.mkdir(parents=True, exist_ok=True)
        boards.CONFIG.write_bytes(boards.CONFIG_TEXT)
    sys.exit(subprocess.run(["make", "install", *order], cwd=CHECKOUT).returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
