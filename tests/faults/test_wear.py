"""How much an evening writes to the card: each block as often as the kernel is told to make it safe."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import games
from tests.counted import counted
from tests.faults.trace import Operation, Recorder, Sync, Write, can_trace, notes

pytestmark = pytest.mark.skipif(not can_trace(), reason="no strace, or it may not look (apt install strace)")

BLOCK = 4096
"""What a file system writes at once, however little of it is new."""
MOST_AN_ANSWER = 16 * 1024
"""Bytes. An answer is durable before it is acknowledged: that costs two blocks of a log, and at times some more."""


def bytes_written(operations: Sequence[Operation]) -> int:
    """Return how much reaches the card: at each sync the blocks of that file that were written since the last one.

    >>> bytes_written([Write(1, 0, b"a"), Write(1, 1, b"b"), Sync(1), Write(1, 4095, b"cd"), Sync(1)])
    12288
    """
    dirty: dict[int, set[int]] = defaultdict(set)
    blocks = 0
    for step in operations:
        if isinstance(step, Write) and step.data:
            dirty[step.file].update(range(step.offset // BLOCK, (step.offset + len(step.data) - 1) // BLOCK + 1))
        elif isinstance(step, Sync):
            blocks += len(dirty.pop(step.file, set()))
    return BLOCK * (blocks + sum(map(len, dirty.values())))


@pytest.mark.parametrize("game", games.names())
def test_an_evening_writes_little_to_the_card(game: str, tmp_path: Path) -> None:
    players = games.find(game).game.players[-1]
    folder = tmp_path / "card"
    folder.mkdir()
    recorder = Recorder(folder)
    recorder.run("tests.faults.evening", "whole", str(folder / "ballottino"), game, str(players), "1")
    noted = dict(json.loads(text) for _, text in notes(recorder.operations))
    written = bytes_written(recorder.operations)
    assert written <= noted["answers"] * MOST_AN_ANSWER
    counted(f"answers in an evening of {game.capitalize()} for {players}", noted["answers"])
    counted(f"KB that an evening of {game.capitalize()} writes", written // 1024)
