"""The contents of the screen in a terminal game: everything public, and no secret once its owner is done."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.ledger import Ledger
from firmware.commands.cli import main
from firmware.terminal import asker
from tests.firmware.terminal.test_terminal import play

CLEARED = "[cleared]"


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark where the screen is cleared."""
    monkeypatch.setattr(click, "clear", lambda: click.echo(CLEARED))


def test_the_first_screen_shows_seal_help_and_set_up(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "quit"])
    for public in ("The urn is sealed", "Or type: undo", "· ", "Pass to Anna"):
        assert public in said
    assert CLEARED not in said


def test_public_news_stays_until_the_next_player_is_at_the_screen(tmp_path: Path) -> None:
    laid = [line for _ in range(3) for line in ("", "castello", "3")]
    said = play(tmp_path, ["x", *laid, "quit"])
    last_told = said.rindex("· ")
    assert CLEARED not in said[last_told : said.rindex("Pass to Anna")]


def test_a_secret_is_gone_before_the_next_player_is_called(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "3", "quit"])
    assert CLEARED in said[said.rindex("Which area do you vote in?") : said.index("Pass to Ben")]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("score", "Anna: palaces 0"), ("help", "Answer by number or name"), ("why", "Answer by number or name")],
)
def test_commands_are_obeyed_at_a_prompt_for_enter(tmp_path: Path, typed: str, answer: str) -> None:
    """But why reveals nothing of a secret question before its owner is there."""
    said = play(tmp_path, ["x", typed, "", "quit"])
    between = said[said.index("Pass to Anna") : said.rindex("Pass to Anna")]
    assert answer in between
    assert "DOG.B2" not in said


def test_quit_is_obeyed_at_a_prompt_for_enter(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "quit"])
    assert "Saved." in said
    assert "Which area" not in said


def test_the_secret_is_cleared_before_everyone_is_asked_for_consent(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "undo", "n", "quit"])
    assert CLEARED in said[said.rindex("> ") : said.index("must agree")]
    assert "Pass to Anna" in said[said.index("must agree") :], "and its owner is waited for again"


def interrupted(lines: list[str]) -> Iterator[str]:
    yield from lines
    raise KeyboardInterrupt


def test_ctrl_c_leaves_a_message_and_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = interrupted(["x", "", "", "", "castello"])
    monkeypatch.setattr(asker, "input", lambda prompt: next(typed), raising=False)
    said = play(tmp_path, [])
    assert said.index(CLEARED) < said.index("Saved. Continue with:")
    assert "Aborted" not in said


def test_the_command_to_resume_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "my games"
    said = play(data, ["x", "quit"])
    command = shlex.split(said[said.index("Continue with: ") + len("Continue with: ") :])
    (game,) = Ledger(data).games()
    assert command == ["ballottino", "--lang", "en", "--data", str(data), "resume", game.id]
    monkeypatch.setitem(os.environ, "XDG_DATA_HOME", str(tmp_path))
    assert "with: ballottino --lang en resume 2" in play(tmp_path / "ballottino", ["x", "quit"]), (
        "the usual place needs no word"
    )


def test_a_default_language_is_not_in_the_command_to_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = CliRunner().invoke(main, ["play", "doge"], input="x\n\n\nquit\n").stdout
    assert ": ballottino resume 2" in said
