"""A box as a process of its own: plays games of Venezia at random, as long as its folder says, and tells its club.

python -m tests.firmware.club.table ADDRESS FOLDER GAMES

Killed and started again it goes on where it was. It ends once it has played its games and was asked to.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from companion.games import find
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from firmware.club.address import Address
from firmware.club.publisher import Publisher
from tests.tables import file_of, table

PAUSE = 0.01
PLAYED = "played"
"""A file that says that all games are played, and what the table is now."""
DONE = "done"
"""A file that asks the box to end."""
FREE = "free"
"""A file that asks the box to leave its last game, so that the table is free."""


def main(address: str, folder: Path, games: int) -> None:
    ledger = Ledger(folder)
    publisher = Publisher(Address.parse(address), ledger, lambda: "en")
    publisher.start()
    publisher.follow(None)
    publisher.publish()
    rng, state = Random(), "free"
    while (unfinished := ledger.last()) or len(ledger.games()) < games:
        play(publisher, ledger.resume(unfinished) if unfinished else begin(ledger, rng), rng)
        state = "over"
    (folder / PLAYED).write_text(state)
    while not (folder / DONE).exists():
        if state != "free" and (folder / FREE).exists():
            state = "free"
            publisher.follow(None)
            publisher.publish()
            (folder / PLAYED).write_text(state)
        time.sleep(0.05)
    publisher.stop()


def begin(ledger: Ledger, rng: Random) -> Referee:
    return ledger.begin(find("venezia").game, table("venezia", 2), random_urn(rng))


def play(publisher: Publisher, referee: Referee, rng: Random) -> None:
    """Play a game to its end, as fast as people never do."""
    publisher.follow(referee)
    publisher.publish()
    while referee.open:
        seat, decision = next(iter(referee.open.items()))
        referee.answer(seat, some_answer(referee.game, decision, rng))
        publisher.publish()
        time.sleep(PAUSE)
    file_of(referee).close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
