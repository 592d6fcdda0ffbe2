"""Backups on sticks, on the boot partition and by the command: all faces say what was done, in every language."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backup.archive import file_name
from companion.backup.restoring import Restored
from companion.ledger import Ledger
from companion.refusal import NotSaved, Refusal, TooMuch
from companion.words import LANGUAGES
from firmware.box.phones import Phones
from firmware.box.program import bring_back
from firmware.box.setting_up import SettingUp
from firmware.care import backups, mounts
from firmware.care.backups import take_in, write_file
from firmware.care.errands import DONE, REFUSED, WORKING
from firmware.scenes.home.last_time import given_names
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.setup import upkeep
from firmware.scenes.setup.upkeep import Working
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.commands.test_cli import output, refused, run
from tests.firmware.playing import choose

GAMES = Path(__file__).parents[2] / "versions" / "1" / "games"
NAME = "ballottino-2026-01-31.ballottino"


@pytest.fixture
def full(tmp_path: Path) -> Ledger:
    box = Ledger(tmp_path / "full")
    for name in ("venezia-running", "doge-finished"):
        shutil.copy(GAMES / f"{name}.sqlite", box.folder / "games")
    return box


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    box = TestBox(tmp_path / "box")
    yield box
    box.close()


def ids(where: Ledger) -> set[str]:
    return {kept.id for kept in where.games()}


@pytest.mark.parametrize("place", ["boot/firmware", "boot"])
def test_a_backup_on_the_boot_partition_is_taken_in_once(full: Ledger, tmp_path: Path, place: str) -> None:
    boot, new = tmp_path / "card" / place, Ledger(tmp_path / "new")
    boot.mkdir(parents=True)
    write_file(full, boot / NAME)
    ((path, restored),) = take_in(new, tmp_path / "card")
    assert isinstance(restored, Restored)
    assert (path.name, ids(new)) == (NAME, ids(full))
    new.delete("doge-finished")
    assert list(take_in(new, tmp_path / "card")) == [], "what was deleted since does not come back"
    os.utime(boot / NAME, ns=(0, 10**18))
    assert len(list(take_in(new, tmp_path / "card"))) == 1, "another file of that name is another backup"


def test_both_names_of_the_boot_partition_are_one(full: Ledger, tmp_path: Path) -> None:
    boot = tmp_path / "card" / "boot" / "firmware"
    boot.mkdir(parents=True)
    write_file(full, boot / NAME)
    (boot.parent / NAME).symlink_to(boot / NAME)
    assert len(list(take_in(Ledger(tmp_path / "new"), tmp_path / "card"))) == 1


def test_a_restoring_that_was_cut_short_is_done_again(
    full: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "boot").mkdir()
    write_file(full, tmp_path / "boot" / NAME)
    new, real = Ledger(tmp_path / "new"), Ledger.adopt
    adopted: list[str] = []

    def adopt(where: Ledger, game_id: str, data: bytes, changed: int) -> object:
        if adopted:
            raise KeyboardInterrupt  # the plug is pulled
        adopted.append(game_id)
        return real(where, game_id, data, changed)

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "adopt", adopt)
        with pytest.raises(KeyboardInterrupt):
            list(take_in(new, tmp_path))
    assert len(ids(new)) == 1
    list(take_in(Ledger(tmp_path / "new"), tmp_path))
    assert ids(new) == ids(full)


def test_a_bad_backup_is_named_once_and_a_full_disk_is_tried_again(
    full: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot" / NAME).write_text("nonsense")
    new = Ledger(tmp_path / "new")
    ((_, refusal),) = take_in(new, tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.key == "not-a-backup"
    assert list(take_in(new, tmp_path)) == []
    write_file(full, tmp_path / "boot" / NAME)

    def no_room(*_: object) -> None:
        raise NotSaved("not-saved", why="full")

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "check_writable", no_room)
        ((_, refusal),) = take_in(new, tmp_path)
        assert isinstance(refusal, NotSaved)
    list(take_in(new, tmp_path))
    assert ids(new) == ids(full)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_shows_what_it_brings_back(
    full: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, cut: list[str]
) -> None:
    (tmp_path / "boot").mkdir()
    write_file(full, tmp_path / "boot" / NAME)
    (tmp_path / "boot" / "other.ballottino").write_text("nonsense")
    monkeypatch.setattr(backups.take_in, "__defaults__", (tmp_path, backups.no_progress))
    box = TestBox(tmp_path / "box", language)
    told = bring_back(box.panel, box.box.ledger, box.box.words)
    assert [name for name, _ in told] == ["other.ballottino", NAME]
    assert ids(box.box.ledger) == ids(full)
    assert cut == []
    box.close()


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "media" / "my stick"
    place.mkdir(parents=True)
    monkeypatch.setattr(upkeep, "sticks", lambda: [place])
    return place


def wait_for_work(box: TestBox) -> list[str]:
    """Return what the box says when the work is done."""
    for _ in range(10_000):
        if not isinstance(box.box.scene, Working):
            break
        box.wait(0.3)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    return scene.lines


def test_set_up_writes_a_backup_to_a_stick_and_brings_it_back(
    box: TestBox, full: Ledger, stick: Path, tmp_path: Path
) -> None:
    shutil.copytree(full.folder / "games", box.box.ledger.folder / "games", dirs_exist_ok=True)
    choose(box, "Set-up")
    choose(box, "Backup")
    assert isinstance(box.box.scene, Menu)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    said = " ".join(wait_for_work(box))
    assert "2 games" in said
    assert said.endswith("You can pull the stick out now."), "not before"
    (file,) = stick.iterdir()
    assert file.name == file_name()
    other = TestBox(tmp_path / "other")
    choose(other, "Set-up")
    choose(other, "Backup")
    choose(other, "Restore")
    other.tap(Key.LEFT)
    assert "2 games added." in " ".join(wait_for_work(other))
    assert ids(other.box.ledger) == ids(full)
    other.close()


def test_no_is_no_and_a_stick_that_is_gone_is_said(box: TestBox, stick: Path) -> None:
    choose(box, "Set-up")
    choose(box, "Backup")
    box.tap(Key.OK)
    box.tap(Key.RIGHT)
    assert list(stick.iterdir()) == []
    stick.rmdir()
    box.tap(Key.OK)
    box.tap(Key.LEFT)
    assert "No such file" in " ".join(wait_for_work(box))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("files", [[], [NAME]])
def test_what_set_up_says_about_backups_fits(
    tmp_path: Path, stick: Path, language: str, files: list[str], cut: list[str]
) -> None:
    for name in files:
        (stick / name).write_text("nonsense")
    box = TestBox(tmp_path / "box", language)
    upkeep.choose_backup(box.box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    for item in menu.items:
        menu.cursor = menu.items.index(item)
        menu.picture()
        assert item.action is not None
        item.action()
        box.box.scene.picture()
        box.tap(Key.LEFT)
        wait_for_work(box)
        box.tap(Key.BACK)
        box.wait()
    assert sorted(set(cut)) == []
    box.close()


def test_without_a_stick_set_up_says_how(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "sticks", list)
    choose(box, "Set-up")
    choose(box, "Backup")
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "USB stick" in " ".join(scene.lines)


def test_settings_that_came_with_a_backup_count_at_once(
    box: TestBox, full: Ledger, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a box that has noted at its first start, as every box does, that it has a screen."""
    kept = {"version": 1, "sound": False, "language": "fr", "names": ["Anna"], "teach": True}
    (full.folder / "preferences.json").write_text(json.dumps(kept))
    write_file(full, stick / NAME)
    monkeypatch.setattr(box.panel, "simulated", None)
    assert not SettingUp(box.box).is_headless()
    choose(box, "Set-up")
    choose(box, "Backup")
    choose(box, "Restore")
    box.tap(Key.LEFT)
    assert "3 settings added." in " ".join(wait_for_work(box))
    assert (box.box.preferences["sound"], given_names(box.box)) == (False, ["Anna"])
    assert box.box.words.language == "fr"
    assert not box.box.teaches(), "its owner has turned that off here"


