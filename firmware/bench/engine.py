"""How fast games run through the referee beside OpenSpiel's Python games, and that a long record is no slower."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from companion import games
from companion.jobs.draw import MORE
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn, simulate
from companion.steps import TABLE
from firmware.bench import openspiel
from firmware.bench.figures import Cell, Table, ratio, share
from firmware.bench.tables import few_and_many, side_by_side, spent, table

ROUNDS = 5
GAMES = 10
STEPS = 20_000
LENGTHS = (10, 100, 1_000, 10_000)
LONGEST = 451
"""The seed of a game of Doge with four players that lasts 10,000 answers."""


def measure(effort: float = 1) -> list[Table]:
    return [ours(effort), theirs(effort), growth(effort)]


def ours(effort: float) -> Table:
    rows = [row(game, players, effort) for game in games.names() for players in few_and_many(game)]
    meaning = (
        "Random legal games from set-up to the winner, every answer checked and recorded as on the box; "
        f"beside each, OpenSpiel's `{openspiel.REFERENCE}` is played in turn with it. 1 would be as many "
        "answers a second as that has steps, though a turn of ours has far more rules in it."
    )
    if openspiel.load() is None:
        meaning = f"{meaning} {openspiel.ABSENT}"
    return Table("Games through the referee", meaning, rows)


def row(game: str, players: int, effort: float) -> dict[str, Cell]:
    number = share(GAMES, effort)
    play = partial(simulate, games.find(game).game, table(game, players), number, 1, 0)
    answers = play().answers
    reference = openspiel.load()
    steps = share(STEPS, effort)
    beside: Callable[[], object] = partial(openspiel.speed, reference, steps) if reference else lambda: None
    our_time, their_time = side_by_side(share(ROUNDS, effort), play, beside)
    return {
        "game": game,
        "players": players,
        "answers a game": round(answers / number),
        "answers/s": round(answers / our_time),
        "games/s": round(number / our_time, 1),
        "over OpenSpiel": ratio(answers / our_time, steps / their_time) if reference else None,
    }


def theirs(effort: float) -> Table:
    rows: list[dict[str, Cell]] = []
    for name in openspiel.GAMES:
        game = openspiel.load(name)
        runs = (
            [openspiel.speed(game, share(STEPS, effort), seed) for seed in range(share(ROUNDS, effort))]
            if game
            else []
        )
        rows.append(
            {
                "game": name,
                "steps/s": round(max(run.steps for run in runs)) if runs else None,
                "games/s": round(max(run.games for run in runs)) if runs else None,
            }
        )
    meaning = "The same way of playing, at random from Python, through the games that OpenSpiel has in Python."
    return Table("OpenSpiel's Python games", meaning if openspiel.load() else openspiel.ABSENT, rows)


def growth(effort: float) -> Table:
    rows = [growing("a game of doge, 4 players", longest_game, effort)]
    for draw in ("doge:order", "venezia:dials"):
        rows.append(growing(f"the draw {draw}", partial(drawing, draw), effort))
    meaning = (
        "Answers a second over the first 10, 100, 1,000 and 10,000 answers of one record; flat is good. Of "
        "the five games only Doge can last so long, played at random; its first answers only set up the "
        "board. A drawing asks the same again and again, so it shows the length of the record and nothing "
        "else: without Python's collector of rubbish, which begins its rounds somewhere after 1,000, the "
        "drawings are flat."
    )
    return Table("Long records", meaning, rows)


Begin = Callable[[], tuple[Referee, Callable[[int], object]]]
"""Begins a record; gives its referee, and what brings it to so many answers."""


def growing(name: str, begin: Begin, effort: float) -> dict[str, Cell]:
    most = share(LENGTHS[-1], effort, LENGTHS[0])
    speeds: dict[str, Cell] = {
        f"first {length:,}": answers_per_s(begin, length, effort) if length <= most else None for length in LENGTHS
    }
    *_, thousand, all_of_it = speeds.values()
    flat = ratio(all_of_it, thousand) if isinstance(all_of_it, int) and isinstance(thousand, int) else None
    return {"record": name, **speeds, "10,000 over 1,000": flat}


def answers_per_s(begin: Begin, length: int, effort: float) -> int:
    """The best of several records of this length."""
    best = 0.0
    for _ in range(share(max(ROUNDS, LENGTHS[-1] // length // 5), effort)):
        referee, go_on = begin()
        seconds = spent(partial(go_on, length))
        assert len(referee.entries) == length
        best = max(best, length / seconds)
    return round(best)


def longest_game() -> tuple[Referee, Callable[[int], object]]:
    rng = Random(LONGEST)
    referee = Referee(games.find("doge").game, table("doge", 4), random_urn(rng))
    return referee, lambda length: play_random(referee, rng, most=length)


def drawing(name: str) -> tuple[Referee, Callable[[int], object]]:
    kind = games.find_kind(name)
    layout = games.find(name.partition(":")[0]).layout()
    referee = Referee(kind, kind.set_table([], {}, layout), random_urn(Random(1)))

    def go_on(length: int) -> None:
        while len(referee.entries) < length:
            referee.answer(TABLE, MORE)

    return referee, go_on
