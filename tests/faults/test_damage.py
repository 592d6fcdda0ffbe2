"""Bytes of a game's file are changed, lost or cut off: the box notices, sets it aside with a word, and starts."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.refusal import Refusal
from tests.counted import counted
from tests.nightly import NIGHTLY

VERSIONS = Path(__file__).parents[1] / "versions" / "1" / "games"
EACH = 400 if NIGHTLY else 8
"""How often each kind of damage is done to each game's file."""
SECTOR, PAGE = 512, 4096

Damage = Callable[[bytearray, Random], None]


def flip_bit(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def change_number(data: bytearray, rng: Random) -> None:
    """Change a digit in an answer or on the board into another one: the line can still be read."""
    places = [found.end() - 1 for found in re.finditer(rb'":\d', data)]
    place = rng.choice(places)
    data[place] = rng.choice([digit for digit in b"0123456789" if digit != data[place]])


def overwrite_sector(data: bytearray, rng: Random) -> None:
    start = rng.randrange(0, len(data), SECTOR)
    data[start : start + SECTOR] = rng.randbytes(SECTOR)


def lose_page(data: bytearray, rng: Random) -> None:
    start = rng.randrange(0, len(data), PAGE)
    data[start : start + PAGE] = bytes(PAGE)


def swap_pages(data: bytearray, rng: Random) -> None:
    one, other = (rng.randrange(0, len(data), PAGE) for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


def cut_off(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(len(data)) :]


DAMAGES: tuple[Damage, ...] = (flip_bit, change_number, overwrite_sector, lose_page, swap_pages, cut_off)


def lines_of(ledger: Ledger, game_id: str) -> list[str]:
    """Return all answers of a game as the box reads it now."""
    referee = ledger.resume(game_id)
    assert isinstance(referee.keeper, GameFile)
    referee.keeper.close()
    assert referee.fault is None
    return [json.dumps(entry.line()) for entry in referee.entries]


def found(folder: Path, game_id: str) -> list[str] | None:
    """Return the answers of a game as the box finds them, or nothing if it says that they are damaged."""
    ledger = Ledger(folder)
    if game_id not in {kept.id for kept in ledger.games()}:
        assert ledger.set_aside or ledger.newer, "it is said which game is missing, or of a newer version"
        return None
    try:
        return lines_of(ledger, game_id)
    except Refusal:
        return None


@pytest.mark.parametrize("path", sorted(VERSIONS.glob("*-running.sqlite")), ids=lambda path: path.stem)
def test_damage_is_never_taken_for_a_game(tmp_path: Path, path: Path) -> None:
    """Found or harmless, but never another game than was played; and the game beside it is untouched."""
    (tmp_path / "games").mkdir()
    beside = VERSIONS / "doge-finished.sqlite"
    damaged = tmp_path / "games" / path.name
    whole = path.read_bytes()
    damaged.write_bytes(whole)
    before = lines_of(Ledger(tmp_path), path.stem)
    for damage in DAMAGES:
        rng = Random(f"{damage.__name__}, {path.stem}")
        for _ in range(EACH):
            shutil.rmtree(tmp_path)
            damaged.parent.mkdir(parents=True)
            shutil.copy(beside, damaged.parent)
            data = bytearray(whole)
            damage(data, rng)
            damaged.write_bytes(data)
            lines = found(tmp_path, path.stem)
            assert lines is None or lines == before, "other answers than were given"
            assert Ledger(tmp_path).peek(beside.stem).outcome is not None
            counted("damaged files of games")
            counted(
                "of these noticed, and said" if lines is None else "of these read nevertheless, every answer true"
            )
