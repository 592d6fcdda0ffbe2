"""The ladder of all players: the rows of PLAYERS.md, played in batches, so that it can be stopped and resumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from companion import games
from companion.players import GENTLE, RANDOM, SHARP, STEADY, Player, version_of
from companion.seats import NAMES, seat_table
from companion.tournaments.tournament import Entrant, tournament, wilson
from companion.versioned import read_mapping, write_mapping

VERSION = 1
PAIRS = (
    (SHARP, RANDOM),
    (STEADY, RANDOM),
    (GENTLE, RANDOM),
    (SHARP, GENTLE),
    (SHARP, STEADY),
    (SHARP, SHARP),
    (RANDOM, SHARP),
)
"""Strengths against those below; then a mirror, which must come out even, and chance in the first one's place."""
THINKING = (("sharp:24", SHARP), ("sharp:120", "sharp:12"))
"""A small budget against none, and ten times a budget against it, in the games that have search."""
BATCH = 20
"""Games of a row before the next one has its turn, unless players think further; rounded up so that every urn is
played from every seat.
"""
SEED = 1000
PAGE = """# How strong the players of the box are

Made by `make players`, which can be stopped at any time and goes on where it was; `GAMES=400` plays until every row
has that many games. Read the intervals (Wilson, 95 %), not the shares. Every urn was played from every seat, and all
rows of a game and a number of players had the same urns. The share is that of the first player named; times are of
the processor, for an answer, 95 of 100 below.

| game | players | games | first one wins | interval | an answer |
| :--- | :--- | ---: | ---: | ---: | ---: |
{lines}

Two rows of each game are there to judge the others by: a mirror, sharp against sharp, which must come out even, and
random in the first one's place, which shows how much room there is above chance. Where the numbers in a game's
`player.py` come from is said above them; `ballottino tune rialto -p 2` tries others.

A sharp player in this table judges the position. With a number behind it, it thinks further in Doge and Venise:
`sharp:120` tries answers in that many playouts. Rialto, Venedig and Venezia are left at judgement.
"""


@dataclass
class Rung:
    """A table of players, and what the first of them came to against the others."""

    game: str
    players: tuple[str, ...]
    games: int = 0
    wins: float = 0.0
    spent: float = 0.0
    """The seconds of a processor that these games took."""
    times: Counter[int] = field(default_factory=Counter)
    """The number of answers of the first player, by the tenths of a millisecond that they took."""

    @property
    def name(self) -> str:
        return f"{self.game} {','.join(self.players)} v{version_of(games.find(self.game).game.adviser)}"

    @property
    def batch(self) -> int:
        """The games that share a seed: whole rotations of the seats."""
        return -(-BATCH // len(self.players)) * len(self.players)

    @property
    def step(self) -> int:
        """The games that are played at once: a batch, or one rotation where each of them takes minutes."""
        return len(self.players) if any(player.playouts for player in self.entrants()) else self.batch

    def play(self, number: int, played: int) -> tuple[Entrant, float]:
        """Return what the first player comes to in this number of games after those `played`, and the seconds of a
        processor they took. The urns are the same for every row of a game and a size.
        """
        kit = games.find(self.game)
        options = dict(kit.game.adviser.needs) if kit.game.adviser else {}
        seats = seat_table(NAMES[: len(self.players)], kit.game.colours)
        table = kit.game.set_table(seats, options, kit.layout(None, options))
        batch, skip = divmod(played, self.batch)
        start = process_time()
        result = tournament(kit.game, table, self.entrants(), games=number, seed=SEED + batch, skip=skip)
        return result.entrants[0], process_time() - start

    def entrants(self) -> list[Player]:
        """Return the players of this row; `LookupError` if there is none of such a name."""
        adviser = games.find(self.game).game.adviser
        players = [Player.named(name, adviser) for name in self.players]
        if None in players:
            raise LookupError(self.name)
        return [player for player in players if player]

    def add(self, first: Entrant, spent: float) -> None:
        self.spent += spent
        self.games += first.games
        self.wins += first.wins
        self.times.update(round(10_000 * seconds) for seconds in first.seconds)

    @property
    def slow(self) -> float:
        """The milliseconds below which 95 of 100 answers stay."""
        passed, most = 0, 0.95 * self.times.total()
        for tenths, number in sorted(self.times.items()):
            passed += number
            if passed >= most:
                return tenths / 10
        return 0.0

    def line(self) -> str:
        """Return the row as a line of the page."""
        low, high = wilson(self.wins, self.games)
        shares = f"{100 * self.wins / self.games:.1f} % | {100 * low:.1f} to {100 * high:.1f} %"
        return f"| {self.game} | {', '.join(self.players)} | {self.games} | {shares} | {self.slow:.1f} ms |"

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Go on from what was played before."""
        self.games, self.wins = kept.get("games", 0), kept.get("wins", 0.0)
        self.spent = kept.get("spent", 0.0)
        self.times = Counter({int(tenths): number for tenths, number in kept.get("times", {}).items()})

    def to_json(self) -> dict[str, Any]:
        times = {str(at): n for at, n in self.times.items()}
        return {"games": self.games, "wins": self.wins, "spent": round(self.spent, 3), "times": times}


def rows() -> list[Rung]:
    """Return all rows: strengths against each other at the smallest table, with a mirror and a control; what thinking
    further adds to that where it is possible; then one sharp player among random ones at every larger one.
    """
    found = []
    for game in games.names():
        fewest, *more = games.find(game).game.players
        adviser = games.find(game).game.adviser
        pairs = (*PAIRS, *THINKING) if adviser and adviser.search else PAIRS
        found += [Rung(game, (first, *[other] * (fewest - 1))) for first, other in pairs]
        found += [Rung(game, (SHARP, *[RANDOM] * (players - 1))) for players in more]
    return found


def ladder_kept(kept: Path) -> list[Rung]:
    """Return all rows as far as they have been played; those of another version of a player start from zero."""
    known = read_mapping(kept, VERSION)
    found = rows()
    for row in found:
        row.recall(known.get(row.name, {}))
    return found


def climb(kept: Path, most: int, processes: int = 1) -> Iterator[Rung]:
    """Play the rows on that have had the least time, until all have `most` games. Yields each row that was played.

    Progress is kept in a file and resumed. A batch is played the same in whichever of the `processes`, so only the
    times depend on their number.
    """
    ladder = ladder_kept(kept)
    playing: dict[Future[tuple[Entrant, float]], Rung] = {}
    with ProcessPoolExecutor(processes) as pool:
        while True:
            waiting = [row for row in ladder if row.games < most and row not in playing.values()]
            for row in sorted(waiting, key=lambda one: (one.spent, one.games))[: processes - len(playing)]:
                playing[pool.submit(row.play, row.step, row.games)] = row
            if not playing:
                return
            done, _ = wait(playing, return_when=FIRST_COMPLETED)
            for batch in done:
                row = playing.pop(batch)
                row.add(*batch.result())
                write_mapping(kept, VERSION, {one.name: one.to_json() for one in ladder})
                yield row


def page(kept: Path) -> str:
    """Return PLAYERS.md: what the players have come to so far."""
    lines = "\n".join(row.line() for row in ladder_kept(kept) if row.games)
    return PAGE.format(lines=lines)
