"""The ledger keeps every answer and every game, sets damage aside, and gives out no record of a running game."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.choices import Pick
from companion.ledger import Ledger, default_folder, record
from companion.ledger.game_file import CHECKSUM, MISSING, UNREADABLE, GameFile, file_stats
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Busy, NotFound, NotSaved, Refusal, SetAside
from tests.games.harness import fingerprint
from tests.tables import file_of, id_of, table

KIND = games.find("doge").game
DAMAGES = (CHECKSUM, MISSING, UNREADABLE)


def begin(ledger: Ledger, seed: int = 1, answers: int = 0) -> Referee:
    judge = ledger.begin(KIND, table("doge", 3), random_urn(Random(seed)))
    play_random(judge, Random(seed), most=answers)
    return judge


def test_a_game_resumes_where_it_stopped(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=120)
    again = Ledger(tmp_path).resume(id_of(judge))
    assert fingerprint(again) == fingerprint(judge)
    play_random(again, Random(5), most=150)
    assert fingerprint(Ledger(tmp_path).resume(id_of(judge))) == fingerprint(again)


def test_undo_amend_and_correct_are_kept(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger, answers=80)
    everyone = judge.game.seats
    judge.undo(60, everyone)
    assert fingerprint(ledger.resume(id_of(judge))) == fingerprint(judge)
    judge.correct("houses.1.castello", 3)
    assert fingerprint(ledger.resume(id_of(judge))) == fingerprint(judge)
    play_random(judge, Random(8), most=90)
    entry = judge.entries[0]
    assert isinstance(entry, Answer)
    assert entry.decision is not None
    assert isinstance(entry.decision.choice, Pick)
    judge.amend(0, next(area for area in entry.decision.choice.options if area != entry.value), everyone)
    again = ledger.resume(id_of(judge))
    assert fingerprint(again) == fingerprint(judge)
    assert again.kept.keys() == judge.kept.keys()
    play_random(judge, Random(9), most=len(judge.entries) + 5)
    assert ledger.resume(id_of(judge)).kept.keys() == judge.kept.keys()


def test_the_last_game_is_the_one_played_last_whatever_the_clock_says(tmp_path: Path) -> None:
    """A box without a battery for its clock starts in 1970 every time."""
    ledger = Ledger(tmp_path)
    assert ledger.last() is None
    first, second = begin(ledger, 1, 5), begin(ledger, 2, 5)
    play_random(first, Random(1), most=6)
    for judge, when in ((first, 0), (second, 1_900_000_000)):
        path = file_of(judge).path
        for piece in path.parent.glob(f"{path.name}*"):
            os.utime(piece, (when, when))
    for looking in (ledger, Ledger(tmp_path)):
        assert looking.last() == id_of(first)
    play_random(first, Random(1))
    assert ledger.last() == id_of(second), "a game that is over is not resumed"


def test_games_of_earlier_versions_are_listed_by_their_last_change(tmp_path: Path) -> None:
    """Their files have no number; any game played since comes first."""
    ledger = Ledger(tmp_path)
    judges = [begin(ledger, seed, 5) for seed in (1, 2, 3)]
    paths = [file_of(judge).path for judge in judges]
    for judge, path, when in zip(judges, paths, (1_900_000_000, 1_800_000_000, 1_700_000_000), strict=True):
        file_of(judge).close()
        state = json.dumps({"over": False, "published": False})
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE state SET line = ?, sum = ?", (state, zlib.crc32(state.encode())))
        db.close()
        os.utime(path, (when, when))
    for _ in range(2):
        assert [game.id for game in Ledger(tmp_path).games()] == [path.stem for path in paths]
    again = Ledger(tmp_path).resume(paths[2].stem)
    play_random(again, Random(1), most=6)
    file_of(again).close()
    os.utime(paths[2], (0, 0))
    assert [game.id for game in Ledger(tmp_path).games()] == [paths[number].stem for number in (2, 0, 1)]


def test_looking_at_a_game_does_not_count_as_playing(tmp_path: Path) -> None:
    """Whoever looks next at a game of a killed program checkpoints it; the other was still played later."""
    ledger = Ledger(tmp_path)
    killed = begin(ledger, 1, 5)
    path = file_of(killed).path
    left = {piece: piece.read_bytes() for piece in path.parent.glob(f"{path.name}*")}
    file_of(killed).close()
    for piece, data in left.items():
        piece.write_bytes(data)
        os.utime(piece, (1_600_000_000, 1_600_000_000))
    later = begin(ledger, 2, 5)
    file_of(later).close()
    assert len(file_stats(path)) == 2
    for _ in range(2):
        assert [game.id for game in Ledger(tmp_path).games()] == [id_of(later), id_of(killed)]
    assert len(file_stats(path)) == 1
    again = ledger.resume(id_of(killed))
    play_random(again, Random(1), most=6)
    file_of(again).close()
    assert ledger.last() == id_of(killed), "now it was"


def test_no_other_user_can_read_the_urn(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        begin(Ledger(tmp_path / "data"))
    finally:
        os.umask(before)
    assert (tmp_path / "data" / "games").stat().st_mode & 0o077 == 0


def test_games_are_listed_with_their_names(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    begin(ledger, 1, 3)
    play_random(begin(ledger, 2), Random(2))
    kept = ledger.games()
    assert sorted(game.over for game in kept) == [False, True]
    assert kept[0].names == ["Anna", "Ben", "Cleo"]


def test_listing_opens_only_games_that_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(tmp_path)
    judges = [begin(ledger, seed, 3) for seed in range(1, 5)]
    for judge in judges[1:]:
        file_of(judge).close()
    ledger.games()
    opened: list[Path] = []

    class Watched(GameFile):
        def __init__(self, path: Path) -> None:
            opened.append(path)
            super().__init__(path)

    monkeypatch.setattr("companion.ledger.catalogue.GameFile", Watched)
    assert [game.over for game in ledger.games()] == [False] * 4
    assert opened == []
    play_random(judges[0], Random(1))
    assert [game.id for game in ledger.games() if game.over] == [id_of(judges[0])]
    assert [path.stem for path in opened] == [id_of(judges[0])]


def test_old_drafts_are_removed(tmp_path: Path) -> None:
    Ledger(tmp_path)
    old, young = tmp_path / "games" / "old.new-wal", tmp_path / "games" / "young.new"
    for draft in (old, young):
        draft.write_bytes(b"half a page")
    os.utime(old, (1_600_000_000, 1_600_000_000))
    Ledger(tmp_path)
    assert not old.exists()
    assert young.exists(), "another program may just be at work on it"


DAMAGE: dict[str, Callable[[Path], object]] = {
    "not a database": lambda path: path.write_bytes(b"these are not the bytes of a game" * 40),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2]),
    "a flipped bit in a line": lambda path: _edit(
        path, "UPDATE entries SET line = replace(line, 'castello', 'castellp')"
    ),
    "a line missing": lambda path: _edit(path, "DELETE FROM entries WHERE n = 3"),
    "no header": lambda path: _edit(path, "DELETE FROM header"),
    "a table missing": lambda path: _edit(path, "DROP TABLE state"),
    "over though it isn't": lambda path: _edit(path, "UPDATE state SET line = replace(line, 'false', 'true')"),
    "a name that is no text": lambda path: path.write_bytes(path.read_bytes().replace(b"Anna", b"An\xeea")),
    "a line that is no text": lambda path: _edit(path, "UPDATE entries SET line = zeroblob(9) WHERE n = 2"),
    "a line that is nothing": lambda path: _edit(path, "UPDATE entries SET line = 7 WHERE n = 2"),
}


def _edit(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_game_is_set_aside_and_harms_no_other(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    ledger = Ledger(tmp_path)
    sound, broken = begin(ledger, 1, 30), begin(ledger, 2, 30)
    here = fingerprint(sound)
    for judge in (sound, broken):
        file_of(judge).close()
    path = file_of(broken).path
    damage(path)
    with pytest.raises(SetAside) as refused:
        ledger.resume(id_of(broken))
    assert refused.value.key == "set-aside"
    assert refused.value.facts["why"] in DAMAGES
    assert (tmp_path / "damaged" / path.name).exists(), "nothing is deleted"
    assert [game.id for game in ledger.games()] == [id_of(sound)]
    assert fingerprint(ledger.resume(id_of(sound))) == here


def test_a_flipped_bit_is_damage_or_harmless(tmp_path: Path) -> None:
    """Wherever it is, the game is unchanged or set aside with a reason, by listing as by resuming."""
    ledger = Ledger(tmp_path)
    judge = begin(ledger, answers=12)
    here, path = fingerprint(judge), file_of(judge).path
    file_of(judge).close()
    sound = path.read_bytes()
    used = [place for place, byte in enumerate(sound) if byte]
    rng = Random(3)
    found = Counter[str]()
    for place in rng.sample(used, 400):
        flipped = bytearray(sound)
        flipped[place] ^= 1 << rng.randrange(8)
        for piece in path.parent.iterdir():
            piece.unlink()
        path.write_bytes(flipped)
        listed = ledger.games()
        assert [(game.over, game.published) for game in listed] in ([(False, False)], [])
        try:
            again = ledger.resume(path.stem)
        except Refusal as refusal:
            found[refusal.key] += 1
        else:
            assert fingerprint(again) == here
            file_of(again).close()
            found["as it was"] += 1
    assert found["as it was"]
    assert found["set-aside"]
    assert not set(found) - {"as it was", "set-aside", "no-such-game", "newer-game"}, "the list may have set it aside"
    assert found["newer-game"] <= 2, "only a flip in the version itself; the file stays where it is"


def test_listing_sets_damaged_games_aside(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    sound = begin(ledger, 1, 3)
    (tmp_path / "games" / "x.sqlite").write_bytes(b"nonsense" * 100)
    assert [game.id for game in ledger.games()] == [id_of(sound)]
    assert ledger.set_aside[0][0] == "x"


def test_a_game_in_use_is_not_damaged(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger, 1, 3)
    other = sqlite3.connect(file_of(judge).path, isolation_level=None, timeout=0)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    file_of(judge).close()
    other.execute("BEGIN EXCLUSIVE")
    with pytest.MonkeyPatch.context() as patch:
        real = sqlite3.connect
        patch.setattr(sqlite3, "connect", lambda *args, **kwargs: real(*args, **{**kwargs, "timeout": 0.01}))
        with pytest.raises(Busy) as refused:
            ledger.resume(id_of(judge))
    assert refused.value.key == "busy"
    other.close()
    assert ledger.resume(id_of(judge))


def test_a_full_disk_refuses_and_changes_nothing(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=10)
    file_of(judge)._db.execute("PRAGMA max_page_count=1")
    here = fingerprint(judge)
    with pytest.raises(NotSaved) as refused:
        for _ in range(500):
            play_random(judge, Random(1), most=len(judge.entries) + 1)
            here = fingerprint(judge)
    assert refused.value.key == "not-saved"
    assert fingerprint(judge) == here
    file_of(judge)._db.execute("PRAGMA max_page_count=100000")
    play_random(judge, Random(1), most=len(judge.entries) + 5)
    assert fingerprint(Ledger(tmp_path).resume(id_of(judge))) == fingerprint(judge)


def test_a_running_game_has_no_record(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    with pytest.raises(Refusal) as refused:
        ledger.export(id_of(begin(ledger, 1, 30)))
    assert refused.value.key == "still-running"


def test_a_finished_game_is_exported_verified_and_imported_elsewhere(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "here")
    judge = begin(ledger)
    play_random(judge, Random(1))
    text = ledger.export(id_of(judge))
    assert record.verify(record.read(text))
    elsewhere = Ledger(tmp_path / "there")
    arrived = elsewhere.import_record(text)
    assert fingerprint(elsewhere.resume(arrived)) == fingerprint(judge)
    assert elsewhere.export(arrived) == text


def test_a_published_game_can_not_change(tmp_path: Path) -> None:
    """The urn's secret is known: an undo could be played with foresight."""
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    ledger.export(id_of(judge))
    judge = ledger.resume(id_of(judge))
    with pytest.raises(Refusal) as refused:
        judge.undo(len(judge.entries) - 1, judge.game.seats)
    assert refused.value.key == "published"
    assert judge.outcome is not None


