"""Restores a backup, as a program that can be recorded: `python -m tests.faults.restoring FOLDER BACKUP`."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.backup.restoring import restore
from companion.ledger import Ledger

if __name__ == "__main__":
    with Path(sys.argv[2]).open("rb") as backup:
        restore(Ledger(Path(sys.argv[1])), backup)
    print("restored", flush=True)