def send(phones: Phones, data: bytes) -> tuple[str, str]:
    """Send a backup as a phone does, and return what has become of it."""
    for at in range(0, len(data), 30_000):
        phones.upkeep.restoring.take_piece(at, data[at : at + 30_000])
    said = phones.upkeep.restoring.use("en")
    deadline = time.monotonic() + 30
    while said[0] == WORKING and time.monotonic() < deadline:
        said = phones.upkeep.restoring.state("en")
    return said


@pytest.fixture
def phones(box: TestBox) -> Iterator[Phones]:
    made = Phones(box.box, "127.0.0.1", 0)
    yield made
    made._server.close()


def test_a_phone_sends_a_backup_and_its_settings_count_at_once(
    box: TestBox, phones: Phones, full: Ledger, tmp_path: Path
) -> None:
    (full.folder / "preferences.json").write_text(json.dumps({"version": 1, "language": "fr"}))
    write_file(full, tmp_path / NAME)
    data = (tmp_path / NAME).read_bytes()
    assert phones.upkeep.restoring.state("en") == ("", "")
    state, text = send(phones, data)
    assert (state, text) == (DONE, "2 games added. 1 setting added.")
    assert ids(box.box.ledger) == ids(full)
    box.wait()
    assert box.box.words.language == "fr"
    assert isinstance(box.box.scene, Menu)
    assert "Venezia" in str([item.row for item in box.box.scene.items]), "it can be resumed at once"
    assert send(phones, data[:-1])[0] == REFUSED
    assert not list(box.box.ledger.folder.glob("*.ballottino*")), "nothing of it stays"


