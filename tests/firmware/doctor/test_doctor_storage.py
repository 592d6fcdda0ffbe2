"""The doctor on where games are kept: a folder that lasts, is fast enough, and has room."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.doctor import storage
from tests.firmware.findings import keys


def mounts(folder: Path, kind: str) -> Path:
    """Return the mounts of a machine with one disk at `/` and another at this folder."""
    file = folder / "mountinfo"
    disks = f"1 0 8:1 / / rw - ext4 /dev/root rw\n2 1 8:2 / {folder} rw,noatime shared:1 - {kind} somewhere rw\n"
    file.write_text(disks)
    return file


def steady(milliseconds: int) -> Callable[[], float]:
    """Return a clock that goes on by this much each time it is read."""
    now = [0.0]

    def clock() -> float:
        now[0] += milliseconds / 1000
        return now[0]

    return clock


def test_the_data_folder(tmp_path: Path) -> None:
    card = mounts(tmp_path, "ext4")
    assert keys(storage.data(tmp_path, card, steady(3))) == [("ok", "data-right"), ("ok", "sync-fast")]
    assert keys(storage.data(tmp_path / "not/yet", card, steady(3)))[0] == ("ok", "data-new")
    card.unlink()
    assert list(tmp_path.iterdir()) == [], "an examination leaves nothing behind"


def test_games_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    (tmp_path / "games" / "locked.sqlite").mkdir(parents=True)
    (tmp_path / "games" / "fine.sqlite").touch()
    found = {finding.what: finding for finding in storage.data(tmp_path, mounts(tmp_path, "ext4"), steady(3))}
    assert found["doctor.games-closed"].facts == {"games": "locked"}


def test_disk_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (closed,) = storage.data(tmp_path)
    assert (closed.state, closed.facts["why"]) == ("bad", "No space left on device")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("free", "state"), [(9_000, "ok"), (400, "warn"), (10, "bad")])
def test_free_space(free: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=free * 1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    (found,) = storage.space(tmp_path / "later")
    assert (found.state, found.facts) == (state, {"free": free})


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("tmpfs", ("bad", "data-fleeting")),
        ("overlay", ("warn", "data-layered")),
        ("ext4", ("ok", "data-right")),
    ],
)
def test_disk_in_memory(kind: str, expected: tuple[str, str], tmp_path: Path) -> None:
    assert keys(storage.data(tmp_path, mounts(tmp_path, kind)))[0] == expected
    games = tmp_path / "games"
    games.mkdir()
    assert keys(storage.data(games, mounts(tmp_path, kind)))[0] == expected, "a folder lies on the disk above it"


def test_kernel_without_mounts(tmp_path: Path) -> None:
    assert keys(storage.data(tmp_path, tmp_path / "none"))[0] == ("ok", "data-right")


def test_how_long_an_answer_takes_to_the_disk(tmp_path: Path) -> None:
    slow = list(storage.data(tmp_path, mounts(tmp_path, "ext4"), steady(300)))[-1]
    assert (slow.state, slow.what, slow.facts) == ("warn", "doctor.sync-slow", {"took": 300})
    fast = list(storage.data(tmp_path, mounts(tmp_path, "ext4"), steady(20)))[-1]
    assert (fast.state, fast.facts) == ("ok", {"took": 20})
