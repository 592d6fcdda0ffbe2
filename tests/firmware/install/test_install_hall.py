"""A box as the hall of its club: switched on and off by the installer, kept by updates, with all that it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.club import HALL
from firmware.commands.cli import main as command
from firmware.install import hall, readonly, service, versions
from firmware.package import deb
from firmware.release import wheels
from tests.firmware.fake_pi import BONNET, FakePi, install

SETTINGS, UNIT, WANTED, UNIT_IN_VERSION = (
    place.lstrip("/") for place in (hall.SETTINGS, hall.UNIT, hall.WANTED, hall.UNIT_IN_VERSION)
)
ON = (*BONNET, "--hall", "on")
OFF = (*BONNET, "--hall", "off")


def there(pi: FakePi) -> list[str]:
    return [place for place in (SETTINGS, UNIT, WANTED) if os.path.lexists(pi.root / place)]


def of_hall(pi: FakePi) -> list[str]:
    return [said for said in pi.said() if "requirements-hall.txt" in said]


def test_a_box_becomes_a_hall_and_a_plain_box_again(pi: FakePi) -> None:
    install(pi)
    assert there(pi) == of_hall(pi) == []
    assert hall.UNIT_NAME not in pi.active
    assert install(pi, *ON) == 0
    assert there(pi) == [SETTINGS, UNIT, WANTED]
    assert len(of_hall(pi)) == 1
    assert hall.UNIT_NAME in pi.active
    assert pi.text(UNIT_IN_VERSION) == service.template(hall.UNIT_NAME)
    assert install(pi, *OFF) == 0
    assert there(pi) == []
    assert hall.UNIT_NAME not in pi.active


def test_an_update_without_a_word_about_it_leaves_a_hall_as_it_is(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALLOTTINO_HALL_PASSWORD", "gondola")
    install(pi, *BONNET, "--hall", "mqtts://wall@club.local")
    kept = pi.text(SETTINGS)
    assert kept == "BALLOTTINO_HALL='mqtts://wall@club.local'\nBALLOTTINO_CLUB_PASSWORD='gondola'\n"
    assert (pi.root / SETTINGS).stat().st_mode & 0o777 == 0o600
    monkeypatch.delenv("BALLOTTINO_HALL_PASSWORD")
    pi.commands.clear()
    assert install(pi) == 0
    assert (pi.text(SETTINGS), pi.commands) == (kept, [])
    monkeypatch.setattr(versions.Version, "_fingerprint", "0123456789abcdef")
    assert install(pi) == 0
    assert len(of_hall(pi)) == 1, "a new version has them too"
    assert pi.said()[-1] == f"systemctl restart {hall.UNIT_NAME}"


def test_box_and_hall_have_addresses_and_passwords_of_their_own(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BALLOTTINO_CLUB_PASSWORD", "gondola")
    monkeypatch.setenv("BALLOTTINO_HALL_PASSWORD", "bucintoro")
    install(pi, *ON, "--club", "mqtt://table-1@localhost")
    assert pi.text(SETTINGS) == "BALLOTTINO_HALL='mqtt://hall@localhost'\nBALLOTTINO_CLUB_PASSWORD='bucintoro'\n"
    assert "gondola" in pi.text("etc/ballottino/club")


@pytest.mark.parametrize("address", ["yes", "http://club", "mqtt://hall:secret@club"])
def test_a_broker_that_cannot_be_is_refused_before_anything_is_done(
    pi: FakePi, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pi.tree()
    assert install(pi, *BONNET, "--hall", address) == 1
    assert pi.tree() == before
    assert f"HALL={address} is no broker: HALL=on" in capsys.readouterr().err


def test_uninstalling_keeps_the_halls_settings_if_asked_to(pi: FakePi) -> None:
    before = pi.tree().keys()
    install(pi, *ON)
    assert install(pi, "--keep-settings", job="uninstall") == 0
    assert there(pi) == [SETTINGS]
    assert install(pi) == 0
    assert there(pi) == [SETTINGS, UNIT, WANTED], "it comes back as the same box"
    assert install(pi, job="uninstall") == 0
    assert pi.tree().keys() == before


def test_nothing_is_started_on_a_card_being_written(pi: FakePi) -> None:
    (pi.root / "run/systemd/system").rmdir()
    assert install(pi, *ON) == 0
    assert there(pi) == [SETTINGS, UNIT, WANTED]
    assert not [said for said in pi.said() if said.startswith("systemctl")]


def test_what_a_hall_keeps_is_written_to_a_card_that_is_only_read() -> None:
    (folder,) = [line.partition("=")[2] for line in lines() if line.startswith("WorkingDirectory=")]
    assert f"--data {folder} " in service.template(hall.UNIT_NAME)
    assert any(Path(folder).is_relative_to(kept) for kept in readonly.KEPT)
    (states,) = [line.partition("=")[2].split() for line in lines() if line.startswith("StateDirectory=")]
    assert folder.removeprefix("/var/lib/") in states


def lines() -> list[str]:
    return service.template(hall.UNIT_NAME).splitlines()


def test_the_hall_is_confined_as_the_box_is() -> None:
    """All of it, but for devices, which a hall has none of, and the port below 1024, which it does not use."""
    box = service.unit("adafruit-bonnet", "bookworm").splitlines()
    confined = box[box.index("NoNewPrivileges=yes") : box.index("LimitCORE=0") + 1]
    own = ("#", "Device", "ReadWritePaths=")
    assert not [line for line in confined if not line.startswith(own) and line not in lines()]
    assert "PrivateDevices=yes" in lines()
    assert "CapabilityBoundingSet=" in lines()


def test_the_command_understands_what_the_unit_calls_it_with(tmp_path: Path) -> None:
    (start,) = [line for line in lines() if line.startswith("ExecStart=")]
    arguments = start.replace("/var/lib/ballottino/hall", str(tmp_path)).split()[1:]
    called = CliRunner().invoke(command, [*arguments, "--help"])
    assert called.exit_code == 0, called.output


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    file = tmp_path / hall.UNIT_NAME
    text = service.template(hall.UNIT_NAME)
    file.write_text(text.replace("/opt/ballottino/current/bin/ballottino", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True)
    assert [line for line in checked.stderr.splitlines() if "ballottino" in line] == []
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", str(file)]
    assert subprocess.run(judged, capture_output=True).returncode == 0


def test_every_library_of_a_hall_is_pinned_and_comes_with_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[Path] = []
    monkeypatch.setattr(wheels, "fetch", lambda _, pins, __: fetched.extend(pins))
    deb.fetch_libraries("arm64", tmp_path)
    named = "".join(pins.read_text("utf-8") for pins in fetched)
    assert all(f"\n{package}" in f"\n{named}" for package in HALL)


def test_a_system_of_32_bits_gets_them_too(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "NARROW", True)
    install(pi, *ON)
    assert [said for said in pi.said() if said.endswith("/opt/ballottino/source[pi,club]")]