def test_undoing_the_last_step_reopens_a_game(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    judge.undo(len(judge.entries) - 1, judge.game.seats)
    assert ledger.last() == id_of(judge)


@pytest.mark.parametrize("name", ["../x", "nothing", "", "a/b"])
def test_unknown_games_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound) as refused:
        Ledger(tmp_path).resume(name)
    assert refused.value.key == "no-such-game"


def test_an_unusable_data_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotSaved) as refused:
        Ledger(tmp_path / "file" / "data")
    assert refused.value.key == "no-data-folder"


def test_the_default_folder_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_folder() == Path("/somewhere/ballottino")


def test_a_file_is_created_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If power fails while a file is created, no half game is left under its name."""
    ledger = Ledger(tmp_path)
    monkeypatch.setattr(GameFile, "close", lambda self: (_ for _ in ()).throw(OSError("power cut")))
    with pytest.raises(NotSaved) as refused:
        begin(ledger)
    assert refused.value.key == "not-saved"
    assert ledger.games() == []
    assert list((tmp_path / "games").iterdir()) == [], "a disk that stays full is not filled with drafts"


def test_another_reader_may_close_the_game_meanwhile(tmp_path: Path) -> None:
    """A game's write-ahead log may vanish from one moment to the next."""
    judge = begin(Ledger(tmp_path), answers=3)  # held, or its page would be closed and nothing lie beside it
    path = file_of(judge).path
    assert len(file_stats(path)) == 2
    path.with_name(f"{path.name}-wal").unlink()
    assert len(file_stats(path)) == 1
    assert file_stats(tmp_path / "games" / "gone.sqlite") == []


