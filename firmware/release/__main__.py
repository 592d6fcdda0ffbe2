"""`python3 -m firmware.release`: what `make release` runs to make and sign a release of this checkout."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.refusal import Refusal
from firmware.install import plan
from firmware.install.plan import CHECKOUT
from firmware.install.versions import PINS, source_files
from firmware.release import archive
from firmware.release import wheels as wheels_of
from firmware.release.signature import key_line


def make(key: Path, target: Path, *, wheels: bool) -> str:
    """Write a signed release of this checkout, read its list again as a box would, and return its version."""
    version = plan.version()
    files = {f"{archive.SOURCE}/{name}": path for name, path in source_files(CHECKOUT).items()}
    with tempfile.TemporaryDirectory() as folder:
        if wheels:
            wheels_of.fetch(Path(folder), sorted((CHECKOUT / PINS).glob("requirements*.txt")))
        files |= {f"{archive.WHEELS}/{path.name}": path for path in Path(folder).iterdir()}
        with target.open("wb") as file:
            archive.write(file, version, files, key)
    keys = [key_line(key.with_name(f"{key.name}.pub").read_text())]
    with archive.open_release(target) as file:
        archive.check(file, archive.read_list(file, keys))
    return version


def main(given: Sequence[str] | None = None) -> int:
    """Make a release, or print the line by which boxes know its key; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m firmware.release", description="Make a signed release.")
    parser.add_argument("--show-key", type=Path, metavar="KEY.pub", help="print the line for keys.txt")
    parser.add_argument("--no-wheels", action="store_true", help="without libraries: boxes fetch them from the index")
    parser.add_argument("key", type=Path, nargs="?", help="the private key, made by ssh-keygen -t ed25519")
    parser.add_argument("file", type=Path, nargs="?", help="where to write it")
    wanted = parser.parse_args(given)
    try:
        if wanted.show_key:
            print(key_line(wanted.show_key.read_text("utf-8")))
            return 0
        if not (wanted.key and wanted.file):
            parser.error("a key and a file are needed")
        version = make(wanted.key, wanted.file, wheels=not wanted.no_wheels)
    except (OSError, ValueError, Refusal, subprocess.CalledProcessError) as why:
        print(f"ballottino: {why}", file=sys.stderr)
        return 1
    print(f"{wanted.file}: {version}, {wanted.file.stat().st_size // 1000} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
