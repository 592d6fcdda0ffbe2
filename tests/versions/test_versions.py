"""Files of every version: older ones are read and migrated, newer ones are named and left alone."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from random import Random

import pytest

from companion.backup import archive
from companion.backup.restoring import restore
from companion.game import OtherRules
from companion.layout import Fact, Layout, load, save
from companion.ledger import Ledger, game_file, record
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random
from companion.refusal import NotSaved, OfOtherVersion, Refusal
from companion.versioned import older, write_mapping
from firmware.box.preferences import Preferences
from tests.counted import counted
from tests.tables import rechained
from web.table.seats import Seats

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*/games/*.sqlite"))
RECORDS = sorted(HERE.glob("*/records/*.jsonl"))
BACKUPS = sorted(HERE.glob("*/*.ballottino"))


def name(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path)


def placed(ledger: Ledger, path: Path) -> Path:
    """Put a file among a ledger's games."""
    return Path(shutil.copy(path, ledger.folder / "games" / path.name))


def test_every_version_has_all_games() -> None:
    versions = sorted({path.parent.parent.name for path in GAMES})
    assert versions == ["0", "1"]
    for version in versions:
        assert len([path for path in GAMES if path.parent.parent.name == version]) == 10
        assert len([path for path in RECORDS if path.parent.parent.name == version]) == 10


@pytest.mark.parametrize("path", [path for path in GAMES if "running" in path.stem], ids=name)
def test_a_running_game_of_any_version_is_played_on(ledger: Ledger, path: Path) -> None:
    placed(ledger, path)
    assert [(game.id, game.over) for game in ledger.games()] == [(path.stem, False)]
    referee = ledger.resume(path.stem)
    if isinstance(referee.fault, OtherRules):  # the rules have been corrected since: it can still be undone
        referee.undo(len(referee.entries) - 1, referee.game.seats)
    assert referee.fault is None
    play_random(referee, Random(1), most=len(referee.entries) + 20)
    assert ledger.set_aside == []
    counted(f"running games of version {path.parent.parent.name}, played on")


def lines_of(ledger: Ledger, game_id: str) -> list[object]:
    return [entry.line() for entry in ledger.peek(game_id).entries]


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


@pytest.mark.parametrize("path", [path for path in GAMES if "0/games/doge" in path.as_posix()], ids=name)
def test_an_older_game_is_migrated_with_a_copy_kept(ledger: Ledger, path: Path) -> None:
    """By its first change, not by a look; the copy goes where the game goes."""
    game = placed(ledger, path)
    before = lines_of(ledger, path.stem)
    ledger.games()
    assert (version_of(game), older(game, 0).exists()) == (0, False)
    if "finished" in path.stem:
        ledger.export(path.stem)
    else:
        referee = ledger.resume(path.stem)
        play_random(referee, Random(1), most=len(before) + 1)
        assert isinstance(referee.keeper, GameFile)
        referee.keeper.close()
    assert version_of(game) == 1
    shutil.copy(older(game, 0), ledger.folder / "games" / "copy.sqlite")
    assert (lines_of(ledger, "copy"), version_of(older(game, 0))) == (before, 0)
    ledger.delete(path.stem)
    assert not older(game, 0).exists()
    ledger.restore(path.stem)
    assert older(game, 0).exists()
    assert {kept.id for kept in ledger.games()} == {"copy", path.stem}


