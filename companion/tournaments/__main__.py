"""Carry the ladder on, on all cores, and write its page: `python -m companion.tournaments PLAYERS.md 400`.

What was played is kept beside the page, in PLAYERS.json, and carried on the next time.
"""

import os
import sys
from pathlib import Path

from companion.tournaments.ladder import climb, page

if __name__ == "__main__":
    file, most = Path(sys.argv[1]), int(sys.argv[2])
    kept = file.with_suffix(".json")
    for row in climb(kept, most, os.cpu_count() or 1):
        print(row.line(), flush=True)
        file.write_text(page(kept), "utf-8")
