"""Switching the box off so that it can be unplugged."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.refusal import Forbidden, Refusal
from firmware.machine import pi

COMMAND = ("systemctl", "poweroff", "--no-ask-password")
PATIENCE = 20.0
DENIED = ("authentication required", "access denied", "not authorized", "permission denied")

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in English so that its errors can be recognised."""
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)


def power_off(run: Run = run, root: Path = pi.ROOT) -> None:
    """Have the machine shut down; systemd then stops the box as it stops everything.

    Refuses off a Raspberry Pi, since nobody means to switch off a laptop from a game; and says why when
    the machine won't.

    >>> power_off()                                          # doctest: +SKIP
    """
    if not pi.model(root):
        raise Refusal("not-a-pi")
    try:
        ended = run(COMMAND)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise Refusal("poweroff-failed", why=str(fault)) from fault
    if ended.returncode:
        why = ended.stderr.strip()
        if any(word in why.lower() for word in DENIED):
            raise Forbidden("poweroff-denied")
        raise Refusal("poweroff-failed", why=why or f"systemctl: {ended.returncode}")