def test_an_older_game_is_not_changed_if_no_copy_can_be_kept(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    path = next(path for path in GAMES if path.stem == "doge-running")
    game = placed(ledger, path)
    referee = ledger.resume(path.stem)
    before = lines_of(ledger, path.stem)

    def is_full(*_: object) -> None:
        raise OSError(ENOSPC, "full")

    monkeypatch.setattr(game_file, "sync_folder", is_full)
    with pytest.raises(NotSaved):
        play_random(referee, Random(1), most=len(before) + 1)
    assert (lines_of(ledger, path.stem), version_of(game)) == (before, 0)


@pytest.mark.parametrize("path", [path for path in GAMES if "finished" in path.stem], ids=name)
def test_a_finished_game_of_any_version_is_read_and_exported(ledger: Ledger, path: Path) -> None:
    placed(ledger, path)
    assert [(game.id, game.over) for game in ledger.games()] == [(path.stem, True)]
    referee = ledger.peek(path.stem)
    counted(f"finished games of version {path.parent.parent.name}, read")
    if isinstance(referee.fault, OtherRules):
        return
    assert referee.outcome is not None
    assert record.verify(record.read(ledger.export(path.stem)))


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_a_record_of_any_version_is_verified(path: Path) -> None:
    """All its draws are true. Whether its answers fit is another matter where the rules have been corrected since."""
    found = record.read(path.read_text("utf-8"))
    counted(f"records of version {path.parent.parent.name}, read")
    try:
        assert len(record.verify(found)) == len(found.draws) > 0
    except OfOtherVersion as refusal:
        assert found.of_other_rules
        assert refusal.key == "other-rules"


def test_a_backup_of_every_version_is_kept() -> None:
    """Else nothing would prove that it is still read."""
    versions = []
    for path in BACKUPS:
        with zipfile.ZipFile(path) as backup:
            versions.append(json.loads(backup.read(archive.CONTENTS))["version"])
    assert sorted(versions) == list(range(1, archive.VERSION + 1))


@pytest.mark.parametrize("version", ["0", "1"])
def test_a_backup_brings_games_of_any_version(ledger: Ledger, tmp_path: Path, version: str) -> None:
    """A box that was brought up to date may hold games that nobody has touched since."""
    for path in GAMES:
        if path.parent.parent.name == version:
            placed(ledger, path)
    ids = [game.id for game in ledger.games()]
    backup, other = io.BytesIO(), Ledger(tmp_path / "other")
    assert archive.write(ledger, backup).games == len(ids) == 10
    assert restore(other, backup).left_out == []
    assert {game_id: lines_of(other, game_id) for game_id in ids} == {
        game_id: lines_of(ledger, game_id) for game_id in ids
    }


@pytest.mark.parametrize("path", BACKUPS, ids=name)
def test_a_backup_of_any_version_is_restored(ledger: Ledger, path: Path) -> None:
    """The games are whole and can be played on, and boards and settings are there."""
    with path.open("rb") as file:
        restored = restore(ledger, file)
    assert (restored.left_out, restored.boards) == ([], 1)
    assert {game.id: game.over for game in ledger.games()} == {"doge-running": False, "venezia-finished": True}
    assert ledger.resume("doge-running").fault is None
    assert load(ledger.folder / "layouts" / "doge.toml", lambda _: None)["palaces"] == [1, 2]
    assert Preferences(ledger.folder)["language"] == "it"
    counted(f"backups of version {path.parent.name}, restored")


@pytest.mark.parametrize("what", ["file", "header"])
def test_a_newer_game_is_named_and_left_alone(ledger: Ledger, what: str) -> None:
    path = placed(ledger, HERE / "1" / "games" / "doge-running.sqlite")
    if what == "file":
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("PRAGMA user_version=2")
            db.execute("DROP TABLE header")
        db.close()
    else:
        newer_header(path)
    before = path.read_bytes()
    assert ledger.games() == []
    assert ledger.newer == [path.stem]
    for look in (ledger.resume, ledger.peek):
        with pytest.raises(OfOtherVersion):
            look(path.stem)
    assert path.read_bytes() == before
    assert (ledger.set_aside, ledger.unopened) == ([], [])


def newer_header(path: Path) -> None:
    """Give a game a header of a newer format, with the right checksum."""
    from companion.ledger.game_file import _row

    with closing(sqlite3.connect(path)) as db, db:
        newer = {"ballottino": record.WITH_THINKING + 1, "players": "elsewhere"}
        db.execute("UPDATE header SET line = ?, sum = ?", _row(newer))
    db.close()


def test_a_record_of_other_rules_is_not_called_forged(ledger: Ledger) -> None:
    """Its draws are verified, and a false one is still found."""
    *lines, _ = [json.loads(line) for line in (HERE / "1" / "records" / "doge.jsonl").read_text().splitlines()]
    for line in lines:
        line.pop("d", None)
    lines[0]["rules"] = 99
    answer = next(line for line in lines if "question" in line)
    answer["value"] = "atlantis"
    with pytest.raises(OfOtherVersion) as refused:
        record.verify(record.read(rechained(lines)))
    assert refused.value.key == "other-rules"
    draw = next(line for line in lines if "draw" in line)
    draw["value"] = next(value for value in draw["of"] if value != draw["value"])
    with pytest.raises(Refusal) as forged:
        record.verify(record.read(rechained(lines)))
    assert forged.value.key == "forged-draw"


@pytest.mark.parametrize("version", ["0", "1"])
def test_an_unfinished_record_is_only_to_look_at(ledger: Ledger, version: str) -> None:
    text = (HERE / version / "records" / "rialto-running.jsonl").read_text("utf-8")
    game_id = ledger.import_record(text)
    assert ledger.last() is None
    assert len(ledger.peek(game_id).entries) == len(record.read(text).entries)
    with pytest.raises(Refusal) as refused:
        ledger.resume(game_id)
    assert refused.value.key == "secret-known"
    assert record.read(ledger.export(game_id)).entries == record.read(text).entries
    with pytest.raises(Refusal) as again:
        ledger.import_record(text)
    assert again.value.key == "here-already"


def test_preferences_and_seats_of_version_0_are_read(tmp_path: Path) -> None:
    (tmp_path / "preferences.json").write_text('{"language": "it"}', "utf-8")
    (tmp_path / "seats.json").write_text('{"evening": {"1": "aa"}}', "utf-8")
    preferences, seats = Preferences(tmp_path), Seats(tmp_path / "seats.json")
    assert preferences["language"] == "it"
    assert seats.taken("evening") == {1}
    preferences["language"] = "fr"
    seats.take("evening", 2)
    for file in ("preferences.json", "seats.json"):
        assert json.loads((tmp_path / file).read_text("utf-8"))["version"] == 1
    assert older(tmp_path / "preferences.json", 0).read_text("utf-8") == '{"language": "it"}'
    assert older(tmp_path / "seats.json", 0).read_text("utf-8") == '{"evening": {"1": "aa"}}'
    assert Preferences(tmp_path)["language"] == "fr"
    assert Seats(tmp_path / "seats.json").taken("evening") == {1, 2}


def test_newer_preferences_and_seats_are_left_alone(tmp_path: Path) -> None:
    newer = '{"version": 2, "language": ["it"], "evening": "elsewhere"}'
    for file in ("preferences.json", "seats.json"):
        (tmp_path / file).write_text(newer, "utf-8")
    preferences, seats = Preferences(tmp_path), Seats(tmp_path / "seats.json")
    preferences["language"] = "fr"
    token = seats.take("evening", 1)
    assert (preferences["language"], seats.seat_of("evening", token)) == ("fr", 1), "until it is switched off"
    assert isinstance(preferences.refusal, OfOtherVersion)
    for file in ("preferences.json", "seats.json"):
        assert (tmp_path / file).read_text("utf-8") == newer


def test_each_preference_belongs_to_the_owner_or_to_the_box(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path)
    with pytest.raises(KeyError):
        preferences["newly-thought-of"] = 1
    assert list(tmp_path.iterdir()) == []


def test_a_preference_keeps_what_a_backup_has_brought_meanwhile(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path)
    write_mapping(tmp_path / "preferences.json", 1, {"names": ["Anna"]})
    preferences["sound"] = False
    assert Preferences(tmp_path)["names"] == preferences["names"] == ["Anna"]


def test_a_board_of_version_0_is_read_and_a_copy_kept(tmp_path: Path) -> None:
    text = '# by hand\n[sites]\nvalue = [3, 4, 5, 6, 8]\nfrom = "owner"\n'
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    save(load(path, lambda _: None), path)
    save(load(path, lambda _: None), path)
    assert path.read_text("utf-8").startswith("# Ballottino board, version 1\n")
    assert older(path, 0).read_text("utf-8") == text
    assert len(list(tmp_path.iterdir())) == 2


def test_a_newer_board_is_named_and_left_alone(tmp_path: Path) -> None:
    board = Layout("mine", {"sites": Fact([3, 4, 5, 6, 8], "owner")})
    save(board, tmp_path / "mine.toml")
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert load(tmp_path / "mine.toml", lambda _: None).facts == board.facts
    newer = text.replace("version 1", "version 2")
    (tmp_path / "mine.toml").write_text(newer, "utf-8")
    with pytest.raises(OfOtherVersion):
        load(tmp_path / "mine.toml", lambda _: None)
    with pytest.raises(OfOtherVersion):
        save(board, tmp_path / "mine.toml")
    assert (tmp_path / "mine.toml").read_text("utf-8") == newer
