"""The help of the command is in the player's language, and options for all jobs may stand anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.commands.cli import main


def jobs(command: click.Command, *path: str) -> Iterator[tuple[list[str], click.Command]]:
    """Yield every job with the words to type for it."""
    yield list(path), command
    for name, job in command.commands.items() if isinstance(command, click.Group) else ():
        yield from jobs(job, *path, name)


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_job_and_option_has_help_in_every_language(language: str) -> None:
    words = Words(language, [WORDS])
    for path, job in jobs(main):
        shown = as_one_line(said(*path, "--help", "--lang", language))
        assert as_one_line(words(f"help.{'-'.join(path) or 'ballottino'}")) in shown, path
        for option in job.params:
            if isinstance(option, click.Option):
                assert as_one_line(words(f"help-option.{option.name}")) in shown, (path, option.name)
        assert shown.startswith(words("help-heading.Usage"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "fr", "rules", "doge", "DOG.S1"),
        ("rules", "--lang", "fr", "doge", "DOG.S1"),
        ("rules", "doge", "DOG.S1", "--lang", "fr"),
        ("rules", "doge", "DOG.S1", "--lang=fr"),
        ("--lang", "it", "rules", "doge", "DOG.S1", "--lang", "fr"),
    ],
)
def test_the_language_may_stand_before_and_after_the_job(arguments: tuple[str, ...]) -> None:
    """Given twice, the last one counts."""
    assert said(*arguments) == said("--lang", "fr", "rules", "doge", "DOG.S1") != said("rules", "doge", "DOG.S1")


def test_the_folder_may_stand_after_the_job(tmp_path: Path) -> None:
    assert str(tmp_path) in said("list", "--data", str(tmp_path))


def test_an_option_without_its_value_is_named() -> None:
    result = CliRunner().invoke(main, ["games", "--lang"])
    assert result.exit_code == 2
    assert "--lang" in result.stderr


def test_what_follows_two_dashes_is_no_option(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["--data", str(tmp_path), "rules", "--", "--lang"])
    assert result.exit_code == 3
    assert "--lang" in result.stderr
