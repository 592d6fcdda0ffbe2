"""Plays the ladder on and writes its page: `python -m companion.tournaments PLAYERS.md 400`."""

import sys
from pathlib import Path

from companion.tournaments.ladder import climb, page

if __name__ == "__main__":
    file, most = Path(sys.argv[1]), int(sys.argv[2])
    kept = Path("build") / "players.json"
    kept.parent.mkdir(exist_ok=True)
    for row in climb(kept, most):
        print(row.line(), flush=True)
        file.write_text(page(kept), "utf-8")
