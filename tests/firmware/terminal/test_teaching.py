"""Newcomers at a terminal: the set-up, each new rule before its question, and practice with hints."""

from __future__ import annotations

import re
from pathlib import Path

from tests.firmware.commands.test_cli import run


def test_newcomers_read_the_set_up_and_each_rule_once(tmp_path: Path) -> None:
    typed = "x\n\n\n\ncastello\n3\nquit\n"
    said = run("play", "doge", "-p", "3", "-o", "ballots=device", data=tmp_path, stdin=typed).stdout
    assert said.index("Set-up") < said.index("Stand the 9 advisors") < said.index("Pass to Anna")
    assert said.count("Counting order: ") == 1, "what was drawn is told with the set-up"
    assert said.index("Pass to Anna") < said.index("(DOG.B2)") < said.index("Which area")
    assert said.count("(DOG.B2)") == 1


def test_a_public_rule_is_read_once_before_the_hand_over(tmp_path: Path) -> None:
    votes = "".join(f"\n{area}\n0\n" for area in ("castello", "dorsoduro", "cannaregio"))
    again = "".join(f"\n{area}\n1\n" for area in ("dorsoduro", "castello", "castello"))
    typed = f"x\n\n\n{votes}{again}quit\n"
    said = run("play", "doge", "-p", "3", "-o", "ballots=device", data=tmp_path, stdin=typed).stdout
    assert said.count("(DOG.B3)") == 1
    revealed = said.index("Cleo places 1 ballot")
    assert revealed < said.index("(DOG.B3)") < said.index("Pass to Anna", revealed)


def test_those_who_know_the_game_read_neither(tmp_path: Path) -> None:
    said = run("play", "doge", "--no-teach", "-o", "ballots=device", data=tmp_path, stdin="x\n\n\n\nquit\n").stdout
    assert "Set-up" not in said
    assert "(DOG.B2)" not in said


def test_the_set_up_is_told_again_on_request(tmp_path: Path) -> None:
    """To those who know the game too, and later in the game."""
    typed = "x\n\n\n\ncastello\nset-up\n3\nquit\n"
    said = run("play", "doge", "--no-teach", "-o", "ballots=device", data=tmp_path, stdin=typed).stdout
    assert said.count("Stand the 9 advisors") == 1
    again = run("resume", data=tmp_path, lang="de", stdin="\nAufbau\nquit\n").stdout
    assert "Stellt die 9 Berater" in again


def test_practice_gives_hints_on_request(tmp_path: Path) -> None:
    said = run("practice", "doge", data=tmp_path, stdin="hint\nquit\n").stdout
    assert "Pass to" not in said, "whoever is alone hides nothing from anybody"
    assert re.search(r"The box would answer: (.+?)\. Anna, .+: \1 is worth [\d.]+ ", said), "and why"
    among_people = run("play", "doge", "-o", "ballots=device", data=tmp_path, stdin="x\n\n\n\nhint\nquit\n").stdout
    assert "There are hints only in practice." in among_people
