"""Speed of games through the referee, beside OpenSpiel's Python games; growth of records and their replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from companion import games
from companion.jobs.draw import MORE
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.run import Run
from companion.referee.simulation import play_out, play_random, random_urn
from companion.steps import TABLE
from firmware.bench.figures import Cell, FigureTable, number, ratio, share
from firmware.bench.figures.curve import Curve
from firmware.bench.tables import few_and_many, played, side_by_side, spent, table

ROUNDS = 5
GAMES = 10
STEPS = 20_000
LENGTHS = (10, 100, 1_000, 10_000)
LONGEST = 451
"""The seed of a game of Doge with four players that lasts 10,000 answers."""
REBUILT = 1000
PLAYOUTS = 5
LONGEST_PLAYED = 5_000
"""Answers after which a random game is broken off; only Doge can last so long."""
REBUILDS = 10

REFERENCE = "python_kuhn_poker"
REFERENCES = (REFERENCE, "python_liars_poker", "python_tic_tac_toe", "python_block_dominoes")
ABSENT = "OpenSpiel is not installed here, so nothing was run beside it: `pip install 'ballottino[bench]'`."


def measure(effort: float = 1) -> list[FigureTable]:
    return [ours(effort), theirs(effort), growth(effort), playouts(effort)]


def ours(effort: float) -> FigureTable:
    rows = [row(game, players, effort) for game in games.names() for players in few_and_many(game)]
    meaning = (
        "Random legal games from set-up to the winner, every answer checked and recorded as on the box. An answer "
        "is a step, and so is a draw, as chance is in OpenSpiel. The answers were chosen before and are given again, "
        "so that only the engine is timed; the last column says how much longer it takes with the simulated players. "
        f"Beside each, OpenSpiel's `{REFERENCE}`, its fastest game below, goes through games of its own "
        "likewise: legal actions listed, one chosen before applied. 1 would be as many steps a second, though a turn "
        "of ours has far more rules in it."
    )
    if load_reference() is None:
        meaning = f"{meaning} {ABSENT}"
    return FigureTable("Games through the referee", meaning, rows)


def row(game: str, players: int, effort: float) -> dict[str, Cell]:
    number = share(GAMES, effort)
    records = [played(game, players, LONGEST_PLAYED, seed) for seed in range(number)]
    steps = sum(len(record.entries) + len(record.run.draws) for record in records)
    reference = load_reference()
    histories = reference_histories(reference, share(STEPS, effort)) if reference else []
    our_time, with_players, their_time = side_by_side(
        share(ROUNDS, effort),
        partial(answer_again, records),
        lambda: [played(game, players, LONGEST_PLAYED, seed) for seed in range(number)],
        partial(follow, reference, histories),
    )
    return {
        "game": game,
        "players": players,
        "steps a game": round(steps / number),
        "steps/s": round(steps / our_time),
        "games/s": round(number / our_time, 1),
        "over OpenSpiel": ratio(steps / our_time, sum(map(len, histories)) / their_time) if reference else None,
        "with players, over without": ratio(with_players, our_time, 1),
    }


def answer_again(records: Sequence[Referee]) -> None:
    """Give the answers of these games to new referees."""
    for record in records:
        referee = Referee(record.kind, record.table, record.urn)
        for entry in record.entries:
            assert isinstance(entry, Answer)
            referee.answer(entry.seat, entry.value)


def theirs(effort: float) -> FigureTable:
    rows: list[dict[str, Cell]] = []
    for name in REFERENCES:
        game = load_reference(name)
        histories = reference_histories(game, share(STEPS, effort)) if game else []
        seconds = side_by_side(share(ROUNDS, effort), partial(follow, game, histories))[0]
        rows.append(
            {
                "game": name,
                "steps/s": round(sum(map(len, histories)) / seconds) if game else None,
                "games/s": round(len(histories) / seconds) if game else None,
            }
        )
    meaning = "The games that OpenSpiel has in Python, driven from Python in the same way."
    return FigureTable("OpenSpiel's Python games", meaning if load_reference() else ABSENT, rows)


def playouts(effort: float) -> FigureTable:
    rows = [playouts_of(game, effort) for game in games.names()]
    meaning = (
        "The middle of a random game, brought back, and from there a random game to its end with other draws, as a "
        "search does many times over: hushed, since nobody is told of it. Beside it, the middle is brought back by a "
        "referee, which checks every answer and draws again."
    )
    return FigureTable("Playouts from the middle", meaning, rows)


def playouts_of(game: str, effort: float) -> dict[str, Cell]:
    players = max(games.find(game).game.players)
    record = played(game, players, LONGEST_PLAYED)
    half = len(record.entries) // 2
    number = share(PLAYOUTS, effort)

    def play_all() -> list[Run]:
        rng = Random(1)
        runs = [record.run.fork(half, random_urn(rng), hushed=True) for _ in range(number)]
        for run in runs:
            play_out(run, rng)
        return runs

    answers = sum(len(run.entries) - half for run in play_all())
    forking, playing, checking = side_by_side(
        share(ROUNDS, effort),
        partial(record.run.fork, half, hushed=True),
        play_all,
        partial(Referee, record.kind, record.table, record.urn, record.entries[:half]),
    )
    return {
        "game": game,
        "players": players,
        "answers brought back": half,
        "ms": round(forking * 1000, 2),
        "a referee's ms, over that": ratio(checking, forking),
        "answers a playout": round(answers / number),
        "playouts/s": round(number / playing, 1),
    }


def growth(effort: float) -> FigureTable:
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
    speeds = {str(row["record"]): [number(row[f"first {length:,}"]) for length in LENGTHS] for row in rows}
    curve = Curve("answers", "Answers a second, over the first answers of a record", LENGTHS, speeds)
    return FigureTable("Long records", meaning, rows, curve)


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


def measure_rebuilding(effort: float = 1) -> list[FigureTable]:
    meaning = (
        "A game run again from its record, as resuming does: milliseconds for 1,000 answers. "
        "Games that are over before are reckoned up. Beside each, its entries are only read from their JSON "
        "lines: the least that any way of coming back would do. Forked, nothing is checked or drawn again, as in "
        "undoing and amending, and when a player tries an answer."
    )
    return [FigureTable("Running a record again", meaning, [rebuilt(game, effort) for game in games.names()])]


def rebuilt(game: str, effort: float) -> dict[str, Cell]:
    kind = games.find(game).game
    referee = played(game, max(kind.players), share(REBUILT, effort))
    lines = [json.dumps(entry.line()) for entry in referee.entries]
    run = partial(Referee, kind, referee.table, referee.urn, referee.entries)
    ours, forking, reading = side_by_side(
        share(REBUILDS, effort), run, referee.run.fork, lambda: [json.loads(line) for line in lines]
    )
    return {
        "game": game,
        "players": max(kind.players),
        "answers": len(lines),
        "ms": round(ours * 1000, 2),
        "ms per 1,000 answers": round(ours * 1e6 / len(lines), 1),
        "over reading JSON": ratio(ours, reading, 1),
        "forked, ms per 1,000": round(forking * 1e6 / len(lines), 1),
    }


def load_reference(name: str = REFERENCE) -> Any:
    """Return one of OpenSpiel's games, or `None` where it is not installed."""
    try:
        import open_spiel.python.games  # noqa: F401  (registers them)
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game(name)


def reference_histories(game: Any, steps: int) -> list[list[int]]:
    """Return the actions of random games, those of chance included, until there are this many."""
    rng = Random(1)
    histories: list[list[int]] = []
    while sum(map(len, histories)) < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            outcomes = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else None
            legal = outcomes or state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        histories.append(state.history())
    return histories


def follow(game: Any, histories: Sequence[Sequence[int]]) -> None:
    """Go through these games again: look what could be done at each step, then do what was done."""
    for history in histories:
        state = game.new_initial_state()
        for action in history:
            state.is_terminal()
            if state.is_chance_node():
                state.chance_outcomes()
            else:
                state.legal_actions()
            state.apply_action(action)
