"""The command `draw` takes nothing for granted that only the table knows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.doge.draws import VotingOrder
from companion.jobs.at_once import draw_all
from companion.jobs.draw import Drawing, asks_to_go_on
from companion.referee.simulation import random_urn
from companion.steps import Decision
from tests.firmware.commands.test_cli import output, refused, run

DRAWS = [(game, what) for game in games.names() for what in games.find(game).draws]


@pytest.mark.parametrize("players", [2, 5])
def test_starting_player_is_among_those_playing(players: int) -> None:
    drawn = output("draw", "venedig", "first", "-n", "200", "-a", f"players={players}", "--json")
    assert set(drawn) == set(range(1, players + 1))


def test_draw_asks_once_for_missing_answers() -> None:
    said = run("draw", "venedig", "first", "-n", "2", stdin="9\nundo\n2\n").stdout
    assert said.count("How many players?") == 3, "twice for the slips"
    assert "9 won’t do" in said
    assert "quit leaves" in said
    assert said.count("begins.") == 2


def test_result_is_printed_before_the_next_question() -> None:
    said = run("draw", "venezia", "round", "-n", "3", stdin="2 tourists, 1 hunter\n").stdout
    assert said.index("How many tourists and hunters?") < said.index("Tourist")


def test_leaving_prints_no_result() -> None:
    result = run("draw", "venedig", "first", stdin="")
    assert (result.exit_code, "begins" in result.stdout) == (0, False)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "How many players? Say it with -a players=… (2…5)."),
        ("fr", "Combien de joueurs\u202f? Dis-le avec -a players=… (2…5)."),
        ("it", "Quanti giocatori? Dillo con -a players=… (2…5)."),
    ],
)
def test_json_needs_every_answer_beforehand(lang: str, said: str) -> None:
    assert refused("draw", "venedig", "first", "--json", lang=lang) == said


def test_wrong_and_unneeded_answers_are_refused() -> None:
    assert refused("draw", "venedig", "first", "-a", "players=9") == "9 won’t do: from 2 to 5. (VEN.S2)"
    assert refused("draw", "venezia", "round", "-a", "set=9-9") == "“9-9” is not one of the answers. (VEZ.V1)"
    assert refused("draw", "venedig", "first", "-a", "set=2-1").startswith("Nothing called “set” is asked here.")
    assert refused("draw", "venedig", "first", "-a", "players") == "“players” is not key=value."


def test_third_players_cards_can_be_answered_beforehand() -> None:
    arguments = ("-a", "built-since=", "-a", "others-out=0", "-a", "most-out=0")
    assert len(output("draw", "venedig", "third", "-n", "42", *arguments, "--json")) == 42


def test_join_questions_repeat_per_building() -> None:
    """One answer for all was refused, or taken for another building; the last card was left without effect."""
    result = run("draw", "venedig", "third", "-n", "12", stdin="1\n" * 60)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("The third player’s card") >= 12
    assert "The third player’s card" not in result.stdout.splitlines()[-1]


def test_pile_goes_on_with_the_discards_that_are_named() -> None:
    """Venise for two has 38 cards in the pile, so the last pair comes from the discards."""
    arguments = ("draw", "venise", "pile", "-n", "20", "-a", "players=2")
    drawn = output(*arguments, "-a", "discards=small 1, large plank 1", "--json")
    assert [len(pair["cards"]) for pair in drawn] == [2] * 20
    assert sorted(drawn[-1]["cards"]) == ["large", "small"]
    assert len(output(*arguments, "-a", "discards=", "--json")) == 19, "nothing is left"


@pytest.mark.parametrize(
    ("discards", "said"),
    [
        ("small 11", "11 won’t do: from 0 to 10. (VSE.T5)"),
        ("small", "“small” is not a whole number. (VSE.T5)"),
        ("gold 1", "“gold” is no place here. (VSE.T5)"),
    ],
)
def test_discards_that_can_not_be_are_refused(discards: str, said: str) -> None:
    arguments = ("draw", "venise", "pile", "-n", "20", "-a", "players=2")
    assert refused(*arguments, "-a", f"discards={discards}") == said


def test_each_empty_pile_is_asked_about() -> None:
    """One answer for all would shuffle the same discards again, whatever has been drawn since."""
    kinds = 5
    answers = [*["0"] * (kinds - 1), "2", *["0"] * kinds]
    said = run("draw", "venedig", "pile", "-n", "50", stdin="\n".join(answers) + "\n").stdout
    assert said.count("The pile is empty") == 2
    assert "Pile and discards are empty: nothing more is drawn." in said
    assert said.count("left in the pile") == 42 + 2


@pytest.mark.parametrize("good", [0, 1])
def test_halted_draw_is_refused(monkeypatch: pytest.MonkeyPatch, good: int) -> None:
    """What it had drawn so far passed for all that was asked for."""

    def fail(self: VotingOrder, *_: str, **facts: object) -> None:
        if len(self.drawn) > good:
            raise KeyError("a secret")

    monkeypatch.setattr(VotingOrder, "tell", fail)
    said = refused("draw", "doge", "order", "-n", "3", "--json")
    assert "the draw has stopped (KeyError, test_drawing_command.py:" in said


def test_the_list_of_games_says_what_a_draw_asks() -> None:
    listed = run("games").stdout.splitlines()
    assert "  draw venedig first -a players=..." in listed
    assert "  draw doge order" in listed


@pytest.mark.parametrize(("game", "what"), DRAWS)
def test_drawing_asks_exactly_what_it_declares(game: str, what: str, tmp_path: Path) -> None:
    kit = games.find(game)
    kind, rng = kit.draws[what], Random(4)
    asked: set[str] = set()

    def answer(drawing: Drawing, decision: Decision) -> Any:
        assert not asks_to_go_on(decision)
        asked.add(decision.key)
        return decision.choice.sample(rng)

    draw_all(kind, kind.set_table([], {}, kit.layout(tmp_path)), random_urn(rng), 60, answer)
    assert asked == set(kind.asks)
