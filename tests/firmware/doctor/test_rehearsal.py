"""A version tried on a copy of the games: it reads all of them, or says which it can't, and touches none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.ledger import Ledger
from companion.refusal import Damaged
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.care.backups import write_file
from firmware.doctor import Finding, is_healthy, sentences
from firmware.doctor.rehearsal import rehearse
from tests.firmware.commands.test_cli import output, run

GAMES = Path(__file__).parents[2] / "versions" / "1" / "games"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    box = Ledger(tmp_path / "box")
    for name in ("venezia-running", "doge-finished"):
        shutil.copy(GAMES / f"{name}.sqlite", box.folder / "games")
    file = tmp_path / "all.ballottino"
    write_file(box, file)
    return file


def about_games(findings: list[Finding]) -> list[str]:
    return [finding.what for finding in findings if finding.check == "games"]


def test_games_of_the_version_before_are_read(backup: Path, tmp_path: Path) -> None:
    findings = rehearse(tmp_path / "copy", backup)
    assert about_games(findings) == ["doctor.games-read"]
    assert is_healthy(findings)
    assert findings[-1].facts["number"] == 2


def test_a_game_that_is_lost_on_the_way_is_a_reason_not_to_switch(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Ledger.adopt

    def adopt(where: Ledger, game_id: str, data: bytes, changed: int) -> object:
        if game_id.startswith("doge"):
            raise Damaged("damaged")
        return real(where, game_id, data, changed)

    monkeypatch.setattr(Ledger, "adopt", adopt)
    findings = rehearse(tmp_path / "copy", backup)
    assert "doctor.games-lost" in about_games(findings)
    assert not is_healthy(findings)
    for language in LANGUAGES:
        said = " ".join(sentences(findings, Words(language, [WORDS])))
        assert "doge-finished" in said
        assert "doctor." not in said


def test_a_backup_that_cannot_be_read_is_a_reason_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("nonsense")
    assert not is_healthy(rehearse(tmp_path / "copy", tmp_path / "file"))
    assert not is_healthy(rehearse(tmp_path / "copy", tmp_path / "nowhere"))


def test_copied_games_that_were_damaged_before_do_not_stand_in_the_way(tmp_path: Path) -> None:
    games = tmp_path / "copy" / "games"
    games.mkdir(parents=True)
    shutil.copy(GAMES / "doge-finished.sqlite", games)
    (games / "venise-damaged.sqlite").write_text("nonsense")
    findings = rehearse(tmp_path / "copy", None)
    assert is_healthy(findings)
    assert about_games(findings) == ["doctor.games-halted", "doctor.games-read"]


def test_the_command_says_it_with_its_exit_code(backup: Path, tmp_path: Path) -> None:
    said = run("rehearse", str(backup), "--profile", "adafruit-bonnet", data=tmp_path / "copy").stdout
    assert "Games read: 2" in said
    findings = output("rehearse", "--json", str(backup), data=tmp_path / "other")
    assert findings[-1]["facts"] == {"number": 2}
