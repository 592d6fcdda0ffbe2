"""An update as root runs it: real releases, real processes; good, torn, forged and dead ones; no game touched."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.refusal import Busy, Refusal
from firmware.care import errands
from firmware.care.errands import DONE, REFUSED, UPDATE, WORKING, ErrandOutcome
from firmware.install import plan
from firmware.install.__main__ import main
from firmware.install.errands import Spool, updating
from firmware.install.machine import Failed, Machine
from firmware.install.versions import Rehearsal, Version
from firmware.release.fetching import ADDRESS
from tests.firmware.fake_pi import GAME, install
from tests.firmware.install.running_pi import DIES, HANGS, READY, RunningPi
from tests.firmware.release.releases import make_key, make_release, program, trust
from tests.firmware.release.test_fetching import Index

DATA = "var/lib/ballottino"


class UpdatingPi(RunningPi):
    """A running Pi whose errands are run as systemd would, and whose new versions have a doctor."""

    doctor = 0
    """The exit status of a new version's doctor."""
    can_back_up = True
    seen_by_doctor: str = ""

    def _env(self, first: str, *rest: str) -> int | None:  # type: ignore[override]
        """Run the installer of a release, from the folder it was unpacked to."""
        if not first.startswith("--chdir="):
            super()._env(first, *rest)
            return None
        checkout = self.root / first.removeprefix("--chdir=").lstrip("/")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plan, "CHECKOUT", checkout)
            return install(self, *rest[rest.index("install") + 1 :])

    def _runuser(self, *rest: str) -> int:
        command = rest[rest.index("--") + 1 :]
        if "rehearse" in command:
            self.seen_by_doctor = command[0]
            return self.doctor
        return 0 if self.can_back_up or "backup" not in command else 1

    def run_errand(self) -> int:
        return main(["errand", "--root", str(self.root)], run=self.run)

    def outcome(self) -> ErrandOutcome:
        found = errands.outcome(self.root)
        assert found is not None
        return found

    def games(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.root / DATA / "games").iterdir()}


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return make_key(tmp_path)


