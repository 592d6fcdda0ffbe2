"""Backups: all that a box knows comes back, each game once; and no file, however made, does any harm."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.backup import archive
from companion.backup.archive import CONTENTS, Backup, Written, open_backup, write
from companion.backup.restoring import Restored, restore
from companion.backup.settings import DRAFTS, OF_THE_BOX, PREFERENCES, VERSIONS
from companion.layout import Fact, Layout, save
from companion.ledger import Adopted, Ledger, ledger
from companion.ledger.lock import GameLock
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Busy, Damaged, NotSaved, OfOtherVersion, Refusal, TooMuch
from companion.versioned import read_mapping, write_mapping
from tests.tables import file_of, id_of, table

GAMES = Path(__file__).parents[2] / "versions" / "1" / "games"
BOARD = Layout("doge", {"palaces": Fact([1, 2], "owner")})


def begin(where: Ledger, seed: int) -> str:
    """Return the id of a game that was begun, and left."""
    referee = where.begin(games.find("doge").game, table("doge", 4), random_urn(Random(seed)))
    play_random(referee, Random(seed), most=5)
    file_of(referee).close()
    return id_of(referee)


def play_on(where: Ledger, game_id: str, answers: int, seed: int) -> None:
    referee = where.resume(game_id)
    play_random(referee, Random(seed), most=len(referee.entries) + answers)
    file_of(referee).close()


def backed_up(where: Ledger) -> io.BytesIO:
    file = io.BytesIO()
    write(where, file)
    return file


def lines_of(where: Ledger, game_id: str) -> list[object]:
    referee = where.peek(game_id)
    file_of(referee).close()
    return [entry.line() for entry in referee.entries]


def fates(restored: Restored) -> dict[str, int]:
    return {kind.value: restored.count(kind) for kind in Adopted if restored.count(kind)}


@pytest.fixture
def full(tmp_path: Path) -> Ledger:
    """A box with games of two kinds, one of them unfinished, a board of its owner's, and settings."""
    box = Ledger(tmp_path / "full")
    for name in ("venezia-running", "doge-finished"):
        shutil.copy(GAMES / f"{name}.sqlite", box.folder / "games")
    save(BOARD, box.folder / "layouts" / "doge.toml")
    write_mapping(box.folder / "preferences.json", 1, {"language": "fr"})
    return box


@pytest.fixture
def empty(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "empty")


def test_all_comes_back_in_an_empty_box_and_is_played_on(full: Ledger, empty: Ledger) -> None:
    os.utime(full.folder / "games" / f"{full.games()[0].id}.sqlite", ns=(0, 10**18))
    file = io.BytesIO()
    assert write(full, file) == Written(games=2, unfinished=1, boards=1)
    restored = restore(empty, file)
    assert (fates(restored), restored.boards, restored.left_out) == ({"added": 2}, 1, [])
    assert empty.games() == full.games(), "with their ids, their people, and when they were played"
    for kept in full.games():
        assert lines_of(empty, kept.id) == lines_of(full, kept.id)
    for name in ("layouts/doge.toml", "preferences.json"):
        assert (empty.folder / name).read_bytes() == (full.folder / name).read_bytes()
    running = empty.last()
    assert running is not None
    play_on(empty, running, 5, seed=3)
    assert fates(restore(empty, file)) == {"here": 2}, "a second time adds nothing, and takes nothing back"
    assert len(lines_of(empty, running)) == len(lines_of(full, running)) + 5


def test_two_boxes_merge_and_keep_each_game_once(full: Ledger, empty: Ledger, tmp_path: Path) -> None:
    """The game that both know goes on as far as either has come; where they went apart, each keeps its own."""
    running = full.last()
    assert running is not None
    restore(empty, backed_up(full))
    own = begin(empty, seed=9)
    play_on(empty, running, 4, seed=5)
    further = lines_of(empty, running)
    restored = restore(full, backed_up(empty))
    assert fates(restored) == {"added": 1, "continued": 1, "here": 1}
    assert (lines_of(full, running), {kept.id for kept in full.games()}) == (further, {running, own} | ids(empty))
    play_on(full, running, 2, seed=6)
    play_on(empty, running, 3, seed=7)
    before = lines_of(full, running)
    assert lines_of(empty, running)[: len(before)] != before, "two evenings apart"
    assert fates(restore(full, backed_up(empty))) == {"here": 3}
    assert lines_of(full, running) == before


