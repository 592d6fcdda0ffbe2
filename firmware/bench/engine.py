"""Speed of games through the referee, beside OpenSpiel's Python games; growth of records and their replay."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from companion import games
from companion.jobs.draw import MORE
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn, simulate
from companion.steps import TABLE
from firmware.bench.figures import Cell, Table, ratio, share
from firmware.bench.tables import few_and_many, played, side_by_side, spent, table

ROUNDS = 5
GAMES = 10
STEPS = 20_000
LENGTHS = (10, 100, 1_000, 10_000)
LONGEST = 451
"""The seed of a game of Doge with four players that lasts 10,000 answers."""
REBUILT = 1000
REBUILDS = 10

REFERENCE = "python_liars_poker"
REFERENCES = (REFERENCE, "python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes")
ABSENT = "OpenSpiel is not installed here, so nothing was run beside it: `pip install 'ballottino[bench]'`."


def measure(effort: float = 1) -> list[Table]:
    return [ours(effort), theirs(effort), growth(effort)]


def ours(effort: float) -> Table:
    rows = [row(game, players, effort) for game in games.names() for players in few_and_many(game)]
    meaning = (
        "Random legal games from set-up to the winner, every answer checked and recorded as on the box; "
        f"beside each, OpenSpiel's `{REFERENCE}` is played in turn with it. 1 would be as many "
        "answers a second as that has steps, though a turn of ours has far more rules in it."
    )
    if load_reference() is None:
        meaning = f"{meaning} {ABSENT}"
    return Table("Games through the referee", meaning, rows)


def row(game: str, players: int, effort: float) -> dict[str, Cell]:
    number = share(GAMES, effort)
    play = partial(simulate, games.find(game).game, table(game, players), number, 1, every=0)
    answers = play().answers
    reference = load_reference()
    steps = share(STEPS, effort)
    beside: Callable[[], object] = partial(reference_speed, reference, steps) if reference else lambda: None
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
    for name in REFERENCES:
        game = load_reference(name)
        runs = (
            [reference_speed(game, share(STEPS, effort), seed) for seed in range(share(ROUNDS, effort))]
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
    return Table("OpenSpiel's Python games", meaning if load_reference() else ABSENT, rows)


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
"""Begins a record; returns its referee, and what brings it to a given number of answers."""


def growing(name: str, begin: Begin, effort: float) -> dict[str, Cell]:
    most = share(LENGTHS[-1], effort, LENGTHS[0])
    speeds: dict[str, Cell] = {
        f"first {length:,}": answers_per_s(begin, length, effort) if length <= most else None for length in LENGTHS
    }
    *_, thousand, all_of_it = speeds.values()
    flat = ratio(all_of_it, thousand) if isinstance(all_of_it, int) and isinstance(thousand, int) else None
    return {"record": name, **speeds, "10,000 over 1,000": flat}


def answers_per_s(begin: Begin, length: int, effort: float) -> int:
    """Return the answers per second of the best of several records of this length."""
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


def measure_rebuilding(effort: float = 1) -> list[Table]:
    meaning = (
        "A game run again from its record, as undo, amend and resume do: milliseconds for 1,000 answers. "
        "Games that are over before are reckoned up. Beside each, its entries are only read from their JSON "
        "lines: the least that any way of coming back would do."
    )
    return [Table("Running a record again", meaning, [rebuilt(game, effort) for game in games.names()])]


def rebuilt(game: str, effort: float) -> dict[str, Cell]:
    kind = games.find(game).game
    referee = played(game, max(kind.players), share(REBUILT, effort))
    lines = [json.dumps(entry.line()) for entry in referee.entries]
    run = partial(Referee, kind, referee.table, referee.urn, referee.entries)
    ours, reading = side_by_side(share(REBUILDS, effort), run, lambda: [json.loads(line) for line in lines])
    return {
        "game": game,
        "players": max(kind.players),
        "answers": len(lines),
        "ms": round(ours * 1000, 2),
        "ms per 1,000 answers": round(ours * 1e6 / len(lines), 1),
        "over reading JSON": ratio(ours, reading, 1),
    }


class Speed(NamedTuple):
    """A reference's work in a second."""

    steps: float
    games: float


def load_reference(name: str = REFERENCE) -> Any:
    """Return one of OpenSpiel's games, or `None` where it is not installed."""
    try:
        import open_spiel.python.games  # noqa: F401  (registers them)
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game(name)


def reference_speed(game: Any, steps: int, seed: int = 1) -> Speed:
    """Return steps and games per second of processor time."""
    rng = Random(seed)
    done = played_games = 0
    start = time.process_time()
    while done < steps:
        done += play_reference(game, rng)
        played_games += 1
    seconds = time.process_time() - start
    return Speed(done / seconds, played_games / seconds)


def play_reference(game: Any, rng: Random) -> int:
    """Play one game at random; return its number of steps, those of chance included."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        steps += 1
    return steps
