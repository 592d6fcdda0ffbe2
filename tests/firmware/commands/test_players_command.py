"""The commands that measure and tune the players of the box."""

from __future__ import annotations

from pathlib import Path

from companion.ledger import record
from tests.firmware.commands.test_cli import output, refused, run
from tests.games.test_players import boxed_game


def test_tournament_counts_every_game_and_repeats() -> None:
    arguments = ("tournament", "rialto", "--players", "sharp,random", "-n", "2", "--control", "--json")
    found = output(*arguments)
    assert set(found) == {"match", "mirror", "control"}
    first, second = found["match"]["entrants"]
    assert first["player"] == "sharp"
    assert first["wins"] + second["wins"] == 2
    assert [one["share"] for one in found["mirror"]["entrants"]] == [0.5, 0.5]
    again = output(*arguments)
    assert [one["wins"] for one in again["match"]["entrants"]] == [first["wins"], second["wins"]]


def test_an_unknown_player_and_a_wrong_number_are_refused() -> None:
    assert refused("tournament", "doge", "--players", "sharp,clever,random").startswith("There is no player “clever”")
    assert "3" in refused("tournament", "doge", "--players", "sharp,random")


def test_verify_says_how_many_answers_follow(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(record.write(boxed_game()), "utf-8")
    said = run("verify", str(file)).stdout
    given = output("verify", str(file), "--json")["boxed"]["2"]["given"]
    assert f"{given} of {given} answers of Ben follow from what Ben could see." in said
