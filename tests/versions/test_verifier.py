"""The program on the fair page, which shares no line with ours, agrees with `verify` on true and forged records."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.ledger import record
from companion.referee.seals import seal_words
from companion.refusal import Refusal
from tests.counted import counted
from tests.tables import rechained
from web.history.fair import VERIFIER

RECORDS = sorted((Path(__file__).parent / "1" / "records").glob("*.jsonl"))
Lines = list[dict[str, Any]]


def run(path: Path, *noted: str) -> subprocess.CompletedProcess[str]:
    """Run the program as players would: alone, with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(path), *noted]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_is_short_and_stands_alone() -> None:
    lines = VERIFIER.read_text("utf-8").splitlines()
    assert len(lines) < 100
    assert not [line for line in lines if "import companion" in line or "from companion" in line]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_finds_true_records_true(path: Path) -> None:
    found = record.read(path.read_text("utf-8"))
    drawn = sum(line["by"] == "urn" for line in found.draws)
    noted = [seal_words(digest) for digest in found.seals.values()]
    result = run(path, *noted, found.sealed)
    assert f" {drawn} draws of the urn" in result.stdout
    assert result.returncode == 0
    assert all(seal in result.stdout for seal in noted)
    counted("records of all games checked by it")
    counted("draws of the urn it computed again", drawn)
    assert run(path, seal_words("0" * 64)).returncode != 0


@pytest.mark.parametrize("text", ["", "x", "{}", "[]\n[]\n", '{"ballottino":2}\n'], ids=repr)
def test_it_says_in_words_what_is_no_record(tmp_path: Path, text: str) -> None:
    place = tmp_path / "record.jsonl"
    place.write_text(text)
    assert run(place).stderr.startswith("FALSE: ")
    whole = RECORDS[0].read_text("utf-8")
    for cut in (20, len(whole) // 2):
        place.write_text(whole[:-cut])
        assert run(place).stderr.startswith("FALSE: ")
    place.write_text(whole[:-1])
    assert run(place).returncode == 0, "only the last line break may be missing"


def rename(lines: Lines) -> None:
    lines[0]["seats"][0]["name"] = "Zoe"


def stir_otherwise(lines: Lines) -> None:
    lines[0]["stirred"][0] = "down"


def change_draw(lines: Lines) -> None:
    line = next(line for line in lines if "draw" in line)
    line["value"] = next(value for value in line["of"] if value != line["value"])


@pytest.mark.parametrize("forge", [rename, stir_otherwise, change_draw])
@pytest.mark.parametrize("path", [path for path in RECORDS if "running" not in path.stem], ids=lambda path: path.stem)
def test_a_careful_forgery_is_found(path: Path, forge: Callable[[Lines], None], tmp_path: Path) -> None:
    """Even if all digests of the lines were computed again."""
    *lines, _ = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines = [{key: value for key, value in line.items() if key != "d"} for line in lines]
    forge(lines)
    forged = tmp_path / "forged.jsonl"
    forged.write_text(rechained(lines), "utf-8")
    counted("forgeries shown to it")
    assert run(forged).stderr.startswith("FALSE")
    counted("forgeries it found")
    with pytest.raises(Refusal):
        record.verify(record.read(forged.read_text("utf-8")))


@pytest.mark.parametrize("number", [1, 20, -2, -1])
def test_it_finds_a_changed_and_a_missing_line(number: int, tmp_path: Path) -> None:
    lines = RECORDS[0].read_text("utf-8").splitlines(keepends=True)
    changed = [*lines]
    changed[number] = changed[number].replace('":', '": ', 1)
    missing = [line for line in lines if line is not lines[number]]
    forged = tmp_path / "forged.jsonl"
    for forgery in (changed, missing):
        forged.write_text("".join(forgery), "utf-8")
        is_as_good = forgery is changed and number == -1  # a space more in the last line, which says the same
        assert (run(forged).returncode == 0) == is_as_good
