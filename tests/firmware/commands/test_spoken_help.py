"""The command speaks the player's language, in click's words too, and options for all jobs may stand anywhere."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from click import core, exceptions, formatting, parser, types
from click.testing import CliRunner

from companion import games
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.commands.cli import main
from firmware.commands.spoken import CLICK, SAID


def jobs(command: click.Command, *path: str) -> Iterator[tuple[list[str], click.Command]]:
    """Yield every job with the words to type for it."""
    yield list(path), command
    for name, job in command.commands.items() if isinstance(command, click.Group) else ():
        yield from jobs(job, *path, name)


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


OTHERS = tuple(language for language in LANGUAGES if language != "en")
ENGLISH = re.compile(
    r"\b(the|of|for|with|this|that|not|is|are|does|from|what|must|one|such|value|required|default|usage|missing|none"
    r"|invalid|try|there|takes|needs|help|GAME|SHEET|WHAT|VALUE|KEY|NUMBER|PATH|COMMAND|ADDRESS|RANGE|INTEGER)\b",
    re.IGNORECASE,
)
"""Words that are in nearly every English help or error, and in no other language."""
TYPED = re.compile(r"'[^']*'|`[^`]*`|--?[a-z][a-z-]*|\[[a-z|]*\]|ballottino .*")
"""What is typed alike in all languages."""
NEVER_SAID = {
    "Argument {name!r} takes {nargs} values.",
    "Invalid start character for option ({option})",
    "Missing parameter: {param_name}",
    "Missing {param_type}",
    "Option {name!r} requires {nargs} arguments.",
    "Takes {nargs} values but 1 was given.",
    "Takes {nargs} values but {len} were given.",
    "Value must be an iterable.",
    "deprecated",
    "env var: {var}",
    "{name} {filename!r} is not executable.",
    "{value!r} is not a valid UUID.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
    "{value!r} is not {choice}.",
}
"""What click says about parameters of kinds that our command has none of."""
SAID_BY_US = {"Commands", "Options", "Positional arguments", "Usage:"}
"""Headings, which the formatter words."""
TO_PROGRAMMERS = re.compile(
    "Deprecation|defined|declarat|same flag|dynamic|Choose from|Choice|format|len_type|^(file|path|directory)$"
)


def click_says() -> Iterator[str]:
    """Yield every message that click marks for translation where it parses, checks and refuses."""
    for module in (core, exceptions, formatting, parser, types):
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                yield from (str(text.value) for text in node.args if isinstance(text, ast.Constant))


def test_all_that_click_says_is_known() -> None:
    """A newer click may say more; then it needs our words for it."""
    said = {text for text in click_says() if not TO_PROGRAMMERS.search(text)}
    assert said - set(SAID) - NEVER_SAID - SAID_BY_US == set()


def mistakes(path: list[str], job: click.Command) -> Iterator[list[str]]:
    """Yield ways to mistype a command: each is refused before anything is done."""
    required = [
        part
        for param in job.params
        if param.required
        for part in ([*param.opts[:1], "2"] if isinstance(param, click.Option) else ["x"])
    ]
    yield [*path, *required, "--bogus"]
    if required:
        yield path
        yield [*path, *required[:-1]]
    if path and not isinstance(job, click.Group):
        spare = [param for param in job.params if isinstance(param, click.Argument) and not param.required]
        yield [*path, *required, *(["2"] * len(spare)), "troppo"]
        yield [*path, *required, *(["2"] * len(spare)), "troppo", "trop"]
    for option in job.params:
        if isinstance(option, click.Option) and not option.is_flag:
            yield [*path, *required, option.opts[0]]
            if not isinstance(option.type, types.StringParamType | types.Path | types.File):
                yield [*path, *required, option.opts[0], "several"]
            if isinstance(option.type, click.IntRange | click.FloatRange):
                yield [*path, *required, option.opts[0], "-999999"]
        elif isinstance(option, click.Option) and option.name != "version":
            yield [*path, *required, f"{option.opts[0]}=yes"]
    if len(required) == 1 and isinstance(job.params[0].type, types.File):
        yield [*path, "/nowhere/file"]


MISTAKES = [
    ["pley"],
    ["nothing-like-it"],
    ["layout", "chekc"],
    ["draw", "doge"],
    ["bench", "troppo"],
    ["layout", "check", "/nowhere/file"],
    ["layout", "check", "/"],
    ["score", "doge"],
    ["rules", "doge", "--lang"],
    ["--lang", "xx", "games"],
    *(mistyped for path, job in jobs(main) for mistyped in mistakes(path, job)),
]


@cache
def refused(language: str, *arguments: str) -> str:
    result = CliRunner().invoke(main, ["--lang", language, *arguments], prog_name="ballottino")
    assert result.exit_code == 2, (arguments, result.output, result.exception)
    return result.output


def english_in(text: str) -> list[str]:
    """Return the English words in a text, apart from what is typed alike in all languages."""
    return ENGLISH.findall(TYPED.sub(" ", text))


def test_english_is_recognised() -> None:
    for path, _ in jobs(main):
        assert english_in(said(*path, "--help", "--lang", "en")), path
    for arguments in MISTAKES:
        assert english_in(refused("en", *arguments)), arguments


@pytest.mark.parametrize("language", OTHERS)
def test_no_mistake_is_answered_in_english(language: str) -> None:
    for arguments in MISTAKES:
        answered = refused(language, *arguments)
        assert english_in(answered) == [], (arguments, answered)


@pytest.mark.parametrize("language", OTHERS)
def test_no_help_is_in_english(language: str) -> None:
    for path, _ in jobs(main):
        shown = said(*path, "--help", "--lang", language)
        assert english_in(shown) == [], shown


def test_every_kind_of_mistake_is_made() -> None:
    """Each of our words for a mistake is said by one that the tests make, apart from those for rare files."""
    rare = {"aborted", "bad-value", "is-file", "missing-command", "missing-parameter", "not-opened", "unknown-error"}
    rare |= {"not-readable", "not-writable", "default", "required"}
    heard = " ".join(as_one_line(refused("en", *arguments)) for arguments in MISTAKES)
    words = Words("en", [WORDS])
    for key in set(SAID.values()) - rare:
        pattern = re.sub(r"\\{.*?\\}", ".*", re.escape(str(words.template(f"usage.{key}"))))
        assert re.search(pattern, heard), key


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


@pytest.mark.parametrize("arguments", [["rules", "--help"], ["rules"]])
def test_help_follows_the_language_chosen_in_set_up(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--lang` wins over Set-up, Set-up over the environment."""

    def first_word(*more: str) -> str:
        return CliRunner().invoke(main, [*arguments, "--data", str(tmp_path), *more]).output.split()[0].rstrip(":")

    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert first_word() == "Uso"
    (tmp_path / "preferences.json").write_text(json.dumps({"version": 1, "language": "de"}))
    assert first_word() == "Aufruf"
    assert first_word("--lang", "fr") == "Utilisation"


def test_words_of_click_are_read_only_when_it_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(CLICK, "words", lambda: asked.append(1))
    assert CliRunner().invoke(main, ["games", "--json"]).exit_code == 0
    assert asked == []


def test_without_catalogues_click_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CLICK, "words", lambda: None)
    assert "Missing argument" in CliRunner().invoke(main, ["rules"]).output


def test_interrupted_command_says_so_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "names", interrupt)
    result = CliRunner().invoke(main, ["--lang", "fr", "games"])
    assert (result.exit_code, result.stderr.strip()) == (1, "Interrompu.")
