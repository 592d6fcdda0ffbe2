"""Parsing of what strangers send, in a process of its own with limited time and memory.

The bounds that are checked before make this a second wall: it holds for what nobody has thought of. The process is
watched from here, because the service that runs the box may not set limits of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.refusal import TooMuch

PROGRAM = """
import json, sys, tomllib
try:
    read = {"tables": tomllib.loads(sys.stdin.buffer.read().decode())}
except (ValueError, RecursionError) as error:
    read = {"wrong": str(error)[:200]}
json.dump(read, sys.stdout, default=str)
"""
"""It knows the standard library only, so that it starts in a moment."""

LOOK = 0.005
"""Seconds between two looks at it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The costs that parsing one file may have."""

    seconds: float = 5.0
    """With the start of the process, which takes a second on a small Pi."""
    memory: int = 64 * 1024 * 1024
    """In bytes, of which the interpreter has 12 MB."""


LIMITS = Limits()


def read_toml(text: str, limits: Limits = LIMITS) -> dict[str, Any]:
    """Return the tables of a TOML text; raise `ValueError` like `tomllib`, and refuse what costs too much.

    >>> read_toml("[sites]\\nvalue = 3")
    {'sites': {'value': 3}}
    """
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as result:
        source.write(text.encode())
        source.seek(0)
        command = [sys.executable, "-I", "-S", "-c", PROGRAM]
        with subprocess.Popen(command, stdin=source, stdout=result, stderr=subprocess.DEVNULL) as reader:
            try:
                _watch(reader, limits)
            finally:
                reader.kill()
        result.seek(0)
        return _tables(result.read(limits.memory))


def _watch(reader: subprocess.Popen[bytes], limits: Limits) -> None:
    until = time.monotonic() + limits.seconds
    while reader.poll() is None:
        if time.monotonic() > until or memory_of(reader.pid) > limits.memory:
            raise TooMuch("too-costly")
        time.sleep(LOOK)


def memory_of(process: int) -> int:
    """Return the bytes of memory that a process holds; 0 if it has ended, or where the system does not say."""
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _tables(said: bytes) -> dict[str, Any]:
    match json.loads(said or b"{}"):
        case {"tables": dict(tables)}:
            return tables
        case {"wrong": str(why)}:
            raise ValueError(why)
    raise TooMuch("too-costly")  # it was killed, by a system without memory to spare
