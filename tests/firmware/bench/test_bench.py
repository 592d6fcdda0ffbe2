"""The benchmarks run and give sound tables. How fast anything is, no test says."""

from __future__ import annotations

import builtins
import json
import math
import platform
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion import games
from firmware.bench import BENCHES, engine, figures, find, presses
from firmware.bench.figures import FigureTable
from firmware.bench.figures.curve import BOTTOM, TOP
from firmware.commands.cli import main
from hardware import profile

LITTLE = 0.001


ALL_GAMES = ("engine", "rebuild", "ledger", "presses", "screen", "memory")


@pytest.mark.parametrize("name", BENCHES)
def test_every_benchmark_gives_sound_tables(name: str) -> None:
    """Finite figures under the same heads, something run beside them, and no game left out."""
    tables = find(name)(LITTLE)
    for table in tables:
        assert table.rows
        assert table.meaning.endswith(".")
        for row in table.rows:
            assert list(row) == table.heads
            for figure in row.values():
                assert not isinstance(figure, int | float) or (math.isfinite(figure) and figure >= 0)
    assert any(" over " in f" {head} " for table in tables for head in table.heads)
    cells = {str(cell) for table in tables for row in table.rows for cell in row.values()}
    assert name not in ALL_GAMES or all(any(game in cell for cell in cells) for game in games.names())


def test_presses_are_counted_on_every_kind_of_build() -> None:
    """Builds that we treat alike have the same keys for answering; one with a knob stands for the rest."""
    arrows = {
        name: frozenset(key for key in profile.load(name).keys if "SEAT" not in key) for name in profile.names()
    }
    assert set(arrows.values()) == {arrows[build] for build in presses.BUILDS}


def test_a_bench_without_openspiel_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *args: Any, **more: Any) -> Any:
        if name.startswith(("pyspiel", "open_spiel")):
            raise ImportError(name)
        return imported(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    ours, theirs, *_ = engine.measure(LITTLE)
    assert engine.ABSENT in ours.meaning
    assert theirs.meaning == engine.ABSENT
    assert {row["over OpenSpiel"] for row in ours.rows} == {None}


def test_long_game_of_doge_lasts_10000_answers() -> None:
    referee, go_on = engine.longest_game()
    go_on(engine.LENGTHS[-1])
    assert len(referee.entries) == engine.LENGTHS[-1]


def bench(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["bench", *arguments, "--effort", str(LITTLE)])


def test_the_command_prints_a_table_or_json() -> None:
    text = bench("moves").stdout
    assert "worst ms" in text
    found = json.loads(bench("moves", "--json").stdout)
    assert found["machine"]["Python"]
    assert found["benches"]["moves"][0]["rows"][0]["worst ms"] >= 0


def test_an_unknown_benchmark_is_refused_with_the_known_ones() -> None:
    refused = bench("everything")
    assert refused.exit_code == 2
    assert "'everything' is none of these: 'engine'" in refused.stderr


def test_the_page_has_every_table_and_how_to_make_it_again() -> None:
    table = FigureTable("Speed", "How fast it is.", [{"game": "doge", "answers/s": 110537, "over it": None}])
    page = figures.page(
        "# Figures\n", {"Python": "3"}, [figures.Section("engine", "`ballottino bench engine`", [table])]
    )
    assert "- Python: 3\n" in page
    assert "## engine\n\n`ballottino bench engine`\n" in page
    assert (
        "How fast it is.\n\n| game | answers/s | over it |\n| :--- | ---: | ---: |\n| doge | 110,537 | – |\n" in page
    )


def test_a_curve_rises_with_its_figures_and_is_linked_from_the_page(tmp_path: Path) -> None:
    rows: list[dict[str, figures.Cell]] = [
        {"phones": 1, "ms": 2.0, "bare": None},
        {"phones": 10, "ms": 4.0, "bare": 1.0},
        {"phones": 100, "ms": 8.0, "bare": 1.0},
    ]
    curve = figures.curve_of("phones", "Phones & more", "phones", rows, "ms", "bare")
    section = figures.Section("phones", "", [FigureTable("Phones", "Heard.", rows, curve)])
    figures.draw_curves(tmp_path, [section])
    drawn = ElementTree.parse(tmp_path / "phones.svg")
    lines = [line.get("points", "") for line in drawn.iterfind("{*}polyline")]
    rising, level = ([tuple(map(float, point.split(","))) for point in line.split()] for line in lines)
    assert [round((BOTTOM - y) / (BOTTOM - TOP), 2) for _, y in rising] == [0.25, 0.5, 1.0]
    assert len(level) == 2
    assert level[0][1] == level[1][1]
    texts = {text.text for text in drawn.iterfind("{*}text")}
    assert {"Phones & more", "1", "10", "100", "ms", "bare"} <= texts
    assert "\n![Phones & more](pictures/phones.svg)\n" in figures.page("", {}, [section], "pictures")
    assert "phones.svg" not in figures.page("", {}, [section])


def test_machine_is_described_without_its_host_name() -> None:
    about = figures.machine()
    assert platform.node() not in "".join(about.values())
    assert all(about.values())


def test_the_command_writes_the_page_and_its_curves(tmp_path: Path) -> None:
    file = tmp_path / "BENCHMARKS.md"
    assert bench("many", "--write", str(file), "--pictures", str(tmp_path / "drawn")).exit_code == 0
    page = file.read_text("utf-8")
    assert page.startswith("# Benchmarks\n")
    assert "](drawn/games.svg)" in page
    assert (tmp_path / "drawn/games.svg").exists()
