"""`BENCHMARKS.md`: every benchmark's tables on one page, with the kind of machine and the date."""

from __future__ import annotations

import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware.bench.figures import Table

HEAD = """# Benchmarks

Made by `make bench`, which runs `ballottino bench --write BENCHMARKS.md` and takes a few minutes. To measure one
part again, name it: `ballottino bench engine`; for programs, add `--json`. A speed depends on the machine and on
what else it does at the time. What counts is its ratio to something run beside it in the same minute: the columns
“over ...”.
"""


def page(found: Mapping[str, Sequence[Table]], about: Mapping[str, str]) -> str:
    parts = [HEAD, "\n".join(f"- {what}: {value}" for what, value in about.items()) + "\n"]
    for name, tables in found.items():
        parts.append(f"## {name}\n\n`ballottino bench {name}`\n")
        parts += [table.markdown() for table in tables]
    return "\n".join(parts)


def machine() -> dict[str, str]:
    """What the figures were made on, and how busy it was."""
    load = os.getloadavg()[0]
    return {
        "Date": time.strftime("%Y-%m-%d"),
        "Processor": f"{processor()}, {os.cpu_count()} cores",
        "System": f"{system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        "Disk of the ledger": filesystem(Path(tempfile.gettempdir())),
        "Load when it began": f"{load:.1f}" + (", so others were at work too" if load > 1 else ""),
    }


def processor() -> str:
    """Its model, as Linux tells it: of a PC, or of a Raspberry Pi."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return told.get("model name") or told.get("Model") or platform.processor() or "unknown"


def system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def filesystem(folder: Path) -> str:
    """What kind of file system a folder is on: on one in memory, durable costs nothing and means nothing."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    around = [(mount[1], mount[2]) for mount in mounts if folder.resolve().is_relative_to(mount[1])]
    return max(around, key=lambda mount: len(mount[0]))[1] if around else "unknown"