def ids(where: Ledger) -> set[str]:
    return {kept.id for kept in where.games()}


def test_a_game_that_was_finished_elsewhere_is_finished_here(full: Ledger, empty: Ledger) -> None:
    running = full.last()
    assert running is not None
    restore(empty, backed_up(full))
    play_on(empty, running, 100_000, seed=2)
    empty.export(running)
    assert fates(restore(full, backed_up(empty)))["continued"] == 1
    assert [(kept.over, kept.published) for kept in full.games() if kept.id == running] == [(True, True)]
    assert full.winners(running) == empty.winners(running) != []


def test_a_game_being_played_stays_as_it_is(full: Ledger, empty: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    running = full.last()
    assert running is not None
    restore(empty, backed_up(full))
    play_on(empty, running, 3, seed=2)
    before = lines_of(full, running)

    def busy(path: Path) -> None:
        raise Busy("played-elsewhere")

    monkeypatch.setattr(GameLock, "on", busy)
    assert fates(restore(full, backed_up(empty))) == {"here": 2}
    assert lines_of(full, running) == before


def test_a_board_that_is_otherwise_here_stays_and_is_named(full: Ledger, empty: Ledger) -> None:
    ours = Layout("doge", {"palaces": Fact([3], "owner")})
    save(ours, empty.folder / "layouts" / "doge.toml")
    write_mapping(empty.folder / "preferences.json", 1, {"language": "it"})
    kept = (empty.folder / "layouts" / "doge.toml").read_bytes()
    assert restore(empty, backed_up(full)).kept_ours == ["doge"]
    assert (empty.folder / "layouts" / "doge.toml").read_bytes() == kept
    assert json.loads((empty.folder / "preferences.json").read_text())["language"] == "it"


def settings_of(where: Ledger, name: str = PREFERENCES) -> dict[str, object]:
    return read_mapping(where.folder / name, VERSIONS[name])


def test_settings_come_along_unless_they_were_chosen_here(full: Ledger, empty: Ledger) -> None:
    """Key by key, and who played what last game by game: a file that is here does not keep the others out."""
    theirs = {"language": "fr", "names": ["Anna"], "last-tables": {"doge": {"names": ["Zoë"]}, "rialto": {}}}
    write_mapping(full.folder / PREFERENCES, 1, theirs)
    write_mapping(full.folder / DRAFTS, 1, {"doge:end": {"players": 4}, "rialto:end": {"players": 2}})
    write_mapping(empty.folder / PREFERENCES, 1, {"sound": False, "names": ["Ben"], "last-tables": {"doge": {}}})
    write_mapping(empty.folder / DRAFTS, 1, {"doge:end": {"players": 3, "place": 1}})
    restored = restore(empty, backed_up(full))
    assert settings_of(empty) == {
        "language": "fr",
        "sound": False,
        "names": ["Ben"],
        "last-tables": {"doge": {}, "rialto": {}},
    }
    assert settings_of(empty, DRAFTS) == {"doge:end": {"players": 3, "place": 1}, "rialto:end": {"players": 2}}
    assert (restored.settings, restored.left_out) == (3, [])
    assert restore(empty, backed_up(full)).settings == 0


@pytest.mark.parametrize("written_by", ["us", "an earlier version"])
def test_what_is_true_of_one_box_stays_there(full: Ledger, empty: Ledger, written_by: str) -> None:
    """Else a box without a screen would ask for OK on it, and two boxes would have one name in their club."""
    facts = {"has-screen": True, "voice-output": "USB", "set-up": True, "update-told": 7}
    own = {**facts, "club": "mqtt://table-1@club.local"}
    assert own.keys() == OF_THE_BOX
    write_mapping(full.folder / PREFERENCES, 1, {"language": "fr", **own})
    file = backed_up(full)
    with zipfile.ZipFile(file) as made:
        assert json.loads(made.read(PREFERENCES)) == {"version": 1, "language": "fr"}
    if written_by != "us":
        file = remade(file, put(PREFERENCES, (full.folder / PREFERENCES).read_bytes()))
    restore(empty, file)
    assert settings_of(empty) == {"language": "fr"}


def test_settings_of_a_newer_version_are_left_out_and_named(full: Ledger, empty: Ledger) -> None:
    newer = remade(backed_up(full), put(PREFERENCES, b'{"version": 2, "language": ["fr"]}'))
    assert restore(empty, newer).left_out == [PREFERENCES]
    (empty.folder / PREFERENCES).write_text('{"version": 2}')
    assert restore(empty, backed_up(full)).left_out == [PREFERENCES]
    assert (empty.folder / PREFERENCES).read_text() == '{"version": 2}'


def test_settings_that_cannot_be_read_count_as_none(full: Ledger, empty: Ledger) -> None:
    """They do on the box; a copy of its games for a new version must not be called torn because of them."""
    (full.folder / PREFERENCES).write_text("[")
    assert restore(empty, backed_up(full)).left_out == []


def test_a_backup_is_made_while_a_game_is_played(empty: Ledger, tmp_path: Path) -> None:
    """Each copy is the game as it was at one moment: a beginning of what was answered."""
    kind = games.find("doge").game
    referee = empty.begin(kind, table("doge", 4), random_urn(Random(1)))
    player = threading.Thread(target=play_random, args=(referee, Random(1)), kwargs={"most": 60})
    player.start()
    copies: list[io.BytesIO] = []
    while player.is_alive() or not copies:
        copies.append(backed_up(empty))
    player.join()
    told = [entry.line() for entry in referee.entries]
    for number, file in enumerate(copies[:: max(1, len(copies) // 5)]):
        other = Ledger(tmp_path / str(number))
        restore(other, file)
        found = lines_of(other, id_of(referee))
        assert found == told[: len(found)]
    file_of(referee).close()


def test_an_unreadable_game_is_left_out_and_named(full: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = full.games()[0].id
    real = Ledger.copy_of

    def copy_of(where: Ledger, game_id: str) -> bytes:
        if game_id == lost:
            raise Refusal("cannot-open", names=[lost])
        return real(where, game_id)

    monkeypatch.setattr(Ledger, "copy_of", copy_of)
    assert write(full, io.BytesIO()) == Written(games=1, unfinished=1, boards=1, left_out=[lost])


Change = Callable[[dict[str, bytes]], None]


def remade(file: io.BytesIO, change: Change) -> io.BytesIO:
    """Return a backup whose parts someone has changed."""
    with zipfile.ZipFile(file) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    change(parts)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in parts.items():
            target.writestr(name, data)
    return made


def say_version(parts: dict[str, bytes], version: object) -> None:
    parts[CONTENTS] = json.dumps({**json.loads(parts[CONTENTS]), "version": version}).encode()


def test_a_newer_backup_is_refused_by_name(full: Ledger, empty: Ledger) -> None:
    newer = remade(backed_up(full), lambda parts: say_version(parts, archive.VERSION + 1))
    with pytest.raises(OfOtherVersion) as refused:
        restore(empty, newer)
    assert (refused.value.key, refused.value.facts["value"]) == ("newer-backup", archive.VERSION + 1)
    assert ids(empty) == set()


def game_parts(parts: dict[str, bytes]) -> list[str]:
    return sorted(name for name in parts if name.startswith("games/"))


def with_sql(*statements: str) -> Change:
    """Have someone work on a game's file in a backup with SQL."""

    def change(parts: dict[str, bytes]) -> None:
        name = game_parts(parts)[0]
        with closing(sqlite3.connect(":memory:")) as db:
            data = bytearray(parts[name])
            data[18:20] = b"\x01\x01"  # a file in memory has no log
            db.deserialize(bytes(data))
            for statement in statements:
                db.execute(statement)
            db.commit()
            parts[name] = db.serialize()

    return change


def deep_line(parts: dict[str, bytes]) -> None:
    line = "[" * 100_000
    with_sql(f"UPDATE entries SET line = '{line}', sum = {zlib.crc32(line.encode())} WHERE n = 1")(parts)


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT 'x' AS line, x AS sum FROM c"
BAD_GAMES: dict[str, Change] = {
    "newer": with_sql("PRAGMA user_version = 9"),
    "changed": with_sql("UPDATE entries SET line = replace(line, 'a', 'b')"),
    "an entry less": with_sql("DELETE FROM entries WHERE n = 3"),
    "an endless view": with_sql("DROP TABLE header", f"CREATE VIEW header AS {ENDLESS}"),
    "a trigger": with_sql("CREATE TRIGGER t AFTER UPDATE ON state BEGIN DELETE FROM entries; END"),
    "another table": with_sql("CREATE TABLE more (x)"),
    "nested": deep_line,
    "cut": lambda parts: parts.update({game_parts(parts)[0]: parts[game_parts(parts)[0]][:5000]}),
    "nonsense": lambda parts: parts.update({game_parts(parts)[0]: b"nonsense" * 1000}),
    "nothing": lambda parts: parts.update({game_parts(parts)[0]: b""}),
}


@pytest.mark.parametrize("change", BAD_GAMES.values(), ids=BAD_GAMES)
def test_a_bad_game_is_left_out_and_named_and_the_others_are_not(full: Ledger, empty: Ledger, change: Change) -> None:
    restored = restore(empty, remade(backed_up(full), change))
    (bad,) = restored.left_out
    assert ids(empty) == ids(full) - {bad}
    assert sorted(path.suffix for path in (empty.folder / "games").iterdir()) == [".sqlite"]
    assert (empty.set_aside, empty.newer) == ([], [])


def put(name: str, data: bytes) -> Change:
    return lambda parts: parts.update({name: data})


BAD_PARTS: dict[str, Change] = {
    "a bad board": put("layouts/doge.toml", b"[palaces]\nvalue = "),
    "a board too large": put("layouts/doge.toml", b"#" * 40_000),
    "a newer board": put("layouts/doge.toml", b"# Ballottino board, version 9\n"),
    "bad settings": put("preferences.json", b"["),
    "settings that are a list": put("preferences.json", b"[]"),
    "settings too large": put("preferences.json", b'{"a": "' + b"x" * 300_000 + b'"}'),
}


@pytest.mark.parametrize("change", BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_bad_board_or_setting_is_left_out_and_named(full: Ledger, empty: Ledger, change: Change) -> None:
    restored = restore(empty, remade(backed_up(full), change))
    assert restored.left_out in (["doge"], ["preferences.json"])
    assert ids(empty) == ids(full)


STRANGE_NAMES = (
    "../evil.toml",
    "layouts/../../evil",
    "/etc/evil",
    "games/.sqlite",
    "games/A.sqlite",
    "evil.py",
    "seats.json",
)


def test_names_from_elsewhere_are_no_paths(full: Ledger, empty: Ledger) -> None:
    strange = remade(backed_up(full), lambda parts: parts.update(dict.fromkeys(STRANGE_NAMES, b"evil")))
    restore(empty, strange)
    assert not [path for path in empty.folder.parent.rglob("*") if path.is_file() and b"evil" in path.read_bytes()]


def as_other_kind(parts: dict[str, bytes]) -> None:
    parts[CONTENTS] = parts[CONTENTS].replace(archive.KIND.encode(), b"something else")


NO_BACKUPS: dict[str, Change] = {
    "no list": lambda parts: void(parts.pop(CONTENTS)),
    "a list of another kind": as_other_kind,
    "a list that is no JSON": put(CONTENTS, b"{"),
    "a list too deep": put(CONTENTS, b"[" * 100_000),
    "a list too long": put(CONTENTS, b" " * (archive.LARGEST_LIST + 1)),
    "a version that is no number": lambda parts: say_version(parts, "1"),
    "games that are a list": put(CONTENTS, json.dumps({"kind": archive.KIND, "version": 1, "games": []}).encode()),
}


def void(_: object) -> None:
    """Return nothing."""


@pytest.mark.parametrize("change", NO_BACKUPS.values(), ids=NO_BACKUPS)
def test_what_is_no_backup_is_refused_whole(full: Ledger, empty: Ledger, change: Change) -> None:
    with pytest.raises((Damaged, TooMuch)):
        restore(empty, remade(backed_up(full), change))
    assert ids(empty) == set()
    assert not (empty.folder / "layouts").exists()


def test_other_files_and_cut_ones_are_refused(full: Ledger, empty: Ledger) -> None:
    whole = backed_up(full).getvalue()
    rng = Random(1)
    cuts = [0, 1, 21, 22, 40, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(20))]
    others = [whole[:cut] for cut in cuts] + [b"x" * 100, whole + b"x", whole[:-2] + b"\x01\x00x"]
    for data in others:
        with pytest.raises((Damaged, TooMuch)):
            restore(empty, io.BytesIO(data))
    assert ids(empty) == set()


def test_flipped_bits_never_bring_a_wrong_game(full: Ledger, tmp_path: Path) -> None:
    full.delete("doge-finished")
    whole, rng = backed_up(full).getvalue(), Random(2)
    true = {kept.id: lines_of(full, kept.id) for kept in full.games()}
    for number in range(25):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        other = Ledger(tmp_path / str(number))
        try:
            restore(other, io.BytesIO(bytes(data)))
        except (Damaged, TooMuch, OfOtherVersion):
            continue
        assert all(lines_of(other, game_id) == true[game_id] for game_id in ids(other))


def test_a_long_list_of_parts_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        pytest.fail("it must not be read")

    monkeypatch.setattr(zipfile, "ZipFile", read)
    end = struct.Struct("<4s4H2LH").pack
    for parts, length in ((65535, 10), (10, 1 << 30)):
        with (
            pytest.raises(TooMuch),
            open_backup(io.BytesIO(b"x" * 50 + end(b"PK\x05\x06", 0, 0, 0, parts, length, 0, 0))),
        ):
            pass
    large = b"PK\x06\x07" + bytes(16) + end(b"PK\x05\x06", 0, 0, 0, 1, 1, 0, 0)
    with pytest.raises(Damaged), open_backup(io.BytesIO(large)):
        pass


def test_a_bomb_is_not_unpacked(full: Ledger, empty: Ledger) -> None:
    """What says that it is small and unpacks to much is damaged; what says that it is large is not unpacked."""
    large = remade(backed_up(full), put("games/bomb.sqlite", bytes(archive.LARGEST_GAME + 1)))
    assert restore(empty, large).left_out == ["bomb"]
    lying = bytearray(large.getvalue())
    size = struct.pack("<L", archive.LARGEST_GAME + 1)
    while (at := lying.find(size)) >= 0:
        lying[at : at + 4] = struct.pack("<L", 100)
    assert restore(empty, io.BytesIO(bytes(lying))).left_out == ["bomb"]


def test_a_part_that_is_there_twice_is_refused(full: Ledger, empty: Ledger) -> None:
    file = backed_up(full)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as target:
        target.writestr(CONTENTS, b"{}")
    with pytest.raises(Damaged):
        restore(empty, file)


def test_a_full_disk_refuses_and_the_rest_can_follow(
    full: Ledger, empty: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(path: Path) -> None:
        raise OSError(ENOSPC, "full")

    file = backed_up(full)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "sync_file", is_full)
        with pytest.raises(NotSaved):
            restore(empty, file)
    assert list((empty.folder / "games").iterdir()) == []
    assert fates(restore(empty, file)) == {"added": 2}


def test_a_backup_says_nothing_about_where_it_was_made(full: Ledger) -> None:
    """Two copies of the same box are the same, byte for byte."""
    assert backed_up(full).getvalue() == backed_up(full).getvalue()
    with open_backup(backed_up(full)) as backup:
        assert isinstance(backup, Backup)
        assert backup.settings == ["preferences.json"]


def test_a_referee_of_a_restored_game_draws_the_same(full: Ledger, empty: Ledger) -> None:
    """The urn comes along: what will be drawn is what would have been drawn."""
    running = full.last()
    assert running is not None
    restore(empty, backed_up(full))
    told = [end_of(where, running) for where in (full, empty)]
    assert told[0] == told[1]


def end_of(where: Ledger, game_id: str) -> list[object]:
    referee: Referee = where.resume(game_id)
    play_random(referee, Random(4), most=len(referee.entries) + 30)
    file_of(referee).close()
    return [draw.line() for draw in referee.run.draws]