@pytest.fixture
def box(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UpdatingPi]:
    pi = UpdatingPi(tmp_path / "root")
    checkout = tmp_path / "checkout"
    for name, text in program("1.0", READY).items():
        file = checkout / name.removeprefix("source/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setattr(plan, "CHECKOUT", checkout)
    assert install(pi) == 0
    trust(pi.root, key)
    yield pi
    pi.cut_power()


def lay(box: UpdatingPi, release: bytes) -> Path:
    """Lay a release and its errand where the box would."""
    folder = box.root / DATA / "errands"
    folder.mkdir(exist_ok=True)
    (folder / "release.update").write_bytes(release)
    (folder / "wanted").write_text(json.dumps({"errand": UPDATE}))
    return folder


def current(box: UpdatingPi) -> str:
    return box.link("current").removeprefix("versions/").partition("-")[0]


def test_a_signed_release_is_installed_and_runs(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    folder = lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert box.run_errand() == 0
    assert (current(box), box.runs()) == ("1.1", READY)
    assert box.outcome() == ErrandOutcome(UPDATE, DONE, "1.1", None, 1)
    assert box.seen_by_doctor.startswith("/opt/ballottino/versions/1.1-"), "its own doctor, before the switch"
    assert list(folder.iterdir()) == []
    assert not (box.root / "opt/ballottino/incoming").exists()
    assert not (box.root / "opt/ballottino/rehearsal").exists()
    assert box.games() == {"1.db": GAME}


def test_libraries_come_from_the_release(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    files = program("1.1", READY) | {"wheels/flask.whl": "a wheel"}
    lay(box, make_release(tmp_path, key, "1.1", files))
    box.commands.clear()
    assert box.run_errand() == 0
    pips = [said for said in box.said() if " -m pip " in said]
    assert pips
    assert all("--no-index --find-links /opt/ballottino/incoming/wheels" in said for said in pips)


@pytest.mark.parametrize("script", [DIES, HANGS], ids=["dies", "hangs"])
def test_a_release_that_does_not_come_up_is_switched_back(
    box: UpdatingPi, key: Path, tmp_path: Path, script: str
) -> None:
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", script)))
    assert box.run_errand() == 1
    assert (current(box), box.runs()) == ("1.0", READY)
    assert box.outcome().refusal == Refusal("update-not-up", value="1.1")
    lay(box, make_release(tmp_path, key, "1.2", program("1.2", READY)))
    assert box.run_errand() == 0, "a repaired one is installed as ever"
    assert box.outcome() == ErrandOutcome(UPDATE, DONE, "1.2", None, 2)


def test_a_release_that_cannot_read_the_games_is_never_switched_to(
    box: UpdatingPi, key: Path, tmp_path: Path
) -> None:
    box.doctor = 1
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    box.commands.clear()
    assert box.run_errand() == 1
    assert box.outcome().refusal == Refusal("update-unhealthy", value="1.1")
    assert current(box) == "1.0"
    assert not [said for said in box.said() if said.startswith("systemctl stop")], "the box was never stopped"
    assert not (box.root / "opt/ballottino/rehearsal").exists()


def test_a_box_that_can_back_up_no_more_can_still_be_mended(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    box.can_back_up = False
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert box.run_errand() == 0
    copied = f"cp --archive /var/lib/ballottino/games {Rehearsal.folder}/games"
    assert [said for said in box.said() if said == f"runuser --user ballottino -- {copied}"]


def test_what_is_not_built_is_not_switched_to(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    box.fails = "/opt/ballottino/source"
    assert box.run_errand() == 1
    assert box.outcome().refusal == Refusal("update-failed", value="1.1")
    assert (current(box), box.runs()) == ("1.0", READY)


def bad_releases(key: Path, folder: Path) -> dict[str, bytes]:
    good = make_release(folder, key, "1.1", program("1.1", READY))
    return {
        "update-torn": good[: len(good) // 2],
        "update-forged": make_release(folder, make_key(folder, "other"), "1.1", program("1.1", READY)),
        "update-older": make_release(folder, key, "0.9", program("0.9", READY)),
    }


@pytest.mark.parametrize("why", ["update-torn", "update-forged", "update-older"])
def test_a_bad_release_changes_nothing(box: UpdatingPi, key: Path, tmp_path: Path, why: str) -> None:
    lay(box, bad_releases(key, tmp_path)[why])
    before = {name: file for name, file in box.tree().items() if name.startswith("opt/ballottino/")}
    box.commands.clear()
    assert box.run_errand() == 1
    refusal = box.outcome().refusal
    assert refusal is not None
    assert refusal.key == why
    assert box.commands == []
    after = box.tree()
    after.pop("opt/ballottino/errand.json")
    assert {name: file for name, file in after.items() if name.startswith("opt/ballottino/")} == before


def test_without_a_known_version_nothing_is_installed(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    link = box.root / "opt/ballottino/current"
    unknown = link.parent / "versions/unknown-3f7a2c91d0e4"
    link.resolve().rename(unknown)
    link.unlink()
    link.symlink_to("versions/unknown-3f7a2c91d0e4")
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert box.run_errand() == 1
    assert box.outcome().refusal == Refusal("update-unknown-version", value="1.1")


def test_without_a_key_nothing_is_accepted(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    (box.root / "etc/ballottino/release-keys").unlink()
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert box.run_errand() == 1
    assert box.outcome().refusal == Refusal("update-no-key")


def test_a_full_card_is_said_before_anything_is_unpacked(
    box: UpdatingPi, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil._ntuple_diskusage(10**9, 10**9 - 2**20, 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert box.run_errand() == 1
    assert box.outcome().refusal == Refusal("update-no-room", free=1, wanted=updating.ROOM)


def test_nobody_sees_an_earlier_outcome_once_an_errand_is_taken(
    box: UpdatingPi, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(box, b"")
    seen = []
    remove = Spool.remove

    def look(spool: Spool, name: str) -> None:
        found = errands.outcome(box.root)
        seen.append((name, found and found.state))
        remove(spool, name)

    monkeypatch.setattr(Spool, "remove", look)
    assert box.run_errand() == 1
    assert seen[0] == ("wanted", WORKING)


class TestAFolderThatIsNotToBeTrusted:
    """The box's own user may have laid anything there."""

    def refused(self, box: UpdatingPi) -> None:
        box.commands.clear()
        secret = box.root / "etc/shadow"
        secret.write_text("a secret of root's")
        assert box.run_errand() == 1
        assert box.commands == []
        assert secret.read_text() == "a secret of root's"
        assert current(box) == "1.0"

    def test_a_release_that_is_a_link_is_not_followed(self, box: UpdatingPi) -> None:
        folder = lay(box, b"")
        (folder / "release.update").unlink()
        (folder / "release.update").symlink_to(box.root / "etc/shadow")
        self.refused(box)
        assert box.outcome().refusal == Refusal("update-torn")

    def test_an_errand_that_is_a_link_is_not_followed(self, box: UpdatingPi) -> None:
        folder = lay(box, b"")
        (folder / "wanted").unlink()
        (folder / "wanted").symlink_to(box.root / "etc/shadow")
        self.refused(box)
        assert not (folder / "wanted").is_symlink(), "else systemd would start it for ever"

    def test_a_folder_that_is_a_link_is_not_followed(self, box: UpdatingPi, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        lay(box, b"").rename(elsewhere)
        (box.root / DATA / "errands").symlink_to(elsewhere)
        self.refused(box)
        assert (elsewhere / "wanted").exists()

    def test_a_pipe_does_not_hang_it(self, box: UpdatingPi) -> None:
        folder = lay(box, b"")
        for name in ("wanted", "release.update"):
            (folder / name).unlink()
            os.mkfifo(folder / name)
        self.refused(box)

    @pytest.mark.parametrize("text", ["", "[]", '"update"', '{"errand": "sh"}', '{"errand": ["update"]}', "[" * 4096])
    def test_nonsense_is_dropped(self, box: UpdatingPi, text: str) -> None:
        (lay(box, b"") / "wanted").write_text(text)
        self.refused(box)
        assert not (box.root / DATA / "errands/wanted").exists()

    def test_only_root_may_look_at_what_is_being_checked(self, box: UpdatingPi) -> None:
        with updating.incoming(Machine(box.root)) as place:
            assert stat.S_IMODE((box.root / place.lstrip("/")).stat().st_mode) == 0o700


def test_an_update_that_was_cut_short_is_said_at_the_next_start(box: UpdatingPi) -> None:
    box.put("proc/sys/kernel/random/boot_id", b"one\n")
    written = errands.written_down(ErrandOutcome(UPDATE, WORKING, number=3), box.root)
    box.put("opt/ballottino/errand.json", json.dumps(written).encode())
    assert box.outcome().state == WORKING
    box.put("proc/sys/kernel/random/boot_id", b"two\n")
    assert box.outcome() == ErrandOutcome(UPDATE, REFUSED, "", Refusal("errand-cut-short"), 3)


def test_an_errand_that_was_killed_keeps_nobody_waiting(
    box: UpdatingPi, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended() -> int:
        return main(["errand-ended", "--root", str(box.root)], run=box.run)

    def kill(machine: Machine, place: str) -> str:
        raise SystemExit

    assert ended() == 0, "there was none"
    release = make_release(tmp_path, key, "1.1", program("1.1", READY))
    lay(box, release)
    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(updating, "update", kill)
        box.run_errand()
    data = box.root / DATA
    with pytest.raises(Busy):
        errands.ask(data, UPDATE, box.root)
    assert ended() == 0
    assert box.outcome() == ErrandOutcome(UPDATE, REFUSED, "", Refusal("errand-killed"), 1)
    errands.ask(data, UPDATE, box.root)
    lay(box, release)
    assert box.run_errand() == 0
    assert ended() == 0
    assert box.outcome() == ErrandOutcome(UPDATE, DONE, "1.1", None, 2), "what has ended stays as it ended"


def test_somebody_at_the_keyboard_updates_from_any_file(
    box: UpdatingPi, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ballottino-1.1.update"
    file.write_bytes(make_release(tmp_path, key, "1.1", program("1.1", READY)))
    machine = Machine(box.root, box.run)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Refusal, match="update-needs-root"):
        updating.update_from(machine, file)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(Refusal, match="cannot-use"):
        updating.update_from(machine, tmp_path / "nowhere")
    assert updating.update_from(machine, file) == "1.1"
    assert current(box) == "1.1"


@pytest.fixture
def served(box: UpdatingPi) -> Iterator[Index]:
    """A server on loopback, whose address the owner has chosen."""
    index = Index()
    (box.root / ADDRESS.lstrip("/")).write_text(f"{index.address}\n")
    yield index
    index.server.shutdown()
    index.server.server_close()


def ask_for_latest(box: UpdatingPi) -> ErrandOutcome:
    folder = box.root / DATA / "errands"
    folder.mkdir(exist_ok=True)
    (folder / "wanted").write_text(json.dumps({"errand": UPDATE, "latest": True}))
    box.run_errand()
    return box.outcome()


def test_the_latest_release_is_fetched_and_tried_as_any(
    box: UpdatingPi, served: Index, key: Path, tmp_path: Path
) -> None:
    served.serve(make_release(tmp_path, key, "1.1", program("1.1", READY)))
    assert ask_for_latest(box)[:3] == (UPDATE, DONE, "1.1")
    assert (current(box), box.runs()) == ("1.1", READY)
    assert box.seen_by_doctor.startswith("/opt/ballottino/versions/1.1-"), (
        "its own doctor has looked at a copy of the games"
    )
    assert ask_for_latest(box).refusal == Refusal("update-up-to-date", value="1.1")
    served.serve(make_release(tmp_path, key, "1.0", program("1.0", READY)))
    refusal = ask_for_latest(box).refusal
    assert refusal is not None
    assert refusal.key == "update-older"
    assert not (box.root / updating.INCOMING.lstrip("/")).exists()


def test_what_a_server_makes_up_changes_nothing(box: UpdatingPi, served: Index, key: Path, tmp_path: Path) -> None:
    forged = make_release(tmp_path, make_key(tmp_path, "theirs"), "1.1", program("1.1", READY))
    torn = make_release(tmp_path, key, "1.1", program("1.1", READY))[:-5]
    before = box.tree()
    for data in (forged, torn, b"", b"<html>Sign in to this Wi-Fi</html>"):
        served.serve(data)
        assert ask_for_latest(box).state == REFUSED
    after = box.tree()
    for tree in (before, after):
        tree.pop("opt/ballottino/errand.json", None)
    assert after == before


def test_somebody_at_the_keyboard_names_no_file(
    box: UpdatingPi, served: Index, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.serve(make_release(tmp_path, key, "1.1", program("1.1", READY)))
    machine = Machine(box.root, box.run)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Refusal, match="update-needs-root"):
        updating.update_from_address(machine)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert updating.update_from_address(machine) == "1.1"
    (box.root / ADDRESS.lstrip("/")).unlink()
    with pytest.raises(Refusal, match="update-no-address"):
        updating.update_from_address(machine)


def test_a_machine_without_a_box_is_not_updated(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="errand-not-here"):
        updating.current_profile(Machine(tmp_path))


def test_an_update_keeps_the_owners_profile(box: UpdatingPi) -> None:
    unit = box.root / "opt/ballottino/current/ballottino.service"
    unit.write_text(unit.read_text().replace("--profile adafruit-bonnet", "--profile /etc/ballottino/profile.toml"))
    assert updating.current_profile(Machine(box.root)) == "/etc/ballottino/profile.toml"


def test_the_rehearsal_is_done_by_the_boxs_own_user(box: UpdatingPi, key: Path, tmp_path: Path) -> None:
    lay(box, make_release(tmp_path, key, "1.1", program("1.1", READY)))
    box.commands.clear()
    box.run_errand()
    touching = [said for said in box.said() if "/var/lib/ballottino" in said]
    assert touching
    assert all(said.startswith("runuser --user ballottino -- ") for said in touching)


def test_a_failed_copy_is_not_a_failed_doctor(box: UpdatingPi, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: Sequence[str], quiet: bool) -> int:
        return 1

    version = Version(Machine(box.root), plan.CHECKOUT, "pi")
    rehearsal = Rehearsal(Machine(box.root, fail), version, "breadboard")
    with pytest.raises(Failed) as caught:
        rehearsal.do()
    assert caught.value.status == 1
