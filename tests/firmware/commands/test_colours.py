"""Colours are for terminals, and only if NO_COLOR does not forbid them."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest


def at_a_terminal(*arguments: str, no_color: str = "") -> bytes:
    """Return what the command prints at a real terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "firmware", "--lang", "en", *arguments]
    subprocess.run(command, stdout=theirs, stderr=theirs, env={**os.environ, "NO_COLOR": no_color}, check=False)
    os.close(theirs)
    printed = b""
    while chunk := _read(ours):
        printed += chunk
    os.close(ours)
    return printed


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed, and everything has been read
        return b""


@pytest.mark.parametrize(
    "arguments", [("rules", "doge", "DOG.S1"), ("rules", "chess"), ("rules",), ("rules", "--help")]
)
def test_a_terminal_gets_colours_unless_it_wants_none(arguments: tuple[str, ...]) -> None:
    assert b"\x1b[3" in at_a_terminal(*arguments)
    assert b"\x1b" not in at_a_terminal(*arguments, no_color="1")


def test_a_file_gets_no_colours() -> None:
    command = [sys.executable, "-m", "firmware", "rules", "doge", "DOG.S1"]
    printed = subprocess.run(command, capture_output=True, env={**os.environ, "NO_COLOR": ""}, check=True)
    assert b"\x1b" not in printed.stdout
