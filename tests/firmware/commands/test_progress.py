"""What takes longer than a second shows on a terminal how far it has come; a file or a pipe never sees it."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games
from companion.ledger import Ledger
from companion.referee.automatic import recompute
from companion.referee.urn import Urn
from firmware.commands import machine, matches, settings
from firmware.commands.cli import main
from firmware.commands.settings import Progress
from tests.tables import file_of, referee, table


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def slow_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Put a terminal in the place of standard error, and have everything take too long."""
    out = Terminal()
    monkeypatch.setattr(settings, "PATIENCE", -1.0)
    monkeypatch.setattr(sys, "stderr", out)
    return out


@pytest.fixture
def three_games(tmp_path: Path) -> Path:
    ledger = Ledger(tmp_path)
    for secret in range(3):
        file_of(ledger.begin(games.find("doge").game, table("doge", 3), Urn(bytes([secret]) * 32))).close()
    return tmp_path


def test_reading_many_games_is_told_once(three_games: Path) -> None:
    told: list[tuple[int, int]] = []
    ledger = Ledger(three_games)
    ledger.catalogue.on_read = lambda done, of: told.append((done, of))
    (three_games / "index.sqlite").unlink(missing_ok=True)
    ledger.games()
    assert told == [(1, 3), (2, 3), (3, 3)]
    ledger.games()
    assert len(told) == 3, "what is known is not read again"


def test_list_draws_a_bar_on_a_terminal(three_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = slow_terminal(monkeypatch)
    (three_games / "index.sqlite").unlink(missing_ok=True)
    ledger = matches.open_ledger(settings.Settings(three_games, "en"))
    assert len(ledger.games()) == 3
    assert "100%" in terminal.getvalue()


def test_pipe_gets_no_bar(three_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PATIENCE", -1.0)
    found = CliRunner().invoke(main, ["--data", str(three_games), "list"])
    assert found.exit_code == 0
    assert "%" not in found.output
    assert len(found.output.splitlines()) == 3


def test_bench_names_what_it_measures_before_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = slow_terminal(monkeypatch)
    shown: list[str] = []

    def measure(effort: float) -> list[Any]:
        shown.append(terminal.getvalue())
        return []

    monkeypatch.setattr(machine, "find_bench", lambda name: measure)
    callback = machine.bench.callback
    assert callback is not None
    callback(name=None, json_=False, file=None, pictures=None, effort=1.0)
    assert "engine" in shown[0]
    assert "moves" in shown[-1]


def test_short_work_draws_nothing() -> None:
    out = Terminal()
    with Progress(2, out) as progress:
        progress.step()
        progress.step()
    assert out.getvalue() == ""


def test_verifying_counts_every_entry() -> None:
    played, rng, steps = referee("doge", 3), Random(1), []
    for _ in range(9):
        seat, decision = next(iter(played.open.items()))
        played.answer(seat, decision.choice.sample(rng))
    recompute(played.kind, played.table, played.urn, played.entries, lambda: steps.append(1))
    assert len(steps) == len(played.entries)
