"""A card that is only read: switched on and off by the installer, kept by updates, seen by the doctor.

What the scripts do to a running system is tried in a fresh Debian (`make test-deb`) and on a Pi that boots
(`make test-boot`); one of them also here, by root, in mounts of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from firmware.doctor import storage
from firmware.install import readonly, service
from firmware.install.__main__ import main
from tests.firmware.fake_pi import BONNET, FakePi, install
from tests.firmware.findings import keys

PLACES = [place.lstrip("/") for place in (readonly.UNIT, readonly.WANTED, readonly.SCRIPT, readonly.WRITABLE)]


def there(pi: FakePi) -> set[str]:
    return {place for place in PLACES if os.path.lexists(pi.root / place)}


def test_the_card_is_protected_only_if_its_owner_wants_it(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    install(pi)
    assert not there(pi)
    capsys.readouterr()
    assert install(pi, *BONNET, "--read-only", "on") == 0
    assert there(pi) == set(PLACES)
    assert "sudo reboot" in capsys.readouterr().out
    script = pi.text(readonly.SCRIPT.lstrip("/"))
    pi.put(readonly.SCRIPT.lstrip("/"), b"as an older version had it")
    assert install(pi) == 0
    assert pi.text(readonly.SCRIPT.lstrip("/")) == script, (
        "an update, which says nothing about it, brings it up to date"
    )
    assert install(pi, *BONNET, "--read-only", "off") == 0
    assert not there(pi)


def test_uninstalling_takes_the_protection_back(pi: FakePi) -> None:
    before = pi.tree().keys()
    install(pi, *BONNET, "--read-only", "on")
    assert install(pi, job="uninstall") == 0
    assert pi.tree().keys() == before


def test_games_program_and_wifi_are_on_no_layer(pi: FakePi) -> None:
    install(pi, *BONNET, "--read-only", "on")
    assert 'kept="/var/lib/ballottino /opt/ballottino /etc/NetworkManager"\n' in pi.text(readonly.SCRIPT.lstrip("/"))


@pytest.fixture
def on_the_disk() -> Iterator[Path]:
    """Return a folder on the disk of the root, below a folder that gets a layer."""
    with TemporaryDirectory(dir="/var/tmp", prefix="ballottino-") as folder:
        if os.stat(folder).st_dev != os.stat("/").st_dev:
            pytest.skip("/var/tmp is on a disk of its own")
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_games_stay_on_the_card_where_mounts_are_shared(on_the_disk: Path, tmp_path: Path) -> None:
    """Systemd shares the mounts of the root with every other mount of it, so a layer could come to lie over games."""
    kept, script = on_the_disk / "kept", tmp_path / "read-only"
    kept.mkdir()
    script.write_text(service.template("read-only.sh").replace("@KEPT@", str(kept)))
    commands = [
        "mount --make-rshared /",
        "mount -t tmpfs tmpfs /run",
        f"sh {script}",
        f"echo a game >{kept}/game",
        f"echo a log >{on_the_disk}/log",
        "! touch /usr/ballottino-written",
    ]
    told = subprocess.run(
        ["unshare", "--mount", "sh", "-c", " && ".join(commands)], capture_output=True, text=True, cwd="/"
    )
    forbidden = ("unshare failed", "root filesystem propagation", "unknown filesystem", "permission denied")
    if any(why in told.stderr for why in forbidden):
        pytest.skip("mounts are forbidden here")
    assert told.returncode == 0, told.stderr
    assert (kept / "game").read_text() == "a game\n"
    assert not (on_the_disk / "log").exists()


def test_the_card_is_protected_before_anything_of_the_system_writes_to_it() -> None:
    """The daemon of the clock, too, which does not wait for file systems."""
    (before,) = [line for line in service.template(readonly.UNIT_NAME).splitlines() if line.startswith("Before=")]
    writers = {f"systemd-{name}.service" for name in ("journal-flush", "random-seed", "timesyncd")}
    assert writers | {"local-fs.target"} <= set(before.removeprefix("Before=").split())


def test_the_folder_of_games_is_made_before_the_card_is_protected(pi: FakePi) -> None:
    shutil.rmtree(pi.root / "var/lib/ballottino")
    install(pi, *BONNET, "--read-only", "on")
    folders = [said for said in pi.said() if said.startswith("install --directory")]
    assert "install --directory --owner ballottino --group ballottino --mode 0700 /var/lib/ballottino" in folders


@pytest.mark.parametrize(("flag", "is_again"), [(os.ST_RDONLY, True), (0, False)])
def test_the_installer_starts_again_where_it_can_write(
    monkeypatch: pytest.MonkeyPatch, flag: int, is_again: bool
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flag))
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setattr(os, "execv", lambda program, words: started.append([program, *words]))
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-B", "-m", "firmware.install", "errand"])
    readonly.on_the_card()
    again = [readonly.WRITABLE, readonly.WRITABLE, sys.executable, "-B", "-m", "firmware.install", "errand"]
    assert started == ([again] if is_again else [])


def test_a_dry_run_never_writes_to_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readonly, "on_the_card", lambda: pytest.fail("it would write"))
    assert main(["uninstall", "--dry-run"]) == 0


def mounts(folder: Path, root: str, kind: str) -> Path:
    """Return the mounts of a box: the card, a layer over /var, and the data folder, on the card or on the layer."""
    number = "0:40" if kind == "overlay" else "179:2"
    file = folder / "mountinfo"
    file.write_text(
        f"1 0 179:2 / / {root},noatime shared:1 - ext4 /dev/root rw\n"
        "2 1 0:40 / /var rw shared:2 - overlay overlay rw\n"
        f"3 2 {number} /var/lib/ballottino {folder} rw,noatime shared:1 - {kind} /dev/root rw\n"
    )
    return file


@pytest.mark.parametrize(
    ("root", "kind", "card", "data"),
    [
        ("ro", "ext4", ("ok", "card-protected"), ("ok", "data-right")),
        ("rw", "ext4", ("warn", "card-open"), ("ok", "data-right")),
        ("ro", "overlay", ("ok", "card-protected"), ("bad", "data-fleeting")),
    ],
)
def test_the_doctor_sees_card_and_games(
    pi: FakePi, root: str, kind: str, card: tuple[str, str], data: tuple[str, str]
) -> None:
    listed = mounts(pi.root, root, kind)
    assert list(storage.card(pi.root, listed)) == [], "nobody has asked for it"
    install(pi, *BONNET, "--read-only", "on")
    assert keys(storage.card(pi.root, listed)) == [card]
    assert keys(storage.data(pi.root, listed, root=pi.root))[0] == data
