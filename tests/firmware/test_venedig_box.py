"""Whole games of Venedig on the box by keys alone: by eye with real cards and tokens, and all of it in the box."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.referee import Referee
from companion.words import folders_of
from firmware.scenes.match import Match
from tests.firmware.boxes import TestBox
from tests.firmware.test_box import play_by_keys
from tests.games.harness import fingerprint
from tests.tables import referee

BY_EYE = {"board": "counted", "cards": "table", "gold": "table"}


@pytest.mark.parametrize(
    ("players", "language", "options", "seed"),
    [(2, "en", BY_EYE, 1), (5, "fr", BY_EYE, 2), (3, "it", {"board": "counted"}, 3), (4, "en", {}, 4)],
    ids=["two-by-eye", "five-by-eye", "three-in-the-box", "four-on-the-map"],
)
def test_a_whole_game_by_keys(
    tmp_path: Path, players: int, language: str, options: dict[str, str], seed: int
) -> None:
    """To the winner; the same answers given to a referee directly lead to the very same game."""
    box = TestBox(tmp_path, language)
    judge = referee("venedig", players, seed, **options)
    match = Match(box.box, judge, box.box.words_for(folders_of("venedig"), judge.table.seats), told=0)
    match.go_on()
    box.wait_out_tellings()
    play_by_keys(box, match, Random(seed))
    assert judge.outcome is not None
    again = Referee(judge.kind, judge.table, judge.urn, judge.entries)
    assert fingerprint(again) == fingerprint(judge)
    box.close()
