"""The plain terminal game: a person's keystrokes, and the screen's replies."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.ledger import Ledger
from companion.referee.seals import seal_words
from firmware.commands.cli import main


def play(data: Path, typed: list[str], *arguments: str, command: str = "play", lang: str = "en") -> str:
    """Type these lines; when three begin a game, the first stirs with the first line, the others by the moment."""
    if command == "play":
        typed = [*typed[:1], "", "", *typed[1:]]
    base = ["--lang", lang, "--data", str(data), command]
    game = ["doge", "-p", "3", "-o", "ballots=device", "--no-teach"] if command == "play" else []
    result = CliRunner().invoke(main, [*base, *game, *arguments], input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.output
    return result.output


def test_the_urn_is_shown_before_it_is_stirred(tmp_path: Path) -> None:
    said = play(tmp_path, ["gondola", "", "quit"])
    assert said.index("The urn is sealed") < said.index("Anna, stir it") < said.index("Second seal")
    (game,) = Ledger(tmp_path).games()
    judge = Ledger(tmp_path).resume(game.id)
    assert judge.urn.stirred[0] == "gondola", "nothing that the box could have chosen"
    assert f"Stirred: {', '.join(judge.urn.stirred)}" in said
    assert seal_words(judge.urn.commitment) in said
    assert seal_words(judge.sealed) in said


def test_a_player_without_a_word_stirs_by_the_moment(tmp_path: Path) -> None:
    play(tmp_path, ["", "", "quit"])
    (game,) = Ledger(tmp_path).games()
    stirred = Ledger(tmp_path).resume(game.id).urn.stirred
    assert len(stirred) == 3, "every player stirs"
    assert all(moment.isdecimal() for moment in stirred)


def test_quit_and_resume(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "3 2", "quit"])
    assert "Saved." in said
    said = play(tmp_path, ["", "1", "quit"], command="resume")
    assert "Pass to Ben" in said


def test_a_player_keeps_the_keyboard_for_a_whole_secret(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "3 2", "", "castello", "1", "quit"])
    passed = [name for line in said.splitlines() for name in ("Anna", "Ben", "Cleo") if f"Pass to {name}" in line]
    assert passed == ["Anna", "Ben", "Cleo"]


def test_wrong_answers_are_refused_and_asked_again(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "atlantis", "2", "9 9", "3", "quit"])
    assert "“atlantis” is not one of the answers" in said
    assert "“9” is not one of the answers" in said


def test_why_score_log_and_help(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "why", "score", "log", "help", "quit"])
    assert "DOG.B2: All at once and in secret" in said
    assert "Anna: palaces 0, houses 0, rings 0" in said
    assert "Answer by number or name" in said


def test_undo_of_a_secret_asks_for_everyones_consent(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "undo", "y", "quit"])
    assert "these must agree: Anna" in said
    assert "Taken back: " in said


def test_a_secret_is_redone_by_its_owner_at_the_keyboard(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "undo", "y", "redo", "", "redo", "quit"])
    assert said.count("There is nothing to redo.") == 1, "nobody has the keyboard"
    assert said.count("Which ballots for Castello?") == 2


def test_amend_and_correct(tmp_path: Path) -> None:
    typed = ["x", "1", *["1"] * 6, "amend", "1", "2", "y", "correct", "1", "2", "quit"]
    options = ("-o", "draw.first=table", "-o", "draw.order=table", "-o", "ballots=table")
    said = play(tmp_path, typed, *options)
    assert "Corrected: Anna, Cannaregio: houses 2." in said


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
@pytest.mark.parametrize("ballots", ["device", "table"])
def test_whatever_is_typed_the_game_goes_on(tmp_path: Path, lang: str, ballots: str) -> None:
    """A monkey at the keyboard: nothing breaks, and every step is kept."""
    monkey = random.Random(3)
    turned = ["+".join(map(str, some)) for n in (2, 3, 4) for some in combinations_with_replacement((3, 2, 1, 0), n)]
    typed = ["stir", ""]
    for _ in range(2500):
        typed.append(monkey.choice(["", "1", "2", "3", "1 2", "0", "7", "log", "x", *[monkey.choice(turned)] * 5]))
    said = play(tmp_path, typed, "-o", f"ballots={ballots}", lang=lang)
    assert "Traceback" not in said
    (game,) = Ledger(tmp_path).games()
    judge = Ledger(tmp_path).resume(game.id)
    assert len(judge.entries) > 20
    judge.game.check()


def test_a_command_in_the_middle_of_a_command(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "", "castello", "amend", "score", "quit"])
    assert "Anna: palaces 0" in said
    assert "Saved." in said


def test_a_new_lap_is_guarded_even_for_the_last_to_answer(tmp_path: Path) -> None:
    laid = [line for _ in range(3) for line in ("", "castello", "3")]
    said = play(tmp_path, ["x", *laid, "", "quit"])
    after = said[said.rindex("·") :]
    assert "Pass to Anna" in after


def test_a_secret_is_not_shown_for_amending_before_everyone_agrees(tmp_path: Path) -> None:
    """Even the question may reveal something: a player who refuses sees nothing of it."""
    said = play(tmp_path, ["x", "", "castello", "3", "", "amend", "0", "n", "quit"])
    after = said[said.index("must agree") :]
    assert "Which area do you vote in?" not in after.partition("\n\n")[0]


def test_a_terminal_has_room_for_the_long_words(tmp_path: Path) -> None:
    command = ["--data", str(tmp_path), "play", "rialto", "-p", "2", "-o", "cards=device"]
    run = CliRunner().invoke(main, command, input="x\n\n1\n1\nquit\n")
    assert "E\N{NO-BREAK SPACE}Gondola, F\N{NO-BREAK SPACE}Councillor" in run.output


def test_signs_are_explained_below_the_question(tmp_path: Path) -> None:
    command = ["--data", str(tmp_path), "play", "rialto", "-p", "2", "-o", "cards=table"]
    run = CliRunner().invoke(main, command, input="x\n\n" + "1\n" * 7 + "quit\n")
    assert "2+1 means 2 cards and 1 joker" in run.output


def test_commands_may_be_nested_however_deep(tmp_path: Path) -> None:
    """A book on the keyboard, or a file: no command waits for the one before to end."""
    said = play(tmp_path, ["x", "", "castello", "3", "", *["amend"] * 1500, "quit"])
    assert "Traceback" not in said


def test_a_seat_is_handed_to_the_box_and_taken_back_by_a_command(tmp_path: Path) -> None:
    said = play(tmp_path, ["x", "seats", "1", "steady", "seats", "1", "a person", "quit"])
    assert "Who plays Anna: a person" in said
    assert "The box plays for Anna (steady)." in said
    assert "Pass to Ben" in said, "Anna is not asked meanwhile"
    assert "Anna plays again." in said


def test_the_box_plays_the_seats_it_is_given(tmp_path: Path) -> None:
    """It has a name of its own, stirs nothing, and answers for itself; what it holds is kept in the box."""
    command = [
        "--data",
        str(tmp_path),
        "play",
        "doge",
        "-p",
        "3",
        "--no-teach",
        "--box",
        "2=sharp",
        "--box",
        "3=gentle",
    ]
    said = CliRunner().invoke(main, command, input="gondola\nx\ncastello\n1\nquit\n").stdout
    (game,) = Ledger(tmp_path).games()
    judge = Ledger(tmp_path).resume(game.id)
    assert game.names == ["Anna", "Orsola", "Zorzi"]
    assert judge.urn.stirred == ["gondola"]
    assert {seat: one.strength for seat, one in judge.game.boxed.items()} == {2: "sharp", 3: "gentle"}
    assert judge.table.options["ballots"] == "device"
    assert "Orsola, stir" not in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--box", "4=sharp"], "There is no seat"),
        (["--box", "2=clever"], "There is no player “clever”"),
        (["--box", "sharp"], "“sharp” is not key=value."),
        (["--box", "2=sharp", "-o", "ballots=table"], "hold cardboard"),
    ],
)
def test_a_seat_that_the_box_cannot_play_is_refused(tmp_path: Path, arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, ["--data", str(tmp_path), "play", "doge", "-p", "3", *arguments])
    assert result.exit_code != 0
    assert says in result.stderr
    assert not Ledger(tmp_path).games()
