"""No record controls the terminal that reads it: its text is echoed without control characters, and briefly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.ledger import Ledger, Listed
from companion.words import CONTROLS
from tests.firmware.commands.test_cli import run

RECORD = Path(__file__).parents[2] / "versions/0/records/doge.jsonl"
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\x7f"
LONG = ESCAPE + "x" * 5000


def set_in(header: dict[str, Any], place: str, value: Any) -> None:
    if place == "name":
        header["seats"][0]["name"] = value
    elif place == "colour":
        header["seats"][0]["colour"] = value
    elif place == "option":
        header["options"][value] = value
    elif place == "option-value":
        header["options"][next(iter(header["options"]))] = value
    elif place == "layout":
        header["layout"]["name"] = value
        header["layout"]["facts"] = {value: 1}
    elif place == "stirred":
        header["stirred"] = [value]
    else:
        header[place] = value


PLACES = (
    "name",
    "colour",
    "option",
    "option-value",
    "layout",
    "stirred",
    "game",
    "ballottino",
    "secret",
    "commitment",
    "x",
)


@pytest.mark.parametrize("value", [ESCAPE, LONG])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_a_header_does_not_control_the_terminal(tmp_path: Path, command: str, place: str, value: str) -> None:
    first, *rest = RECORD.read_text("utf-8").splitlines()
    header = json.loads(first)
    set_in(header, place, value)
    said_of(tmp_path, command, [json.dumps(header), *rest])


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line | {"draw": LONG},
        lambda line: line | {"value": LONG},
        lambda line: line | {LONG: 1},
        lambda line: {LONG: LONG},
        lambda line: LONG,
    ],
)
@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_a_line_does_not_control_the_terminal(tmp_path: Path, command: str, change: Callable[[Any], Any]) -> None:
    header, first, *rest = RECORD.read_text("utf-8").splitlines()
    for ascii_only in (True, False):
        changed = json.dumps(change(json.loads(first)), ensure_ascii=ascii_only)
        said_of(tmp_path, command, [header, changed, *rest])


def said_of(folder: Path, command: str, lines: list[str]) -> None:
    file = folder / "record.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    result = run(command, str(file), data=folder / "data")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert not CONTROLS.search(result.stdout + result.stderr)
    assert len(result.stderr) < 600


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_list_does_not_control_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """Even if a game's file was written by another program."""
    listed = Listed("1", "doge", [ESCAPE, "Ben"], over=False, published=False)
    monkeypatch.setattr(Ledger, "games", lambda _: [listed])
    said = run("list", *arguments, data=tmp_path).stdout
    assert "Ben" in said
    assert not CONTROLS.search(said)
    if arguments:
        assert json.loads(said)[0]["names"][0] == ESCAPE
