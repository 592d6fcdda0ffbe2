"""The page of reliability: figures come from tests that passed, and from nowhere else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware.bench.figures import FigureTable
from tests.counted import PLACE, at_most, counted, taken_together
from tests.reliability import __main__ as command
from tests.reliability import parts

COUNTS = """
from tests.counted import counted

def test_one():
    counted("kills", 3)

def test_two():
    counted("kills", 4)
    counted("answers lost", 0)
"""


def part(folder: Path, text: str) -> parts.Tests:
    file = folder / "test_something.py"
    file.write_text(text)
    return parts.Tests("kills", "Killed", "It was killed.", (str(file),))


def test_what_tests_count_is_taken_together(tmp_path: Path) -> None:
    assert part(tmp_path, COUNTS).measure().rows == [
        {"what": "kills", "figure": 7},
        {"what": "answers lost", "figure": 0},
    ]


def test_nothing_is_noted_unless_the_page_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PLACE, raising=False)
    counted("kills")
    place = tmp_path / "counted"
    monkeypatch.setenv(PLACE, str(place))
    for number in (3, 2):
        counted("games", number)
        at_most("bytes", number)
    assert taken_together(place) == {"games": 5, "bytes": 3}


@pytest.mark.parametrize("text", [COUNTS + "    assert False\n", "def test_nothing():\n    pass\n"])
def test_what_fails_or_counts_nothing_is_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    page = tmp_path / "RELIABILITY.md"
    monkeypatch.setattr(command, "PARTS", (part(tmp_path, text),))
    monkeypatch.setattr(sys, "argv", ["reliability", "--write", str(page)])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 1
    assert not page.exists()


def test_each_figure_says_how_it_is_made_and_how_long_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = part(tmp_path, COUNTS)
    monkeypatch.setattr(command, "PARTS", (one, parts.ManyGames()))
    page = command.measure(["kills"])
    assert f"## kills\n\n`pytest {one.which[0]}`, " in page
    assert "| kills | 7 |" in page
    assert "- Ran: the short way, " in page or "- Ran: the long way, " in page
    assert "- Left out this time: many\n" in page
    assert "What nobody has tried" in page


def test_a_run_that_is_broken_off_shows_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(_: object) -> FigureTable:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts.ManyGames, "measure", break_off)
    monkeypatch.setattr(command, "PARTS", (part(tmp_path, COUNTS), parts.ManyGames(), parts.Coverage()))
    page = command.measure(["kills", "many", "coverage"])
    assert "| kills | 7 |" in page
    assert "- Left out this time: many, coverage\n" in page


def test_every_part_runs_tests_that_are_there() -> None:
    for each in parts.PARTS:
        if isinstance(each, parts.Tests):
            assert all((parts.ROOT / file).is_file() for file in each.which)
            assert each.meaning.endswith(".")
    assert all((parts.ROOT / file).is_file() for file in parts.Coverage().left_out)
    names = [each.name for each in parts.PARTS]
    assert len(set(names)) == len(names)


def test_the_service_is_measured_as_it_is_installed() -> None:
    try:
        table: FigureTable = parts.Exposure().measure()
    except FileNotFoundError:
        pytest.skip("systemd is not here")
    exposure, memory = (row["figure"] for row in table.rows)
    assert isinstance(exposure, float)
    assert 0 < exposure <= 1.5
    assert memory