def test_a_phone_brings_one_backup_back_at_a_time(
    box: TestBox, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(backups, "restore_file", lambda *_: held.wait(30) and Restored())
    phones.upkeep.restoring.take_piece(0, b"one")
    assert phones.upkeep.restoring.use("en")[0] == WORKING
    phones.upkeep.restoring.take_piece(0, b"another")
    assert phones.upkeep.restoring.use("en") == (
        REFUSED,
        "A backup is being brought back already. Try again in a minute.",
    )
    held.set()
    while phones.upkeep.restoring.state("en")[0] == WORKING:
        pass
    assert phones.upkeep.restoring.state("en")[0] == DONE
    with pytest.raises(TooMuch):
        phones.upkeep.restoring.take_piece(512 * 2**20, b"x")


def mount_line(place: Path | str, device: str) -> str:
    escaped = str(place).replace(" ", "\\040")
    return f"36 25 8:1 / {escaped} rw,relatime shared:1 - vfat {device} rw\n"


def test_a_stick_is_a_usb_disk_that_we_may_write_to(tmp_path: Path) -> None:
    listed, good = tmp_path / "mountinfo", tmp_path / "media" / "anna" / "my stick"
    again = tmp_path / "media" / "ballottino-sda1"
    for place in (good, again, tmp_path / "mnt" / "card", tmp_path / "srv" / "disk"):
        place.mkdir(parents=True)
    listed.write_text(
        mount_line(again, "/dev/sda1")
        + mount_line(good, "/dev/sda1")
        + mount_line(tmp_path / "mnt" / "card", "/dev/mmcblk0p1")
        + mount_line(tmp_path / "srv" / "disk", "/dev/sdb")
        + mount_line(tmp_path / "media" / "gone", "/dev/sdc1")
        + "nonsense\n - \n"
    )
    assert mounts.sticks(tmp_path, listed) == [good]
    assert mounts.sticks(tmp_path, tmp_path / "nowhere") == []


def test_the_command_writes_a_backup_and_brings_it_back(full: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "all.ballottino"
    told = run("backup", str(file), data=full.folder).stdout
    assert "2 games" in told
    assert "1 unfinished game" in told
    assert "2 games added." in run("restore-backup", str(file), data=tmp_path / "new").stdout
    assert output("restore-backup", str(file), "--json", data=tmp_path / "new")["games"]["here"] != []
    assert ids(Ledger(tmp_path / "new")) == ids(full)
    assert output("backup", str(file), "--json", data=full.folder)["unfinished"] == 1


def test_the_command_refuses_with_its_exit_codes(full: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("nonsense")
    refused("restore-backup", str(file), code=4, data=tmp_path / "new")
    assert "nowhere" in refused("restore-backup", str(tmp_path / "nowhere"), code=1, data=tmp_path / "new")
    assert "no" in refused("backup", str(tmp_path / "no" / "file"), code=1, data=full.folder)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["file"]
