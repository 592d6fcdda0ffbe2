"""Small files name the version that wrote them: older ones are read, newer ones stay, damaged ones count as empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.refusal import OfOtherVersion
from companion.versioned import older, read_mapping, write_mapping


def test_a_file_comes_back_without_its_version(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_mapping(path, 3, {"sound": False})
    assert read_mapping(path, 3) == {"sound": False}
    assert json.loads(path.read_text("utf-8"))["version"] == 3


@pytest.mark.parametrize("text", ["", "[", "[1]", "null", '{"version": 1', "[" * 100_000])
def test_a_damaged_file_counts_as_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kept.json"
    path.write_text(text, "utf-8")
    assert read_mapping(path, 1) == {}
    assert read_mapping(tmp_path / "missing.json", 1) == {}


def test_a_file_without_a_version_is_read_and_a_copy_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text('{"sound": true}', "utf-8")
    assert read_mapping(path, 2) == {"sound": True}
    write_mapping(path, 2, {"sound": False})
    assert older(path, 0).read_text("utf-8") == '{"sound": true}', "as it was, for the program that wrote it"


def test_a_newer_file_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_mapping(path, 2, {"sound": True})
    before = path.read_bytes()
    with pytest.raises(OfOtherVersion):
        read_mapping(path, 1)
    with pytest.raises(OfOtherVersion):
        write_mapping(path, 1, {"sound": False})
    assert path.read_bytes() == before
