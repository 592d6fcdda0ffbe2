"""From nothing to the first picture, and to a box that plays; beside a bare import of luma's driver."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from firmware.bench import Figures

ROUNDS = 7

BARE = "import luma.oled.device"
FIRST_PICTURE = "from firmware.start import first_picture; first_picture(['--profile', 'simulated'])"
READY = """
import sys
from pathlib import Path
from firmware.start import first_picture
panel = first_picture(["--profile", "simulated"])
from companion.ledger import Ledger
from companion.words import HERE, Words
from firmware.box import WORDS, Box
box = Box(panel, Ledger(Path(sys.argv[1])), Words("en", [WORDS, HERE]))
panel.open_keys(box.post)
box.go_home()
box.show()
"""
MEMORY = """
import resource
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def measure() -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        bare = seconds(BARE, folder)
        first = seconds(FIRST_PICTURE, folder)
        ready = seconds(READY, folder)
        python = seconds("", folder)
        memory = int(run(READY + MEMORY, folder).stdout)
    return {
        "python_alone_ms": round(python * 1000),
        "bare_import_ms": round(bare * 1000),
        "first_picture_ms": round(first * 1000),
        "first_picture_ratio": round(first / bare, 2),
        "ready_ms": round(ready * 1000),
        "resident_mb": memory,
    }


def seconds(code: str, folder: str) -> float:
    """The shortest of several runs of a fresh interpreter."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run(code, folder)
        best = min(best, time.perf_counter() - start)
    return best


def run(code: str, folder: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that finds its modules compiled, as on an installed box."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
    command = [sys.executable, "-c", code, folder]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
