"""Whatever file, host or end of input a command gets, it prints a sentence: no traceback, no work done in vain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import games
from companion.ledger import Ledger, record
from companion.referee import simulation
from companion.referee.entries import Answer
from companion.refusal import Refusal
from firmware.commands import boards, machine
from tests.firmware.commands.test_cli import refused, run


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_an_unwritable_file_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    def work(*_: object) -> None:
        pytest.fail("it should not have begun")

    monkeypatch.setattr(simulation, "simulate", work)
    monkeypatch.setattr(machine, "find_bench", work)
    for nowhere in (tmp_path / "no" / "file", tmp_path):
        assert str(nowhere) in refused("simulate", "rialto", "-p", "3", "--record", str(nowhere), lang=lang)
        assert str(nowhere) in refused("bench", "--write", str(nowhere), lang=lang)


def test_an_existing_file_is_untouched_if_the_work_is_refused(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept", tmp_path / "new"
    kept.write_text("of old")
    for file in (kept, new):
        refused("simulate", "rialto", "-p", "9", "--record", str(file))
    assert kept.read_text() == "of old"
    assert not new.exists()


def test_a_dangling_link_is_untouched_if_the_work_is_refused(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to("target")
    refused("export", "nothing", str(link), code=3, data=tmp_path / "data")
    assert (link.readlink(), target.exists()) == (Path("target"), False)


def test_a_refused_export_or_drawing_does_not_empty_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Refusal("busy")

    kept, new = tmp_path / "kept", tmp_path / "new"
    kept.write_text("of old")
    board = str(games.find("venise").folder / "layouts" / "venise-day-2.toml")
    monkeypatch.setattr(boards, "at_the_start", refuse)
    for file in (kept, new):
        assert "no game" in refused("export", "nothing", str(file), code=3, data=tmp_path / "data")
        refused("layout", "draw", board, "-o", str(file))
    assert kept.read_text() == "of old"
    assert not new.exists()


def test_a_game_is_not_published_if_its_record_can_not_be_written(tmp_path: Path) -> None:
    run("simulate", "doge", "-p", "3", "-n", "1", "--record", str(tmp_path / "record"))
    ledger = Ledger(tmp_path)
    played = record.read((tmp_path / "record").read_text())
    judge = ledger.begin(played.kind, played.table, played.urn)
    for entry in played.entries:
        assert isinstance(entry, Answer)
        judge.answer(entry.seat, entry.value)
    (kept,) = ledger.games()
    assert str(tmp_path / "no" / "file") in refused("export", kept.id, str(tmp_path / "no" / "file"), data=tmp_path)
    assert not Ledger(tmp_path).games()[0].published
    assert run("export", kept.id, str(tmp_path / "out"), data=tmp_path).exit_code == 0
    assert (tmp_path / "out").read_text() == (tmp_path / "record").read_text()


def test_a_binary_sheet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"\x7fELF\xff\xfe")
    assert "not JSON" in refused("score", "rialto", "final", "--json", str(tmp_path / "program"))


def test_end_of_input_at_the_urn_leaves(tmp_path: Path) -> None:
    result = run("play", "doge", data=tmp_path)
    assert (result.exit_code, type(result.exception)) == (0, type(None))


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_on_a_full_disk_is_refused_in_one_sentence(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        asked = subprocess.run(
            [sys.executable, "-m", "firmware", "--lang", "en", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            text=True,
            timeout=60,
            check=False,
        )
    assert (asked.returncode, asked.stderr) == (1, "stdout can’t be used: the disk is full.\n")


@pytest.mark.parametrize("port", ["-5", "65536"])
def test_an_impossible_port_is_wrong_usage(tmp_path: Path, port: str) -> None:
    assert run("run", "--port", port, data=tmp_path).exit_code == 2


def test_an_unusable_data_folder_is_refused_before_the_urn_is_stirred(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "games").symlink_to("/proc/self")
    for folder, why in ((tmp_path / "file", "Not a directory"), (tmp_path, "No such file or directory")):
        said = refused("play", "doge", code=6, data=folder, stdin="x\n")
        assert said == f"Games can’t be kept in {folder}: {why}."


def as_typed(encoding: str, *arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "firmware", "--lang", "fr", *arguments],
        input=typed,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["latin-1", "cp437"])
def test_unprintable_characters_do_not_stop_a_command(encoding: str) -> None:
    told = as_typed(encoding, "rules", "doge")
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"?" in told.stdout
    refusal = as_typed(encoding, "rules", "doge", "DOG.Z9")
    assert (refusal.returncode, b"Traceback" in refusal.stderr) == (3, False)


def test_json_means_the_same_in_every_encoding() -> None:
    latin, full = (as_typed(encoding, "rules", "doge", "--json").stdout for encoding in ("latin-1", "utf-8"))
    assert json.loads(latin) == json.loads(full)


def test_broken_input_is_refused_like_any_other() -> None:
    told = as_typed("utf-8", "score", "doge", "end", typed=b"\xff\n")
    assert (told.returncode, told.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_help_says_where_options_are_listed(command: str) -> None:
    assert "An option of the game, as listed by" in run(command, "--help").stdout
