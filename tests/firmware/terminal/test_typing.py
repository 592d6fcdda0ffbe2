"""Whatever is typed at a terminal is parsed, or refused with a sentence that fits the slip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.choices import Choice, Count, Pick, Several, Spread
from companion.input.typed import read_number
from companion.refusal import Refusal
from companion.words import Words, folders_of
from firmware import WORDS
from tests.firmware.commands.test_cli import run

HUGE = "9" * 5000


def refused(choice: Choice, value: Any, language: str = "en") -> str:
    with pytest.raises(Refusal) as refusal:
        choice.check(value)
    return Words(language, [WORDS, *folders_of("venise")]).refusal(refusal.value)


@pytest.mark.parametrize("typed", ["-3", "\N{MINUS SIGN}3"])
def test_a_negative_number_is_a_number(typed: str) -> None:
    said = run("score", "rialto", "final", stdin=f"2\n-4\n{typed}\n").stdout
    assert "-3 to 300 > " in said
    assert "-4 won’t do: from -3 to 300." in said
    assert said.count("! ") == 1


@pytest.mark.parametrize(
    "sheet", [("doge", "count"), ("rialto", "final"), ("venedig", "building"), ("venezia", "births")]
)
def test_a_number_of_any_length_is_refused(sheet: tuple[str, str]) -> None:
    result = run("score", *sheet, stdin=f"{HUGE}\n-{HUGE}\n{HUGE} {HUGE}\n")
    assert result.exception is None
    assert "won’t do" in result.stdout
    assert "9" * 41 not in result.stdout, "and said back by its beginning only"


@pytest.mark.parametrize("game", ["doge", "rialto", "venedig", "venezia", "venise"])
def test_a_long_number_is_refused_in_a_game_too(tmp_path: Path, game: str) -> None:
    orders = ["amend", HUGE, "amend", "-1", "correct", HUGE, "correct", "-1"]
    lines = [*["z" * 5000] * 4, HUGE, HUGE, HUGE, f"-{HUGE}", "z" * 5000, *orders, "quit", "quit"]
    result = run("play", game, data=tmp_path, stdin="".join(f"{line}\n" for line in lines))
    assert (result.exit_code, result.exception) == (0, None)
    assert "9" * 41 not in result.stdout
    assert "z" * 41 not in result.stdout


def test_leading_zeros_are_ignored() -> None:
    assert read_number("0" * 5000 + "3") == 3


def test_empty_input_is_refused_and_not_quoted() -> None:
    for choice in (Pick("", ("a", "b")), Count("", 0, 3)):
        assert refused(choice, "") == "An answer is needed."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You chose “large plank” too often."),
        ("fr", "Tu as choisi «\xa0grande planche\xa0» trop souvent."),
        ("it", "Hai scelto «asse grande» troppe volte."),
    ],
)
def test_an_option_chosen_too_often_is_named_in_the_language(language: str, said: str) -> None:
    assert refused(Several("card", ("large", "large", "small"), 3, 3), ["large"] * 3, language) == said


def test_an_unknown_option_and_a_repeated_one_have_different_errors() -> None:
    assert refused(Several("card", ("large", "small"), 1, 1), ["bridge"]) == "“bridge” is not one of the answers."


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        (Pick("", ("a", "b")), "x" * 5000),
        (Count("", 0, 3), "x" * 5000),
        (Count("", 0, 3), 10**4000),
        (Several("", ("a", "b"), 1, 1), ["x" * 5000]),
        (Spread("", {"a": 1, "b": 1}, 1, 1), {"x" * 5000: 1}),
    ],
)
def test_only_the_beginning_of_a_long_answer_is_quoted(choice: Choice, value: Any) -> None:
    assert len(refused(choice, value)) < 100


def agreeing(tmp_path: Path, lang: str, undo: str, *said: str) -> str:
    lines = ["x", "", "", "", "castello", undo, *said]
    typed = "".join(f"{line}\n" for line in lines)
    return run("play", "doge", "-p", "3", "-o", "ballots=device", data=tmp_path, lang=lang, stdin=typed).stdout


@pytest.mark.parametrize(
    ("lang", "undo", "asked", "undone", "yes", "no"),
    [
        ("en", "undo", "Does everyone agree? [y/N]", "Taken back: ", "y yes YES", "n no No"),
        ("fr", "annuler", "Tout le monde d’accord\u202f? [o/N]", "Annulé\xa0: ", "o oui Oui y yes", "n non no"),
        ("it", "annulla", "Tutti d’accordo? [s/N]", "Annullato: ", "s sì si SÌ y yes", "n no NO"),
    ],
)
def test_consent_is_asked_for_and_given_in_the_language(
    tmp_path: Path, lang: str, undo: str, asked: str, undone: str, yes: str, no: str
) -> None:
    for word in yes.split():
        assert undone in agreeing(tmp_path / word, lang, undo, word)
    for word in (*no.split(), ""):
        said = agreeing(tmp_path / f"not {word}", lang, undo, word)
        assert (said.count(asked), undone in said) == (1, False)
    said = agreeing(tmp_path / "again", lang, undo, "perhaps", yes.split()[0])
    assert (said.count(asked), undone in said, "Error" in said) == (2, True, False)


@pytest.mark.parametrize("typed", ["perché", "perche", "PERCHÉ", "perche\u0301", "why"])
def test_commands_are_understood_with_and_without_accents(tmp_path: Path, typed: str) -> None:
    sealed = ("play", "doge", "-p", "3", "-o", "ballots=device")
    said = run(*sealed, data=tmp_path, lang="it", stdin=f"x\n\n\n\n{typed}\n").stdout
    assert "DOG.B2: " in said
    assert ", perché, " in said


def test_a_question_mark_asks_for_help(tmp_path: Path) -> None:
    said = run("play", "doge", "-p", "3", data=tmp_path, stdin="x\nx\nx\n?\n").stdout
    assert said.count("Or type: undo, redo") == 2
    assert "is not one of the answers" not in said


@pytest.mark.parametrize("command", ["help", "why", "log"])
def test_a_command_that_only_tells_keeps_a_half_filled_table(tmp_path: Path, command: str) -> None:
    """Anna's area is not asked again after it."""
    answers = ("castello", command, "2", "dorsoduro", "1", "cannaregio", "1")
    said = run("play", "doge", "-p", "3", data=tmp_path, stdin="x\n" * 3 + "\n".join(answers) + "\n").stdout
    assert "Anna places 2 ballots in Castello." in said
    assert said.partition("Anna places")[0].count("Anna, area") == 1
