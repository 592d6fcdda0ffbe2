"""Two games that differ in one seat's unseen secret only: nobody else may be able to tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.referee import Referee
from tests.games.doge import test_secrets as doge
from tests.games.rialto import test_secrets as rialto
from tests.games.venezia.test_secrets import Secrets
from tests.tables import referee

Twins = list[tuple[Referee, int]]


def venezia_twins(judge: Referee, rng: Random) -> Twins:
    """With another plan of this round or the last, as far as nobody has seen it."""
    found = []
    now = judge.game.round
    for seat in judge.game.seats if now else ():
        secrets = Secrets(judge, seat, rng.randint(max(1, now - 1), now))
        if secrets.answers and (twin := secrets.twin(rng)):
            found.append((twin, seat))
    return found


FIND: dict[str, Callable[[Referee, Random], Twins]] = {
    "doge": doge.twins,
    "rialto": rialto.twins,
    "venezia": venezia_twins,
}
LONG = {"doge": 100, "rialto": 80, "venezia": 60}
"""So many answers are often well before the end of a game at random."""
OPTIONS: dict[str, list[dict[str, str]]] = {
    "doge": [{}],
    "rialto": [{}],
    "venezia": [{"piazza": "mapped"}, {"piazza": "counted"}],
}


def positions(game: str, players: int, number: int) -> Iterator[tuple[Referee, Referee, int]]:
    """Random positions with secrets that the box keeps, each with a twin, and whose secret is another there."""
    rng = Random(players)
    for seed in range(number):
        options = OPTIONS[game][seed % len(OPTIONS[game])]
        judge = referee(game, players, seed=seed, **options)
        found = play_to_a_secret(game, judge, rng)
        for twin, owner in rng.sample(found, min(2, len(found))):
            yield judge, twin, owner


def play_to_a_secret(game: str, judge: Referee, rng: Random) -> Twins:
    """Somewhere at random, and on from there until there are twins; none if the game ends before."""
    steps = rng.randrange(4, LONG[game])
    while judge.open:
        if len(judge.entries) >= steps and (found := FIND[game](judge, rng)):
            return found
        seat = rng.choice(list(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    return []
