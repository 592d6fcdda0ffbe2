"""The parts of an installation: the boot configuration, the packages, the unit, the hotspot."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.bench.fresh import PAGES, SERVICE, crowd
from firmware.commands.cli import main as command
from firmware.install import hotspot, plan, service, system
from firmware.install.__main__ import main as installer
from firmware.install.boot import bus_lines, with_block, without_block
from firmware.machine import hotspot as own_wifi
from firmware.machine.hotspot import Hotspot
from firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from hardware.profile import load
from tests.firmware.fake_pi import BONNET, CONFIG, UNIT, FakePi, install


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
        "CacheDirectory=ballottino",
        "WorkingDirectory=/var/lib/ballottino",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=char-i2c rw",
        "DeviceAllow=char-spi rw",
        "DeviceAllow=char-alsa rw",
    ):
        assert expected in lines
    assert any(line.startswith("WatchdogSec=") for line in lines)
    assert any(line.startswith("Environment=LG_WD=") for line in lines)
    assert "@" not in "".join(line for line in lines if not line.startswith("SystemCallFilter="))


def test_a_full_table_leaves_nearly_half_of_the_memory_free(tmp_path: Path) -> None:
    """Ten phones on the game whose pages are largest: a fault of ours ends the box, a busy evening never does."""
    unit = service.unit("breadboard", "trixie")
    (limit,) = re.findall(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)
    assert [f"Environment={name}={value}" in unit for name, value in SERVICE.items()] == [True]
    pages, megabytes = crowd(str(tmp_path), "venedig", phones=10, turns=3)
    assert pages == 10 * (len(PAGES) + 3), "every phone was given every page"
    assert megabytes <= int(limit) * 0.55


def test_the_command_understands_what_the_unit_calls_it_with(tmp_path: Path) -> None:
    (start,) = [line for line in service.unit("breadboard", "trixie").splitlines() if line.startswith("ExecStart=")]
    arguments = start.replace("/var/lib/ballottino", str(tmp_path)).split()[1:]  # the real folder may be closed to us
    called = CliRunner().invoke(command, [*arguments, "--help"])
    assert called.exit_code == 0, called.output


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, release: str) -> None:
    version = int(subprocess.check_output(["systemd-analyze", "--version"], text=True).split()[1])
    if release == "trixie" and version < 254:
        pytest.skip("this systemd knows no RestartSteps")
    file = tmp_path / "ballottino.service"
    text = service.unit("adafruit-bonnet", release)
    file.write_text(text.replace("/opt/ballottino/current/bin/ballottino", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True)
    complaints = [line for line in checked.stderr.splitlines() if "ballottino" in line]
    assert (checked.returncode, complaints) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_finds_nothing_wrong_with_the_units_of_errands(tmp_path: Path) -> None:
    for name in service.ERRANDS:
        text = service.template(name)
        (tmp_path / name).write_text(text.replace("/opt/ballottino/current/bin/python", "/bin/true"))
    files = [str(tmp_path / name) for name in service.ERRANDS]
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True)
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if "ballottino" in line]) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_finds_nothing_wrong_with_the_unit_of_a_stick(tmp_path: Path) -> None:
    file = tmp_path / service.STICK.replace("@", "@sda1")
    file.write_text(service.template(service.STICK))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True)
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if "ballottino" in line]) == (0, [])


def asked_for(properties: dict[str, str]) -> dict[str, str]:
    """Return what our rule makes of a device: as udev reads it, line by line."""
    made: dict[str, str] = {}
    skips = ""
    for line in system.STICKS.splitlines():
        rule = re.findall(r'(\w+(?:\{\w+\})?)(==|!=|\+=|=)"([^"]*)"', line)
        assert line.startswith("#") or ", ".join(f'{name}{how}"{value}"' for name, how, value in rule) == line
        if skips and rule != [("LABEL", "=", skips)]:
            continue
        skips = ""
        tests = [(name, how, value) for name, how, value in rule if how in ("==", "!=")]
        if all(
            (properties.get(name.removeprefix("ENV{").removesuffix("}"), "") in value.split("|")) == (how == "==")
            for name, how, value in tests
        ):
            for name, how, value in rule:
                if name == "GOTO":
                    skips = value
                elif how in ("=", "+=") and name != "LABEL":
                    made[name] = value
    return made


STICK = {"ACTION": "add", "SUBSYSTEM": "block", "ID_BUS": "usb", "ID_FS_USAGE": "filesystem", "ID_FS_TYPE": "vfat"}


@pytest.mark.parametrize("kind", ["vfat", "exfat", "ext4"])
def test_a_stick_is_mounted_for_the_box_and_nothing_on_it_is_run(kind: str, tmp_path: Path) -> None:
    """The unit's own command is run, with tools that note what they are called with."""
    made = asked_for({**STICK, "ID_FS_TYPE": kind})
    assert made["ENV{SYSTEMD_WANTS}"] == service.STICK.replace("@", "@%k")
    for tool, script in (("blkid", f"echo {kind}"), ("systemd-mount", 'echo "$@"')):
        (tmp_path / tool).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / tool).chmod(0o755)
    unit = service.template(service.STICK).replace("\\\n", "").replace("%i", "sda1").replace("$$", "$")
    (start,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    said = subprocess.check_output(shlex.split(start), env={"PATH": str(tmp_path)}, text=True).split()
    assert said[-2:] == ["/dev/sda1", "/media/ballottino-sda1"]
    assert {"--automount=no", "--options=nosuid,nodev,noexec,sync"} <= set(said)
    assert ("--owner=ballottino" in said) == (kind != "ext4"), "which keeps owners of its own"


@pytest.mark.parametrize(
    "other",
    [
        {"ACTION": "remove"},
        {"SUBSYSTEM": "usb"},
        {"ID_BUS": "ata"},
        {"ID_FS_USAGE": "crypto"},
        {"ID_FS_TYPE": "ntfs"},
        {"ID_FS_LABEL": "bootfs"},
        {"ID_FS_LABEL": "rootfs"},
    ],
)
def test_no_other_disk_is_mounted(other: dict[str, str]) -> None:
    assert "ENV{SYSTEMD_WANTS}" not in asked_for({**STICK, **other})


def test_sticks_are_let_go_when_the_box_is_taken_back(pi: FakePi) -> None:
    install(pi)
    assert pi.text(system.STICK_RULES.lstrip("/")) == system.STICKS
    assert (pi.root / f"etc/systemd/system/{service.STICK}").is_symlink()
    assert pi.text(f"opt/ballottino/current/{service.STICK}") == service.template(service.STICK)
    said = pi.said()
    assert said[-1] == "udevadm trigger --action=change", "once systemd knows the unit: a stick may be plugged in"
    pi.commands.clear()
    install(pi, job="uninstall")
    assert "systemctl stop ballottino-stick@*.service" in pi.said()
    assert not (pi.root / system.STICK_RULES.lstrip("/")).exists()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_little_of_the_machine_is_exposed(tmp_path: Path) -> None:
    file = tmp_path / "ballottino.service"
    file.write_text(service.unit("adafruit-bonnet", "bookworm"))
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", str(file)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-300:]


def test_the_installer_needs_nothing_but_python() -> None:
    """It runs before there is a venv: from a checkout, and without a single package."""
    command = [sys.executable, "-B", "-E", "-S", "-m", "firmware.install", "--help"]
    assert subprocess.run(command, cwd=plan.CHECKOUT, capture_output=True, timeout=60).returncode == 0


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


def test_how_to_go_back_is_printed_before_the_connection_breaks(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over Wi-Fi nothing can be read after it."""
    said = ""

    def run(command: Sequence[str], quiet: bool) -> int:
        nonlocal said
        if tuple(command[:3]) == ("nmcli", "connection", "up"):
            said = capsys.readouterr().out
        return pi.run(command, quiet)

    install(pi)
    assert installer(["hotspot", "--root", str(pi.root), "on"], run=run) == 0
    spot = own_wifi.known(pi.root / "etc/ballottino/hotspot.json")
    assert spot is not None
    assert f"Wi-Fi {spot.ssid}, password {spot.password}, http://{spot.address}\n" in said


def test_the_wifi_code_fits_the_largest_qr_code_the_screen_can_show(pi: FakePi) -> None:
    install(pi)
    install(pi, "on", job="hotspot")
    spot = own_wifi.known(pi.root / "etc/ballottino/hotspot.json")
    assert spot is not None
    assert len(spot.code()) <= 53, "version 3 at level L"
    assert Hotspot("a;b", 'c"\\d').code() == 'WIFI:T:WPA;S:a\\;b;P:c\\"\\\\d;;'


def test_each_box_has_a_name_of_its_own_and_a_long_password(tmp_path: Path) -> None:
    spots = []
    for number in range(3):
        pi = FakePi(tmp_path / str(number))
        pi.put("etc/machine-id", f"{number % 2:032x}\n".encode())
        install(pi)
        install(pi, "on", job="hotspot")
        spot = own_wifi.known(pi.root / "etc/ballottino/hotspot.json")
        assert spot is not None
        spots.append(spot)
    first, second, third = spots
    assert re.fullmatch(r"Ballottino-[0-9A-F]{4}", first.ssid)
    assert first.ssid == third.ssid != second.ssid, "it comes from the machine's id"
    assert len({spot.password for spot in (first, second, third)}) == 3
    assert all(len(spot.password) == 12 for spot in (first, second, third))


def test_name_and_password_fit_beside_the_code() -> None:
    canvas = Canvas()
    room = WIDTH - HEIGHT - 1
    assert all(canvas.tiny.width(letter * hotspot.LENGTH) <= room for letter in hotspot.LETTERS)
    assert canvas.tiny.width(f"{hotspot.SSID}-DDDD") <= room


@pytest.mark.parametrize(("has_them", "line"), [(True, "pmf=2\n"), (False, "pmf=1\n")])
def test_management_frames_are_protected_where_the_chip_can(pi: FakePi, has_them: bool, line: str) -> None:
    if has_them:
        pi.active.add("CMAC")
    install(pi)
    install(pi, "on", job="hotspot")
    keyfile = "etc/NetworkManager/system-connections/ballottino-hotspot.nmconnection"
    assert line in pi.text(keyfile)


def test_a_missing_hotspot_is_not_on(tmp_path: Path) -> None:
    assert own_wifi.known(tmp_path / "none.json") is None
    (tmp_path / "bad.json").write_text("[]")
    assert own_wifi.known(tmp_path / "bad.json") is None
    assert not Hotspot("a", "b", "192.0.2.1").is_on()
    assert Hotspot("a", "b", "127.0.0.1").is_on()


def test_a_box_that_should_speak_gets_its_voice(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    """With VOICE=1; a dry run says so, and the service may use the sound card."""
    assert install(pi, "--dry-run", "--voice", *BONNET) == 0
    assert "espeak-ng alsa-utils" in capsys.readouterr().out
    assert install(pi, *BONNET) == 0
    assert not [said for said in pi.said() if "espeak-ng" in said], "nobody asked for it"
    assert install(pi, "--voice", *BONNET) == 0
    assert [said for said in pi.said() if said.endswith("espeak-ng alsa-utils")]
    assert "SupplementaryGroups=gpio i2c spi audio" in pi.text(UNIT)