def test_every_row_is_json_with_a_checksum(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=5)
    rows = file_of(judge)._db.execute("SELECT line, sum FROM entries").fetchall()
    assert [checksum for _, checksum in rows] == [zlib.crc32(line) for line, _ in rows]
    assert [json.loads(line)["seat"] for line, _ in rows] == [
        entry.seat for entry in judge.entries if isinstance(entry, Answer)
    ]


def test_a_full_disk_is_not_damage(tmp_path: Path) -> None:
    """SQLite can't even open a file then: the games stay where they are, and come back once there is room."""
    ledger = Ledger(tmp_path)
    file_of(begin(ledger)).close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        listed = ledger.games()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert (len(listed), len(ledger.unopened)) == (0, 1)
    assert (len(ledger.games()), ledger.set_aside) == (1, [])


def test_a_game_that_can_not_be_opened_hides_no_other(tmp_path: Path) -> None:
    """It is named once and stays where it is; asking for it by name is refused."""
    ledger = Ledger(tmp_path)
    file_of(begin(ledger)).close()
    closed = tmp_path / "games" / "closed.sqlite"
    closed.mkdir()
    assert [len(ledger.games()) for _ in range(2)] == [1, 1]
    assert (ledger.unopened, ledger.set_aside, closed.exists()) == (["closed"], [], True)
    closed.rmdir()
    closed.symlink_to(tmp_path)
    assert len(ledger.games()) == 1


def test_a_copy_of_a_damaged_game_is_refused(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger, answers=5)
    file_of(judge).close()
    assert ledger.copy_of(id_of(judge)).startswith(b"SQLite format 3")
    file_of(judge).path.write_bytes(b"no database" * 999)
    with pytest.raises(Refusal) as refused:
        ledger.copy_of(id_of(judge))
    assert refused.value.key == "cannot-open"
    with pytest.raises(NotFound):
        ledger.copy_of("20260131-201500-doge-abcdef")
