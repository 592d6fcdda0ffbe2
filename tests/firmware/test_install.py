"""Installing on a Pi: run for real on a fake root, twice, and back again."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware import hotspot as own_wifi
from firmware.cli import main as command
from firmware.hotspot import Hotspot
from firmware.install import plan, service
from firmware.install.__main__ import main
from firmware.install.boot import bus_lines, with_block, without_block
from hardware.profile import load, names
from tests.firmware.fake_pi import CONFIG, GAME, FakePi

BONNET = ("--profile", "adafruit-bonnet")
UNIT = "etc/systemd/system/ballottino.service"
REAL = [name for name in names() if not load(name).simulated]


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path / "root")


def install(pi: FakePi, *arguments: str, job: str = "install") -> int:
    return main([job, "--root", str(pi.root), *(arguments or (BONNET if job == "install" else ()))], run=pi.run)


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


def test_packages_we_brought_are_marked_and_those_that_were_there_are_not(pi: FakePi) -> None:
    install(pi)
    install(pi, job="uninstall")
    (marked,) = [said for said in pi.said() if said.startswith("apt-mark")]
    assert marked == "apt-mark auto python3-venv python3-lgpio i2c-tools gcc python3-dev"
    pi.commands.clear()
    install(pi, job="uninstall")
    assert pi.commands == [], "there is nothing left to take back"


def test_a_dry_run_changes_nothing_and_tells_each_step(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
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
    assert "remove /opt/ballottino/venv" in capsys.readouterr().out


def test_a_dry_run_needs_no_pi(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--dry-run", "--root", str(tmp_path), *BONNET]) == 0
    assert "This is not a Raspberry Pi" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_without_a_run_of_its_own_a_tree_elsewhere_has_its_commands_told(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
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
def test_what_is_refused(
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


def test_a_failed_command_stops_it_and_the_next_run_takes_it_up(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.fails = "/opt/ballottino/source[pi]"
    assert install(pi) == 1
    assert "install '/opt/ballottino/source[pi]': failed with status 1" in capsys.readouterr().err
    assert not (pi.root / UNIT).exists()
    pi.fails = ""
    pi.commands.clear()
    assert install(pi) == 0
    assert not [said for said in pi.said() if said.startswith(("apt-get", "useradd", "/usr/bin/python3"))]
    assert "ballottino.service" in pi.active


def test_an_update_broken_off_before_the_restart_is_not_forgotten(pi: FakePi) -> None:
    install(pi)
    pi.fails = "restart"
    assert install(pi, "--profile", "breadboard") == 1
    pi.fails = ""
    pi.commands.clear()
    assert install(pi, "--profile", "breadboard") == 0
    assert "systemctl restart ballottino.service" in pi.said()


def test_never_both_pin_libraries(tmp_path: Path) -> None:
    """A card moved from a Pi 4 to a Pi 5 loses the one before it gets the other; lgpio itself is never built."""
    pi = FakePi(tmp_path)
    install(pi)
    pips = [said.partition(" -m pip --disable-pip-version-check ")[2] for said in pi.said() if " -m pip " in said]
    assert pips == ["uninstall --yes rpi-lgpio", "install /opt/ballottino/source[pi]"]
    pi.put("proc/device-tree/compatible", b"raspberrypi,5-model-b\0brcm,bcm2712\0")
    pi.commands.clear()
    install(pi)
    pips = [said.partition(" -m pip --disable-pip-version-check ")[2] for said in pi.said() if " -m pip " in said]
    assert pips[:2] == ["uninstall --yes RPi.GPIO", "install /opt/ballottino/source"]
    assert pips[2].startswith("install --no-deps rpi-lgpio")
    assert "lgpio" not in pips[2].replace("rpi-lgpio", "")
    assert pi.said()[-1] == "systemctl restart ballottino.service", "what was changed is started anew"


def test_a_changed_program_is_installed_again(tmp_path: Path, pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "firmware").mkdir(parents=True)
    (checkout / "pyproject.toml").write_text("[project]\n")
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
    assert " run --profile /etc/ballottino/profile.toml\n" in pi.text(UNIT)
    install(pi)
    assert not (pi.root / "etc/ballottino").exists()
    assert " run --profile adafruit-bonnet\n" in pi.text(UNIT)


def test_somebody_elses_command_is_not_overwritten(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.put("usr/local/bin/ballottino", b"#!/bin/sh\n")
    assert install(pi) == 1
    assert "not ours" in capsys.readouterr().err
    install(pi, job="uninstall")
    assert pi.text("usr/local/bin/ballottino") == "#!/bin/sh\n"


@pytest.mark.parametrize("before", [CONFIG, b"", b"no newline at its end", b"windows\r\nlines\r\n", b"[pi4]\n\n\n"])
def test_the_boot_configuration_comes_back_byte_for_byte(before: bytes) -> None:
    lines = ["dtparam=i2c_arm=on"]
    after = with_block(before, lines)
    assert after.startswith(before)
    assert b"[all]\ndtparam=i2c_arm=on\n" in after
    assert with_block(after, lines) == after
    assert without_block(with_block(after, ["dtparam=spi=on"])) == before
    assert without_block(before) == before
    added = without_block(after + b"dtoverlay=later\n")
    assert added.replace(b"\ndtoverlay=later\n", b"").rstrip() == before.rstrip() or not before
    assert b"dtoverlay=later" in added.splitlines()


def test_each_build_gets_its_bus_and_keeps_its_pins() -> None:
    fast = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    assert bus_lines(load("adafruit-bonnet")) == fast
    assert bus_lines(load("waveshare-hat")) == ["dtparam=spi=on"]
    assert bus_lines(load("breadboard")) == [*fast, "dtparam=spi=off"], "a lamp is on a pin that SPI would take"
    assert bus_lines(load("simulated")) == []


def test_the_older_place_of_the_boot_configuration(pi: FakePi) -> None:
    (pi.root / "boot/firmware/config.txt").rename(pi.root / "boot/config.txt")
    install(pi)
    assert "i2c_arm=on" in pi.text("boot/config.txt")
    assert not (pi.root / "boot/firmware/config.txt").exists()


def test_packages_for_each_pi() -> None:
    bonnet, hat = load("adafruit-bonnet"), load("waveshare-hat")
    assert all("python3-lgpio" in plan.packages(bonnet, extra) for extra in ("pi", "pi5"))
    assert "python3-spidev" in plan.packages(hat, "pi5", narrow=False)
    assert "gcc" not in plan.packages(hat, "pi5", narrow=False), "nothing is compiled on a Pi 5"
    assert "libopenjp2-7" in plan.packages(bonnet, "pi", narrow=True)


def test_the_unit_holds_what_was_promised(pi: FakePi) -> None:
    install(pi)
    lines = pi.text(UNIT).splitlines()
    for expected in (
        "Type=notify",
        "Restart=always",
        "User=ballottino",
        "StateDirectory=ballottino",
        "WorkingDirectory=/var/lib/ballottino",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
    ):
        assert expected in lines
    assert any(line.startswith("WatchdogSec=") for line in lines)
    assert any(line.startswith("Environment=LG_WD=") for line in lines)
    assert "@" not in "".join(line for line in lines if not line.startswith("SystemCallFilter="))


def test_the_command_understands_what_the_unit_calls_it_with() -> None:
    (start,) = [line for line in service.unit("breadboard", "trixie").splitlines() if line.startswith("ExecStart=")]
    called = CliRunner().invoke(command, [*start.split()[1:], "--help"])
    assert called.exit_code == 0, called.output


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, release: str) -> None:
    version = int(subprocess.check_output(["systemd-analyze", "--version"], text=True).split()[1])
    if release == "trixie" and version < 254:
        pytest.skip("this systemd knows no RestartSteps")
    file = tmp_path / "ballottino.service"
    text = service.unit("adafruit-bonnet", release)
    file.write_text(text.replace("/opt/ballottino/venv/bin/ballottino", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True)
    complaints = [line for line in checked.stderr.splitlines() if "ballottino" in line]
    assert (checked.returncode, complaints) == (0, [])


def test_the_hotspot_goes_on_and_off_and_keeps_its_password(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(pi, "on", job="hotspot") == 1, "there is no box yet"
    install(pi)
    assert install(pi, "on", job="hotspot") == 0
    spot = own_wifi.known(pi.root / "etc/ballottino/hotspot.json")
    assert spot is not None
    assert f"password {spot.password}" in capsys.readouterr().out
    keyfile = pi.root / "etc/NetworkManager/system-connections/ballottino-hotspot.nmconnection"
    assert keyfile.stat().st_mode & 0o777 == 0o600
    assert f"psk={spot.password}\n" in keyfile.read_text()
    assert "address1=10.42.0.1/24\n" in keyfile.read_text()
    assert not [said for said in pi.said() if spot.password in said], "a command line is seen by all"
    pi.commands.clear()
    install(pi, "on", job="hotspot")
    assert pi.commands == []
    install(pi, "off", job="hotspot")
    assert pi.said() == ["nmcli connection down ballottino-hotspot", "nmcli connection reload"]
    assert not keyfile.exists()
    pi.commands.clear()
    install(pi, "off", job="hotspot")
    assert pi.commands == []
    install(pi, "on", job="hotspot")
    assert own_wifi.known(pi.root / "etc/ballottino/hotspot.json") == spot


def test_the_wifi_code_fits_the_largest_qr_code_the_screen_can_show(pi: FakePi) -> None:
    install(pi)
    install(pi, "on", job="hotspot")
    spot = own_wifi.known(pi.root / "etc/ballottino/hotspot.json")
    assert spot is not None
    assert len(spot.code()) <= 32, "version 2 at level L"
    assert Hotspot("a;b", 'c"\\d').code() == 'WIFI:T:WPA;S:a\\;b;P:c\\"\\\\d;;'


def test_a_hotspot_that_is_not_there_is_not_on(tmp_path: Path) -> None:
    assert own_wifi.known(tmp_path / "none.json") is None
    (tmp_path / "bad.json").write_text("[]")
    assert own_wifi.known(tmp_path / "bad.json") is None
    assert not Hotspot("a", "b", "192.0.2.1").is_on()
    assert Hotspot("a", "b", "127.0.0.1").is_on()
