"""Installing on a Pi: run for real on a fake root, twice, and back again."""

from __future__ import annotations

import os
from errno import EACCES, ENOSPC, EROFS
from pathlib import Path

import pytest

from firmware.install import plan, versions
from firmware.install.__main__ import main
from hardware.profile import load, names
from tests.firmware.fake_pi import BONNET, CONFIG, GAME, UNIT, WANTED, FakePi, install

PROJECT = '[project]\nversion = "0.2.0"\n'
REAL = [name for name in names() if not load(name).simulated]


def test_a_second_run_changes_nothing(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(pi) == 0
    assert "sudo reboot" in capsys.readouterr().out
    before = pi.tree()
    pi.commands.clear()
    assert install(pi) == 0
    assert pi.commands == []
    assert pi.tree() == before
    said = capsys.readouterr().out
    assert all(line.startswith("   ok ") for line in said.splitlines())
    assert "reboot" not in said


@pytest.mark.parametrize("profile", REAL)
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_uninstalling_leaves_the_card_as_it_was(tmp_path: Path, profile: str, release: str) -> None:
    pi = FakePi(tmp_path, release=release)
    before = pi.tree()
    install(pi, "--profile", profile)
    install(pi, "on", job="hotspot")
    assert pi.tree() != before
    assert install(pi, job="uninstall") == 0
    left = pi.tree()
    left.pop("var/lib/dpkg/status")
    before.pop("var/lib/dpkg/status")
    assert left == before
    assert (pi.root / "var/lib/ballottino/games/1.db").read_bytes() == GAME
    assert not (pi.root / "etc/ballottino").exists()
    assert not (pi.root / "opt/ballottino").exists()
    assert not pi.active


def test_only_packages_we_brought_are_marked(pi: FakePi) -> None:
    install(pi)
    install(pi, job="uninstall")
    (marked,) = [said for said in pi.said() if said.startswith("apt-mark")]
    assert marked == "apt-mark auto python3-venv python3-lgpio i2c-tools openssh-client gcc python3-dev"
    pi.commands.clear()
    install(pi, job="uninstall")
    assert pi.commands == [], "there is nothing left to take back"


def test_nothing_is_started_on_a_card_being_written(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    """An image has no systemd to talk to: everything is prepared for the first boot, and can be removed again."""
    (pi.root / "run/systemd/system").rmdir()
    before = pi.tree()
    assert install(pi) == install(pi, "on", job="hotspot") == 0
    assert not [said for said in pi.said() if said.startswith(("systemctl", "nmcli"))]
    assert (pi.root / WANTED).is_symlink()
    assert "starts at the next boot" in capsys.readouterr().out
    assert (pi.root / "etc/NetworkManager/system-connections/ballottino-hotspot.nmconnection").exists()
    pi.commands.clear()
    assert install(pi) == 0
    assert pi.commands == []
    assert install(pi, job="uninstall") == 0
    assert not [said for said in pi.said() if said.startswith("systemctl")]
    assert pi.tree().keys() == before.keys()


def test_dry_run_changes_nothing_and_prints_each_step(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    before = pi.tree()
    for job, *arguments in (("install", "--dry-run", *BONNET), ("hotspot", "--dry-run", "on")):
        assert install(pi, *arguments, job=job) == 0
    assert pi.tree() == before
    assert pi.commands == []
    said = capsys.readouterr().out
    for expected in ("$ apt-get update", "$ useradd", "write /boot/firmware/config.txt", "$ nmcli connection up"):
        assert expected in said
    install(pi)
    capsys.readouterr()
    before = pi.tree()
    pi.commands.clear()
    install(pi, "--dry-run", job="uninstall")
    assert (pi.tree(), pi.commands) == (before, [])
    assert "remove /opt/ballottino/versions" in capsys.readouterr().out


def test_a_dry_run_needs_no_pi(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--dry-run", "--root", str(tmp_path), *BONNET]) == 0
    assert "This is not a Raspberry Pi" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_debian_without_groups_and_rules_gets_them(pi: FakePi) -> None:
    """Raspberry Pi OS has both; Debian's own system has neither, and the box could reach no pin."""
    pi.put("etc/group", b"root:x:0:\n")
    assert install(pi) == 0
    assert {
        line.split(":")[0]: line.split(":")[-1] for line in pi.text("etc/group").splitlines()[1:]
    } == dict.fromkeys(("gpio", "i2c", "spi", "audio"), "ballottino")
    rules = pi.text("etc/udev/rules.d/60-ballottino.rules")
    assert all(f'GROUP="{group}"' in rules for group in ("gpio", "i2c", "spi"))
    assert any(said.startswith("udevadm trigger") for said in pi.said())
    assert install(pi, job="uninstall") == 0
    assert not (pi.root / "etc/udev/rules.d/60-ballottino.rules").exists()


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only root read these files, as on a Pi, no matter who runs the test."""
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.parent.name == "system-connections" or path.parent.match("polkit-1/rules.d"):
            raise PermissionError(EACCES, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)


@pytest.mark.usefixtures("closed")
def test_dry_run_takes_unreadable_files_for_missing(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(pi, "--dry-run", *BONNET) == install(pi, "--dry-run", "on", job="hotspot") == 0
    assert install(pi, "--dry-run", job="uninstall") == 0
    said = capsys.readouterr().out
    assert "write /etc/polkit-1/rules.d/50-ballottino.rules" in said
    assert "write /etc/NetworkManager/system-connections/ballottino-hotspot.nmconnection" in said


@pytest.mark.usefixtures("closed")
def test_unreadable_file_is_one_sentence(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(pi) == 1
    rules = pi.root / "etc/polkit-1/rules.d/50-ballottino.rules"
    assert capsys.readouterr().err == f"ballottino: {rules}: Permission denied\n"


@pytest.mark.parametrize("fault", [ENOSPC, EROFS])
def test_unwritable_boot_partition_is_one_sentence(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: int
) -> None:
    install(pi)
    (pi.root / "boot/firmware/config.txt").write_bytes(CONFIG)
    before = pi.tree()

    def refuse(_: int) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, "fsync", refuse)
    assert install(pi) == 1
    said = f"ballottino: /boot/firmware/config.txt can't be written: {os.strerror(fault)}\n"
    assert capsys.readouterr().err == said
    assert pi.tree() == before


def test_program_that_cannot_be_copied_is_one_sentence(
    pi: FakePi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    for name in ("one", "two"):
        (tmp_path / "firmware" / name).symlink_to("nowhere")
    monkeypatch.setattr(plan, "CHECKOUT", tmp_path)
    assert install(pi) == 1
    said = capsys.readouterr().err
    assert said.startswith("ballottino: firmware can't be copied to /opt/ballottino/source: ")
    assert said.count("No such file or directory") == said.count("\n") == 1


def test_commands_for_another_root_are_only_printed(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    """They would reach this very machine."""
    assert main(["install", "--root", str(pi.root), *BONNET]) == 0
    assert "$ systemctl daemon-reload" in capsys.readouterr().out
    assert (pi.root / UNIT).exists()


@pytest.mark.parametrize(
    ("release", "chip", "arguments", "said"),
    [
        ("bookworm", "brcm,bcm2711", ("--profile", ""), "which box is it?"),
        ("bookworm", "brcm,bcm2711", ("--profile", "bonnet"), "bonnet: no such profile"),
        ("bullseye", "brcm,bcm2711", BONNET, "not Raspberry Pi OS Bookworm or Trixie"),
    ],
)
def test_bad_arguments_are_refused(
    tmp_path: Path,
    release: str,
    chip: str,
    arguments: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pi = FakePi(tmp_path, chip, release)
    before = pi.tree()
    assert install(pi, *arguments) == 1
    assert said in capsys.readouterr().err
    assert (pi.tree(), pi.commands) == (before, [])


def test_a_laptop_is_refused(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.put("proc/device-tree/model", b"Some other board\0")
    assert install(pi) == 1
    assert "not a Raspberry Pi" in capsys.readouterr().err
    assert pi.commands == []


def test_next_run_continues_after_a_failed_command(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.fails = "/opt/ballottino/source"
    assert install(pi) == 1
    assert "--use-pep517 /opt/ballottino/source: failed with status 1" in capsys.readouterr().err
    assert not (pi.root / UNIT).exists()
    pi.fails = ""
    pi.commands.clear()
    assert install(pi) == 0
    assert not [said for said in pi.said() if said.startswith(("apt-get", "useradd"))]
    assert pi.said()[0].startswith("/usr/bin/python3 -m venv --clear"), "a half-built version is begun again"
    assert "ballottino.service" in pi.active


def test_update_broken_off_before_the_restart_is_finished(pi: FakePi) -> None:
    install(pi)
    pi.fails = "restart"
    assert install(pi, "--profile", "breadboard") == 1
    pi.fails = ""
    pi.commands.clear()
    assert install(pi, "--profile", "breadboard") == 0
    assert "systemctl restart ballottino.service" in pi.said()


def pips(pi: FakePi) -> list[str]:
    return [said.partition(" -m pip --disable-pip-version-check ")[2] for said in pi.said() if " -m pip " in said]


def test_never_both_pin_libraries(tmp_path: Path) -> None:
    """A card moved from a Pi 4 to a Pi 5 gets a version with the other one; lgpio itself is never built."""
    pi = FakePi(tmp_path)
    source = "/opt/ballottino/source"
    wheels = "install --no-deps --no-build-isolation --use-pep517"
    pinned = f"{wheels} --require-hashes --requirement {source}/firmware/install"
    ourselves = f"{wheels} {source}"
    install(pi)
    assert pips(pi) == [
        f"{pinned}/requirements.txt",
        f"{pinned}/requirements-pi.txt",
        f"{pinned}/requirements-mqtt.txt",
        ourselves,
    ]
    pi.put("proc/device-tree/compatible", b"raspberrypi,5-model-b\0brcm,bcm2712\0")
    pi.commands.clear()
    install(pi)
    assert pips(pi) == [
        f"{pinned}/requirements.txt",
        f"{pinned}/requirements-pi5.txt",
        f"{pinned}/requirements-mqtt.txt",
        ourselves,
    ]
    assert pi.said()[-1] == "systemctl restart ballottino.service", "what was changed is restarted"


def test_a_pi_with_another_system_gets_the_portable_pin_library(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, release="trixie")
    (tmp_path / "etc/rpi-issue").unlink()
    install(pi)
    assert any("requirements-pi5.txt" in said for said in pips(pi))
    assert not any("requirements-pi.txt" in said for said in pips(pi))


def test_system_of_32_bits_gets_what_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index has no wheels for it, so there are no hashes to check."""
    monkeypatch.setattr(versions, "NARROW", True)
    pi = FakePi(tmp_path)
    install(pi)
    assert pips(pi) == ["install /opt/ballottino/source[pi,mqtt]"]
    pi.put("proc/device-tree/compatible", b"raspberrypi,5-model-b\0brcm,bcm2712\0")
    pi.commands.clear()
    install(pi)
    assert pips(pi)[0] == "install /opt/ballottino/source[mqtt]"
    assert pips(pi)[1].startswith("install --no-deps rpi-lgpio")
    assert "lgpio" not in pips(pi)[1].replace("rpi-lgpio", "")


def test_a_changed_program_is_installed_again(tmp_path: Path, pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "firmware").mkdir(parents=True)
    (checkout / "pyproject.toml").write_text(PROJECT)
    monkeypatch.setattr(plan, "CHECKOUT", checkout)
    install(pi)
    for name, matters in (("firmware/new.py", True), ("firmware/fr.mo", False), ("other.txt", False)):
        pi.commands.clear()
        (checkout / name).write_text("x")
        install(pi)
        assert bool(pi.commands) == matters, name
    assert not (pi.root / "opt/ballottino/source").exists()


def test_an_owners_profile_goes_along(pi: FakePi, tmp_path: Path) -> None:
    own = tmp_path / "my box.toml"
    own.write_text((Path(load.__code__.co_filename).parent / "profiles/adafruit-bonnet.toml").read_text())
    install(pi, "--profile", str(own))
    assert pi.text("etc/ballottino/profile.toml") == own.read_text()
    assert " run --profile /etc/ballottino/profile.toml --port 80\n" in pi.text(UNIT)
    install(pi)
    assert not (pi.root / "etc/ballottino/profile.toml").exists()
    assert " run --profile adafruit-bonnet --port 80\n" in pi.text(UNIT)


def test_foreign_command_is_not_overwritten(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.put("usr/local/bin/ballottino", b"#!/bin/sh\n")
    assert install(pi) == 1
    assert "not ours" in capsys.readouterr().err
    install(pi, job="uninstall")
    assert pi.text("usr/local/bin/ballottino") == "#!/bin/sh\n"


CLUB_FILE = "etc/ballottino/club"


def test_the_club_is_kept_with_a_password_that_only_root_can_read(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALLOTTINO_CLUB_PASSWORD", "gondola")
    assert install(pi, *BONNET, "--club", "mqtt://table-1@club.local") == 0
    kept = pi.root / CLUB_FILE
    told = "BALLOTTINO_CLUB='mqtt://table-1@club.local'\nBALLOTTINO_CLUB_PASSWORD='gondola'\n"
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == (told, 0o600)
    assert "EnvironmentFile=-/etc/ballottino/club" in (pi.root / UNIT.lstrip("/")).read_text()
    monkeypatch.delenv("BALLOTTINO_CLUB_PASSWORD")
    assert install(pi) == 0, "an update without a word about the club"
    assert kept.read_text() == told
    pi.commands.clear()
    assert install(pi, *BONNET, "--club", "mqtts://table-2@club.local") == 0
    assert kept.read_text().splitlines() == [
        "BALLOTTINO_CLUB='mqtts://table-2@club.local'",
        "BALLOTTINO_CLUB_PASSWORD='gondola'",
    ]
    assert pi.said()[-1] == "systemctl restart ballottino.service"
    assert install(pi, *BONNET, "--club", "off") == 0
    assert not kept.exists()


@pytest.mark.parametrize("address", ["club.local", "http://club", "mqtt://a:secret@club", "mqtt://x:y", "mqtt://a b"])
def test_a_club_that_cannot_be_is_refused_before_anything_is_done(
    pi: FakePi, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pi.tree()
    assert install(pi, *BONNET, "--club", address) == 1
    assert pi.tree() == before
    assert "is no broker" in capsys.readouterr().err


def test_a_dry_run_shows_the_club_and_no_password(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BALLOTTINO_CLUB_PASSWORD", "gondola")
    assert install(pi, *BONNET, "--club", "mqtt://table-1@club.local", "--dry-run") == 0
    said = capsys.readouterr().out
    assert "write /etc/ballottino/club" in said
    assert "gondola" not in said
