"""The commands that measure and tune the players of the box."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_a_budget_is_named_with_its_player() -> None:
    found = output("tournament", "venise", "--players", "sharp:12,random", "-n", "1", "--json")
    assert [one["player"] for one in found["match"]["entrants"]] == ["sharp:12", "random"]
    for wrong in ("steady:12,random", "sharp:0,random", "sharp:1000,random", "sharp:,random"):
        assert refused("tournament", "venise", "--players", wrong).startswith(f"There is no player “{wrong[:-7]}”")
    assert "players judge and do not search" in refused("tournament", "rialto", "--players", "sharp:12,random")


def test_rulings_are_played_both_ways_with_the_same_urns() -> None:
    """The neutral player changes every game of Rialto; a reading that never came up changes no figure."""
    found = output("rulings", "rialto", "-n", "3", "--json")
    assert found["players"] == 2
    by_option = {one["option"]: one for one in found["rulings"]}
    assert set(by_option) == {"neutral", "score_floor", "big_allowance"}
    neutral = by_option["neutral"]
    assert neutral["readings"] == ["without", "with"]
    assert neutral["other"]["games"] == 3
    assert [effect["figure"] for effect in neutral["effects"]] == ["length", "points", "first"]
    points = neutral["effects"][1]
    assert points["low"] < points["change"] == pytest.approx(points["after"] - points["before"], abs=1e-3)
    assert all(
        one["other"]["games"] or not effect["change"] for one in by_option.values() for effect in one["effects"]
    )
    assert by_option["big_allowance"]["effects"][0]["before"] == neutral["effects"][0]["before"], "the same urns"


def test_rulings_say_what_differs_in_words() -> None:
    said = run("--lang", "it", "rulings", "doge", "-p", "4", "-n", "2").stdout
    assert "DOG.P5" in said
    assert "2 partite con 4 giocatori costanti" in said
    assert run("rulings", "venise", "-n", "2").stdout == "No option of this game is a ruling.\n"
    assert "neutral" not in [
        one["option"] for one in output("rulings", "rialto", "-p", "3", "-n", "2", "--json")["rulings"]
    ]


def test_verify_says_how_many_answers_follow(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(record.write(boxed_game()), "utf-8")
    said = run("verify", str(file)).stdout
    given = output("verify", str(file), "--json")["boxed"]["2"]["given"]
    assert run("replay", str(file), "--why").stdout.count(" is worth ") > given / 4, (
        "best moves; slips look otherwise"
    )
    assert f"{given} of {given} answers of Ben follow from what Ben could see." in said
