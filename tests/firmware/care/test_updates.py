"""Updates on the box: from a stick in Set-up, from a phone in pieces; each is looked at, then handed to root."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.refusal import Busy, OfOtherVersion, Refusal, TooMuch
from companion.words import LANGUAGES
from firmware.box.phones import Phones
from firmware.box.setting_up import phone_words
from firmware.care import errands, updates
from firmware.care.errands import DONE, OUTCOME, PATH_UNIT, REFUSED, UPDATE, WORKING, ErrandOutcome, written_down
from firmware.care.updates import SentRelease, hand_over
from firmware.machine import network, pi
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.setup import updating
from firmware.scenes.setup.upkeep import Working
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose
from tests.firmware.release.releases import make_key, make_release, program, trust
from tests.waiting import wait_until

NAME = "ballottino-9.9.update"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a machine that runs errands, as everything here sees it."""
    folder = tmp_path / "root"
    for place in (PATH_UNIT, OUTCOME):
        (folder / place.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
    (folder / PATH_UNIT.lstrip("/")).write_text("")
    for function in (errands.require_root, errands.require_idle, errands.standing, errands.outcome, updates.examine):
        monkeypatch.setattr(function, "__defaults__", (folder,))
    monkeypatch.setattr(errands.ask, "__defaults__", (folder,))
    monkeypatch.setattr(updates.hand_over, "__defaults__", (folder,))
    monkeypatch.setattr(updates.wait, "__defaults__", (folder, lambda seconds: time.sleep(0.01)))
    monkeypatch.setattr(SentRelease.install, "__defaults__", (folder,))
    return folder


@pytest.fixture
def key(tmp_path: Path, root: Path) -> Path:
    key = make_key(tmp_path)
    trust(root, key)
    return key


@pytest.fixture
def stick(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "media" / "stick"
    place.mkdir(parents=True)
    (place / NAME).write_bytes(make_release(tmp_path, key, "9.9", program("9.9", "")))
    monkeypatch.setattr(updating, "sticks", lambda: [place])
    return place


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    box = TestBox(tmp_path / "box")
    yield box
    box.close()


def say(root: Path, outcome: ErrandOutcome) -> None:
    """Write down what has become of an errand, as root does."""
    (root / OUTCOME.lstrip("/")).write_text(json.dumps(written_down(outcome, root)))


def run_errand(box: TestBox, root: Path, outcome: ErrandOutcome) -> None:
    """Take the errand, once it is there, as root does."""
    folder = box.box.ledger.folder / "errands"

    def is_laid() -> bool:
        box.wait(0.3)
        return (folder / "wanted").exists() or not isinstance(box.box.scene, Working)

    wait_until(is_laid)
    assert json.loads((folder / "wanted").read_text()) == {"errand": UPDATE}
    assert (folder / "release.update").exists()
    say(root, outcome._replace(state=WORKING, refusal=None))
    (folder / "wanted").unlink()
    say(root, outcome)


def wait_for_work(box: TestBox) -> str:
    def has_ended() -> bool:
        box.wait(0.3)
        return not isinstance(box.box.scene, Working)

    wait_until(has_ended)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    return " ".join(scene.lines)


def test_set_up_hands_a_release_from_a_stick_to_root(
    box: TestBox, stick: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "UNTAKEN", float("inf"))
    choose(box, "Set-up")
    choose(box, "Update")
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert menu.items[0].row.note == "9.9"
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    run_errand(box, root, ErrandOutcome(UPDATE, REFUSED, refusal=Refusal("update-not-up", value="9.9"), number=1))
    assert "did not start within a minute" in wait_for_work(box)


def test_set_up_offers_the_latest_release_at_the_owners_address(
    box: TestBox, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "UNTAKEN", float("inf"))
    monkeypatch.setattr(pi, "ROOT", root)
    monkeypatch.setattr(updates.ask_for_latest, "__defaults__", (root,))
    monkeypatch.setattr(updating, "sticks", list)
    reached = ["192.168.1.7"]
    monkeypatch.setattr(network, "way_out", lambda: reached[0])
    updating.choose_update(box.box)
    assert isinstance(box.box.scene, Reading), "no address, no stick"
    box.tap(Key.BACK)
    (root / "etc/ballottino").mkdir(parents=True, exist_ok=True)
    (root / "etc/ballottino/release-url").write_text("https://example.org/box")
    updating.choose_update(box.box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert [item.row.note for item in menu.items] == ["example.org"]
    box.tap(Key.OK)
    box.tap(Key.LEFT)
    wanted = box.box.ledger.folder / "errands/wanted"
    wait_until(wanted.exists)
    assert json.loads(wanted.read_text()) == {"errand": UPDATE, "latest": True}
    say(root, ErrandOutcome(UPDATE, DONE, "9.9", number=1))
    wanted.unlink()
    assert "9.9" in wait_for_work(box)
    box.tap(Key.BACK)
    reached[0] = ""
    updating.choose_update(box.box)
    assert isinstance(box.box.scene, Reading), "no internet"


def test_a_bad_release_is_refused_before_root_is_asked(box: TestBox, stick: Path, tmp_path: Path) -> None:
    good = (stick / NAME).read_bytes()
    other = make_release(tmp_path, make_key(tmp_path, "other"), "9.9", program("9.9", ""))
    for data, said in ((good[:-3], "Copy it again"), (other, "Nobody we know"), (b"", "Copy it again")):
        (stick / NAME).write_bytes(data)
        updating.ask_to_install(box.box, stick / NAME)
        box.tap(Key.LEFT)
        assert said in wait_for_work(box)
        box.tap(Key.BACK)
    assert not (box.box.ledger.folder / "errands").exists()


def test_an_older_release_is_refused(box: TestBox, stick: Path, key: Path, tmp_path: Path) -> None:
    (stick / NAME).write_bytes(make_release(tmp_path, key, "0.0.1", program("0.0.1", "")))
    with pytest.raises(Refusal, match="update-older"):
        hand_over(box.box.ledger.folder, stick / NAME)


@pytest.mark.parametrize("current", ["9.10.dev1", "10.0rc1", "unknown", ""])
def test_what_may_be_older_is_refused(stick: Path, current: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "version", lambda name: current)
    with pytest.raises(OfOtherVersion):
        updates.examine(stick / NAME)


@pytest.mark.parametrize("current", ["9.9", "9.9.0", "9.9.0rc1", "9.8.7+local"])
def test_what_is_as_new_is_accepted(stick: Path, current: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "version", lambda name: current)
    assert updates.examine(stick / NAME).version == "9.9"


def test_an_errand_that_nobody_takes_is_withdrawn(box: TestBox, stick: Path) -> None:
    hand_over(box.box.ledger.folder, stick / NAME)
    with pytest.raises(Refusal, match="errand-not-here"):
        updates.wait(box.box.ledger.folder)
    assert list((box.box.ledger.folder / "errands").iterdir()) == []


def test_one_errand_at_a_time(box: TestBox, stick: Path, root: Path) -> None:
    data = box.box.ledger.folder
    hand_over(data, stick / NAME)
    with pytest.raises(Busy):
        hand_over(data, stick / NAME)
    (data / "errands/wanted").unlink()
    say(root, ErrandOutcome(UPDATE, WORKING, number=1))
    with pytest.raises(Busy):
        hand_over(data, stick / NAME)


def test_a_second_release_leaves_the_first_alone(box: TestBox, stick: Path, key: Path, tmp_path: Path) -> None:
    data, first = box.box.ledger.folder, (stick / NAME).read_bytes()
    hand_over(data, stick / NAME)
    second = make_release(tmp_path, key, "9.10", program("9.10", ""))
    (stick / NAME).write_bytes(second)
    with (data / "errands/release.update").open("rb") as read_by_root:
        with pytest.raises(Busy):
            hand_over(data, stick / NAME)
        upload = SentRelease(data, phone_words)
        upload.take_piece(0, second)
        with pytest.raises(Busy):
            upload.install()
        os.utime(data / "errands/wanted", (0, 0))
        hand_over(data, stick / NAME)
        assert read_by_root.read() == first, "it is replaced, not written over"
    assert (data / "errands/release.update").read_bytes() == second
    assert sorted(path.name for path in (data / "errands").iterdir()) == ["release.update", "wanted"]


def test_a_release_that_cannot_be_asked_for_does_not_stay(
    box: TestBox, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Busy("errand-busy")

    monkeypatch.setattr(errands, "ask", refuse)  # another errand came between
    with pytest.raises(Busy):
        hand_over(box.box.ledger.folder, stick / NAME)
    assert list((box.box.ledger.folder / "errands").iterdir()) == []


def test_what_was_left_of_sending_is_removed_at_the_next_start(box: TestBox) -> None:
    data = box.box.ledger.folder
    SentRelease(data, phone_words).take_piece(0, b"a piece")
    (data / "errands/release.update.copy").write_bytes(b"half of one")
    assert SentRelease(data, phone_words).take_piece(7, b"the rest") == 0
    assert [path.name for path in (data / "errands").iterdir()] == ["release.update.new"]


def test_an_errand_that_nobody_took_gives_way(box: TestBox, stick: Path) -> None:
    data = box.box.ledger.folder
    hand_over(data, stick / NAME)
    for age in (3600, -3600):  # a Pi has no clock of its own: it may have jumped either way
        moment = time.time() - age
        os.utime(data / "errands/wanted", (moment, moment))
        hand_over(data, stick / NAME)
        assert abs((data / "errands/wanted").stat().st_mtime - time.time()) < 600, "a new one has taken its place"


def test_off_a_pi_nothing_is_promised(box: TestBox, stick: Path, root: Path) -> None:
    (root / PATH_UNIT.lstrip("/")).unlink()
    choose(box, "Set-up")
    choose(box, "Update")
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "make install" in " ".join(scene.lines)
    with pytest.raises(Refusal, match="errand-not-here"):
        hand_over(box.box.ledger.folder, stick / NAME)


def test_what_became_of_an_update_is_told_once(box: TestBox, root: Path) -> None:
    updating.tell_update(box.box)
    before = box.box.scene
    assert not isinstance(before, Reading)
    say(root, ErrandOutcome(UPDATE, DONE, "9.9", number=4))
    updating.tell_update(box.box)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "9.9" in " ".join(scene.lines)
    box.tap(Key.OK)
    updating.tell_update(box.box)
    assert box.box.scene is before


def test_an_update_that_has_started_this_version_is_told_when_it_ends(box: TestBox, root: Path) -> None:
    before = box.box.scene
    say(root, ErrandOutcome(UPDATE, WORKING, number=4))
    updating.tell_update(box.box)
    box.wait(10)
    assert isinstance(box.box.scene, updating.Finishing)
    say(root, ErrandOutcome(UPDATE, DONE, "9.9", number=4))
    box.wait(10)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "9.9" in " ".join(scene.lines)
    box.tap(Key.OK)
    assert box.box.scene is before, "it is told instead of what was shown, not above it"


def test_nobody_has_to_wait_for_an_update_to_end(box: TestBox, root: Path) -> None:
    before = box.box.scene
    say(root, ErrandOutcome(UPDATE, WORKING, number=4))
    updating.tell_update(box.box)
    box.tap(Key.BACK)
    assert box.box.scene is before
    say(root, ErrandOutcome(UPDATE, DONE, "9.9", number=4))
    updating.tell_update(box.box)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "9.9" in " ".join(scene.lines), "at the next start"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_set_up_says_about_the_latest_fits(
    tmp_path: Path, stick: Path, root: Path, language: str, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "latest", lambda: "https://example.org/box/latest.update")
    box = TestBox(tmp_path / "box", language)
    updating.choose_update(box.box)
    box.box.scene.picture()
    box.tap(Key.DOWN)
    box.box.scene.picture()
    facts = {"value": "example.org", "why": "HTTP 404"}
    for refusal in (Refusal("update-not-fetched", **facts), Refusal("update-up-to-date", value="9.9.9")):
        box.box.push(Reading(box.box, "", box.box.words.refusal(refusal)))
        box.box.scene.picture()
    assert sorted(set(cut)) == []
    box.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("has_stick", [False, True])
def test_what_set_up_says_about_updates_fits(
    tmp_path: Path, stick: Path, root: Path, language: str, has_stick: bool, cut: list[str]
) -> None:
    if not has_stick:
        (stick / NAME).unlink()
    say(root, ErrandOutcome(UPDATE, REFUSED, refusal=Refusal("update-unhealthy", value="9.9.9"), number=1))
    box = TestBox(tmp_path / "box", language)
    updating.choose_update(box.box)
    box.box.scene.picture()
    if has_stick:
        box.tap(Key.OK)
    box.box.scene.picture()
    updating.Finishing(box.box).picture()
    assert sorted(set(cut)) == []
    box.close()


class TestPieces:
    """A phone sends a release in pieces."""

    def test_pieces_become_the_file_even_if_one_comes_twice(self, box: TestBox, stick: Path, root: Path) -> None:
        data, upload = (stick / NAME).read_bytes(), SentRelease(box.box.ledger.folder, phone_words)
        upload.take_piece(0, b"the beginning of another")
        at = 0
        while at < len(data):
            piece = data[at : at + 50]
            assert upload.take_piece(at, piece) == at + len(piece)
            assert upload.take_piece(at, piece) == at + len(piece), "it is there already"
            at += len(piece)
        assert upload.install().version == "9.9"
        folder = box.box.ledger.folder / "errands"
        assert sorted(path.name for path in folder.iterdir()) == ["release.update", "wanted"]
        assert (folder / "release.update").read_bytes() == data

    def test_a_piece_with_a_gap_before_it_is_not_kept(self, box: TestBox) -> None:
        upload = SentRelease(box.box.ledger.folder, phone_words)
        assert upload.take_piece(0, b"abc") == 3
        assert upload.take_piece(7, b"def") == 3

    def test_more_than_any_release_is_refused(self, box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(updates, "LARGEST", 10)
        upload = SentRelease(box.box.ledger.folder, phone_words)
        assert upload.take_piece(0, b"12345678") == 8
        with pytest.raises(TooMuch):
            upload.take_piece(8, b"901")

    def test_a_torn_one_is_gone_and_said(self, box: TestBox, stick: Path, root: Path) -> None:
        phones = Phones(box.box, "127.0.0.1", 0)
        phones.upkeep.update.take_piece(0, (stick / NAME).read_bytes()[:-1])
        state, text = phones.upkeep.update.use("de")
        assert state == REFUSED
        assert "kein ganzes" in text
        assert list((box.box.ledger.folder / "errands").iterdir()) == []
        assert phones.upkeep.update.state("en") == ("", "")
        say(root, ErrandOutcome(UPDATE, DONE, "9.8", number=1))
        phones.upkeep.update.take_piece(0, (stick / NAME).read_bytes())
        assert phones.upkeep.update.use("fr")[0] == WORKING
        assert phones.upkeep.update.state("en")[0] == WORKING, "not what became of the one before"
        wanted = box.box.ledger.folder / "errands/wanted"
        os.utime(wanted, (0, 0))
        assert phones.upkeep.update.state("en")[0] == REFUSED, "nobody takes it"
        wanted.unlink()
        say(root, ErrandOutcome(UPDATE, DONE, "9.9", number=2))
        assert phones.upkeep.update.state("en") == (DONE, "The box is up to date: 9.9.")
        phones._server.close()
