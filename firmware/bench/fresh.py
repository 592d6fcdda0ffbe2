"""Fresh interpreters, for what a start takes and what a program holds."""

from __future__ import annotations

import os
import subprocess
import sys

LIBRARIES = "import luma.oled.device, gpiozero, flask, waitress"
"""What the box stands on, and nothing of ours."""

FIRST_PICTURE = "from firmware.start import first_picture; panel = first_picture(['--profile', 'simulated'])"
HOME = f"""
import sys
from pathlib import Path
{FIRST_PICTURE}
from companion.ledger import Ledger
from companion.words import HERE, Words
from firmware import WORDS
from firmware.box.box import Box
box = Box(panel, Ledger(Path(sys.argv[1])), Words("en", [WORDS, HERE]))
panel.open_keys(box.post)
box.go_home()
box.show()
"""
WITH_PHONES = f"""
{HOME}
import http.client, threading
from firmware.box.phones import Phones
phones = box.phones = Phones(box, "127.0.0.1", 0)
phones.start()
threading.Thread(target=box.run, daemon=True).start()
line = http.client.HTTPConnection("127.0.0.1", phones.port)
line.request("GET", "/")
assert line.getresponse().status == 200
"""
STOP = """
import os
sys.stdout.flush()
os._exit(0)
"""
"""Nothing is waited for: what is measured has happened."""
PATIENCE = 600  # seconds, for a program that starts under emulation


def run(code: str, folder: str) -> str:
    """What a program prints, in a fresh interpreter that finds its modules compiled, as on an installed box."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
    command = [sys.executable, "-c", f"import sys\n{code}\n{STOP}", folder]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment, timeout=PATIENCE
    ).stdout
