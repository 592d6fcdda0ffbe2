"""A score sheet at a terminal: no command loses what was typed, and nothing is asked in vain."""

from __future__ import annotations

import pytest

from companion import games
from companion.choices import Count
from companion.jobs.score import Counted, Fields, Filled, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from tests.firmware.commands.test_cli import refused, run


@pytest.mark.parametrize("order", ["help", "why", "log", "score", "amend", "correct"])
def test_command_without_meaning_on_a_sheet_loses_nothing(order: str) -> None:
    said = run("score", "doge", "price", stdin=f"2\n{order}\n6\n").stdout
    assert "undo goes back, quit leaves without a count" in said
    assert "A palace costs 5 houses here." in said


@pytest.mark.parametrize(("lang", "word"), [("fr", "quitter quitte sans compter"), ("it", "esci esce senza contare")])
def test_commands_are_named_in_the_language(lang: str, word: str) -> None:
    assert word in run("score", "doge", "price", stdin="help\n", lang=lang).stdout


def test_quit_leaves_without_a_count() -> None:
    result = run("score", "doge", "price", stdin="2\nquit\n")
    assert (result.exit_code, "palace costs" in result.stdout) == (0, False)


@pytest.mark.parametrize(
    ("game", "sheet"), [(game, sheet) for game in games.names() for sheet in games.find(game).sheets]
)
def test_the_number_of_players_is_asked_only_if_it_matters(game: str, sheet: str) -> None:
    asked = "How many players" in run("score", game, sheet, stdin="").stdout
    assert asked == ((game, sheet) not in {("doge", "price"), ("rialto", "marked"), ("venezia", "births")})


def test_number_given_to_a_sheet_without_players_is_refused() -> None:
    assert refused("score", "doge", "price", "--json", "-", stdin="{}") == "“players” is missing."


def test_undo_goes_back_to_the_first_field() -> None:
    said = run("score", "doge", "price", stdin="undo\n1\nundo\nundo\n2\n6\n").stdout
    assert "undo goes back, quit leaves without a count" in said, "before the first question there is none"
    assert "A palace costs 5 houses here." in said


def test_undo_skips_fields_that_were_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a sheet that can't be counted is asked again from the last field that was asked."""
    tries = []

    def count(filled: Filled, layout: Layout) -> Counted:
        tries.append(dict(filled))
        if filled["b"] == 1:
            raise Refusal("over")
        return Counted({})

    def fields(players: int, layout: Layout) -> Fields:
        return {"a": Count("", 0, 9), "one": Count("", 4, 4), "b": Count("", 0, 9), "last": Count("", 7, 7)}

    kit = games.find("doge")
    monkeypatch.setitem(kit.sheets, "price", ScoreSheet((3, 4), fields, count))
    assert run("score", "doge", "price", stdin="1\nundo\n2\n1\n3\n").exit_code == 0
    assert tries == [{"a": 2, "one": 4, "b": number, "last": 7} for number in (1, 3)]


def test_enter_keeps_the_earlier_value_after_undo() -> None:
    said = run("score", "doge", "price", stdin="2\nundo\n\n6\n").stdout
    assert "0 to 5 [2] > " in said
    assert "A palace costs 5 houses here." in said


BOARDS, WORTH = [20, 3, 2, 7, 18, 0, 1, 9], [0, 1, 9, 2, 3, 0, 4, 0, 0, 0, 0, 1]
DISTRICTS = [0, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 1]


def final(*typed: str | int) -> str:
    """Type these answers to a final count of two players of Rialto; the last lines are the count."""
    return run("score", "rialto", "final", stdin="".join(f"{line}\n" for line in (2, *BOARDS, *WORTH, *typed))).stdout


def test_one_wrong_cell_costs_one_number() -> None:
    """A shared place is noticed only when all is filled in; Enter keeps everything else."""
    right = final(*DISTRICTS)
    said = final(*DISTRICTS[:-1], 2, *[""] * 20, 1)
    assert "Enter keeps what stands in brackets; undo goes back." in said
    assert "0 to 3 [2] > " in said
    assert said.endswith(right[right.index("  Seat 1 ") :])


def test_undo_in_the_middle_of_a_sheet_goes_one_cell_back() -> None:
    right = final(*DISTRICTS)
    said = final(0, 5, "undo", *DISTRICTS[1:])
    assert "[5] > " in said
    assert said.endswith(right[right.index("  Seat 1 ") :])


def test_typed_cells_survive_undo_out_of_a_sheet() -> None:
    right = final(*DISTRICTS)
    said = final(*DISTRICTS[:5], *["undo"] * 6, *[""] * len(WORTH), *[""] * 5, *DISTRICTS[5:])
    assert said.endswith(right[right.index("  Seat 1 ") :])
